//! expect: diagnostic 3:19 message `M` has 1 field, not 0
message M(int a)
Thread T { self ! M() }
