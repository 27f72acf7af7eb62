//! expect: diagnostic 4:23 an operand of && and || must be bool, but this is int
int x
bool b
Thread A { await b && x }
