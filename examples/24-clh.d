//! sync: locked
//! expect: ok
//! expect -D REUSE=true: deadlock
//! expect -D LATE=true: violation cs
//! expect -D REUSE=true -D ROUNDS=1: ok
//! expect --races=error: ok
//! expect naive -D N=2: ok
//! expect optimal -D ROUNDS=1: 6 executions
//! expect dc -D LATE=true: violation cs
//! expect lazy -D REUSE=true: deadlock
//! expect stateful: ok
// 24. The CLH lock.
//
// A queue of nodes. To enter, mark your node as locked, put it at the end of the queue with one swap, and wait until the node before
// yours is no longer locked. On leaving unlock your node, and go on with the node of your predecessor, which nobody looks at any more;
// your own may still be looked at. REUSE goes on with its own node: it can be locked again before the successor has seen that
// it was free, and both wait for ever. LATE marks the node only when it is in the queue already.
// (T. Craig, 1993; P. Magnusson, A. Landin, E. Hagersten, IPPS 1994; Herlihy and Shavit, 7.5.2.)
//
// See: dmc 24-clh.d -D REUSE=true -D N=2 --bfs      who is waiting for which node, and when was that node free?
//      dmc 24-clh.d -D LATE=true -D N=2 --bfs
// Try: dmc 24-clh.d -D N=4
// Exercise: with REUSE a thread alone can deadlock with itself. Look at -D REUSE=true -D N=1; what does swap(tail, mine) return?
param int N = 3
param int ROUNDS = 2
param bool REUSE = false
param bool LATE = false
bool[N + 1] locked  // a node for each thread, and node 0 to begin with
int tail            // the last node in the queue
int inside

Thread(i in 1..N) P {
  int mine = i
  for round in 1..ROUNDS {
    if !LATE { locked[mine] := true }
    int before = swap(tail, mine)
    if LATE { locked[mine] := true }
    await !locked[before]
    critical cs { inside := inside + 1 }
    locked[mine] := false
    if !REUSE { mine := before }
  }
}
finally { assert inside == N * ROUNDS }
