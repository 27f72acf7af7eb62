/* tests/unit/vm/test_state.c -- going back, states as bytes, identities of spawned threads, waiting, wait sets. */
#include "tests/greatest.h"
#include "tests/unit/vm/support.h"
#include "vm/waits.h"

#define RICH "record R { int p, queue<int> q }\nint x, y\nR r\nset<pid> s\nqueue<R> qr\nmutex m\nmessage M(R r, int n)\nfault crash A <= 1\n" \
  "int f(int n) { int k = n; x := x + k; push(r.q, k); return k + 1 }\nThread(int n) W { y := n * 100000000000 }\n" \
  "Thread A { lock(m); int l = f(3); r.p := l; push(qr, r); pid p = spawn W(l); add(s, p); B ! M(r, l); unlock(m); join p }\n" \
  "Thread B { receive { M(w, n) => { critical c { y := w.p + n } } }  x := choose(0..3) }\n"

/* The Nth enabled action, cyclic; a crash now and then. False: nothing is enabled. */
static bool any_step(Machine *m, unsigned n) {
  const VmAction *a;
  size_t crashes, count = vm_actions(m->s, &a, &crashes);
  if (!count) return false;
  VmAction x = a[n % count];
  if (x.choice == VM_CRASH && n % 17 && crashes < count) x = a[0].choice == VM_CRASH ? a[1] : a[0];
  return vm_step(m->s, x.tid, x.choice, &m->ev) != VM_BLOCKED;
}

TEST restore_is_a_stack(void) {
  Machine m;
  machine(&m, RICH);
  VmMark marks[40];
  Bytes states[40];
  unsigned n = 0;
  for (unsigned k = 0; n < 40; k++, n++) {
    marks[n] = vm_save(m.s);
    states[n] = encoded(&m, true);
    if (!any_step(&m, k * 7)) break;
  }
  ASSERT(n > 8);
  vm_restore(m.s, marks[n / 2]);
  ASSERT(same(states[n / 2], encoded(&m, true)));
  for (unsigned k = n / 2; k-- > 0;) { vm_restore(m.s, marks[k]); ASSERT(same(states[k], encoded(&m, true))); }
  DONE(&m);
}

TEST encode_and_decode(void) {
  Machine m;
  machine(&m, RICH);
  Bytes plain[40], portable[40];
  unsigned n = 0;
  for (unsigned k = 3; n < 40; k++, n++) {
    plain[n] = encoded(&m, false);
    portable[n] = encoded(&m, true);
    if (!any_step(&m, k * 5)) break;
  }
  ASSERT(n > 8);
  for (unsigned k = 0; k < n; k++) {
    unsigned i = (k * 11) % n;
    vm_decode(m.s, plain[i].at, plain[i].len);
    ASSERT(same(plain[i], encoded(&m, false)));
    ASSERT(same(portable[i], encoded(&m, true)));
    if (i + 1 < n) { any_step(&m, (3 + i) * 5); ASSERT(same(portable[i + 1], encoded(&m, true))); }       /* it is a state one can go on from */
  }
  DONE(&m);
}

TEST reset(void) {
  Machine m;
  machine(&m, RICH);
  Bytes first = encoded(&m, false);
  for (unsigned k = 0; k < 30 && any_step(&m, k * 3); k++) continue;
  vm_reset(m.s);
  ASSERT(same(first, encoded(&m, false)));
  ASSERT_STR_EQ("0", value(&m, "x"));
  DONE(&m);
}

/* States that can behave differently have different bytes. */
TEST everything_counts(void) {
  static const char *const pairs[][2] = {                     /* T does one step in each; then the states differ */
    { "x := 1", "x := 2" }, { "x := 1", "x := -1" }, { "x := 1", "x := 100000000000000000000" }, { "x := 100000000000000000000", "x := -100000000000000000000" },
    { "push(q, 1)", "push(q, 2)" }, { "push(q, 1)", "add(s, 1)" }, { "push(q, 0)", "x := 0" }, { "lock(m)", "x := 0" }, { "T ! M(1)", "T ! M(2)" },
    { "T ! M(1)", "x := 0" }, { "critical c { x := 0; x := 0 }", "x := 0; x := 0" }, { "int l = 1; x := 0; x := l", "int l = 2; x := 0; x := l" },
    { "x := 0; exit", "x := 0; x := 0" }, { "x := 0; assert false", "x := 0" }, { "x := 0; assert false", "x := 0; assume false" },
  };
  for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
    Machine m[2];
    Bytes b[2];
    for (int k = 0; k < 2; k++) {
      char text[600];
      snprintf(text, sizeof text, "int x\nqueue<int> q\nset<int> s\nmutex m\nmessage M(int n)\nThread T { if v == 0 { %s } else { %s } x := 5 }\nint v = %d\n", pairs[i][0], pairs[i][1], k);
      machine(&m[k], text);
      step(&m[k], "T");                                      /* reads v */
      step(&m[k], "T");
      b[k] = encoded(&m[k], true);
    }
    bool differ = !same(b[0], b[1]);
    machine_done(&m[0]);
    machine_done(&m[1]);
    ASSERTm(pairs[i][0], differ);
  }
  PASS();
}

