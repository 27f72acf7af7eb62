//! expect: ok
//! expect --unread=error: unread
message M(int n)
Thread R { receive { M(1) => { } } }
Thread S { R ! M(2); R ! M(1) }
