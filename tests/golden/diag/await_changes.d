//! expect: diagnostic 3:18 `pop` changes or blocks, and may not stand in await
queue<int> q
Thread A { await pop(q) == 1 }
