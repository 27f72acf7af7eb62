//! expect stateful:reach: error
//! expect stateful:full+sleep: error
//! expect stateful:full-sleep: error
//! expect stateful:pset+sleep: error
//! expect stateful:minclosure+sleep: error
//! expect stateful:apifs+sleep: error
//! expect stateful:reach: 1 executions
//! expect stateful:full+sleep: 1 executions
//! expect stateful:full-sleep: 1 executions
//! expect stateful:pset+sleep: 1 executions
//! expect stateful:minclosure+sleep: 1 executions
//! expect stateful:apifs+sleep: 1 executions
//! expect stateful:full+sleep --dep=object: 1 executions
//! expect stateful:pset+sleep --dep=object: 1 executions
// B unlocks what it did not lock.
mutex m
Thread A { lock(m); unlock(m) }
Thread B { unlock(m) }
