// The violation needs T1's child to run before T0 spawns; threads are known by parent and number, not by who came first.
//! expect naive: violation
//! expect stateful:reach: violation
//! expect stateful:reach --bfs: violation
int x
Thread T0 { int v = x; pid p = spawn W(v) }
Thread T1 { pid q = spawn W(1) }
Thread(int k) W { assert k != 2; x := k + 1 }
