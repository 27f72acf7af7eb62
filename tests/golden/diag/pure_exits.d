//! expect: diagnostic 2:16 exit may not stand in a pure function
pure int f() { exit }
Thread A { print f() }
