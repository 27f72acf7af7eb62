//! expect: diagnostic 2:15 `sum` is no constant
const int N = sum(i in 1..3 : i)
Thread A { skip }
