//! expect: diagnostic 2:16 join may not stand in a pure function
pure int f() { join A; return 1 }
Thread A { skip }
Thread B { print f() }
