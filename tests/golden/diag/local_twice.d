//! expect: diagnostic 2:28 `n` is declared twice in this block
Thread A { int n = 0; bool n = true; print n }
