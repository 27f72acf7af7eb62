//! expect: diagnostic 3:32 the test after when must be bool, but this is int
message M(int n)
Thread A { receive { M(n) when n => { } } }
Thread B { A ! M(1) }
