//! expect: ok
//! expect -D CAUSAL=false: violation
//! expect -D STRICT=true: deadlock
//! expect naive: ok
//! expect optimal: ok
//! expect dc: ok
//! expect observers -D STRICT=true: deadlock
//! expect stateful:reach -D CAUSAL=false: violation
// 69. Vector clocks: no answer before its question.
//
// Person 0 sends a question to all. Person 1 reads it and sends his answer to all. The network may bring the answer to person 2 before
// the question. So everybody counts, for each sender, the messages read so far, and sends the counts along: that is what the message
// may be an answer to. A message is taken when it is the next one of its sender and nothing it may be an answer to is missing; till
// then it waits in the mailbox. (K. Birman, A. Schiper, P. Stephenson, Lightweight causal and atomic group multicast, TOCS 1991; the
// clocks are C. Fidge's and F. Mattern's, 1988.) CAUSAL=false looks only at the sender's own count. STRICT wants all counts
// equal; but the last person speaks about something else at the start, and what is unrelated may come in any order.
//
// See: dmc 69-vclock.d -D CAUSAL=false
//      dmc 69-vclock.d -D STRICT=true          which messages wait in which mailbox, and why no clause takes them
// Try: dmc 69-vclock.d -D N=4 --algo dc        and optimal
// Exercise: with Lamport's clocks a message carries a single number. Why is that not enough to know what is missing?
param int N = 3
param bool CAUSAL = true
param bool STRICT = false
message Cast(int from, int[N] stamp)

pure bool ready(int from, int[N] stamp, int[N] read) {
  if stamp[from] != read[from] + 1 { return false }
  if STRICT { return forall(k in 0..N-1 : k == from || stamp[k] == read[k]) }
  return !CAUSAL || forall(k in 0..N-1 : k == from || stamp[k] <= read[k])
}

void cast(int from, int[N] stamp) {
  for to in 0..N-1 {
    if to != from { Person[to] ! Cast(from, stamp) }
  }
}

Thread(i in 0..N-1) Person {
  int[N] read
  if i == 0 || i == N - 1 {
    read[i] := 1
    cast(i, read)
  }
  for n in 1..N-1 {
    receive {
      Cast(from, stamp) when ready(from, stamp, read) => {
        read[from] += 1
        if from > 0 && from < N - 1 {
          assert read[from - 1] > 0, "an answer, and where is the question?"
        }
        if from == i - 1 && i < N - 1 {
          read[i] := 1
          cast(i, read)
        }
      }
    }
  }
}
