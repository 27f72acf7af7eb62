//! options: --bfs
//! expect: violation answered
// Crash, drop, send, receive, after, choices in a trace.
message Ask(pid who, int n), Answer(int n)
fault crash Server <= 1
fault drop Ask <= 1
int got
daemon Thread Server { loop { receive { Ask(who, n) => { who ! Answer(n * 2) } } } }
Thread Client {
  int n = choose(1..2)
  Server ! Ask(self, n)
  receive { Answer(=n * 2) => { got := 1 }  after => { got := 2 } }
}
invariant answered: got != 2
