//! options: --no-shorten --algo naive --races=off
//! expect: violation
// A long run of one thread without what concerns nobody else: the reader sees what step 20 or so wrote, and what is printed stays.
int x, y
mutex m
Thread Worker {
  for i in 1..12 {
    x := i
    if i == 7 { y := 1; print "seven" }
    x := 0 - i
  }
  lock(m)
}
Thread Reader { await x == -12; assert y == 0, "y was written" }
