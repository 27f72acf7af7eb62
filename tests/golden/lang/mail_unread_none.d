//! expect --unread=error: ok
message A()
Thread S { R ! A() }
Thread R { receive { A() => { } } }
