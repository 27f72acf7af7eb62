//! options: --races=off
// Code that constants rule out is no news; what no run comes to though they do not, is.
param bool BUG = false
param int N = 0
param int MODE = 1
enum Kind { Plain, Odd }
param Kind KIND = Plain
int x
void only_with_bug() {
  x := 100
}
void never_called() {
  x := 101
}
Thread Main {
  if BUG {
    x := 1
    only_with_bug()
  }
  if N > 0 && x == 1 {
    x := 2
  }
  for i in 1..N {
    x := 3
  }
  while MODE == 2 {
    x := 4
  }
  bool odd = KIND == Odd
  if odd {
    x := 5
  }
  either {
    await BUG
    x := 6
  } or {
    skip
  }
  if x == 50 {
    x := 7
  }
  for i in 1..2 {
    if i == 3 {
      x := 8
    }
  }
}
Thread(i in 1..N) Nobody {
  x := 9
}
Thread(int n) Spawned {
  x := 10
}
Thread Parent {
  if BUG { pid p = spawn Spawned(1) }
}
