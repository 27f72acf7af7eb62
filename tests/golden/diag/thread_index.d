//! expect: diagnostic 4:14 `W` has the indices 1..2
message M()
Thread(i in 1..2) W { receive { M() => { } } }
Thread A { W[3] ! M() }
