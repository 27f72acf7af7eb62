//! expect: violation
//! expect -D LOCKED=true: ok
param bool LOCKED = false
mutex m
Thread(i in 0..1) T {
  if LOCKED { lock(m) }
  critical cs { skip }
  if LOCKED { unlock(m) }
}
