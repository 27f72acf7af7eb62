//! expect: diagnostic 3:14 choose may not stand in an invariant
int x
invariant i: choose(bool)
Thread T { skip }
