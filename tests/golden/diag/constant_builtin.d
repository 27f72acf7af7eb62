//! expect: diagnostic 3:15 `len` is no constant
queue<int> q
const int N = len(q)
Thread A { skip }
