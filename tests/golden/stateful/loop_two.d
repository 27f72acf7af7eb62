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
// A loop through several states, of one thread; the assertion needs steps of both others.
int x, y
Thread A { while true { y := 1; y := 2; y := 3 } }
Thread B { x := 1 }
Thread C { int v = x; assert v == 0 }
