//! expect stateful:reach: violation
//! expect stateful:full+sleep: violation
//! expect stateful:full-sleep: violation
//! expect stateful:pset+sleep: violation
//! expect stateful:minclosure+sleep: violation
//! expect stateful:apifs+sleep: violation
//! expect stateful:reach: 0 executions
//! expect stateful:full+sleep: 0 executions
//! expect stateful:full-sleep: 0 executions
//! expect stateful:pset+sleep: 0 executions
//! expect stateful:minclosure+sleep: 0 executions
//! expect stateful:apifs+sleep: 0 executions
//! expect stateful:full+sleep --dep=object: 0 executions
//! expect stateful:pset+sleep --dep=object: 0 executions
// The loop of A never touches x: followed for ever, it would put off B's write and the assertion for good.
int x, y
Thread A { while y < 2 { y := 1 - y } }
Thread B { x := 1; assert x == 0 }
