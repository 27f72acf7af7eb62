//! expect stateful:reach: deadlock
//! expect stateful:full+sleep: deadlock
//! expect stateful:full-sleep: deadlock
//! expect stateful:pset+sleep: deadlock
//! expect stateful:minclosure+sleep: deadlock
//! expect stateful:apifs+sleep: deadlock
//! expect stateful:reach: 2 executions
//! expect stateful:full+sleep: 2 executions
//! expect stateful:full-sleep: 2 executions
//! expect stateful:pset+sleep: 2 executions
//! expect stateful:minclosure+sleep: 2 executions
//! expect stateful:apifs+sleep: 2 executions
//! expect stateful:full+sleep --dep=object: 2 executions
//! expect stateful:pset+sleep --dep=object: 2 executions
// All take the left fork first.
const int N = 3
mutex[N] fork
int[N] meals
Thread(i in 0..N-1) P {
  lock(fork[i]); lock(fork[(i + 1) % N])
  meals[i] := meals[i] + 1
  unlock(fork[(i + 1) % N]); unlock(fork[i])
}
