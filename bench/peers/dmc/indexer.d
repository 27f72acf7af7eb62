//! expect: ok
// N threads put four words each into a hash table of 128 places; one step a probe. As ../promela/indexer.pml.
param int N = 4
int[128] table
Thread(me in 0..N-1) Indexer {
  for m in 1..4 {
    int v = m * 11 + me
    int h = (v * 7) % 128
    while !cas(table[h], 0, v) { h := (h + 1) % 128 }
  }
}
