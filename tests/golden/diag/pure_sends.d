//! expect: diagnostic 3:16 send may not stand in a pure function
message M()
pure int f() { A ! M(); return 1 }
Thread A { print f() }
