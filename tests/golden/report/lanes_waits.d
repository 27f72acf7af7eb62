//! options: --bfs
//! expect: deadlock
// What else a thread can wait for: conditions with the values they see, a set, a range, a thread, branches of an either.
int turn
bool[2] flag
set<int> free
mutex m
message Go(int n)
Thread Await { turn := 2; await turn == 1 && flag[0] || !flag[1] && turn > 2 }
Thread Spin { while turn != 7 { } }
Thread Pick { _ := choose(free) }
Thread Range { int hi = 2; _ := choose(5..hi) }
Thread Join { join Spin }
Thread Holder { lock(m); Either ! Go(3); flag[0] := true; join Join }
Thread Either {
  await flag[0]
  either { lock(m) } or { await flag[1] && turn == 1 } or { receive { Go(=4) => { skip } } } or { join Pick }
}
