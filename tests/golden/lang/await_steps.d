// The same condition read step by step passes.
//! expect: violation
int x, y
Thread A { x := 1; x := 0; y := 1 }
Thread B { if x == 1 && y == 1 { assert false } }
