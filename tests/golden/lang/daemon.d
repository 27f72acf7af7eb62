// Daemons need not end.
//! expect: ok
message Tick()
int x
daemon Thread D { loop { receive { Tick() => { x := x + 1 } } } }
Thread T { D ! Tick() }
finally { assert x <= 1 }
