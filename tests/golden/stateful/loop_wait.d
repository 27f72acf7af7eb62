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
// Two threads hand a token round and never end.
int turn, x
Thread(i in 0..1) T { while true { await turn == i; turn := 1 - i } }
Thread W { x := 1 }
Thread R { assert x == 0 }
