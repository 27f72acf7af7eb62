//! expect naive: ok
//! expect stateful:reach: ok
//! expect dpor: ok
//! expect source: ok
//! expect optimal: ok
//! expect observers: ok
//! expect naive: 6 executions
//! expect optimal: 2 executions
// The same with one writer, whose order of writes keeps a <= b.
int a, b, c
invariant ordered: a <= b
Thread A { b := 1; a := 1 }
Thread B { c := 1; _ := b }
