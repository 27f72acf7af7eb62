//! expect: diagnostic 2:16 a call of `two` is no constant
int[2] a = [1, two()]
int two() { return 2 }
Thread A { skip }
