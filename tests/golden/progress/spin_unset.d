//! options: --progress
//! expect: violation progress
//! expect --progress=fair: violation progress
// A flag that nobody sets.
bool flag
int seen
Thread Spinner { while !flag { seen := 1 } }
Thread Other { seen := 2 }
