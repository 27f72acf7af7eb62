//! expect stateful:reach: ok
//! expect stateful:full+sleep: ok
//! expect stateful:full-sleep: ok
//! expect stateful:pset+sleep: ok
//! expect stateful:minclosure+sleep: ok
//! expect stateful:apifs+sleep: ok
//! expect stateful:reach: 2 executions
//! expect stateful:full+sleep: 2 executions
//! expect stateful:full-sleep: 2 executions
//! expect stateful:pset+sleep: 2 executions
//! expect stateful:minclosure+sleep: 2 executions
//! expect stateful:apifs+sleep: 2 executions
//! expect stateful:full+sleep --dep=object: 2 executions
//! expect stateful:pset+sleep --dep=object: 2 executions
// A server that goes on for ever; its clients end.
message Ask(pid who), Yes()
int x
daemon Thread S { while true { receive { Ask(who) => { who ! Yes() } } } }
Thread(i in 1..2) C { S ! Ask(self); receive { Yes() => { x := i } } }
