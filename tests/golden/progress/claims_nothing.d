//! expect --progress=fair: ok
//! expect --progress=fair -D ASSUME=false --all: violation
//! expect --progress=fair --loop 3: incomplete
// Where a thread was stopped or has failed, a cycle of the others says nothing, as with deadlocks.
param bool ASSUME = true
bool flag
int x
Thread Stopped { if ASSUME { assume x > 7 } else { assert x > 7 }  flag := true }
Thread Spinner { while !flag { x := 1 } }
