//! expect naive -D N=2: ok
//! expect naive -D N=2: 1162 executions
//! expect stateful:reach: ok
//! expect dpor: ok
//! expect source: ok
//! expect lazy: ok
//! expect dc: ok
//! expect optimal -D N=4: 346 executions
//! expect optimal -D N=6: 2430 executions
//! expect optimal -D N=8: 16714 executions
//! expect lazy -D N=4: 346 executions
//! expect lazy -D N=6: 2430 executions
//! expect lazy -D N=8: 16714 executions
//! expect observers -D N=4: 58 executions
//! expect observers -D N=6: 90 executions
//! expect observers -D N=8: 122 executions
//! expect observers -D N=12: 186 executions
//! expect optimal -D N=4 -D GETMSG=0: 16 executions
//! expect lazy -D N=4 -D GETMSG=0: 16 executions
//! expect observers -D N=4 -D GETMSG=0: 16 executions
//! expect optimal -D N=4 -D SHAREDARG=true: 358 executions
//! expect lazy -D N=4 -D SHAREDARG=true: 358 executions
//! expect observers -D N=4 -D SHAREDARG=true: 70 executions
//! expect dc -D N=4: 43 executions
//! expect dc -D N=6: 67 executions
//! expect dc -D N=8: 91 executions
//! expect dc -D N=12: 139 executions
//! expect dc -D N=4 -D GETMSG=1: 15 executions
//! expect dc -D N=12 -D GETMSG=1: 47 executions
//! expect dc -D N=4 -D GETMSG=0: 15 executions
//! expect dc -D N=12 -D GETMSG=0: 47 executions
//! expect dc -D N=4 -D SHAREDARG=true: 52 executions
//! expect dc -D N=12 -D SHAREDARG=true: 148 executions
//! expect dc:paper -D N=4: 43 executions
// opt_lock(N): two threads try at most N times to lock optimistically: leave your id, do the work, and it is done when the id
// is still yours.
// Chalupa et al., Data-centric DPOR, POPL 2018, table 3b.
// GETMSG: 0 the message is local, 1 it is stored in x, 2 it is stored in x and read on success.
// SHAREDARG: the id travels through one shared cell that main rewrites before each spawn; with it N=12 has 785674 classes,
// as in the paper.
// Mazurkiewicz classes grow exponentially with N (GETMSG=2), observer classes are 16*N - 6, reads-from classes 12*N - 5. With
// GETMSG=0 the first two are 4*N, reads-from classes 4*N - 1, as with GETMSG=1, where nobody reads x.
param int N = 4
param int GETMSG = 2
param bool SHAREDARG = false
int last_id, x, arg

Thread(int id) Locker {
  int j = id
  if SHAREDARG { j := arg }
  for i in 1..N {
    last_id := j
    if GETMSG != 0 { x := 10 + j }
    if last_id == j {
      if GETMSG == 2 { _ := x }
      exit
    }
  }
}

Thread Main {
  for i in 1..2 {
    if SHAREDARG { arg := i }
    spawn Locker(i)
  }
}
