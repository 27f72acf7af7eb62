//! expect: diagnostic 4:22 message `M` has 2 fields, but the pattern has 1
message M(int a, int b)
Thread A { B ! M(1, 2) }
Thread B { receive { M(_) => { } } }
