//! expect: diagnostic 4:27 `a` is bound twice in this clause
message M(int a, int b)
Thread A { B ! M(1, 2) }
Thread B { receive { M(a, a) => { print a } } }
