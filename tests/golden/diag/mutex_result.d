//! expect: diagnostic 3:1 a function cannot return a mutex
mutex m
mutex f() { return m }
Thread A { skip }
