// A stops, B goes on; no deadlock claim, no finally.
//! expect: ok
//! expect naive: 0 executions + 3 blocked
int x, y
Thread A { assume x == 1; y := 9 }
Thread B { y := 1; assert y == 1 }
finally { assert false }
