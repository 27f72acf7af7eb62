//! expect: diagnostic 3:18 field `n` of `M` must be int, but this is bool
message M(int n)
Thread A { B ! M(true) }
Thread B { receive { M(n) => { print n } } }
