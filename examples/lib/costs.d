//! expect: ok
//! expect optimal -D K=Mutex: 6 executions
//! expect optimal -D K=Sem: 6 executions
//! expect optimal -D K=Tas: 60 executions
//! expect optimal -D K=Ticket: 6 executions
//! expect optimal -D K=Mcs: 66 executions
//! expect optimal -D K=Reader: 90 executions
//! expect optimal -D K=Writer: 6 executions
//! expect optimal -D K=WriterFirst: 42 executions
//! expect optimal -D K=WriterInLine: 36 executions
//! expect optimal -D K=Barrier: 6 executions
//! expect dc -D K=Ticket: ok
// What synchronisation alone costs: N threads that each pass once, doing nothing else. The table is in docs/stdlib.md.
import std.sync
import std.atomic
enum Kind { Mutex, Sem, Tas, Ticket, Mcs, Reader, Writer, WriterFirst, WriterInLine, Barrier }
param Kind K = Mutex
param int N = 3
mutex m
sem s = sem(1)
tas t
ticket k
mcs q
rwlock l
barrier b
init {
  if K == WriterFirst { l.policy := writers_first }
  if K == WriterInLine { l.policy := first_come }
  b.parties := N
}
Thread(i in 1..N) A {
  if K == Mutex { lock(m); unlock(m) }
  else if K == Sem { down(s); up(s) }
  else if K == Tas { tas_lock(t); tas_unlock(t) }
  else if K == Ticket { ticket_lock(k); ticket_unlock(k) }
  else if K == Mcs { mcs_lock(q, i); mcs_unlock(q, i) }
  else if K == Barrier { arrive_and_wait(b) }
  else if K == Reader { read_lock(l); read_unlock(l) }
  else { write_lock(l); write_unlock(l) }
}
