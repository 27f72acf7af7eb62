//! expect: ok
// x counts for nobody; y is looked at in a property, z by the other thread, and of these nothing is said.
int x, y, z
queue<int> sent
Thread A { x := 1; y := 1; push(sent, 1) }
Thread B { z := 1; x := 2; if z == 1 { skip } }
finally { assert y == 1 }
