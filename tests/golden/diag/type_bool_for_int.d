//! expect: diagnostic 3:17 the assigned value must be int, but this is bool
int x
Thread A { x := x == 1 }
