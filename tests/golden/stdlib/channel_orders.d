//! expect stateful:reach -D REORDERING=false: 1 executions
//! expect stateful:reach -D CAP=1: 1 executions
//! expect stateful:reach -D CAP=2: 4 executions
//! expect stateful:reach -D CAP=3: 6 executions
//! expect stateful:reach -D CAP=3 -D SAME=true: 1 executions
//! expect stateful -D CAP=3: 6 executions
//! expect optimal -D CAP=3 -D SAME=true: ok
//! expect dc -D CAP=2: ok
// In how many orders three values can arrive: with room for three in any, with room for two in 2 * 2, for a value can only
// be overtaken by the next ones. Equal values are one choice.
import std.net
param int CAP = 3
param bool REORDERING = true
param bool SAME = false
channel c
queue<int> got
init { c.capacity := CAP; c.reordering := REORDERING }
Thread Sender { for i in 1..3 { if SAME { send(c, 7) } else { send(c, i) } } }
Thread Receiver {
  for i in 1..3 {
    int v = recv(c)
    push(got, v)
  }
}
finally { assert len(got) == 3 && (SAME || (contains(got, 1) && contains(got, 2) && contains(got, 3))) }
