//! sync: seq
//! expect: ok
//! expect -D ODD=false: violation
//! expect -D RECHECK=false: violation
//! expect -D LOCKED=false: violation, deadlock
//! expect -D MODULO=4: violation
//! expect --races=error: race
//! expect naive -D WRITERS=1 -D WRITES=1: ok
//! expect optimal -D WRITERS=1: ok
//! expect dc -D ODD=false: violation
//! expect lazy -D WRITERS=1 -D WRITES=1: ok
//! expect stateful: ok
// 45. The sequence lock.
//
// Readers take no lock and write nothing. Writers (one at a time, by a mutex) make `seq` odd, change the data, make it even again.
// A reader remembers an even seq, reads the data, and looks at seq again: if it has changed, what was read may be half old and
// half new, and it starts over. ODD=false counts only after the data. RECHECK=false trusts the first look. LOCKED=false lets two writers
// in: two odd make an even. MODULO=4 is a counter so short that it comes round while the reader reads: a 32 bit one can, too.
// (The Linux kernel's seqlock_t; H.-J. Boehm, Can seqlocks get along with programming language memory models?, MSPC 2012.)
//
// See: dmc 45-seqlock.d -D ODD=false --bfs         with which seq does the reader read the half-written pair?
//      dmc 45-seqlock.d --races=list              x and y race although nothing is wrong: in C they must be atomic, says Boehm
// Try: dmc 45-seqlock.d -D READERS=2 -D WRITES=2
// Exercise: a reader that meets an odd seq waits here. Let it read at once and start over at the end. Is that right? Is it faster?
param int READERS = 1
param int WRITERS = 2
param int WRITES = 1
param int MODULO = 256
param bool ODD = true
param bool RECHECK = true
param bool LOCKED = true
mutex m
int seq
int x, y  // always written together, always equal

void change(int v) {
  if ODD { seq := (seq + 1) % MODULO }
  x := v
  y := v
  seq := (seq + 1) % MODULO
  if !ODD { seq := (seq + 1) % MODULO }
}

Thread(w in 1..WRITERS) Writer {
  for n in 1..WRITES {
    if LOCKED { lock(m) }
    change(10 * w + n)
    if LOCKED { unlock(m) }
  }
}

Thread(r in 1..READERS) Reader {
  int a = 0
  int b = 0
  loop {
    int s = 0
    atomic {
      await seq % 2 == 0
      s := seq
    }
    a := x
    b := y
    if !RECHECK { break }
    if seq == s { break }
  }
  assert a == b, "half old, half new"
}
finally { assert x == y && seq % 2 == 0, "what is left is no pair, or the counter is odd for ever" }
