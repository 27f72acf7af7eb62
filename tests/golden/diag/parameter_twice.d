//! expect: diagnostic 2:20 parameter `a` is declared twice
void f(int a, bool a) { skip }
Thread A { f(1, true) }
