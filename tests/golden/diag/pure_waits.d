//! expect: diagnostic 3:16 await may not stand in a pure function
int x
pure int f() { await x == 0; return 1 }
Thread A { print f() }
