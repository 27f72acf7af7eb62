//! expect: diagnostic 4:12 a mutex changes by lock and unlock only
record R { mutex m, int n }
R a, b
Thread A { a := b }
