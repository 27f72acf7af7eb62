//! expect: diagnostic 4:48 `when` may not read shared data, also not through a function
int x
message M(int n)
void get(ref int r) { receive { M(n) when n == r => { } } }
Thread A { get(x) }
Thread B { A ! M(0) }
