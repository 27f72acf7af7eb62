//! expect stateful:reach: ok
//! expect stateful:full+sleep: ok
//! expect stateful:full-sleep: ok
//! expect stateful:pset+sleep: ok
//! expect stateful:minclosure+sleep: ok
//! expect stateful:apifs+sleep: ok
//! expect stateful:reach: 4 executions
//! expect stateful:full+sleep: 4 executions
//! expect stateful:full-sleep: 4 executions
//! expect stateful:pset+sleep: 4 executions
//! expect stateful:minclosure+sleep: 4 executions
//! expect stateful:apifs+sleep: 4 executions
//! expect stateful:full+sleep --dep=object: 4 executions
//! expect stateful:pset+sleep --dep=object: 4 executions
// The end of a thread enables a join, though it writes nothing.
int x, y
Thread A { x := 1; y := 1 }
Thread B { join A; x := 2 }
Thread C { either { join A; y := 3 } or { join B; y := 4 } or { y := 5 } }
