//! expect: violation
//! options: --algo naive
// The first run that fails loses one update of three.
int x
Thread(i in 1..3) Inc { x := x + 1 }
finally { assert x == 3 }
