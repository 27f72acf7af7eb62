//! expect: diagnostic 3:14 this is no variable, and a variable is needed here
void f(ref int r) { r := 1 }
Thread A { f(2) }
