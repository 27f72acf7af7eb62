//! expect naive: ok
//! expect stateful:reach: ok
//! expect dpor: ok
//! expect source: ok
//! expect optimal: ok
//! expect observers: ok
//! expect naive: 14 executions
//! expect optimal: 5 executions
//! expect observers: 4 executions
// Free choices in two threads: the writes they lead to are dependent, the choices are not.
int x
Thread(i in 1..2) T {
  if choose(bool) { x := i }
}
