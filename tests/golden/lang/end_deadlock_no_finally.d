//! expect --all: deadlock
mutex m
Thread(i in 0..1) T { lock(m) }
finally { assert false }
