//! expect: diagnostic 3:12 too many local values here: a function has room for 4096 words
int x
Thread A { int[5000] big; big[0] := 1; x := big[0] }
