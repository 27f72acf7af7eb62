//! expect: error
int x
Thread T { int a = 1 % x }
