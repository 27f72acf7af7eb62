// Held mutexes stay held.
//! expect: deadlock
//! expect -D CRASHES=0: ok
param int CRASHES = 1
mutex m
fault crash T <= CRASHES
Thread T { lock(m); unlock(m) }
Thread U { lock(m); unlock(m) }
