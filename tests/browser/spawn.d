//! expect: deadlock
// Threads that are started and joined; a deadlock in an either, and in a receive that nothing in the mailbox matches.
int x
message Go(int n), Stop()
Thread(int a) W { receive { Go(n) => { x := x + n } } }
Thread Main {
  pid p = spawn W(1)
  pid q = spawn W(2)
  p ! Go(1)
  join p
  q ! Stop()
  either { join q } or { await x > 5 } or { receive { Go(n) => { skip } } }
}
