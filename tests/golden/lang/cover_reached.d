//! expect: ok
int x
Thread(i in 1..2) T { x := i }
cover one: x == 1
cover two: x == 2
