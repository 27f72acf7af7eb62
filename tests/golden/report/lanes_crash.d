//! expect: deadlock
// A crash leaves its mutex held.
fault crash Owner <= 1
mutex m
Thread Owner { lock(m); unlock(m) }
Thread Other { lock(m); unlock(m) }
