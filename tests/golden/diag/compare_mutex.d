//! expect: diagnostic 3:19 values of type mutex cannot be compared with `==`
mutex a, b
Thread A { assert a == b }
