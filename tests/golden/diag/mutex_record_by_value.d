//! expect: diagnostic 4:15 a mutex cannot be copied into a parameter
record R { mutex m, int n }
R r
void f(int a, R x) { skip }
Thread A { f(1, r) }
