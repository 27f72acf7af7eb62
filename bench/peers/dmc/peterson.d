//! expect: ok
// Peterson's filter lock for N threads, each enters R times; two at once inside fail. As ../promela/peterson.pml.
param int N = 2
param int R = 1
int[N] level, last
int inside
Thread(me in 0..N-1) Process {
  for round in 1..R {
    for l in 1..N-1 {
      level[me] := l
      last[l] := me
      for k in 0..N-1 {
        if k != me { await level[k] < l || last[l] != me }
      }
    }
    atomic { inside := inside + 1 }
    assert inside == 1
    atomic { inside := inside - 1 }
    level[me] := 0
  }
}
