//! expect: diagnostic 2:18 a message cannot carry a mutex
message M(int a, mutex m)
Thread A { skip }
