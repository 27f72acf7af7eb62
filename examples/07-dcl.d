//! sync: instance
//! expect: ok
//! expect -D EARLY=true: violation
//! expect -D ONE_CHECK=true: violation
//! expect -D NO_LOCK=true: violation
//! expect --races=error: ok
//! expect naive -D N=2: ok
//! expect optimal: ok
//! expect dc: ok
//! expect source -D EARLY=true: violation
//! expect stateful:reach -D ONE_CHECK=true: violation
// 07. Double-checked locking.
//
// An object is made by the first thread that needs it. Taking a lock each time is slow, so one looks first without the lock, and a
// second time with it (Schmidt and Harrison, 1996). It is right if the pointer is written last. EARLY writes the pointer and then
// the fields, as compilers and processors did: "The Double-Checked Locking is Broken Declaration" (Bacon and others, 2000). Another
// thread then sees a pointer to an object that is not finished. ONE_CHECK forgets to look again with the lock: two
// objects. NO_LOCK forgets the lock: two objects as well.
//
// See: dmc 07-dcl.d -D EARLY=true
// Try: remove the line `//! sync` and run with --races=list: the read outside the lock is what the fuss is about
// Exercise: N threads can see the pointer as nil in the first check. How many of them wait for the lock at most? Count them with a
//           shared counter and an invariant.
param int N = 3
param bool EARLY = false
param bool ONE_CHECK = false
param bool NO_LOCK = false
record Object { int left, int right }
Object[N + 1] heap  // heap[0] is nil
int used
int instance  // a place in the heap
mutex m

int allocate() { return fetch_add(used, 1) + 1 }

int make() {
  int p = allocate()
  if EARLY { instance := p }
  heap[p].left := 7
  heap[p].right := 7
  if !EARLY { instance := p }
  return p
}

int get() {
  int p = instance
  if p == 0 {
    if !NO_LOCK { lock(m) }
    if !ONE_CHECK { p := instance }
    if p == 0 { p := make() }
    if !NO_LOCK { unlock(m) }
  }
  return p
}

Thread(i in 1..N) User {
  int p = get()
  assert heap[p].left == 7 && heap[p].right == 7, "the object is not finished"
}
finally { assert used == 1, "there are two objects" }
