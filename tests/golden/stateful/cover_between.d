//! expect stateful:reach: ok
//! expect stateful:full+sleep: ok
//! expect stateful:full-sleep: ok
//! expect stateful:pset+sleep: ok
//! expect stateful:minclosure+sleep: ok
//! expect stateful:apifs+sleep: ok
//! expect stateful:reach: 2 executions
//! expect stateful:full+sleep: 2 executions
//! expect stateful:full-sleep: 2 executions
//! expect stateful:pset+sleep: 2 executions
//! expect stateful:minclosure+sleep: 2 executions
//! expect stateful:apifs+sleep: 2 executions
//! expect stateful:full+sleep --dep=object: 2 executions
//! expect stateful:pset+sleep --dep=object: 2 executions
// Both flags are up only in the middle of some runs.
bool a, b
int n
cover both: a && b && n == 0
Thread A { a := true; a := false; n := n + 1 }
Thread B { b := true; b := false; n := n + 1 }
