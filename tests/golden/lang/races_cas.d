//! expect --races=error: ok
int x
Thread(i in 0..1) T { _ := cas(x, 0, i) }
