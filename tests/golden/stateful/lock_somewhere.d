//! expect stateful:reach: violation
//! expect stateful:full+sleep: violation
//! expect stateful:full-sleep: violation
//! expect stateful:pset+sleep: violation
//! expect stateful:minclosure+sleep: violation
//! expect stateful:apifs+sleep: violation
//! expect stateful:reach: 3 executions
//! expect stateful:full+sleep: 3 executions
//! expect stateful:full-sleep: 3 executions
//! expect stateful:pset+sleep: 3 executions
//! expect stateful:minclosure+sleep: 3 executions
//! expect stateful:apifs+sleep: 3 executions
//! expect stateful:full+sleep --dep=object: 3 executions
//! expect stateful:pset+sleep --dep=object: 3 executions
// Which of the locks T takes is unknown while it has not read k: the one it then tries without waiting may be the other.
mutex[2] m
int k
Thread H { lock(m[0]); k := 1; unlock(m[0]) }
Thread T {
  int i = k
  if i == 1 { lock(m[i]); bool got = trylock(m[0]); assert got }
}
