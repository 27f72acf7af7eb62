//! expect naive: ok
//! expect stateful:reach: ok
//! expect dpor: ok
//! expect source: ok
//! expect optimal: ok
//! expect observers: ok
//! expect naive: 5 executions
//! expect optimal: 3 executions
//! expect observers: 3 executions
// A trylock that fails reads the mutex; one that succeeds is a lock, which the other thread then has to wait for.
mutex m
bool got
Thread A {
  lock(m)
  unlock(m)
}
Thread B {
  got := trylock(m)
  if got { unlock(m) }
}
