//! expect: diagnostic 4:19 values of type R cannot be compared with `!=`
record R { mutex m, int n }
R a, b
Thread A { assert a != b }
