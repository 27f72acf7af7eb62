//! expect: deadlock
//! expect -D TEST_LOCKED=true: deadlock
//! expect -D SET_LOCKED=true: deadlock
//! expect -D TEST_LOCKED=true -D SET_LOCKED=true: ok
//! expect -D SEMAPHORE=true: ok
//! expect naive: deadlock
//! expect optimal -D TEST_LOCKED=true: deadlock
//! expect optimal -D TEST_LOCKED=true -D SET_LOCKED=true: 2 executions
//! expect dc -D SET_LOCKED=true: deadlock
//! expect stateful:reach -D TEST_LOCKED=true -D SET_LOCKED=true: ok
// 30. The lost wakeup (Saltzer, 1966; "sleep and wakeup" in Tanenbaum, Modern Operating Systems). A condition variable
// remembers nothing: a signal that comes when nobody waits is gone. Between the test and the wait nothing may happen.
// See: `dmc 30-lost_wakeup.d`: Waiter sees !ready; Setter sets it and signals to nobody; Waiter goes to sleep for good.
// Try: `-D TEST_LOCKED=true`: Waiter tests and waits with the mutex held. That alone does not help, for Setter does not
// respect the mutex; nor does `-D SET_LOCKED=true` alone. Only both: then the test, and giving the mutex back, are one.
// `-D SEMAPHORE=true`: a semaphore remembers, and needs neither.
// Exercise: with both locked, move the signal behind the unlock. POSIX says that is allowed; does dmc agree?
import std.sync
param bool TEST_LOCKED = false
param bool SET_LOCKED = false
param bool SEMAPHORE = false
mutex m
cond changed
sem news
bool ready
Thread Waiter {
  if SEMAPHORE { down(news) }
  else if TEST_LOCKED {
    lock(m)
    while !ready { wait(changed, m) }
    unlock(m)
  } else {
    while !ready {
      lock(m)
      wait(changed, m)
      unlock(m)
    }
  }
  assert ready
}
Thread Setter {
  if SET_LOCKED { lock(m) }
  ready := true
  if SEMAPHORE { up(news) } else { signal(changed) }
  if SET_LOCKED { unlock(m) }
}
