//! expect: diagnostic 3:16 local `x` hides the shared variable of the same name
int x
Thread A { int x = 1; print x }
