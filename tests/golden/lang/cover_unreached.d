//! expect: cover
int x
Thread(i in 1..2) T { x := i }
cover three: x == 3
