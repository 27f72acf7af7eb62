// A crash ends the thread: join goes on.
//! expect: ok
message M()
fault crash T
Thread T { receive { M() => { } } }
daemon Thread U { join T }
Thread V { T ! M() }
