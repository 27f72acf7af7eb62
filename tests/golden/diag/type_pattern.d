//! expect: diagnostic 3:24 the pattern's value must be int, but this is bool
message M(int n)
Thread A { receive { M(true) => { } } }
Thread B { A ! M(1) }
