//! expect: diagnostic 3:24 `n` is read before anything is assigned to it; it is 0 then
int x
Thread A { int n; x := n }
