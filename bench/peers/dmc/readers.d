//! expect: ok
// One writes x; N readers each read a cell of their own, then x. As ../promela/readers.pml.
param int N = 4
int x
int[N] own
Thread Writer { x := 42 }
Thread(me in 0..N-1) Reader {
  _ := own[me]
  _ := x
}
