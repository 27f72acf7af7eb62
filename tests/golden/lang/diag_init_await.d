//! expect: diagnostic 4:8 send, receive, lock, await, spawn and join may not stand in init
int x
Thread T { skip }
init { await x == 0 }
