//! expect: diagnostic 4:37 `when` may not read shared variable `x`
message M(int v)
int x
Thread T { receive { M(v) when v == x => { } } }
