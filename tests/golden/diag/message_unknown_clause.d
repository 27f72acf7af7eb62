//! expect: diagnostic 4:22 unknown message `Done`
message Ping()
Thread A { B ! Ping() }
Thread B { receive { Done() => { } } }
