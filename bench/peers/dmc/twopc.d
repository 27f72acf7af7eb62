//! expect: ok
// Two-phase commit: one coordinator, N participants that vote as they like; they agree. As ../promela/twopc.pml.
param int N = 2
message Prepare(), Vote(bool yes), Decide(bool commit), Ack(int who)
enum Outcome { None, Committed, GivenUp }
Outcome[N] outcome
Thread Coordinator {
  bool bad = false
  int got = 0
  for i in 0..N-1 { Participant[i] ! Prepare() }
  while got < N && !bad {
    receive { Vote(yes) => { bad := !yes } }
    got := got + 1
  }
  for i in 0..N-1 { Participant[i] ! Decide(!bad) }
  for i in 0..N-1 {
    receive { Ack(who) => { assert (outcome[who] == Committed) == !bad } }
  }
}
Thread(me in 0..N-1) Participant {
  receive { Prepare() => { } }
  bool yes = choose(bool)
  Coordinator ! Vote(yes)
  receive {
    Decide(commit) => {
      assert !commit || yes
      if commit { outcome[me] := Committed } else { outcome[me] := GivenUp }
    }
  }
  Coordinator ! Ack(me)
}
