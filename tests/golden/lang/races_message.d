//! expect --races=error: ok
message Go()
int x
Thread T { x := 1; U ! Go() }
Thread U { receive { Go() => { x := 2 } } }
