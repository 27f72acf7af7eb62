//! expect: diagnostic 4:21 a receive that begins a branch may not read shared data in its patterns
message A(int v)
int x
Thread T { either { receive { A(=x) => { } } } or { skip } }
