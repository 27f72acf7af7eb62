//! expect: diagnostic 3:15 the test of if must be bool, but this is int
int x
Thread T { if x { skip } }
