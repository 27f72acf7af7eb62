//! expect: deadlock
// A lost update of a counter at which others wait.
int here
Thread(i in 1..2) T { here := here + 1; await here == 2 }
