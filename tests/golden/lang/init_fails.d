//! expect: violation
int x
init { x := choose(0..1); assert x == 0 }
Thread T { skip }
