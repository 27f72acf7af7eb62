// The last branch is always enabled, the first only after U.
//! expect: ok
int x, y
Thread T { either { await x == 1; y := 1 } or { y := 2 } }
Thread U { x := 1 }
finally { assert y == 1 || y == 2 }
cover first: y == 1
cover second: y == 2
