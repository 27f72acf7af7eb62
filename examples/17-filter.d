//! sync: level, victim
//! expect: ok
//! expect -D LEVELS=1: violation cs
//! expect -D VICTIM_FIRST=true: violation cs
//! expect -D ROUNDS=2: ok
//! expect naive -D LEVELS=1: violation cs
//! expect naive -D N=2: ok
//! expect optimal -D VICTIM_FIRST=true: violation cs
//! expect dc -D LEVELS=1: violation cs
//! expect stateful:reach: ok
// 17. The filter lock: Peterson for N.
//
// N - 1 waiting rooms in a row. In each room the last to come is the victim and waits until somebody else comes, or nobody is in this
// room or further on. So one at least stays behind in each room, and one at most gets through all. (G. L. Peterson, Inf.
// Proc. Letters 1981; the name is from Herlihy and Shavit, The Art of Multiprocessor Programming, 2.4.) The others are looked
// at one after the other, not in one step. With LEVELS=1 there is one room too few for three, and it is 16 again.
//
// See: dmc 17-filter.d -D LEVELS=1 --bfs
// Try: dmc 17-filter.d -D N=4                 takes longer
//      dmc 17-filter.d -D VICTIM_FIRST=true   the order of the two writes matters as in 14
// Exercise: the lock is not first come, first served: a thread can be overtaken. Show it: a `cover` that is reached when a
//           thread that has left room 1 is inside after one that came later. How often can it happen?
param int N = 3
param int LEVELS = N - 1
param int ROUNDS = 1
param bool VICTIM_FIRST = false
int[N] level   // 0: outside
int[N] victim  // of each level; 0 is not used

Thread(i in 0..N-1) P {
  for round in 1..ROUNDS {
    for l in 1..LEVELS {
      if VICTIM_FIRST {
        victim[l] := i
        level[i] := l
      } else {
        level[i] := l
        victim[l] := i
      }
      for k in 0..N-1 {
        if k != i { await level[k] < l || victim[l] != i }
      }
    }
    critical cs { skip }
    level[i] := 0
  }
}
