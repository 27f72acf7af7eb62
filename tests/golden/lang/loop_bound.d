// --loop counts iterations of while and loop per entry; for is exempt.
//! expect: ok
//! expect --loop 3: ok
//! expect --loop 2: incomplete
int x
Thread T {
  for i in 1..6 { x := i }
  int n = 0
  while n < 3 { n := n + 1; x := n }
  n := 0
  while n < 3 { n := n + 1; x := n }
}
