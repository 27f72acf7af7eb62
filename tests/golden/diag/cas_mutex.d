//! expect: diagnostic 3:22 a mutex changes by lock and unlock only
mutex a, b
Thread A { _ := swap(a, b) }
