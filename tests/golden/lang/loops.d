//! expect: ok
//! expect naive: 1 executions
Thread T {
  int n = 0
  for i in 3..1 { n := 100 }
  assert n == 0
  for i in 1..5 { if i == 2 { continue }  if i == 5 { break }  n := n + i }
  assert n == 8
  loop { n := n - 1; if n < 3 { break } }
  assert n == 2
  while n < 10 { n := n + 3; if n == 8 { continue } }
  assert n == 11
  int hi = 3
  int rounds = 0
  for i in 1..hi { hi := 9; rounds := rounds + 1 }
  assert rounds == 3
  for i in 0..1 { for j in 0..1 { if j == 1 { break }  n := n + 1 } }
  assert n == 13
}
