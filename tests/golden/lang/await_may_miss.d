// x is 1 only for a while; whoever looks later waits for ever.
//! expect: deadlock
//! expect naive: 2 executions
int x
Thread A { x := 1; x := 0 }
Thread B { await x == 1 }
