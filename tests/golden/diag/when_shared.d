//! expect: diagnostic 4:37 `when` may not read shared variable `x`
int x
message M(int n)
Thread A { receive { M(n) when n == x => { } } }
Thread B { A ! M(0) }
