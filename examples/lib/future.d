//! expect: ok
//! expect -D BUG=true: violation
//! expect -D LATE=true: deadlock
//! expect naive: ok
//! expect optimal -D LATE=true: deadlock
//! expect dc: ok
// Two results that two threads compute at the same time, and a third adds. BUG: one of them answers twice. LATE: each wants
// the other's result first.
import std.sync
param bool BUG = false
param bool LATE = false
future[2] part
int total
Thread(i in 0..1) Half {
  if LATE { total := get_future(part[1 - i]) }
  set_future(part[i], 20 + i)
  if BUG && i == 0 { set_future(part[i], 7) }
}
Thread Adder {
  int a = get_future(part[0])
  total := a + get_future(part[1])
  assert total == 41
}
