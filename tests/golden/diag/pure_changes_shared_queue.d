//! expect: diagnostic 3:16 `push` changes or blocks, and may not stand in a pure function
queue<int> q
pure int f() { push(q, 1); return 1 }
Thread A { print f() }
