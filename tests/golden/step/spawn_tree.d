//! expect naive: ok
//! expect stateful:reach: ok
//! expect dpor: ok
//! expect source: ok
//! expect optimal: ok
//! expect observers: ok
//! expect naive: 14 executions
//! expect optimal: 2 executions
//! expect observers: 2 executions
// A tree of spawns and joins: only the two leaves' writes can be swapped.
int x
Thread(int v) Leaf { x := v }
Thread() Inner {
  pid p = spawn Leaf(1)
  join p
}
Thread Main {
  pid a = spawn Inner()
  pid b = spawn Leaf(2)
  join a
  join b
  assert x != 0
}
