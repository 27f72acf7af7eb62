//! expect: diagnostic 2:9 choose may not stand in a constant
int x = choose(0..1)
Thread A { skip }
