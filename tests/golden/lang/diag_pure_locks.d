//! expect: diagnostic 3:16 `lock` changes or blocks, and may not stand in a pure function
mutex m
pure int f() { lock(m); return 1 }
Thread T { _ := f() }
