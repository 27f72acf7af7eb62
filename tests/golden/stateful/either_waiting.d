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
// Branches that wait, each for another thread: what enables one of them must not be put off because another is enabled.
int a, b, took
mutex m
message Go()
Thread A { a := 1; lock(m); unlock(m) }
Thread B { E ! Go(); b := 1 }
Thread E {
  either { await a == 1; took := took + 1 }
  or { lock(m); took := took + 2; unlock(m) }
  or { receive { Go() => { took := took + 4 } } }
  or { await b == 2; took := 8 }
}
