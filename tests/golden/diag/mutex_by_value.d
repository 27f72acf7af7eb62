//! expect: diagnostic 3:8 a mutex cannot be copied into a parameter
mutex m
void f(mutex x) { skip }
Thread A { f(m) }
