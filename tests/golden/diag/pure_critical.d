//! expect: diagnostic 2:16 critical may not stand in a pure function
pure int f() { critical c { return 1 } }
Thread A { print f() }
