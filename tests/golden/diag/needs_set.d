//! expect: diagnostic 3:16 `add` needs a set, but this is queue<int>
queue<int> q
Thread A { add(q, 1) }
