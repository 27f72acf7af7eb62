// A failed assume inside discards the writes and stops the thread.
//! expect --all: ok
//! expect naive: 0 executions + 2 blocked
int x
Thread T { atomic { x := 1; assume false } }
Thread U { assert x == 0 }
