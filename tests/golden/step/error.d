//! expect naive: error
//! expect stateful:reach: error
//! expect dpor: error
//! expect source: error
//! expect optimal: error
//! expect observers: error
//! expect naive: 5 executions
//! expect optimal: 3 executions
//! expect observers: 2 executions
// A thread that fails stops; the others go on, and the failure depends on the order of read and write.
int d = 1, x
Thread A { d := 0; x := 1 }
Thread B { _ := 10 / d; x := 2 }
