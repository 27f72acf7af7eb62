//! expect stateful:reach: violation small
//! expect stateful:full+sleep: violation small
//! expect stateful:full-sleep: violation small
//! expect stateful:pset+sleep: violation small
//! expect stateful:minclosure+sleep: violation small
//! expect stateful:apifs+sleep: violation small
//! expect stateful:reach: 4 executions
//! expect stateful:full+sleep: 4 executions
//! expect stateful:full-sleep: 4 executions
//! expect stateful:pset+sleep: 4 executions
//! expect stateful:minclosure+sleep: 4 executions
//! expect stateful:apifs+sleep: 4 executions
//! expect stateful:full+sleep --dep=object: 4 executions
//! expect stateful:pset+sleep --dep=object: 4 executions
int a, b
invariant small: a < 2
Thread A { a := a + 1 }
Thread B { b := 1; a := a + 1 }
Thread C { b := 2 }
