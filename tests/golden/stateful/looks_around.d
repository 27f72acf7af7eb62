//! expect stateful:reach: violation inv
//! expect stateful:full+sleep: violation inv
//! expect stateful:full+sleep --dep=object: violation inv
//! expect stateful:full-sleep: violation inv
//! expect stateful:full-sleep --dep=object: violation inv
//! expect stateful:pset+sleep: violation inv
//! expect stateful:pset+sleep --dep=object: violation inv
//! expect stateful:minclosure+sleep: violation inv
//! expect stateful:minclosure+sleep --dep=object: violation inv
//! expect stateful:apifs+sleep: violation inv
//! expect stateful:apifs+sleep --dep=object: violation inv
// What a step wrote is asked before a search looks around in the new state.
int[4] x
int[4] out
mutex[4] m
queue<int>[4] q
message A(int v), B()
Thread T0 {
  int h = 0
  atomic { if x[1] != 0 { lock(m[0]) } else { h := h + choose(0..1) } }
}
Thread T1 {
  int h = 0
  atomic { if choose(bool) { await x[2] == 2; h := h + 1 } else { x[1] := 2 } }
  out[1] := h
}
Thread T2 {
  int h = 0
  atomic { if x[2] == 1 { lock(m[3]) } else { h := h + choose(0..1) } }
  out[2] := h
}
Thread T3 {
  int h = 0
  atomic { if choose(bool) { x[3] := 1 } else { x[0] := 2 } }
  x[0] := 1
}
fault crash T3 <= 1
invariant inv: x[0] != 2 || x[1] != 0
cover cov: x[1] == x[2]
