//! expect: ok
// exit ends a thread wherever it stands; join sees it.
int x
void leave() { exit }
Thread A { x := 1; leave(); x := 2 }
Thread B { join A; assert x == 1 }
