//! expect: diagnostic 3:24 an argument of min, max and abs must be int, but this is bool
int x
Thread A { x := min(1, true) }
