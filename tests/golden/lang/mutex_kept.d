// A mutex stays held when its thread ends.
//! expect: deadlock
mutex m
Thread T { lock(m) }
Thread U { join T; lock(m) }
