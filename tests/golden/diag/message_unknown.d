//! expect: diagnostic 3:16 unknown message `Pnig`
message Ping()
Thread A { B ! Pnig() }
Thread B { receive { Ping() => { } } }
