//! expect: error
queue<int> q
Thread T { _ := pop(q) }
