//! expect stateful:reach: deadlock
//! expect stateful:full+sleep: deadlock
//! expect stateful:full-sleep: deadlock
//! expect stateful:pset+sleep: deadlock
//! expect stateful:minclosure+sleep: deadlock
//! expect stateful:apifs+sleep: deadlock
//! expect stateful:reach: 3 executions
//! expect stateful:full+sleep: 3 executions
//! expect stateful:full-sleep: 3 executions
//! expect stateful:pset+sleep: 3 executions
//! expect stateful:minclosure+sleep: 3 executions
//! expect stateful:apifs+sleep: 3 executions
//! expect stateful:full+sleep --dep=object: 3 executions
//! expect stateful:pset+sleep --dep=object: 3 executions
// Mailboxes are objects also where nobody sends.
message M()
int x
Thread(i in 1..2) T { receive { M() => { x := 2 } after => { x := i } } }
Thread S { spawn C() }
Thread() C { x := 4; receive { M() => { x := 5 } } }
