//! expect naive: deadlock
//! expect optimal: deadlock
//! expect lazy: deadlock
//! expect dc: deadlock
//! expect optimal: 2 executions
//! expect lazy: 2 executions + 3 blocked
//! expect dc: 2 executions + 3 blocked
// Who comes late finds the set empty, for good.
set<int> s
int[2] got
Thread A { add(s, 1) }
Thread(i in 0..1) C { atomic { got[i] := choose(s); remove(s, got[i]) } }
