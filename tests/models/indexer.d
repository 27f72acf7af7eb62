//! expect -D THREADS=4: ok
//! expect naive -D THREADS=3: ok
//! expect naive -D THREADS=3: 34650 executions
//! expect stateful:reach -D THREADS=4: ok
//! expect --sample 20 --seed 1: incomplete
// 3. Threads fill a hash table with compare-and-swap. In its full size the model has 5^12 states, so the expectations
// above use fewer threads: complete search of all 12 needs a search that leaves out equivalent interleavings.
param int THREADS = 12
const int size = 128
const int max  = 4
int[size] table
pure int hash(int w) { return (w * 7) % size }
Thread(tid in 0..THREADS-1) Indexer {
  for m in 1..max {
    int w = m * 11 + tid
    int h = hash(w)
    while (cas(table[h], 0, w) == false) { h := (h + 1) % size }
  }
}
finally { assert count(i in 0..size-1 : table[i] != 0) == THREADS * max }
