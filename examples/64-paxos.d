//! options: --unread=off
//! expect: ok
//! expect -D ADOPT=false: violation agreement
//! expect -D KEEP_PROMISE=false: violation agreement
//! expect -D QUORUM=1: violation agreement
//! expect -D CRASHES=1: ok
//! expect stateful:reach -D KEEP_PROMISE=false: violation agreement
// 64. Paxos, for one decision.
//
// Proposers want the acceptors to choose a value, and all who learn of a choice must learn of the same. Phase 1: a proposer asks with
// its ballot number; an acceptor promises to answer no smaller one any more, and says what it has accepted so far. Phase 2: with
// a majority of promises the proposer sends a value, and if anything had been accepted, not its own but that of the greatest ballot;
// with a majority of acceptances the value is chosen. (L. Lamport, The part-time parliament, TOCS 1998; Paxos made simple,
// 2001.) Any two majorities have an acceptor in common, and it remembers. Take away any of this and two values are chosen: ADOPT=false
// sends one's own value always, KEEP_PROMISE=false accepts although it promised not to, QUORUM=1 needs no majority.
//
// See: dmc 64-paxos.d -D ADOPT=false
// Try: dmc 64-paxos.d -D QUORUM=3 -D CRASHES=1        agreement holds, but one crash and all wait for ever
// Exercise: let an acceptor forget its promise when it restarts (a message from a thread Power). Find the run that breaks it.
param int PROPOSERS = 2
param int ACCEPTORS = 3
param int QUORUM = ACCEPTORS / 2 + 1
param int CRASHES = 0
param bool ADOPT = true
param bool KEEP_PROMISE = true
message Prepare(int ballot), Promise(int accepted, int value), Accept(int ballot, int value), Accepted(), Refused()
int[PROPOSERS] chosen
fault crash Acceptor <= CRASHES

Thread(p in 1..PROPOSERS) Proposer {
  int value = p * 10
  int best = 0
  for a in 1..ACCEPTORS { Acceptor[a] ! Prepare(p) }
  for n in 1..QUORUM {
    receive {
      Promise(accepted, v) => {
        if ADOPT && accepted > best {
          best := accepted
          value := v
        }
      }
      Refused() => { exit }
    }
  }
  for a in 1..ACCEPTORS { Acceptor[a] ! Accept(p, value) }
  int n = 0
  while n < QUORUM {
    receive {
      Accepted() => { n += 1 }
      Refused() => { exit }
    }
  }
  assert value > 0 && value % 10 == 0, "chosen, and nobody proposed it"
  chosen[p - 1] := value
}

daemon Thread(a in 1..ACCEPTORS) Acceptor {
  int promised = 0
  int accepted = 0
  int value = 0
  loop {
    atomic {
      int p = choose(1..PROPOSERS)  // the network: what proposers sent arrives in any order
      receive {
        Prepare(=p) => {
          if p > promised {
            promised := p
            Proposer[p] ! Promise(accepted, value)
          } else {
            Proposer[p] ! Refused()
          }
        }
        Accept(=p, v) => {
          if p >= promised || !KEEP_PROMISE {
            promised := p
            accepted := p
            value := v
            Proposer[p] ! Accepted()
          } else {
            Proposer[p] ! Refused()
          }
        }
      }
    }
  }
}
invariant agreement: !exists(p in 0..PROPOSERS-1, q in 0..PROPOSERS-1 : chosen[p] != 0 && chosen[q] != 0 && chosen[p] != chosen[q])
cover both: forall(p in 0..PROPOSERS-1 : chosen[p] != 0)
cover adopted: chosen[1] == 10
