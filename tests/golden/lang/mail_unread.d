// A message nobody takes.
//! expect: ok
//! expect --unread=error: unread
//! expect --unread=off: ok
message A()
Thread S { R ! A() }
Thread R { skip }
