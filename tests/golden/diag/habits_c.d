//! expect: diagnostic 8:6 the length of an array belongs to its type
//! expect: diagnostic 10:3 there is no `++` operator
int x
bool b
volatile int v
mutex m
Thread A(int n) { skip }
int z[3]
Thread B {
  ++x
  x++
  x *= 2
  b &&= true
  if (x = 1) { skip }
  if (x == 1) x := 2
  for (int i = 0; i < 3; i++) { x := i }
  while (x > 0) x := x - 1
  do { x := 1 } while (x > 0)
  switch (x) { case 1: x := 2 }
  x := x > 1 ? 2 : 3
  int i, k
  const int c = 3
  m.lock()
  synchronized(m) { x := 1 }
  assert(x == 1, "x is one")
}
