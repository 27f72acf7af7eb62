// A blocked thread may crash; without a crash it is a deadlock, after one the run has ended well.
//! expect --all: deadlock
//! expect naive: 2 executions
message M()
int x
fault crash T
Thread T { receive { M() => { } } }
finally { assert x == 0 }
