// =x is read before the receive, in a step of its own; what counts is the value read then.
// Read before x := 2: 6 orders. After: the receive waits for A(2) for ever.
//! expect naive: 7 executions
//! expect --all: deadlock
message A(int v)
int x = 1, y
Thread R { receive { A(=x) => { y := 1 } } }
Thread S { R ! A(1); x := 2 }
