//! expect: diagnostic 4:12 the receiver of a send must be pid, but this is int
message M()
int x
Thread A { x ! M() }
