//! expect naive -D N=3: ok
//! expect naive -D N=3: 44 executions
//! expect stateful:reach: ok
//! expect dpor: ok
//! expect source: ok
//! expect lazy: ok
//! expect dc: ok
//! expect optimal -D N=2: 2 executions
//! expect optimal -D N=3: 6 executions
//! expect optimal -D N=4: 24 executions
//! expect optimal -D N=5: 120 executions
//! expect optimal -D N=6: 720 executions
//! expect optimal -D N=7: 5040 executions
//! expect lazy -D N=2: 2 executions
//! expect lazy -D N=3: 6 executions
//! expect lazy -D N=4: 24 executions
//! expect lazy -D N=5: 120 executions
//! expect lazy -D N=6: 720 executions
//! expect lazy -D N=7: 5040 executions
//! expect observers -D N=2: 1 executions
//! expect observers -D N=3: 1 executions
//! expect observers -D N=4: 1 executions
//! expect observers -D N=5: 1 executions
//! expect observers -D N=6: 1 executions
//! expect observers -D N=7: 1 executions
//! expect observers -D N=8: 1 executions
//! expect dc -D N=2: 1 executions
//! expect dc -D N=3: 1 executions
//! expect dc -D N=4: 1 executions
//! expect dc -D N=5: 1 executions
//! expect dc -D N=6: 1 executions
//! expect dc -D N=7: 1 executions
//! expect dc -D N=8: 1 executions
//! expect dc -D N=20: 1 executions
//! expect dc:paper: 1 executions
// selective(N): N threads send main one message each; main takes them in the order of the spawns, by their sender.
// Aronis et al., Optimal DPOR with Observers, TACAS 2018, table 2.
// Mazurkiewicz classes: N!, the orders of arrival. Observer and reads-from classes: 1, since no receive
// can tell.
param int N = 3
message Msg(pid sender)

Thread() Sender { Main ! Msg(self) }

Thread Main {
  pid[N] t
  for i in 0..N-1 { t[i] := spawn Sender() }
  for i in 0..N-1 {
    receive { Msg(=t[i]) => { } }
  }
}
