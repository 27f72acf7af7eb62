//! expect stateful:reach: ok
//! expect stateful:full+sleep: ok
//! expect stateful:full-sleep: ok
//! expect stateful:pset+sleep: ok
//! expect stateful:minclosure+sleep: ok
//! expect stateful:apifs+sleep: ok
//! expect stateful:reach: 6 executions
//! expect stateful:full+sleep: 6 executions
//! expect stateful:full-sleep: 6 executions
//! expect stateful:pset+sleep: 6 executions
//! expect stateful:minclosure+sleep: 6 executions
//! expect stateful:apifs+sleep: 6 executions
//! expect stateful:full+sleep --dep=object: 6 executions
//! expect stateful:pset+sleep --dep=object: 6 executions
// Branches that never wait are taken by the choice alone; one that begins with a wait by its first event.
int a, b
Thread A { a := 1; b := 1 }
Thread E {
  either { b := 2 } or { await a == 1; b := 3 } or { }
  either { await b > 0 } or { a := 5 }
}
