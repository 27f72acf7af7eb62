//! expect --loop 1: ok
int x
Thread T { for i in 1..6 { x := i } }
