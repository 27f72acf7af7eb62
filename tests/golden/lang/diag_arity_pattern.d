//! expect: diagnostic 3:22 message `M` has 1 field, but the pattern has 0
message M(int a)
Thread T { receive { M() => { } } }
