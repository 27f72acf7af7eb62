//! expect naive: deadlock
//! expect optimal: deadlock
//! expect lazy: deadlock
//! expect dc: deadlock
//! expect optimal: 4 executions
//! expect lazy: 4 executions + 5 blocked
//! expect dc: 3 executions + 3 blocked
// A thread at a guard may crash instead of waiting; that releases who joins it, and nobody else.
int x
fault crash W
Thread W { await x == 2 }
Thread J { atomic { join W; x := 3 } }
Thread A { x := 1 }
