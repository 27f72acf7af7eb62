//! expect: diagnostic 3:16 send, receive, lock, await, spawn and join may not stand in init
Thread() W { skip }
init { pid p = spawn W() }
Thread T { skip }
