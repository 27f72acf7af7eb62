// std.sync -- what threads wait for: condition variables, semaphores, barriers, readers-writer locks, events, once, futures.
// Contracts, steps and costs: docs/stdlib.md.

// With -D std.sync.SPURIOUS=true a thread that waits for a signal may also wake without one, as POSIX allows.
param bool SPURIOUS = false

// ---- condition variables, on the native mutex ----
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
void signal(ref cond c) {
  atomic { if len(c.waiting) > 0 { remove(c.waiting, choose(c.waiting)) } }
}

// Wakes all that wait now.
void broadcast(ref cond c) { clear(c.waiting) }

// ---- semaphores ----
record sem { int n }

void down(ref sem s) { atomic { await s.n > 0; s.n := s.n - 1 } }
void up(ref sem s) { atomic { s.n := s.n + 1 } }

// Takes one if there is one; never waits.
bool try_down(ref sem s) {
  atomic {
    if s.n <= 0 { return false }
    s.n := s.n - 1
  }
  return true
}

// ---- barriers ----
// The last to arrive lets go by name all that wait, so who is slow to leave does not mind what later rounds do. Rounds take
// turns with two sets: who arrives for the next one is out of the way of who leaves.
record barrier { int parties, int turn, set<pid>[2] waiting }

// True for the last one, who does not wait.
bool arrive_and_wait(ref barrier b) {
  int mine = 0
  atomic {
    assert b.parties > 0, "this barrier has no parties yet: init { b.parties := n }"
    mine := b.turn
    if len(b.waiting[mine]) + 1 >= b.parties {
      clear(b.waiting[mine])
      b.turn := 1 - mine
      return true
    }
    add(b.waiting[mine], self)
  }
  await !contains(b.waiting[mine], self)
  return false
}

// ---- readers-writer locks ----
// A thread that finds the lock free takes it in one step. Who has to wait is written down first where the policy needs
// to know: writers with writers_first, all with first_come.
enum rwpolicy { readers_first, writers_first, first_come }
record rwlock { rwpolicy policy, int readers, bool writer, int waiting, queue<pid> line }

void read_lock(ref rwlock l) {
  bool queued = false
  atomic {
    if l.policy == first_come && (l.writer || len(l.line) > 0) {
      push(l.line, self)
      queued := true
    } else {
      await !l.writer && (l.policy != writers_first || l.waiting == 0)
      l.readers := l.readers + 1
    }
  }
  if queued {
    atomic { await head(l.line) == self && !l.writer; pop(l.line); l.readers := l.readers + 1 }
  }
}

void read_unlock(ref rwlock l) {
  atomic { assert l.readers > 0, "read_unlock: nobody reads"; l.readers := l.readers - 1 }
}

void write_lock(ref rwlock l) {
  bool queued = false
  atomic {
    if l.policy == readers_first || (l.readers == 0 && !l.writer && len(l.line) == 0) {
      await l.readers == 0 && !l.writer
      l.writer := true
    } else {
      if l.policy == first_come { push(l.line, self) } else { l.waiting := l.waiting + 1 }
      queued := true
    }
  }
  if queued {
    atomic {
      await l.readers == 0 && !l.writer && (l.policy != first_come || head(l.line) == self)
      if l.policy == first_come { pop(l.line) } else { l.waiting := l.waiting - 1 }
      l.writer := true
    }
  }
}

void write_unlock(ref rwlock l) {
  atomic { assert l.writer, "write_unlock: nobody writes"; l.writer := false }
}

// ---- events: stay set until they are reset ----
record event { bool happened }

void set_event(ref event e) { atomic { e.happened := true } }
void reset_event(ref event e) { atomic { e.happened := false } }
void await_event(ref event e) { await e.happened }

// ---- once ----
record once { bool begun, bool done }

// True for one thread, which does the work and then says end_once; all others wait for that and get false.
bool begin_once(ref once o) {
  atomic {
    await !o.begun || o.done
    if o.done { return false }
    o.begun := true
  }
  return true
}

void end_once(ref once o) {
  atomic { assert o.begun && !o.done, "end_once without begin_once"; o.done := true }
}

// ---- futures: set once, read by all who wait ----
record future { bool ready, int value }

void set_future(ref future f, int v) {
  atomic { assert !f.ready, "this future is set already"; f.value := v; f.ready := true }
}
int get_future(ref future f) { atomic { await f.ready; return f.value } }
