//! expect: diagnostic 3:12 unknown function `lokc`
mutex m
Thread A { lokc(m) }
