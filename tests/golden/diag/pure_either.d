//! expect: diagnostic 2:16 either may not stand in a pure function
pure int f() { either { return 1 } or { return 2 } }
Thread A { print f() }
