//! expect: diagnostic 3:19 values of type bool cannot be compared with `<`
bool a, b
Thread A { assert a < b }
