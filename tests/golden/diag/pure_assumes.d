//! expect: diagnostic 3:16 assume may not stand in a pure function
int x
pure int f() { assume x == 0; return 1 }
Thread A { print f() }
