//! expect stateful:reach: ok
//! expect stateful:full+sleep: ok
//! expect stateful:full-sleep: ok
//! expect stateful:pset+sleep: ok
//! expect stateful:minclosure+sleep: ok
//! expect stateful:apifs+sleep: ok
//! expect stateful:reach: 2 executions + 1 blocked
//! expect stateful:full+sleep: 2 executions + 1 blocked
//! expect stateful:full-sleep: 2 executions + 1 blocked
//! expect stateful:pset+sleep: 2 executions + 1 blocked
//! expect stateful:minclosure+sleep: 2 executions + 1 blocked
//! expect stateful:apifs+sleep: 2 executions + 1 blocked
//! expect stateful:full+sleep --dep=object: 2 executions + 1 blocked
//! expect stateful:pset+sleep --dep=object: 2 executions + 1 blocked
// Runs that break an assumption stop there.
int x
Thread A { x := 1 }
Thread B { x := 2; assume x == 2; x := 3 }
