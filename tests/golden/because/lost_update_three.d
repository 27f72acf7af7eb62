//! expect: violation
// Two updates are lost; giving one back is not enough for the finding to go away.
int x
Thread(i in 1..3) Inc { x := x + 1 }
finally { assert x >= 2, "two updates were lost" }
