//! expect: diagnostic 3:17 `W` takes 1 argument, not 0
Thread(int n) W { skip }
Thread A { _ := spawn W() }
