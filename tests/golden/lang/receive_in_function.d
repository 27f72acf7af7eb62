//! expect: ok
message M(int v)
int wait_for(int k) { receive { M(v) when v > k => { return v } } }
Thread S { R ! M(1); R ! M(2) }
Thread R { assert wait_for(1) == 2; assert wait_for(0) == 1 }
