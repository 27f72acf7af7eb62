//! expect stateful:reach: violation
//! expect stateful:full+sleep: violation
//! expect stateful:full-sleep: violation
//! expect stateful:pset+sleep: violation
//! expect stateful:minclosure+sleep: violation
//! expect stateful:apifs+sleep: violation
//! expect stateful:reach: 3 executions
//! expect stateful:full+sleep: 3 executions
//! expect stateful:full-sleep: 3 executions
//! expect stateful:pset+sleep: 3 executions
//! expect stateful:minclosure+sleep: 3 executions
//! expect stateful:apifs+sleep: 3 executions
//! expect stateful:full+sleep --dep=object: 3 executions
//! expect stateful:pset+sleep --dep=object: 3 executions
// Two critical sections whose guard reads too early.
bool[2] inside
Thread(i in 0..1) T {
  if !inside[1 - i] { inside[i] := true; critical cs { skip }; inside[i] := false }
}
