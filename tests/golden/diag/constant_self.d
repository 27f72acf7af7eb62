//! expect: diagnostic 2:9 `self` is a thread
pid p = self
Thread A { skip }
