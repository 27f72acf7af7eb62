// Elements are mutexes of their own; each instance locks its own twice.
//! expect: error
mutex[2] m
Thread(i in 0..1) T { lock(m[i]); lock(m[i]) }
