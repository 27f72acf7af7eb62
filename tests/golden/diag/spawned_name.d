//! expect: diagnostic 4:29 `W` is started by spawn; its name alone is no pid
message M()
Thread(int n) W { receive { M() => { } } }
Thread A { _ := spawn W(1); W ! M() }
