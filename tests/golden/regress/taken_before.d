//! expect optimal: 3 executions
//! expect observers: 2 executions
// The second receive would take A(1) as well, but the first took it already: only the order of the two A(2) is noticed.
message A(int v)
Thread T1 { T0 ! A(2) }
Thread T0 {
  T0 ! A(1)
  T0 ! A(2)
  receive { A(1) => { } }
  receive { A(_) => { } }
}
