// Two copies are appended: the second receive gets the same message, or waits for ever.
//! expect --all: deadlock
message M(int v)
int got
fault duplicate M
Thread S { R ! M(7) }
Thread R { receive { M(v) => { got := v } }  receive { M(v) => { got := got + v } } }
finally { assert got == 14 }
cover twice: got == 14
