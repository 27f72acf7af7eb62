//! options: --unread=error
//! expect: unread
// The message that nobody reads is marked.
message Ask(), Done()
Thread A { B ! Ask(); B ! Done() }
Thread B { receive { Ask() => { skip } } }
