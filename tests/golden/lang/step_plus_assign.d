// x += 1 reads, then writes.
//! expect naive: 6 executions
//! expect: violation
int x
Thread(i in 0..1) Inc { x += 1 }
finally { assert x == 2 }
