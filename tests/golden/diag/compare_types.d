//! expect: diagnostic 3:19 cannot compare int with bool
int x
Thread A { assert x == true }
