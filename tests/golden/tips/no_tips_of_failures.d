//! expect: violation
// First the failure.
int x, y = 1
Thread A { x := 1; assert y == 2 }
