//! expect: ok
// One mailbox a thread, first in first out for each pair; two senders interleave.
message M(int who, int k)
int[3] seen
Thread R {
  for n in 1..4 {
    receive { M(who, k) => { assert k == seen[who] + 1; seen[who] := k } }
  }
}
Thread(i in 1..2) S { R ! M(i, 1); R ! M(i, 2) }
