//! expect --progress: ok
//! expect --progress=fair: ok
// A server goes round for ever, which is what it is for.
message Ask(pid who), Answer()
daemon Thread Server { loop { receive { Ask(who) => { who ! Answer() } } } }
Thread(i in 1..2) Client { Server ! Ask(self); receive { Answer() => { } } }
