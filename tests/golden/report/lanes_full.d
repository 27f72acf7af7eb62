//! options: --full --bfs --races=off
//! expect: violation
// Locals and shared values after each step.
int x
Thread(i in 1..2) Inc { int old = x; x := old + i }
finally { assert x == 3 }
