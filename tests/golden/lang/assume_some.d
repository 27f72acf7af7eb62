// B before A: goes through. A before B: blocked.
//! expect naive: 1 executions + 1 blocked
int x
Thread A { assume x == 1 }
Thread B { x := 1 }
