//! expect naive: 3 executions
// after: possible only while no clause matches.
message M()
int x
Thread R { receive { M() => { x := 1 }  after => { x := 2 } } }
Thread S { R ! M() }
