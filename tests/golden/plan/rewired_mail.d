//! expect naive: ok
//! expect optimal: ok
//! expect lazy: ok
//! expect dc: ok
//! expect optimal: 2 executions
//! expect lazy: 2 executions
//! expect dc: 2 executions
// A receive in an atomic block that writes what the sender reads: the sender, having read the initial value, can still come first.
message M(int n)
int x
Thread C { atomic { receive { M(n) => { x := n } after => { x := 5 } } } }
Thread A { atomic { if x == 0 { C ! M(1) } else { C ! M(2) } } }
