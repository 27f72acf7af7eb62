//! expect stateful:reach: error
//! expect stateful:full+sleep: error
//! expect stateful:full-sleep: error
//! expect stateful:pset+sleep: error
//! expect stateful:minclosure+sleep: error
//! expect stateful:apifs+sleep: error
//! expect stateful:reach: 6 executions
//! expect stateful:full+sleep: 6 executions
//! expect stateful:full-sleep: 6 executions
//! expect stateful:pset+sleep: 6 executions
//! expect stateful:minclosure+sleep: 6 executions
//! expect stateful:apifs+sleep: 6 executions
//! expect stateful:full+sleep --dep=object: 6 executions
//! expect stateful:pset+sleep --dep=object: 6 executions
// A send that fails, where sends share a budget.
message M()
pid p
int x
fault drop M <= 1
Thread A { p ! M() }
Thread B { B ! M(); receive { M() => { x := 1 } after => { x := 2 } } }
Thread C { C ! M(); p := C }
