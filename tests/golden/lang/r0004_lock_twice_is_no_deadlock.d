//! expect --all: error
mutex m
Thread T { lock(m); lock(m) }
Thread U { lock(m); unlock(m) }
