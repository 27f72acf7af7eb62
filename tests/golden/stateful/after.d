//! expect stateful:reach: ok
//! expect stateful:full+sleep: ok
//! expect stateful:full-sleep: ok
//! expect stateful:pset+sleep: ok
//! expect stateful:minclosure+sleep: ok
//! expect stateful:apifs+sleep: ok
//! expect stateful:reach: 5 executions
//! expect stateful:full+sleep: 5 executions
//! expect stateful:full-sleep: 5 executions
//! expect stateful:pset+sleep: 5 executions
//! expect stateful:minclosure+sleep: 5 executions
//! expect stateful:apifs+sleep: 5 executions
//! expect stateful:full+sleep --dep=object: 5 executions
//! expect stateful:pset+sleep --dep=object: 5 executions
// A receive that gives up has seen that nothing matched: the sends are not put off behind it, nor it behind them.
message A(int n), B()
int got
Thread S { R ! B(); R ! A(1) }
Thread U { R ! A(2) }
Thread R {
  receive { A(n) => { got := n } after => { got := 5 } }
  receive { B() => { got := got + 10 } after => { got := got + 20 } }
}
