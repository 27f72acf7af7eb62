//! expect stateful:reach: deadlock
//! expect stateful:full+sleep: deadlock
//! expect stateful:full-sleep: deadlock
//! expect stateful:pset+sleep: deadlock
//! expect stateful:minclosure+sleep: deadlock
//! expect stateful:apifs+sleep: deadlock
//! expect stateful:reach: 4 executions
//! expect stateful:full+sleep: 4 executions
//! expect stateful:full-sleep: 4 executions
//! expect stateful:pset+sleep: 4 executions
//! expect stateful:minclosure+sleep: 4 executions
//! expect stateful:apifs+sleep: 4 executions
//! expect stateful:full+sleep --dep=object: 4 executions
//! expect stateful:pset+sleep --dep=object: 4 executions
// A run may end where only crashes are left: B waits for ever if A crashed, and may crash itself, or not.
int x
fault crash A <= 1
fault crash B <= 1
Thread A { x := 1 }
Thread B { await x == 1; x := 2 }
