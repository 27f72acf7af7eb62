//! expect: ok
//! expect naive: 1 executions
message A(pid p)
Thread T { self ! A(self); receive { A(p) => { assert p == self && p == T } } }
