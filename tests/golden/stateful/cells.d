//! expect stateful:reach: ok
//! expect stateful:full+sleep: ok
//! expect stateful:full-sleep: ok
//! expect stateful:pset+sleep: ok
//! expect stateful:minclosure+sleep: ok
//! expect stateful:apifs+sleep: ok
//! expect stateful:reach: 1 executions
//! expect stateful:full+sleep: 1 executions
//! expect stateful:full-sleep: 1 executions
//! expect stateful:pset+sleep: 1 executions
//! expect stateful:minclosure+sleep: 1 executions
//! expect stateful:apifs+sleep: 1 executions
//! expect stateful:full+sleep --dep=object: 1 executions
//! expect stateful:pset+sleep --dep=object: 1 executions
// Every thread works on cells of its own: known indices tell them apart.
int[6] a
Thread(i in 0..2) T { for k in 0..1 { a[2 * i + k] := k + 1 } }
