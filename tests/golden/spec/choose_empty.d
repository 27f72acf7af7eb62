//! expect: deadlock
int x = 1
Thread T { x := choose(x..0) }
