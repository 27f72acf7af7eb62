//! expect: ok
//! expect -D LOSSES=1: deadlock
//! expect -D TIMEOUT=true: violation cs
//! expect -D ROUNDS=1 --progress: ok
//! expect naive: 1 executions
//! expect optimal -D TIMEOUT=true: violation cs
//! expect dc: ok
//! expect stateful:reach -D LOSSES=1: deadlock
// 59. A token ring.
//
// The right to enter goes round as a message; who holds it enters and passes it on. There is no lock and nobody to ask. (G. Le Lann,
// Distributed systems: towards a formal approach, IFIP 1977.) Everything hangs on there being exactly one token. With LOSSES=1 the
// network may lose it, and all wait for ever. With TIMEOUT node 0 makes a new one when it has waited long enough. But nothing tells
// a lost token from a slow one, and `either { receive .. } or { skip }` says just that: a timeout may strike at any time.
//
// See: dmc 59-ring_token.d -D LOSSES=1
//      dmc 59-ring_token.d -D TIMEOUT=true       two tokens
// Try: dmc 59-ring_token.d --algo naive          one execution: the token leaves nothing to chance
// Exercise: number the tokens, and let each node throw away those older than the newest it has seen. Is that enough?
param int N = 3
param int ROUNDS = 2
param int LOSSES = 0
param bool TIMEOUT = false
message Token()
fault drop Token <= LOSSES

Thread(i in 0..N-1) Node {
  for round in 1..ROUNDS {
    bool begin = i == 0 && round == 1
    if TIMEOUT && i == 0 && !begin {
      either { receive { Token() => { } } } or { print "timeout: a new token" }
    } else if !begin {
      receive { Token() => { } }
    }
    critical cs { skip }
    bool end = i == N - 1 && round == ROUNDS
    if !end { Node[(i + 1) % N] ! Token() }
  }
}
