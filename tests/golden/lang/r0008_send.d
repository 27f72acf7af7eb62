//! expect: error
message M()
pid p
Thread T { p ! M() }
