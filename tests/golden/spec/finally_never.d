//! expect: deadlock
int x
Thread A { await x == 1 }
finally { assert x == 1 }
