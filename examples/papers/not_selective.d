//! expect naive -D N=3: ok
//! expect naive -D N=3: 69 executions
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
//! expect observers -D N=2: 2 executions
//! expect observers -D N=3: 6 executions
//! expect observers -D N=4: 24 executions
//! expect observers -D N=5: 120 executions
//! expect observers -D N=6: 720 executions
//! expect observers -D N=7: 5040 executions
//! expect dc -D N=2: 2 executions
//! expect dc -D N=3: 6 executions
//! expect dc -D N=4: 24 executions
//! expect dc -D N=5: 120 executions
//! expect dc -D N=6: 720 executions
//! expect dc -D N=7: 5040 executions
//! expect dc:paper -D N=4: 24 executions
// not_selective(N): N threads send main one message each; main takes N messages as they come.
// Aronis et al., Optimal DPOR with Observers, TACAS 2018, table 2.
// Classes: N!, the orders of arrival; each receive observes what it takes, so observers save nothing, and
// neither does reads-from.
param int N = 3
message Msg(int i)

Thread(int i) Sender { Main ! Msg(i) }

Thread Main {
  for i in 1..N { spawn Sender(i) }
  for k in 1..N {
    receive { Msg(_) => { } }
  }
}
