//! expect: diagnostic 2:27 `a` is declared twice in this block
Thread T { int a = 1; int a = 2; skip }
