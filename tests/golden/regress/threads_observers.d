//! expect optimal: violation
//! expect observers: incomplete
// Observers has no numbers left for 255 threads, and says so.
// 254 static + init (tid 254 = COND_DEBT)
int c, x
init { c := choose(0..1) }
Thread(i in 0..253) T { if i == 3 { x := 1 } if i == 4 { x := 2; assert c == 0 } }
