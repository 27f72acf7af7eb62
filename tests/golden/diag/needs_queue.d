//! expect: diagnostic 3:21 `pop` needs a queue, but this is set<int>
set<int> s
Thread A { _ := pop(s) }
