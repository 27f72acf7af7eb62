//! expect: diagnostic 3:17 `W` starts by itself; spawn needs a Thread declared with parameters
Thread W { skip }
Thread A { _ := spawn W() }
