//! expect: diagnostic 3:12 the receiver of a send must be pid, but this is int
message M()
Thread T { 1 ! M() }
