//! expect: diagnostic 2:17 what join waits for must be pid, but this is int
Thread A { join 1 }
