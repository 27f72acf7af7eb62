//! expect: diagnostic 2:8 `A` is defined in terms of itself
record A { int x, B b }
record B { queue<A> q }
Thread T { skip }
