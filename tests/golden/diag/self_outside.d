//! expect: diagnostic 3:13 `self` is a thread's own pid and has no meaning here
pid p
init { p := self }
Thread A { skip }
