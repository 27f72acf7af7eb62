//! expect: diagnostic 3:43 `fetch_add` changes or blocks, and may not stand in `when`
message M(int n)
Thread A { int x = 0; receive { M(n) when fetch_add(x, 1) == n => { } } }
Thread B { A ! M(1) }
