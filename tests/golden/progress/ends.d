//! expect --progress: ok
//! expect --progress=fair: ok
//! expect --progress -D BUG=true: violation progress
// No cycle: each iteration counts down.
param bool BUG = false
int n = 3
Thread(i in 1..2) T { while n > 0 { atomic { if n > 0 && !BUG { n := n - 1 } } } }
