// Reading a const or a param is no event.
//! expect naive: 2 executions
const int K = 4
param int P = 5
int x
Thread(i in 0..1) T { x := K * P + K }
