//! expect: diagnostic 3:12 `M` is a message and cannot be called
message M()
Thread A { M() }
