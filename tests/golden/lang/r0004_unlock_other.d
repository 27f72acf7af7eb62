// U does not hold it.
//! expect: error
mutex m
Thread T { lock(m) }
Thread U { join T; unlock(m) }
