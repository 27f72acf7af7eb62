// Calls are real: the steps of the body are the steps of the caller. f: read, write.
//! expect naive: 6 executions
int x
void f() { x := x + 1 }
Thread(i in 0..1) T { f() }
