//! expect naive: deadlock
//! expect optimal: deadlock
//! expect lazy: deadlock
//! expect dc: deadlock
//! expect optimal: 1 executions
//! expect lazy: 2 executions
//! expect dc: 1 executions
// Two threads that wait for each other inside atomic blocks: their guards fail in either order, and the order shows in
// Mazurkiewicz classes.
int x
Thread A { atomic { x := 1; join B } }
Thread B { atomic { x := 2; join A } }
