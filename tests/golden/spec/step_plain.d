//! expect naive: 6 executions
// A read and a write are a step each; the end of a thread is none.
int x
Thread(i in 1..2) T { x := x + 1 }
