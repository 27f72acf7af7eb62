//! expect: diagnostic 3:16 message `M` has 2 fields, not 1
message M(int a, int b)
Thread A { B ! M(1) }
Thread B { receive { M(_, _) => { } } }
