//! expect: ok
//! expect stateful: ok
//! expect optimal: ok
//! expect dc: ok
//! expect lazy: ok
//! expect stateful:reach -D N=6: ok
//! expect -D N=3: deadlock
// More threads than parties: two meet and go on while one of an earlier pair has not left yet. Whoever comes in pairs gets through.
import std.sync
param int N = 4
barrier b
int last
init { b.parties := 2 }
Thread(i in 1..N) A {
  if arrive_and_wait(b) { atomic { last += 1 } }
}
finally { assert last == N / 2, "one of each pair is the last" }
