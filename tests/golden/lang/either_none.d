//! expect: deadlock
int x
message M()
Thread T { either { await x == 1 } or { receive { M() => { } } } or { join T } }
