//! expect: diagnostic 2:12 the initial value must be int[3], but this is int[2]
int[3] a = [1, 2]
Thread A { skip }
