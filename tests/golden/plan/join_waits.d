//! expect naive: deadlock
//! expect optimal: deadlock
//! expect lazy: deadlock
//! expect dc: deadlock
//! expect optimal: 4 executions
//! expect lazy: 4 executions + 2 blocked
//! expect dc: 2 executions + 1 blocked
// A guard that waits for the end of a thread which itself waits for a message that may not come.
message Go()
int x
Thread A { receive { Go() => { } } }
Thread B { atomic { join A; x := 2 } }
Thread C { x := 3; if x == 3 { A ! Go() } }
Thread D { x := 4 }
