//! expect: diagnostic 3:16 receive may not stand in a pure function
message M()
pure int f() { receive { M() => { } } return 1 }
Thread A { print f() }
