//! sync: flag
//! expect naive --races=error: ok
int x
bool flag
Thread A { x := 1; flag := true }
Thread B { await flag; assert x == 1 }
