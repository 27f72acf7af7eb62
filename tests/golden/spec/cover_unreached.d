//! expect: cover
int x
Thread T { x := 1 }
cover two: x == 2
