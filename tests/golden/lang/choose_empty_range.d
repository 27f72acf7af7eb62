// An empty range blocks for ever.
//! expect: deadlock
Thread T { int a = choose(1..0) }
