//! sync: top, bottom
//! expect: ok
//! expect -D CAS=false: violation
//! expect -D LATE=true: violation
//! expect -D BACKWARD=true: violation
//! expect -D SIZE=1: violation
//! expect naive -D CAS=false: violation
//! expect optimal -D THIEVES=1: ok
//! expect source -D LATE=true: violation
//! expect dc: ok
//! expect lazy -D BACKWARD=true: violation
//! expect observers -D THIEVES=1: ok
//! expect stateful: ok
// 49. The work-stealing deque of Chase and Lev.
//
// The owner puts tasks at the bottom and takes them from there; thieves steal at the top. While they are far apart the owner needs no cas
// at all. Only for the last task they meet, and there the cas on top decides. The owner first claims (bottom := b) and then looks at
// top. LATE=true looks first, as a processor does that lets the read overtake the write: a task is done twice. CAS=false takes the
// last task without cas. BACKWARD=true lets thieves read bottom before top. SIZE=1 is an array in which two tasks have the same place.
// (D. Chase, Y. Lev, Dynamic circular work-stealing deque, SPAA 2005; every scheduler of tasks has one.)
//
// See: dmc 49-chaselev.d -D CAS=false --bfs
//      dmc 49-chaselev.d -D LATE=true --bfs       here two tasks are needed; why?
// Try: dmc 49-chaselev.d -D TASKS=3 -D TAKES=3 -D THIEVES=3
// Exercise: put here trusts that there is room. Test `bottom - top`, let the array grow, and say why the old one must be kept.
param int TASKS = 2
param int TAKES = 2
param int THIEVES = 2
param int SIZE = 4
param bool CAS = true
param bool LATE = false
param bool BACKWARD = false
int top, bottom
int[SIZE] task
int[TASKS + 1] done  // how often was it done?

void put(int v) {
  int b = bottom
  task[b % SIZE] := v
  bottom := b + 1
}

int take() {
  int b = bottom - 1
  int t = 0
  if LATE { t := top }
  bottom := b
  if !LATE { t := top }
  if b < t {
    bottom := t
    return 0
  }
  int v = task[b % SIZE]
  if b > t { return v }
  if CAS {
    if !cas(top, t, t + 1) { v := 0 }
  } else {
    top := t + 1
  }
  bottom := t + 1
  return v
}

int steal() {
  int b = 0
  if BACKWARD { b := bottom }
  int t = top
  if !BACKWARD { b := bottom }
  if t >= b { return 0 }
  int v = task[t % SIZE]
  if !cas(top, t, t + 1) { return 0 }
  return v
}

void work(int v) {
  if v != 0 {
    int before = fetch_add(done[v], 1)
    assert before == 0, "a task is done twice"
  }
}

Thread Owner {
  for v in 1..TASKS { put(v) }
  for n in 1..TAKES { work(take()) }
}

Thread(i in 1..THIEVES) Thief { work(steal()) }

finally {
  for v in 1..TASKS {
    int left = count(i in top..bottom-1 : task[i % SIZE] == v)
    assert done[v] + left == 1, "a task was lost, or is still there"
  }
}
