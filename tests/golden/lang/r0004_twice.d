//! expect: error
mutex m
Thread T { lock(m); lock(m) }
