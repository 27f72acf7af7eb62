//! expect: deadlock
//! expect -D CRASHES=0: ok
// Held mutexes stay held after a crash.
param int CRASHES = 1
mutex m
fault crash T <= CRASHES
Thread(i in 1..2) T { lock(m); unlock(m) }
