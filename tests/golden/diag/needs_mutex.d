//! expect: diagnostic 3:17 `lock` needs a mutex, but this is int
int x
Thread A { lock(x) }
