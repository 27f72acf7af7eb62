//! expect stateful:reach: ok
//! expect stateful:full+sleep: ok
//! expect stateful:full-sleep: ok
//! expect stateful:pset+sleep: ok
//! expect stateful:minclosure+sleep: ok
//! expect stateful:apifs+sleep: ok
//! expect stateful:reach: 3 executions
//! expect stateful:full+sleep: 3 executions
//! expect stateful:full-sleep: 3 executions
//! expect stateful:pset+sleep: 3 executions
//! expect stateful:minclosure+sleep: 3 executions
//! expect stateful:apifs+sleep: 3 executions
//! expect stateful:full+sleep --dep=object: 3 executions
//! expect stateful:pset+sleep --dep=object: 3 executions
// Three users of a semaphore of two.
import std.sync
sem s = sem(2)
int x
Thread(i in 1..3) User { down(s); x := i; up(s) }
