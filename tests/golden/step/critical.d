//! expect naive: violation cs
//! expect stateful:reach: violation cs
//! expect dpor: violation cs
//! expect source: violation cs
//! expect optimal: violation cs
//! expect observers: violation cs
//! expect naive: 4 executions
//! expect optimal: 4 executions
//! expect naive -D LOCK=true: ok
//! expect stateful:reach -D LOCK=true: ok
//! expect dpor -D LOCK=true: ok
//! expect source -D LOCK=true: ok
//! expect optimal -D LOCK=true: ok
//! expect observers -D LOCK=true: ok
//! expect naive -D LOCK=true: 2 executions
//! expect optimal -D LOCK=true: 2 executions
// Entries and exits of one name depend on each other; without a lock two threads meet inside.
param bool LOCK = false
mutex m
Thread(i in 1..2) T {
  if LOCK { lock(m) }
  critical cs { skip }
  if LOCK { unlock(m) }
}
