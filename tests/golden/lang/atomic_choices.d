// All chooses together are one choice; only those under which the block completes are enabled.
//! expect naive: 4 executions
//! expect: ok
int x, y
Thread T { atomic { x := choose(0..2); y := choose(0..1); await x != 1 } }
finally { assert x != 1 }
