//! expect naive: deadlock
//! expect dpor: deadlock
//! expect source: deadlock
//! expect optimal: deadlock
//! expect observers: deadlock
//! expect optimal: 7 executions
//! expect observers: 7 executions
// One crash spends the budget of another, which then never shows a race.
int x0 = 1
message A(int v)
Thread(i in 0..2) P {
  receive { A(=x0) => { } }
}
fault crash P <= 1
