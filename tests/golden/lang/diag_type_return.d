//! expect: diagnostic 2:23 the returned value must be int, but this is bool
int f(int a) { return true }
Thread T { skip }
