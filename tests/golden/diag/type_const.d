//! expect: diagnostic 2:15 a constant's value must be int, but this is bool
const int N = true
Thread A { skip }
