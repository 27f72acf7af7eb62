//! expect optimal: 2 executions
//! expect observers: 1 executions
// The second receive would take either message, but the first took A(1) already: nobody notices their order.
message A(int v)
Thread R {
  receive { A(1) => { } }
  receive { A(_) => { } }
}
Thread S0 { R ! A(0) }
Thread S1 { R ! A(1) }
