//! expect: error
queue<int> q
Thread T { push(q, 1); _ := pop(q); _ := head(q) }
