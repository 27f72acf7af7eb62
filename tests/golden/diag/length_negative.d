//! expect: diagnostic 3:5 an array length may not be negative
const int N = 1
int[N - 2] a
Thread A { skip }
