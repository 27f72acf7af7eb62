//! expect: diagnostic 3:5 a call of `f` is no constant
pure int f() { return 2 }
int[f()] a
Thread A { skip }
