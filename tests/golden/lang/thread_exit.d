// exit ends the thread, also inside a function.
//! expect: ok
int x
void leave() { x := x + 1; exit }
Thread T { leave(); x := 100 }
Thread U { join T; assert x == 1; if x == 1 { exit }  assert false }
