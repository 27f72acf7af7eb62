//! expect: diagnostic 3:12 a mutex is shared by nature and cannot be local
record R { mutex[2] m, int n }
Thread A { R r; lock(r.m[0]) }
