//! expect: diagnostic 5:37 `when` may not read shared data, also not through a function
int x
message M(int n)
pure int get() { return x }
Thread A { receive { M(n) when n == get() => { } } }
Thread B { A ! M(0) }
