//! expect: diagnostic 4:11 `lock` may not stand in finally
mutex m
Thread T { skip }
finally { lock(m) }
