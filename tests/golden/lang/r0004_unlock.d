//! expect: error
mutex m
Thread T { unlock(m) }
