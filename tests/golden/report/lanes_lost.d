//! options: --bfs
//! expect: violation both
// A message that is lost, one that comes twice, a crash that takes a lock with it.
message Ping(int n)
fault drop Ping <= 1
fault duplicate Ping <= 1
fault crash Sender <= 1
int got
bool crashed
mutex m
Thread Sender { lock(m); Receiver ! Ping(1); Receiver ! Ping(2); unlock(m) }
daemon Thread Receiver {
  loop { receive { Ping(n) => { got := got * 10 + n } } }
}
invariant both: got != 22