/* What no longer matters is not part of the state: dead locals, mailboxes of the ended, how one got here. */
TEST what_does_not_count(void) {
  static const char *const bodies[] = {
    "int l = choose(0..1); x := l * 0; x := 1; x := 2",      /* after l's last use */
    "x := choose(0..1) * 0; x := 1; x := 2",
    "x := zero(choose(0..1)); x := 1; x := 2",
    "queue<int> l; push(l, choose(0..1)); clear(l); x := len(l); x := 2; x := 3",
    "T ! M(choose(0..1)); receive { M(_) => { } } x := 1; x := 2; x := 3",
    "if choose(bool) { x := 7 } else { x := 7 }  x := 1; x := 2",
    "add(s, choose(0..1)); add(s, 0); add(s, 1); x := 1",
  };
  for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++) {
    Machine m;
    char text[600];
    snprintf(text, sizeof text, "int x\nset<int> s\nmessage M(int n)\nint zero(int n) { int k = n * n; return k * 0 }\nThread T { %s }\n", bodies[i]);
    machine(&m, text);
    VmMark mark = vm_save(m.s);
    Bytes b[2];
    for (int k = 0; k < 2; k++) {
      vm_restore(m.s, mark);
      step_with(&m, "T", k ? "1" : "0");
      for (int j = 0; j < 3; j++) step(&m, "T");
      b[k] = encoded(&m, false);
    }
    bool equal = same(b[0], b[1]);
    UNBROKEN(&m);
    machine_done(&m);
    ASSERTm(bodies[i], equal);
  }
  PASS();
}

TEST dead_locals_can_be_kept(void) {
  Machine m;
  machine(&m, "int x\nThread T { int l = 4; x := l; x := 2 }\n");
  vm_keep_dead(m.s, true);
  vm_reset(m.s);
  step(&m, "T");
  ASSERT_EQ(VM_OK, step(&m, "T"));
  DONE(&m);
}

/* --- threads --- */

/* Identity is (parent, how-many-th spawn of it): concurrent spawns commute. */
TEST concurrent_spawns_commute(void) {
  Machine m;
  machine(&m, "int[2] a\npid[2] p\nThread(int n) W { a[n] := n + 5 }\nThread(i in 0..1) T { p[i] := spawn W(i); join p[i] }\n");
  VmMark mark = vm_save(m.s);
  step(&m, "T[0]"); step(&m, "T[1]");
  Bytes born = encoded(&m, false);
  step(&m, "T[0]"); step(&m, "T[1]"); step(&m, "W#1@T[0]"); step(&m, "W#1@T[1]");
  Bytes one = encoded(&m, false);
  vm_restore(m.s, mark);
  step(&m, "T[1]"); step(&m, "T[0]");
  ASSERT(same(born, encoded(&m, false)));
  step(&m, "W#1@T[1]"); step(&m, "T[1]"); step(&m, "W#1@T[0]"); step(&m, "T[0]");
  ASSERT(same(one, encoded(&m, false)));
  ASSERT_STR_EQ("W#1@T[1]", value(&m, "p[1]"));
  DONE(&m);
}

TEST names_of_spawned(void) {
  Machine m;
  machine(&m, "int x\nThread(int n) W { if n > 0 { _ := spawn W(n - 1) } x := n }\nThread T { _ := spawn W(1); _ := spawn W(0) }\n");
  run(&m, "T");
  ASSERT(tid_of(&m, "W#1") < vm_nthreads(m.s) && tid_of(&m, "W#2") < vm_nthreads(m.s));
  step(&m, "W#1");
  ASSERT(tid_of(&m, "W#1.1") < vm_nthreads(m.s));
  DONE(&m);
}

TEST unborn_again(void) {
  Machine m;
  machine(&m, "int x\nThread() W { x := 1 }\nThread T { _ := spawn W(); x := 2 }\n");
  VmMark mark = vm_save(m.s);
  step(&m, "T");
  unsigned w = tid_of(&m, "W#1");
  ASSERT_EQ(TH_RUNNING, vm_thread(m.s, (VmTid)w));
  vm_restore(m.s, mark);
  ASSERT_EQ(TH_UNBORN, vm_thread(m.s, (VmTid)w));
  ASSERT_EQ(UINT32_MAX, vm_pc(m.s, (VmTid)w));
  ASSERT_STR_EQ("-", choices(&m, "W#1"));
  DONE(&m);
}

