// The first clause that matches wins.
//! expect: ok
message A(int v)
int x
Thread S { R ! A(1) }
Thread R { receive { A(2) => { x := 1 }  A(v) => { x := 2 }  A(1) => { x := 3 } } }
finally { assert x == 2 }
