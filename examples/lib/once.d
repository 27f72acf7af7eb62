//! expect: ok
//! expect -D BUG=true: deadlock
//! expect -D HOMEMADE=true: violation
//! expect naive -D N=2: ok
//! expect optimal: ok
//! expect dc -D BUG=true: deadlock
// The first thread sets the table up, and nobody uses it before that. BUG: end_once is forgotten, and all others wait.
// HOMEMADE: a flag instead of once; who finds it set may find the table half done, and two may find it unset.
import std.sync
param int N = 3
param bool BUG = false
param bool HOMEMADE = false
once ready
bool flag
int[2] table
int calls
Thread(i in 1..N) User {
  if HOMEMADE {
    if !flag { flag := true; set_up() }
  } else if begin_once(ready) {
    set_up()
    if !BUG { end_once(ready) }
  }
  assert table[0] + table[1] == 3, "used before it is ready"
}
void set_up() {
  table[0] := 1
  table[1] := 2
  atomic { calls := calls + 1 }
}
finally { assert calls == 1 }
