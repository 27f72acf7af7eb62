//! expect naive: deadlock
//! expect optimal: deadlock
//! expect lazy: deadlock
//! expect dc: deadlock
//! expect optimal: 1 executions
//! expect lazy: 1 executions + 1 blocked
//! expect dc: 1 executions
// Two threads that wait for each other inside atomic blocks: their guards fail in either order, and the order shows in
// Mazurkiewicz classes. Only the one with A first is an execution.
int x
Thread A { atomic { x := 1; join B } }
Thread B { atomic { x := 2; join A } }
