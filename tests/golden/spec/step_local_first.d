//! expect naive: 1 executions
// Local work before the first step belongs to the thread's start.
int x
Thread A { int a = 1; a := a + 1; x := a }
Thread B { int b = 3; assert b == 3 }
finally { assert x == 2 }
