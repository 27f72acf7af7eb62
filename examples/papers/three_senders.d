//! expect naive: ok
//! expect naive: 43 executions
//! expect stateful:reach: ok
//! expect dpor: ok
//! expect source: ok
//! expect lazy: ok
//! expect dc: ok
//! expect optimal: 12 executions
//! expect lazy: 12 executions
//! expect observers: 3 executions
//! expect dc: 3 executions
//! expect lazy:thesis: incomplete
//! expect dc:paper: 3 executions
// Three senders and a receiver that takes by tag; what it takes second depends on what it took first.
// Aronis et al., Optimal DPOR with Observers, TACAS 2018, section 3.2: why sleep sets do not go with observers.
// Mazurkiewicz classes: 12, the orders of arrival of four messages, two of which have one sender. Observer and reads-from
// classes: 3, by what is received: A from Q; A from P, then B from P or from S.
message A(pid who), B(pid who)

Thread P { R ! B(self); R ! A(self) }
Thread Q { R ! A(self) }
Thread S { R ! B(self) }

Thread R {
  pid who
  receive { A(x) => { who := x } }
  if who == P {
    receive { B(_) => { } }
  }
}
