//! expect: diagnostic 3:24 break stands only in a loop
int x
Thread A { if x == 0 { break } }
