//! expect: ok
int x
daemon Thread D { loop { await x == 1; x := 0 } }
Thread A { x := 1 }
