//! expect stateful:reach: violation
//! expect stateful:full+sleep: violation
//! expect stateful:full-sleep: violation
//! expect stateful:pset+sleep: violation
//! expect stateful:minclosure+sleep: violation
//! expect stateful:apifs+sleep: violation
//! expect stateful:reach: 3 executions
//! expect stateful:full+sleep: 3 executions
//! expect stateful:full-sleep: 3 executions
//! expect stateful:pset+sleep: 3 executions
//! expect stateful:minclosure+sleep: 3 executions
//! expect stateful:apifs+sleep: 3 executions
//! expect stateful:full+sleep --dep=object: 3 executions
//! expect stateful:pset+sleep --dep=object: 3 executions
// A lost update.
int x
Thread(i in 1..2) T { int v = x; x := v + 1 }
Thread U { x := x }
finally { assert x == 2 }
