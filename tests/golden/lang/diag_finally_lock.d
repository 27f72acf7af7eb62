//! expect: diagnostic 4:11 send, receive, lock, await, spawn and join may not stand in finally
mutex m
Thread T { skip }
finally { lock(m) }
