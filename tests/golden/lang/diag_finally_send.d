//! expect: diagnostic 4:11 send, receive, lock, await, spawn and join may not stand in finally
message M()
Thread T { skip }
finally { T ! M() }
