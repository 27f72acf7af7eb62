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
// C's guard does not hold, and only A can make it hold: until then C is no reason to interleave with B.
int a, b, c
Thread A { a := 1; a := 2 }
Thread B { b := 1; b := 2 }
Thread C { await a == 2; b := 3; c := 1 }
