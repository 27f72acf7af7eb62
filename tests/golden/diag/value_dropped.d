//! expect: diagnostic 3:12 this value goes nowhere
queue<int> q
Thread A { len(q) }
