//! expect naive: ok
//! expect dc: ok
//! expect optimal: 6 executions
//! expect dc: 6 executions
// A send reads the budget of duplicates: the order of two sends is turned around for the receive, and then the other one has
// the budget.
message A(int v)
int x
Thread R { receive { A(_) => { x := 1 } } }
Thread S { R ! A(0) }
Thread T { R ! A(1) }
fault duplicate A <= 1
