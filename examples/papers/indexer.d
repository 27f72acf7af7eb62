//! expect naive -D N=2: ok
//! expect naive -D N=2: 251 executions
//! expect stateful:reach -D N=4: ok
//! expect dpor: ok
//! expect source: ok
//! expect lazy: ok
//! expect dc: ok
//! expect optimal -D N=11: 1 executions
//! expect optimal -D N=12: 8 executions
//! expect optimal -D N=13: 64 executions
//! expect optimal -D N=14: 512 executions
//! expect lazy -D N=11: 1 executions
//! expect lazy -D N=12: 8 executions
//! expect lazy -D N=13: 64 executions
//! expect lazy -D N=14: 512 executions
//! expect observers -D N=11: 1 executions
//! expect observers -D N=12: 8 executions
//! expect observers -D N=13: 64 executions
//! expect observers -D N=14: 512 executions
//! expect dc -D N=11: 1 executions
//! expect dc -D N=12: 8 executions
//! expect dc -D N=13: 64 executions
//! expect dc -D N=14: 512 executions
//! expect lazy:thesis -D N=11: ok
//! expect lazy:thesis -D N=12: incomplete
// indexer(N): N threads insert MAX words each in a hash table, one cas a probe. Dependent on paper only: collisions begin with
// the twelfth thread.
// Flanagan, Godefroid, POPL 2005; Metzler, Lazy POR, thesis TU Darmstadt 2014, 6.3.2 (and 6.3.3: MAX=2, MUL=2).
// Classes: 1 up to N=11, then 8^(N-11), also with observers and by reads-from.
param int N = 11
param int MAX = 4
param int MUL = 11
const int SIZE = 128
int[SIZE] table

Thread(int tid) Indexer {
  for m in 1..MAX {
    int w = m * MUL + tid
    int h = (w * 7) % SIZE
    while !cas(table[h], 0, w) { h := (h + 1) % SIZE }
  }
}

Thread Main {
  pid[N] t
  for i in 0..N-1 { t[i] := spawn Indexer(i) }
  for i in 0..N-1 { join t[i] }
}
