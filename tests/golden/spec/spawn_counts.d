//! expect naive: 3 executions
// spawn, spawn and join are steps; the end of a thread is none. The workers' steps: one each.
// s1 s2 w1 w2, s1 s2 w2 w1, s1 w1 s2 w2.
int x, y
Thread() A { x := 1 }
Thread() B { y := 1 }
Thread Main { _ := spawn A(); _ := spawn B() }
