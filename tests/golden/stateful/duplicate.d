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
message M()
int x
fault duplicate M <= 1
Thread S { R ! M(); x := 1 }
Thread R { receive { M() => { x := x + 2 } }; receive { M() => { x := x + 4 } after => { } } }
