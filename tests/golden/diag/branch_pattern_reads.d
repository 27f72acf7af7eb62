//! expect: diagnostic 4:21 a receive that begins a branch may not read shared data in its patterns
message M(int n)
int x
Thread A { either { receive { M(=x) => { } } } or { skip } }
Thread B { A ! M(0) }
