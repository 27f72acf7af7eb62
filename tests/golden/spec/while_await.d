//! expect: ok
//! expect naive: 1 executions
// An empty loop over one shared read waits like await.
int x
Thread A { x := 1 }
Thread B { while x == 0 { } }
