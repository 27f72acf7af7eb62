//! expect: diagnostic 2:19 the condition of assert must be bool, but this is pid
Thread A { assert self }
