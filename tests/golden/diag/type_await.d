//! expect: diagnostic 3:18 the condition of await must be bool, but this is int
queue<int> q
Thread A { await len(q) }
