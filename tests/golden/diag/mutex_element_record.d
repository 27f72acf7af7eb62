//! expect: diagnostic 3:5 a set cannot hold a mutex
record R { mutex m, int n }
set<R> s
Thread A { skip }
