//! expect: diagnostic 2:16 every element of an array must be int, but this is bool
int[2] a = [1, true]
Thread A { skip }
