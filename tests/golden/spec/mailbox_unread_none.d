//! expect --unread=error: ok
message M(int n)
Thread R { receive { M(1) => { } } ; receive { M(_) => { } } }
Thread S { R ! M(2); R ! M(1) }
