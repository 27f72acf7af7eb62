//! expect: diagnostic 2:12 a mutex is shared by nature and cannot be local
Thread A { mutex m; lock(m) }
