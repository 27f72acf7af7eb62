//! expect stateful:reach: 6 executions
//! expect stateful:reach -D LOCK=Tickets: 6 executions
//! expect stateful:reach -D LOCK=Nodes: 6 executions
//! expect stateful:reach -D LOCK=Native: 6 executions
//! expect stateful:reach -D LOCK=Readers: 6 executions
//! expect stateful:reach -D LOCK=Writers: 6 executions
//! expect stateful:reach -D LOCK=Line: 6 executions
//! expect stateful:reach -D LOCK=Binary: 6 executions
//! expect stateful -D LOCK=Nodes: 6 executions
//! expect optimal -D LOCK=Native: 6 executions
//! expect optimal -D LOCK=Binary: 6 executions
//! expect naive: ok
//! expect naive -D LOCK=Tickets: ok
//! expect dc: ok
//! expect dc -D LOCK=Nodes: ok
//! expect lazy -D LOCK=Line: ok
//! expect optimal -D LOCK=Nodes: ok
// Every lock lets one in at a time, in each of the 3! orders, and is free again in the end: the final states differ in the
// order only.
import std.sync
import std.atomic
enum Kind { TestAndSet, Tickets, Nodes, Native, Readers, Writers, Line, Binary }
param Kind LOCK = TestAndSet
tas t
ticket k
mcs q
mutex m
rwlock l
sem s = sem(1)
queue<int> order
init {
  if LOCK == Writers { l.policy := writers_first }
  if LOCK == Line { l.policy := first_come }
}
Thread(i in 1..3) Worker {
  if LOCK == TestAndSet { tas_lock(t) }
  else if LOCK == Tickets { ticket_lock(k) }
  else if LOCK == Nodes { mcs_lock(q, i) }
  else if LOCK == Native { lock(m) }
  else if LOCK == Binary { down(s) }
  else { write_lock(l) }
  critical cs { push(order, i) }
  if LOCK == TestAndSet { tas_unlock(t) }
  else if LOCK == Tickets { ticket_unlock(k) }
  else if LOCK == Nodes { mcs_unlock(q, i) }
  else if LOCK == Native { unlock(m) }
  else if LOCK == Binary { up(s) }
  else { write_unlock(l) }
}
finally {
  assert !t.held && k.next == k.serving && q.tail == 0 && s.n == 1
  assert !l.writer && l.readers == 0 && l.waiting == 0 && len(l.line) == 0
  assert forall(i in 1..NODES : q.node[i].next == 0 && !q.node[i].waiting)
}
