//! expect: diagnostic 3:12 `push` takes 2 arguments, not 1
queue<int> q
Thread A { push(q) }
