//! expect stateful:reach: ok
//! expect stateful:full+sleep: ok
//! expect stateful:full-sleep: ok
//! expect stateful:pset+sleep: ok
//! expect stateful:minclosure+sleep: ok
//! expect stateful:apifs+sleep: ok
//! expect stateful:reach: 4 executions
//! expect stateful:full+sleep: 4 executions
//! expect stateful:full-sleep: 4 executions
//! expect stateful:pset+sleep: 4 executions
//! expect stateful:minclosure+sleep: 4 executions
//! expect stateful:apifs+sleep: 4 executions
//! expect stateful:full+sleep --dep=object: 4 executions
//! expect stateful:pset+sleep --dep=object: 4 executions
// A choice among what is there: more may come before it.
set<int> s
int x
Thread A { add(s, 1); add(s, 2) }
Thread B { x := choose(s) }
Thread C { remove(s, 1) }
