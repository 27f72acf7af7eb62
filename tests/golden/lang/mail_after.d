// after is enabled only when no clause matches now.
//! expect: ok
//! expect naive: 3 executions
message A(), B()
int x
Thread S { R ! A() }
Thread R { receive { A() => { x := 1 }  after => { x := 2 } } }
finally { assert x == 1 || x == 2 }
cover got: x == 1
cover late: x == 2
