//! expect stateful:reach: error
//! expect stateful:full+sleep: error
//! expect stateful:full-sleep: error
//! expect stateful:pset+sleep: error
//! expect stateful:minclosure+sleep: error
//! expect stateful:apifs+sleep: error
//! expect stateful:reach: 3 executions
//! expect stateful:full+sleep: 3 executions
//! expect stateful:full-sleep: 3 executions
//! expect stateful:pset+sleep: 3 executions
//! expect stateful:minclosure+sleep: 3 executions
//! expect stateful:apifs+sleep: 3 executions
//! expect stateful:full+sleep --dep=object: 3 executions
//! expect stateful:pset+sleep --dep=object: 3 executions
// A mutex that its own thread holds is no reason to wait, but an error.
mutex m
int x
Thread A { lock(m); if x == 1 { lock(m) }; unlock(m) }
Thread B { x := 1; lock(m); unlock(m) }