TEST daemons(void) {
  Machine m;
  machine(&m, "int x\ndaemon Thread D { x := 1 }\nThread T { x := 2 }\n");
  ASSERT(vm_daemon(m.s, 0) && !vm_daemon(m.s, 1));
  DONE(&m);
}

/* A schedule means the same on another machine that adopted the numbering. */
TEST numbering(void) {
  Machine m, n;
  const char *text = "set<pid> s\nThread() W { skip }\nThread A { add(s, spawn W()) }\nThread B { add(s, spawn W()) }\nThread C { await len(s) == 2; pid p = choose(s); assert p != p }\n";
  machine(&m, text);
  VmMark mark = vm_save(m.s);
  run(&m, "B");                                              /* B's child gets the first number */
  vm_restore(m.s, mark);
  run(&m, "A"); run(&m, "B"); step(&m, "C");
  ASSERT_EQ(VM_FAULT, step_with(&m, "C", "1"));
  char one[100], two[100];
  snprintf(one, sizeof one, "%s", described(&m));
  machine(&n, text);
  ASSERT(vm_adopt(n.s, vm_numbering(m.s, &n.c.arena)));
  run(&n, "A"); run(&n, "B"); step(&n, "C");
  ASSERT_EQ(VM_FAULT, step_with(&n, "C", "1"));
  snprintf(two, sizeof two, "%s", described(&n));
  ASSERT_STR_EQ(one, two);
  Bytes x = encoded(&m, true), y = encoded(&n, true);
  ASSERT(same(x, y));
  UNBROKEN(&n);
  machine_done(&n);
  DONE(&m);
}

/* --- waiting --- */

static const char *waiting(Machine *m, const char *name) {
  static const char *const words[] = { "none", "lock", "receive", "join", "guard", "choice", "either" };
  char b[64];
  VmWait w = vm_wait(m->s, (VmTid)tid_of(m, name));
  Place at = src_place(&m->c.sources, m->p->spans[w.pc]);
  return arena_printf(&m->c.arena, "%s%s%s %u:%u", words[w.kind], w.holder >= 0 ? " " : "", w.holder >= 0 ? vm_thread_name(m->s, (VmTid)w.holder, b, sizeof b) : "", at.line, at.col);
}

TEST reasons_to_wait(void) {
  static const struct { const char *body, *reason; } cases[] = {
    { "x := 1", "none 2:12" },
    { "lock(m)", "lock H 2:12" },
    { "receive { M(_) => { } }", "receive 2:12" },
    { "join H", "join H 2:12" },
    { "await x == 1", "guard 2:12" },
    { "atomic { x := 5; await x == 1 }", "guard 2:29" },
    { "atomic { x := 5; lock(m) }", "lock H 2:29" },
    { "atomic { f() }", "lock H 8:12" },
    { "_ := choose(s)", "guard 2:17" },
    { "_ := choose(2..1)", "choice 2:17" },
    { "either { lock(m) } or { await x == 1 }", "either 2:12" },
    { "exit", NULL },
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    Machine m;
    char text[600];
    snprintf(text, sizeof text, "int x\nThread T { %s }\nmutex m\nset<int> s\nmessage M(int n)\nThread H { lock(m); x := x }\n\nvoid f() { lock(m) }\n", cases[i].body);
    machine(&m, text);
    step(&m, "H");
    if (cases[i].reason) ASSERT_STR_EQm(cases[i].body, cases[i].reason, waiting(&m, "T"));
    else ASSERT_EQ(WAIT_NONE, vm_wait(m.s, 0).kind);
    UNBROKEN(&m);
    machine_done(&m);
  }
  PASS();
}

/* --- wait sets: what the pending event's guards may read, whatever shared memory holds --- */

static const char *waits_of(Machine *m, const char *name) {
  VmWaits w;
  if (!vm_waits(m->s, (VmTid)tid_of(m, name), &w)) return "no memory";
  const char *s = "";
  char b[64];
  for (uint32_t i = 0; i < w.nacc; i++) s = arena_printf(&m->c.arena, "%s%s%s", s, i ? " " : "", vm_obj_name(m->s, ACC_OBJ(w.acc[i]), b, sizeof b));
  for (uint32_t i = 0; i < w.nops; i++) s = arena_printf(&m->c.arena, "%s%s%s", s, *s ? " " : "", w.ops[i].kind == EV_JOIN ? "join" : "message");
  return s;
}

