//! expect --races=error: ok
int x
Thread(i in 0..1) T { int a = x }
