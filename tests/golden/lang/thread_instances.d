// Thread(i in a..b): one each; Name[i] is its pid, self the own one.
//! expect: ok
pid[3] me
Thread(i in 2..4) T { me[i - 2] := self }
finally {
  assert me[0] == T[2] && me[1] == T[3] && me[2] == T[4]
  assert T[2] != T[3] && T[3] != T[4]
}
