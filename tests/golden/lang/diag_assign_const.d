//! expect: diagnostic 3:12 `K` is a constant and cannot change
const int K = 1
Thread T { K := 2 }
