//! expect: diagnostic 3:15 division by zero in a constant
const int N = 0
const int K = 4 % N
Thread A { skip }
