//! options: --unread=off
//! expect: ok
//! expect -D PERSIST=false: violation
//! expect -D CHECK_TERM=false -D TIMEOUTS=3: violation
//! expect stateful: ok
//! expect stateful:reach -D PERSIST=false: violation
// 65. Raft elects a leader.
//
// Time is divided into terms. A server whose timer runs out begins a new term, votes for itself and asks the others; who gets the votes
// of a majority is the leader of that term. A server votes once a term, for the first who asks, and steps back when it hears of a
// newer term. (D. Ongaro, J. Ousterhout, In search of an understandable consensus algorithm, USENIX ATC 2014.) There are terms without a
// leader, but none with two. That rests on the vote being on disk: with PERSIST=false a server that restarts forgets it and votes
// again. With CHECK_TERM=false late votes of an older term are counted in the present one.
// Timers and power are a thread of their own here, which disturbs whom it likes, a few times.
//
// See: dmc 65-raft_vote.d -D PERSIST=false
// Try: dmc 65-raft_vote.d -D TIMEOUTS=3
// Exercise: `fault duplicate Vote`: the network may deliver a vote twice. What breaks? Repair it with a `set<pid>` of those who voted.
param int N = 3
param int TIMEOUTS = 2
param int RESTARTS = 1
param bool PERSIST = true
param bool CHECK_TERM = true
const int NOBODY = -1
enum Role { Follower, Candidate, Leader }
message Timeout(), Restart(), RequestVote(int term, int candidate), Vote(int term)
set<int>[TIMEOUTS + 1] leaders  // of each term

Thread Environment {
  for t in 1..TIMEOUTS {
    int i = choose(0..N-1)
    Server[i] ! Timeout()
  }
  for r in 1..RESTARTS {
    int i = choose(0..N-1)
    Server[i] ! Restart()
  }
}

daemon Thread(i in 0..N-1) Server {
  Role role = Follower
  int term = 0
  int voted = NOBODY
  int votes = 0
  loop {
    receive {
      Timeout() => {
        if role != Leader {
          role := Candidate
          term += 1
          voted := i
          votes := 1
          for j in 0..N-1 {
            if j != i { Server[j] ! RequestVote(term, i) }
          }
        }
      }
      Restart() => {
        role := Follower
        votes := 0
        if !PERSIST { voted := NOBODY }
      }
      RequestVote(t, candidate) => {
        if t > term {
          term := t
          role := Follower
          voted := NOBODY
        }
        if t == term && (voted == NOBODY || voted == candidate) {
          voted := candidate
          Server[candidate] ! Vote(t)
        }
      }
      Vote(t) => {
        if role == Candidate && (t == term || !CHECK_TERM) {
          votes += 1
          if votes * 2 > N {
            role := Leader
            atomic {
              add(leaders[term], i)
              assert len(leaders[term]) == 1, "two leaders in one term"
            }
          }
        }
      }
    }
  }
}
cover elected: len(leaders[1]) == 1
cover again: TIMEOUTS < 2 || len(leaders[2]) == 1
