//! expect stateful:reach: ok
//! expect stateful:full+sleep: ok
//! expect stateful:full-sleep: ok
//! expect stateful:pset+sleep: ok
//! expect stateful:minclosure+sleep: ok
//! expect stateful:apifs+sleep: ok
//! expect stateful:reach: 3 executions
//! expect stateful:full+sleep: 3 executions
//! expect stateful:full-sleep: 3 executions
//! expect stateful:pset+sleep: 3 executions
//! expect stateful:minclosure+sleep: 3 executions
//! expect stateful:apifs+sleep: 3 executions
//! expect stateful:full+sleep --dep=object: 3 executions
//! expect stateful:pset+sleep --dep=object: 3 executions
// Who waits for the end of a thread waits for its crash too.
int x, seen
fault crash A <= 1
Thread A { x := 1; x := 2 }
Thread B { join A; seen := x }
