//! expect: diagnostic 3:25 a pure function may not change ref parameter `r`
int x
pure int f(ref int r) { r := 1; return r }
Thread A { print f(x) }
