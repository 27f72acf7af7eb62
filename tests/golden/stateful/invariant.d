//! expect stateful:reach: violation not_both
//! expect stateful:full+sleep: violation not_both
//! expect stateful:full-sleep: violation not_both
//! expect stateful:pset+sleep: violation not_both
//! expect stateful:minclosure+sleep: violation not_both
//! expect stateful:apifs+sleep: violation not_both
//! expect stateful:reach: 1 executions
//! expect stateful:full+sleep: 1 executions
//! expect stateful:full-sleep: 1 executions
//! expect stateful:pset+sleep: 1 executions
//! expect stateful:minclosure+sleep: 1 executions
//! expect stateful:apifs+sleep: 1 executions
//! expect stateful:full+sleep --dep=object: 1 executions
//! expect stateful:pset+sleep --dep=object: 1 executions
// The writes commute; what the invariant sees between them does not.
int a, b
invariant not_both: a + b < 2
Thread A { a := 1; a := 0 }
Thread B { b := 1; b := 0 }
