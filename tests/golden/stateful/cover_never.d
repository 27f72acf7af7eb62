//! expect stateful:reach: cover
//! expect stateful:full+sleep: cover
//! expect stateful:full-sleep: cover
//! expect stateful:pset+sleep: cover
//! expect stateful:minclosure+sleep: cover
//! expect stateful:apifs+sleep: cover
//! expect stateful:reach: 1 executions
//! expect stateful:full+sleep: 1 executions
//! expect stateful:full-sleep: 1 executions
//! expect stateful:pset+sleep: 1 executions
//! expect stateful:minclosure+sleep: 1 executions
//! expect stateful:apifs+sleep: 1 executions
//! expect stateful:full+sleep --dep=object: 1 executions
//! expect stateful:pset+sleep --dep=object: 1 executions
bool a, b
cover both: a && b
Thread A { if !b { a := true } }
Thread B { await a; a := false; b := true }
