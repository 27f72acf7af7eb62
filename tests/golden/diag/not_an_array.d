//! expect: diagnostic 3:18 only arrays can be indexed, and this is queue<int>
queue<int> q
Thread A { print q[0] }
