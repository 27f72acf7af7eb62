//! expect: ok
// return, break and continue leave a critical section.
int x
mutex m
void f() { critical cs { x := 1; return } }
Thread(i in 1..2) T {
  lock(m)
  f()
  for k in 1..2 { critical cs { if k == 1 { continue }  break } }
  loop { critical cs { break } }
  unlock(m)
}
