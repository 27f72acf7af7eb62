// Order per pair holds.
//! expect: ok
//! expect naive: 14 executions
message M(int v)
Thread S { R ! M(1); R ! M(2); R ! M(3); R ! M(4) }
Thread R { for i in 1..4 { receive { M(v) => { assert v == i } } } }
