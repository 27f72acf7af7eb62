// Multinomial: 2, 2 and 1 events: 5! / (2! 2! 1!).
//! expect naive: 30 executions
int x, y, z
Thread A { x := 1; x := 2 }
Thread B { y := 1; y := 2 }
Thread C { z := 1 }
