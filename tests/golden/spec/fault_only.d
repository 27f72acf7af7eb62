//! expect: error
//! expect naive: error
// A thread that failed: no deadlock is claimed for those that wait for it, no finally runs.
int x
Thread A { x := 1 / x; x := 2 }
Thread B { await x == 2 }
finally { assert false }