TEST wait_sets(void) {
  static const struct { const char *body, *set; } cases[] = {
    { "x := 1", "" },
    { "await x == 1", "x" },
    { "await x == 0 || y == 1", "x y" },                      /* also what a short circuit keeps it from reading */
    { "int l = 1; await l == 1 || y == 1", "" },              /* locals are known */
    { "int l = 2; await l == 1 || y == 1", "y" },
    { "int l = 1; await a[l] == 1", "a[1]" },
    { "await a[x] == 1", "x a[0] a[1] a[2]" },                /* an index that depends on shared data: the whole array */
    { "await f(x) == 1", "x z" },
    { "lock(m)", "m" },
    { "atomic { x := y; lock(m); _ := z }", "y m" },          /* up to its last blocking statement */
    { "atomic { if x == 1 { await y == 1 } else { lock(m) } }", "x y m" },
    { "either { await x == 1 } or { lock(m) } or { skip }", "x m" },
    { "either { skip } or { x := 1 }", "" },
    { "either { join U } or { await y == 1 }", "y join" },
    { "either { receive { M(_) => { } } } or { skip }", "message" },
    { "atomic { x := choose(1..y) }", "y" },
    { "_ := choose(s)", "s" },
    { "atomic { set<int> l; add(l, x); _ := choose(l) }", "x" },
    { "atomic { int i = 0; while i < x { i := i + 1 } await y == i }", "x y" },
    { "atomic { down(z) }", "z" },
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    Machine m;
    char text[800];
    snprintf(text, sizeof text, "int x, y, z\nint[3] a\nset<int> s\nmutex m\nmessage M(int n)\npure int f(int n) { return n + z }\nvoid down(ref int r) { await r > 0; r := r - 1 }\n"
             "Thread T { %s }\nThread U { x := 1 }\n", cases[i].body);
    machine(&m, text);
    ASSERT_STR_EQm(cases[i].body, cases[i].set, waits_of(&m, "T"));
    UNBROKEN(&m);
    machine_done(&m);
  }
  PASS();
}

/* --- no memory --- */

TEST refusals_leave_nothing_behind(void) {
  Machine m;
  machine(&m, RICH);
  for (uint64_t n = 1; n < 60; n++) {
    vm_reset(m.s);
    for (unsigned k = 0; k < 25; k++) {
      Bytes before = encoded(&m, true);
      const VmAction *a;
      size_t crashes, count = vm_actions(m.s, &a, &crashes);
      if (count == SIZE_MAX || !count) break;
      VmAction x = a[(k * 5) % count];
      m.mem.fail_after = n;
      VmStatus st = vm_step(m.s, x.tid, x.choice, &m.ev);
      m.mem.fail_after = 0;
      if (st == VM_NOMEM) { ASSERT(same(before, encoded(&m, true))); st = vm_step(m.s, x.tid, x.choice, &m.ev); }
      ASSERT(st == VM_OK || st == VM_FAULT);
    }
  }
  DONE(&m);
}

TEST refused_from_the_start(void) {
  Comp c;
  comp(&c, RICH);
  unsigned made = 0;
  for (uint64_t n = 1; n < 60; n++) {
    Mem mem;
    mem_init(&mem, 0);
    mem.fail_after = n;
    VmState *s = vm_new(c.p, &mem);
    mem.fail_after = 0;
    made += s != NULL;
    vm_free(s);
    mem_deinit(&mem);                                        /* asserts that all came back */
  }
  ASSERT(made > 0);
  comp_done(&c);
  PASS();
}

SUITE(states) {
  RUN_TEST(restore_is_a_stack);
  RUN_TEST(encode_and_decode);
  RUN_TEST(reset);
  RUN_TEST(everything_counts);
  RUN_TEST(what_does_not_count);
  RUN_TEST(dead_locals_can_be_kept);
}
SUITE(identities) {
  RUN_TEST(concurrent_spawns_commute);
  RUN_TEST(names_of_spawned);
  RUN_TEST(unborn_again);
  RUN_TEST(daemons);
  RUN_TEST(numbering);
}
SUITE(waiting_threads) {
  RUN_TEST(reasons_to_wait);
  RUN_TEST(wait_sets);
}
SUITE(memory) {
  RUN_TEST(refusals_leave_nothing_behind);
  RUN_TEST(refused_from_the_start);
}

GREATEST_MAIN_DEFS();
int main(int argc, char **argv) {
  GREATEST_MAIN_BEGIN();
  RUN_SUITE(states);
  RUN_SUITE(identities);
  RUN_SUITE(waiting_threads);
  RUN_SUITE(memory);
  GREATEST_MAIN_END();
}
