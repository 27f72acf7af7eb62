//! expect naive: 1 executions
int x
Thread A { x := 1 }
Thread B { join A; assert x == 1 }
