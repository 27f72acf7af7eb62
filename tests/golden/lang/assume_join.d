// A stopped thread has not ended: the join waits, and that is no deadlock.
//! expect: ok
//! expect naive: 0 executions + 1 blocked
int x
Thread A { assume x == 1 }
Thread B { join A; assert false }
