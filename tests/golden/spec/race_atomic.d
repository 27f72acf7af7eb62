//! expect naive --races=error: ok
int x
bool ready
Thread A { x := 1; atomic { ready := true } }
Thread B { await ready; assert x == 1 }
