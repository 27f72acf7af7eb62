//! expect: ok
//! expect -D ATOMIC=false: violation
//! expect -D THREADS=11: ok
//! expect -D THREADS=11 -D ATOMIC=false: ok
//! expect naive -D THREADS=3: 34650 executions
//! expect optimal -D THREADS=11: 1 executions
//! expect optimal: 8 executions
//! expect dc: 8 executions
//! expect stateful -D THREADS=4: ok
//! expect lazy -D THREADS=13: 64 executions
//! expect observers -D ATOMIC=false: violation
// 53. The indexer.
//
// Threads fill a hash table without locks. Each word has a place; if that is taken, the next one is tried. cas claims a free place in one
// step. Up to eleven threads no two words want the same place, so no two steps affect each other and one execution stands for
// all: the naive search goes through 34650 with three threads already. With the twelfth there are collisions: three pairs of words meet.
// Each can go two ways, which makes 8. ATOMIC=false looks and then writes: with eleven threads one would never notice; with twelve
// words disappear. dmc ends up with a search of runs here and says so: there are 5^12 states, and
// which place a word ends in is known only when the program runs, so a search of states, which must know before, leaves hardly any out.
// (C. Flanagan, P. Godefroid, Dynamic partial-order reduction, POPL 2005; A. Metzler, TU Darmstadt 2014, 6.3.2.)
//
// See: dmc 53-indexer.d -D ATOMIC=false
// Try: dmc 53-indexer.d --algo optimal -D THREADS=13      and 14: how does it grow?
// Exercise: which words meet? Find out by hand, then print them and see. Would another factor than 7 help?
param int THREADS = 12
param bool ATOMIC = true
const int size = 128
const int max = 4
int[size] table
pure int hash(int w) { return (w * 7) % size }

bool claim(int h, int w) {
  if ATOMIC { return cas(table[h], 0, w) }
  if table[h] != 0 { return false }
  table[h] := w
  return true
}

Thread(tid in 0..THREADS-1) Indexer {
  for m in 1..max {
    int w = m * 11 + tid
    int h = hash(w)
    while (claim(h, w) == false) { h := (h + 1) % size }
  }
}
finally { assert count(i in 0..size-1 : table[i] != 0) == THREADS * max, "a word is missing" }
