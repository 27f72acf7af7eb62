//! expect: violation
// A trace of plain reads and writes.
int x = 0
Thread(i in 1..2) Inc { x := x + 1 }
finally { assert x == 2, "an update was lost" }
