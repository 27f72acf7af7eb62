//! expect stateful:reach: violation
//! expect stateful:full+sleep: violation
//! expect stateful:full-sleep: violation
//! expect stateful:pset+sleep: violation
//! expect stateful:minclosure+sleep: violation
//! expect stateful:apifs+sleep: violation
//! expect stateful:reach: 2 executions
//! expect stateful:full+sleep: 2 executions
//! expect stateful:full-sleep: 2 executions
//! expect stateful:pset+sleep: 2 executions
//! expect stateful:minclosure+sleep: 2 executions
//! expect stateful:apifs+sleep: 2 executions
//! expect stateful:full+sleep --dep=object: 2 executions
//! expect stateful:pset+sleep --dep=object: 2 executions
// The atomic block may lock m, and does not: what follows touches m without having locked it.
mutex m
int k
Thread H { lock(m); k := 1; unlock(m) }
Thread T {
  await k == 1
  atomic { if k == 0 { lock(m) } }
  bool got = trylock(m)
  assert got
}
