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
// One message of two may be lost: sends to different threads share the budget.
message M()
int x
fault drop M <= 1
Thread S { A ! M() }
Thread T { B ! M() }
Thread A { receive { M() => { x := 1 } } }
Thread B { receive { M() => { x := 2 } } }
