//! expect naive: deadlock
//! expect dc: deadlock
//! expect optimal: 3 executions
//! expect dc: 3 executions
// Waits for its own end and may crash instead, which is no end that it sees itself but one for the other.
Thread(i in 0..1) P { join P[1] }
fault crash P <= 1
