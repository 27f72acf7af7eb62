//! options: --bfs
//! expect: deadlock
// Who waits for whom; a thread that waits for something else stands outside the cycle.
mutex[2] m
bool go
Thread(i in 0..1) T {
  lock(m[i])
  lock(m[1 - i])
  unlock(m[1 - i])
  unlock(m[i])
}
daemon Thread Other { await go }
