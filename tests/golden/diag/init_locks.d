//! expect: diagnostic 3:8 `lock` may not stand in init
mutex m
init { lock(m) }
Thread A { skip }
