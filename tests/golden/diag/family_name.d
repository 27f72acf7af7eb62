//! expect: diagnostic 4:12 `W` is a family of threads, not one thread
message M()
Thread(i in 1..2) W { receive { M() => { } } }
Thread A { W ! M() }
