//! sync: written
//! options: --unread=off
//! expect: ok
//! expect -D WRITE_BACK=false: violation
//! expect -D QUORUM=1: violation
//! expect -D CRASHES=1 -D READS=1: ok
//! expect -D CRASHES=2 -D READS=1: deadlock
//! expect stateful:reach -D WRITE_BACK=false: violation
// 67. A register on several replicas.
//
// Shared memory out of messages. The writer sends the value with a number to all replicas and waits for a majority. The reader asks
// all, waits for a majority, takes the newest answer, and writes it back to a majority before it returns. (H. Attiya, A.
// Bar-Noy, D. Dolev, Sharing memory robustly in message-passing systems, JACM 1995.) The register is linearisable: a read sees what was
// written before it began, and no read sees less than an earlier one. The second is what the write-back is for: while a write is on its
// way, one majority has a replica with the new value, and the next majority perhaps has not. A minority of replicas may crash.
//
// See: dmc 67-abd.d -D WRITE_BACK=false
//      dmc 67-abd.d -D CRASHES=2 -D READS=1     what a majority of crashes does
// Exercise: a read whose majority agrees on the newest number needs no write-back. Add that; does it remain right?
param int REPLICAS = 3
param int QUORUM = REPLICAS / 2 + 1
param int READS = 2
param int CRASHES = 0
param bool WRITE_BACK = true
message Ask(int round), Have(int round, int number), Store(pid who, int round, int number), Stored(int round)
int written
fault crash Replica <= CRASHES

void store(int round, int number) {
  for r in 1..REPLICAS { Replica[r] ! Store(self, round, number) }
  for n in 1..QUORUM {
    receive { Stored(=round) => { } }
  }
}

int ask(int round) {
  int newest = 0
  for r in 1..REPLICAS { Replica[r] ! Ask(round) }
  for n in 1..QUORUM {
    receive { Have(=round, number) => { newest := max(newest, number) } }
  }
  return newest
}

Thread Writer {
  store(0, 1)  // the first write, of value 1
  written := 1
}

Thread Reader {
  int before = written
  for round in 1..READS {
    int number = ask(round)
    if WRITE_BACK { store(round, number) }
    assert number >= before, "an older value than what was written or read before"
    before := number
  }
}

daemon Thread(r in 1..REPLICAS) Replica {
  int newest = 0
  loop {
    atomic {
      bool writer = choose(bool)  // the network: it may bring the reader's messages before the writer's, or after them
      receive {
        Ask(round) when !writer => { Reader ! Have(round, newest) }
        Store(who, round, number) when (who == Writer) == writer => {
          newest := max(newest, number)
          who ! Stored(round)
        }
      }
    }
  }
}
