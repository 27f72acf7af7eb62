//! expect naive: ok
//! expect stateful:reach: ok
//! expect dpor: ok
//! expect source: ok
//! expect optimal: ok
//! expect observers: ok
//! expect naive: 14 executions
//! expect optimal: 8 executions
// A shared queue is one object; a guarded pop waits for it.
queue<int> q
int got
Thread P { push(q, 1); push(q, 2) }
Thread(c in 1..2) C {
  int v = 0
  atomic { await len(q) > 0; v := pop(q) }
  got := v
}
