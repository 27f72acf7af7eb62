//! expect: diagnostic 3:12 there is no `++` operator
int x
Thread T { ++x }
