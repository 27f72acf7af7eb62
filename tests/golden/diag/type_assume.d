//! expect: diagnostic 2:19 the condition of assume must be bool, but this is int
Thread A { assume 1 }
