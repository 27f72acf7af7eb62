//! expect: violation
// The invariant reads what was computed from the counter.
int x, sum
Thread(i in 1..2) Inc { x := x + 1 }
Thread Sum { join Inc[1]; join Inc[2]; sum := 10 * x }
finally { assert sum == 20 }
