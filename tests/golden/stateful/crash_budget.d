//! expect stateful:reach: ok
//! expect stateful:full+sleep: ok
//! expect stateful:full-sleep: ok
//! expect stateful:pset+sleep: ok
//! expect stateful:minclosure+sleep: ok
//! expect stateful:apifs+sleep: ok
//! expect stateful:reach: 7 executions
//! expect stateful:full+sleep: 7 executions
//! expect stateful:full-sleep: 7 executions
//! expect stateful:pset+sleep: 7 executions
//! expect stateful:minclosure+sleep: 7 executions
//! expect stateful:apifs+sleep: 7 executions
//! expect stateful:full+sleep --dep=object: 7 executions
//! expect stateful:pset+sleep --dep=object: 7 executions
// One crash among three: whose it is excludes the others', though their steps have nothing to do with each other.
int[3] x
fault crash T <= 1
Thread(i in 0..2) T { x[i] := 1; x[i] := 2 }
