//! expect: diagnostic 3:20 int has no field `size`
int x
Thread A { print x.size }
