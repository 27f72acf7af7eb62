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
int[2] a
int i
Thread A { i := 2 }
Thread B { a[i] := 1 }
Thread C { a[0] := 7 }
