//! expect: ok
message M(int v), Stop()
int x
Thread T { either { receive { M(v) => { x := v } } } or { receive { Stop() => { x := -1 } } } }
Thread U { T ! M(4); T ! Stop() }
finally { assert x == 4 || x == -1 }
cover value: x == 4
cover stopped: x == -1
