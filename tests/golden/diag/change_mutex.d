//! expect: diagnostic 3:12 a mutex changes by lock and unlock only
mutex a, b
Thread A { a := b }
