//! expect: diagnostic 4:18 the operand of - must be int, but this is bool
bool b
int x
Thread A { x := -b }
