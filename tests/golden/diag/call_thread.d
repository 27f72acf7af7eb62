//! expect: diagnostic 3:12 `W` is a thread and cannot be called
Thread() W { skip }
Thread A { W() }
