// T has failed, so it has not ended: the join waits, without a deadlock claim, and finally does not run.
//! expect --all: error
int x
Thread T { int a = 1 / x }
Thread U { join T; assert false }
finally { assert false }
