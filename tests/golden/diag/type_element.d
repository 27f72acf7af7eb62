//! expect: diagnostic 3:20 the element given to `push` must be int, but this is bool
queue<int> q
Thread A { push(q, true) }
