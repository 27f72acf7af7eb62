//! expect: diagnostic 2:11 `A` is defined in terms of itself
const int A = B + 1
const int B = A - 1
Thread T { skip }
