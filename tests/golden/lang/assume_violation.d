// The others can still fail in a run in which one thread was stopped.
//! expect: violation
int x
Thread A { assume x == 1 }
Thread B { assert x == 1 }
