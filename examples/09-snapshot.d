//! expect: ok
//! expect -D SCAN=Once: violation
//! expect -D SCAN=Twice: violation
//! expect -D SCAN=Twice -D ROUNDS=1: ok
//! expect naive -D SCAN=Once: violation
//! expect optimal: ok
//! expect lazy -D SCAN=Twice: violation
//! expect observers: ok
//! expect stateful:reach: ok
// 09. A picture of two registers.
//
// A writer raises x, lowers it, raises y, lowers it; so x and y are never up together. A reader wants both values of one moment, but
// can read one register at a time. Once: the picture may show what never was. Twice: read again and again until two
// collects in a row agree. That is not enough either: a value can go away and come back in between (the ABA problem). Stamped: each
// write gets a new number; two equal collects then mean that nothing has happened in between.
// (Y. Afek and others, Atomic snapshots of shared memory, J. ACM 1993, section 3.)
//
// See: dmc 09-snapshot.d -D SCAN=Twice           what does the reader see twice, and why?
// Try: dmc 09-snapshot.d -D SCAN=Twice -D ROUNDS=1
// Exercise: the reader ends because the writer does. How many writes can make it collect how often? Let the writer help: it takes a
//           picture itself and leaves it beside the value (section 4 of the paper).
enum How { Once, Twice, Stamped }
param int ROUNDS = 2
param How SCAN = Stamped
record Register { bool up, int stamp }
Register[2] r

void put(int i, bool up, int stamp) {
  if SCAN == Stamped { r[i] := Register(up, stamp) } else { r[i] := Register(up, 0) }
}

Thread Writer {
  for n in 1..ROUNDS {
    for i in 0..1 {
      put(i, true, 2 * n - 1)
      put(i, false, 2 * n)
    }
  }
}

Thread Reader {
  Register x = r[0]
  Register y = r[1]
  if SCAN != Once {
    bool same = false
    while !same {
      Register a = r[0]
      Register b = r[1]
      same := a == x && b == y
      x := a
      y := b
    }
  }
  assert !(x.up && y.up), "a state that never was"
}
invariant apart: !(r[0].up && r[1].up)
cover later: r[1].up
