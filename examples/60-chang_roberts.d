//! expect: ok
//! expect -D UNIQUE=false: violation one
//! expect -D SWALLOW=false: violation one
//! expect --unread=error: ok
//! expect naive -D N=2: ok
//! expect optimal: ok
//! expect source -D SWALLOW=false: violation one
//! expect stateful:reach -D UNIQUE=false: violation one
// 60. Electing a leader on a ring.
//
// Each node sends its number to the next one. A greater number than one's own goes on, a smaller one is swallowed; whose own
// number comes back has seen it beat everybody and is the leader. It then says so to all. (E. Chang, R. Roberts, An improved
// algorithm for decentralized extrema-finding, CACM 1979.) `init` tries all ways to give out the numbers. With UNIQUE=false two
// nodes have the greatest one; with SWALLOW=false smaller ones go on too. The greatest number makes N steps, the others fewer: how
// many depends on how they lie on the ring, between 2N-1 and N(N+1)/2 in all. `cover worst` asks that the upper end is reached.
//
// See: dmc 60-chang_roberts.d -D UNIQUE=false
// Try: dmc 60-chang_roberts.d -D N=4
// Exercise: let only some nodes begin (choose in init), the others join when a number comes by. What may a late beginner not send?
param int N = 3
param bool UNIQUE = true
param bool SWALLOW = true
message Elect(int id), Leader(int id)
int[N] id, knows, sent
bool[N] leader
init {
  for i in 0..N-1 { id[i] := choose(1..N) }
  for i in 0..N-1 { assume exists(j in 0..N-1 : id[j] == i + 1) || i == 0 && !UNIQUE }
  assume UNIQUE || count(i in 0..N-1 : id[i] == N) == 2
}

Thread(i in 0..N-1) Node {
  int me = id[i]
  pid next = Node[(i + 1) % N]
  int n = 1
  next ! Elect(me)
  bool done = false
  while !done {
    receive {
      Elect(other) => {
        if other == me {
          leader[i] := true
          sent[i] := n
          next ! Leader(me)
        } else if other > me || !SWALLOW {
          n += 1
          next ! Elect(other)
        }
      }
      Leader(who) => {
        knows[i] := who
        done := true
        if who != me {
          sent[i] := n
          next ! Leader(who)
        }
      }
    }
  }
}
invariant one: count(i in 0..N-1 : leader[i]) <= 1
cover worst: sum(i in 0..N-1 : sent[i]) == N * (N + 1) / 2
finally {
  assert forall(i in 0..N-1 : knows[i] == N)
  assert sum(i in 0..N-1 : sent[i]) >= 2 * N - 1
  assert sum(i in 0..N-1 : sent[i]) <= N * (N + 1) / 2
}
