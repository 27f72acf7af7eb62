//! expect stateful:reach: ok
//! expect stateful:full+sleep: ok
//! expect stateful:full-sleep: ok
//! expect stateful:pset+sleep: ok
//! expect stateful:minclosure+sleep: ok
//! expect stateful:apifs+sleep: ok
//! expect stateful:reach: 8 executions
//! expect stateful:full+sleep: 8 executions
//! expect stateful:full-sleep: 8 executions
//! expect stateful:pset+sleep: 8 executions
//! expect stateful:minclosure+sleep: 8 executions
//! expect stateful:apifs+sleep: 8 executions
//! expect stateful:full+sleep --dep=object: 8 executions
//! expect stateful:pset+sleep --dep=object: 8 executions
// What a thread starts may do counts as its own until it is born.
int x, y
Thread A { y := 1; pid p = spawn C(1); x := 1; join p; y := 3 }
Thread B { x := 5 }
Thread(int n) C { x := x + n; spawn D() }
Thread() D { y := 7 }
