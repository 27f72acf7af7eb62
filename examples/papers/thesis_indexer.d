//! expect stateful:reach -D N=4: ok
//! expect dpor: ok
//! expect source: ok
//! expect lazy: ok
//! expect dc: ok
//! expect optimal -D N=11: 1 executions
//! expect optimal -D N=12: 8 executions
//! expect optimal -D N=13: 64 executions
//! expect lazy -D N=11: 1 executions
//! expect lazy -D N=12: 8 executions
//! expect lazy -D N=13: 64 executions
//! expect observers -D N=13: 64 executions
//! expect dc -D N=11: 1 executions
//! expect dc -D N=12: 8 executions
//! expect dc -D N=13: 64 executions
//! expect lazy:thesis: ok
//! expect lazy:thesis -D N=11: 1 executions
//! expect lazy:thesis -D N=12: 8 executions
//! expect lazy:thesis -D N=13: 64 executions
//! expect lazy:thesis -D N=14: 512 executions
//! expect lazy:thesis -D MAX=2 -D MUL=2 -D N=2: 1 executions
//! expect lazy:thesis -D MAX=2 -D MUL=2 -D N=3: 2 executions
//! expect lazy:thesis -D MAX=2 -D MUL=2 -D N=10: 256 executions
// thesis_indexer(N): N threads insert MAX words each in a hash table, one step a word, with all its probes.
// Metzler, Lazy POR, thesis TU Darmstadt 2014, 6.3.2; with MAX=2, MUL=2 the small indexer, 6.3.3. indexer.d has one step a probe.
// Classes: 1 up to N=11, then 8^(N-11); small: 1, 1, then 2^(N-2).
param int N = 12
param int MAX = 4
param int MUL = 11
const int SIZE = 128
int[SIZE] table

Thread(tid in 0..N-1) Indexer {
  for m in 1..MAX {
    int w = m * MUL + tid
    int h = (w * 7) % SIZE
    atomic { while !cas(table[h], 0, w) { h := (h + 1) % SIZE } }
  }
}
