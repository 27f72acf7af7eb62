//! expect: ok
// A name in a pattern always binds afresh, whatever else has that name.
message M(int a)
int a = 5
Thread R { int b = 3; receive { M(b) => { assert b == 8 } }; assert b == 3 }
Thread S { R ! M(8) }
