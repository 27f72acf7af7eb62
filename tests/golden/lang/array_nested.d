// Arrays of arrays and of records.
//! expect: ok
record R { int a, int[2] v }
int[2][3] g
R[2] rs
Thread T {
  for i in 0..1 { for j in 0..2 { g[i][j] := i * 3 + j } }
  rs[1].v[1] := 9
  rs[0] := rs[1]
  rs[1].v[1] := 4
}
finally {
  assert g[1][2] == 5 && g[0][2] == 2
  assert rs[0].v[1] == 9 && rs[1].v[1] == 4 && rs[0].a == 0
}
