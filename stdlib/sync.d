// std.sync -- condition variables and semaphores on the native mutex.
// With -D std.sync.SPURIOUS=true a waiting thread may also wake without a signal, as POSIX allows.
param bool SPURIOUS = false

record cond { set<pid> waiting }

// Gives m back and starts to wait in one step; holds m again at the end.
void wait(ref cond c, ref mutex m) {
  atomic { add(c.waiting, self); unlock(m) }
  if SPURIOUS {
    either { await !contains(c.waiting, self) }
    or { atomic { await contains(c.waiting, self); remove(c.waiting, self) } }
  } else { await !contains(c.waiting, self) }
  lock(m)
}

// Wakes one waiting thread, any of them; nobody when nobody waits.
void signal(ref cond c) { atomic { if len(c.waiting) > 0 { remove(c.waiting, choose(c.waiting)) } } }

// Wakes all that wait now.
void broadcast(ref cond c) { clear(c.waiting) }

record sem { int n }
void down(ref sem s) { atomic { await s.n > 0; s.n := s.n - 1 } }
void up(ref sem s) { atomic { s.n := s.n + 1 } }
