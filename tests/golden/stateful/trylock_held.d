//! expect stateful:reach: violation
//! expect stateful:full+sleep: violation
//! expect stateful:full-sleep: violation
//! expect stateful:pset+sleep: violation
//! expect stateful:minclosure+sleep: violation
//! expect stateful:apifs+sleep: violation
//! expect stateful:reach: 4 executions
//! expect stateful:full+sleep: 4 executions
//! expect stateful:full-sleep: 4 executions
//! expect stateful:pset+sleep: 4 executions
//! expect stateful:minclosure+sleep: 4 executions
//! expect stateful:apifs+sleep: 4 executions
//! expect stateful:full+sleep --dep=object: 4 executions
//! expect stateful:pset+sleep --dep=object: 4 executions
// Somebody who holds the mutex is waited for by those who lock it, but not by who tries.
mutex m
int x
Thread A { lock(m); x := 1; unlock(m) }
Thread B { lock(m); x := 2; unlock(m) }
Thread C { bool got = trylock(m); assert got; unlock(m) }
