//! expect: ok
//! expect naive: ok
//! expect optimal: ok
// A call in the guard of a clause leaves alone what the clause, or the receive that goes on waiting, needs after it.
message M(int from)
pure bool wanted(int from, int[2] read) { return read[from] == 0 && from == 1 }

Thread B {
  int[2] read
  int before = 7
  receive {
    M(from) when wanted(from, read) => {
      read[from] := read[from] + 1
      assert from == 1 && before == 7
    }
    M(_) => {
      receive { M(n) when wanted(n, read) => { read[n] := n } }
      assert before == 7
    }
  }
  assert read[1] == 1
}

Thread(i in 0..1) A { B ! M(i) }
