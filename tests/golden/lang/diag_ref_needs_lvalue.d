//! expect: diagnostic 3:14 this is no variable
void f(ref int v) { v := 1 }
Thread T { f(1 + 2) }
