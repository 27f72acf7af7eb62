//! expect: ok
int n
Thread T {
  for i in 1..3 { for j in i..3 { if j == 2 { continue }  n += 1 } }
  assert n == 4
  for i in 3..1 { assert false }
  int k = 0
  while k < 10 { k := k + 1; if k == 5 { break } }
  assert k == 5
  loop { k := k - 1; if k == 0 { break } }
  assert k == 0
}
