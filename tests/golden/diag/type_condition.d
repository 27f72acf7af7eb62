//! expect: diagnostic 3:18 the test of while must be bool, but this is int
int x
Thread A { while x { x := x - 1 } }
