//! options: --races=off
// What a deadlocked thread waits for, in its own words: locals of the condition, and what ref parameters stand for.
import std.sync
record cell { int n, bool full }
cell[2] cells
sem[2] room
mutex m
cond changed
barrier all
int turn
init { all.parties := 3 }
void until(ref cell c, int least) { await c.n >= least || c.full }
Thread(i in 1..2) Turn { await turn == i }
Thread(k in 0..1) Door { down(room[k]) }
Thread Waiter { lock(m); wait(changed, m) }
Thread Cell { until(cells[1], 4) }
Thread Party { arrive_and_wait(all) }
Thread Atomic {
  int least = 4
  atomic {
    least := 5                                     // what it was before says nothing about the condition
    await turn >= least
  }
}
Thread Quantified {
  int i = 7
  await exists(i in 0..1 : cells[i].n > 0)
  turn := i
}
