//! expect: diagnostic 4:19 cannot compare int with bool
int x
bool b
Thread T { assert x == b }
