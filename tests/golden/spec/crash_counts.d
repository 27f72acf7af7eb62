//! expect naive: 4 executions
// One event each. Runs: ab, ba (both done), crash of A before B's step, crash of A after it.
fault crash A <= 1
int x, y
Thread A { x := 1 }
Thread B { y := 1 }
