// Both copies stand before what is sent later.
//! expect: ok
message M(int v), End()
int got
fault duplicate M
Thread S { R ! M(1); R ! End() }
Thread R {
  join S
  receive { M(v) => { got := 1 } }
  receive { M(v) => { got := 2 }  End() => { exit } }
  receive { M(v) => { assert false }  End() => { } }
}
finally { assert got >= 1 }
cover twice: got == 2
