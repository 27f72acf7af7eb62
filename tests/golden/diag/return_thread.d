//! expect: diagnostic 3:24 return stands only in functions
int x
Thread A { if x == 0 { return } x := 1 }
