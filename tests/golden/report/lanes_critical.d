//! options: --bfs
//! expect: violation cs
// Two threads inside one critical section; one write changes nothing, one cas fails.
int door
int[2] inside
Thread(i in 0..1) T {
  door := 0
  _ := cas(door, 0, 1)
  critical cs { inside[i] := 1 }
}
