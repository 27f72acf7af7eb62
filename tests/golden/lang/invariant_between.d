// Checked after every step, also those that are undone later.
//! expect: violation balanced
int x
Thread T { x := 1; x := 0 }
invariant balanced: x == 0
