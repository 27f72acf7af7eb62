//! expect: deadlock
message A(int v)
Thread S { R ! A(1) }
Thread R { receive { A(2) => { } } }
