//! expect: diagnostic 3:19 the operand of ! must be bool, but this is int
int x
Thread A { await !x }
