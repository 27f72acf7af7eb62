//! expect: unread
//! options: --unread=error
// The answer comes after its reader has gone.
message Ask(pid who), Answer(int n)
Thread Client { Server ! Ask(self); receive { Answer(n) => { } after => { } } }
Thread Server { receive { Ask(who) => { who ! Answer(1) } } }
