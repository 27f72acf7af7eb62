//! expect: violation
// One late write undoes the updates of the two others.
int x
Thread(i in 1..3) Inc { x := x + 1 }
finally { assert x >= 2, "two updates were lost" }
