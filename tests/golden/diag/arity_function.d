//! expect: diagnostic 3:12 `f` takes 2 arguments, not 1
void f(int a, int b) { skip }
Thread A { f(1) }
