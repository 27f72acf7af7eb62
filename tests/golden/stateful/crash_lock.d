//! expect stateful:reach: deadlock
//! expect stateful:full+sleep: deadlock
//! expect stateful:full-sleep: deadlock
//! expect stateful:pset+sleep: deadlock
//! expect stateful:minclosure+sleep: deadlock
//! expect stateful:apifs+sleep: deadlock
//! expect stateful:reach: 17 executions
//! expect stateful:full+sleep: 17 executions
//! expect stateful:full-sleep: 17 executions
//! expect stateful:pset+sleep: 17 executions
//! expect stateful:minclosure+sleep: 17 executions
//! expect stateful:apifs+sleep: 17 executions
//! expect stateful:full+sleep --dep=object: 17 executions
//! expect stateful:pset+sleep --dep=object: 17 executions
// A crash in a critical section; the thread that waits for the mutex can crash as well.
mutex m
int x
fault crash T
Thread(i in 1..2) T { lock(m); x := i; unlock(m) }
