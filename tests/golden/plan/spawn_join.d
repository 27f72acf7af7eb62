//! expect naive: ok
//! expect optimal: ok
//! expect lazy: ok
//! expect dc: ok
//! expect optimal: 4 executions
//! expect lazy: 4 executions
//! expect dc: 3 executions
// Parents that join their children read what is then there.
int x
Thread(int v) Child { x := v }
Thread(i in 1..2) Parent {
  pid p = spawn Child(i)
  join p
  int h = x
}
