//! expect: diagnostic 3:24 an end of the range must be int, but this is bool
int x
Thread A { for i in 0..true { x := i } }
