//! expect: ok
//! expect --progress: violation progress
//! expect --progress=fair: ok
//! expect --algo stateful --progress: violation progress
// A flag that its setter sets when it is let: only an unfair scheduler goes round for ever.
bool flag
int seen
Thread Spinner { while !flag { seen := 1 } }
Thread Setter { flag := true }
