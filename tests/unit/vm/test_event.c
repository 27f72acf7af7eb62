/* tests/unit/vm/test_event.c -- kind, footprint, operations and flags of each event, and the dependence table. */
#include "tests/greatest.h"
#include "tests/unit/vm/support.h"

#define DECLS "int x, y\nint[3] a\nrecord R { int p, int q }\nR r\nqueue<int> q\nset<int> s\nmutex m\nmutex[2] ms\npid who\nmessage M(int n), N()\n" \
  "Thread() W { x := 1 }\nThread U { receive { M(n) => { } N() => { } after => { } } }\n"

/* The STEPth event (from 0) of "Thread T { BODY }", first choices. */
typedef struct { const char *body; int step; EvKind kind; const char *footprint, *operations; unsigned flags; } Case;

static const Case cases[] = {
  { "x := 1; y := 2", 0, EV_WRITE, "W x", "", 0 },
  { "y := x", 0, EV_READ, "R x", "", 0 },
  { "x := 1", 0, EV_WRITE, "W x", "", EVF_ENDED },
  { "r := R(1, 2); skip", 0, EV_WRITE, "W r.p, W r.q", "", EVF_ENDED },
  { "R l = r; x := l.p", 0, EV_READ, "R r.p, R r.q", "", 0 },
  { "r.q := 1; skip", 0, EV_WRITE, "W r.q", "", EVF_ENDED },
  { "a[x] := 1", 1, EV_WRITE, "W a[0]", "", EVF_ENDED },
  { "int[3] l = a; x := l[0]", 0, EV_READ, "R a[0], R a[1], R a[2]", "", 0 },
  { "_ := cas(x, 0, 1); x := 3", 0, EV_RMW, "RW x", "", 0 },
  { "_ := cas(x, 4, 1); x := 3", 0, EV_RMW, "R x", "", EVF_FAILED_CAS },
  { "_ := cas(r, R(0, 0), R(1, 0)); x := 3", 0, EV_RMW, "RW r.p, RW r.q", "", 0 },
  { "_ := cas(r, R(0, 7), R(1, 0)); x := 3", 0, EV_RMW, "R r.p, R r.q", "", EVF_FAILED_CAS },
  { "_ := cas(a, [0, 0, 0], [1, 2, 3]); x := 3", 0, EV_RMW, "RW a[0], RW a[1], RW a[2]", "", 0 },
  { "_ := swap(x, 2); x := 3", 0, EV_RMW, "RW x", "", 0 },
  { "_ := fetch_add(a[1], 2); x := 3", 0, EV_RMW, "RW a[1]", "", 0 },
  { "push(q, 1); x := 3", 0, EV_DATA, "RW q", "", 0 },
  { "push(q, 1); _ := pop(q); x := 3", 1, EV_DATA, "RW q", "", 0 },
  { "push(q, 1); _ := head(q); x := 3", 1, EV_DATA, "R q", "", 0 },
  { "_ := len(q); x := 3", 0, EV_DATA, "R q", "", 0 },
  { "_ := contains(s, 1); x := 3", 0, EV_DATA, "R s", "", 0 },
  { "add(s, 1); x := 3", 0, EV_DATA, "RW s", "", 0 },
  { "remove(s, 1); x := 3", 0, EV_DATA, "RW s", "", 0 },
  { "clear(q); x := 3", 0, EV_DATA, "W q", "", 0 },
  { "lock(m); unlock(m)", 0, EV_LOCK, "RW m", "", 0 },
  { "lock(ms[1]); unlock(ms[1])", 1, EV_UNLOCK, "W ms[1]", "", EVF_ENDED },
  { "_ := trylock(m); x := 1", 0, EV_TRYLOCK, "RW m", "", 0 },
  { "lock(m); _ := trylock(m); x := 1", 1, EV_TRYLOCK, "R m", "", EVF_TRYLOCK_FAILED },
  { "T ! M(3); x := 1", 0, EV_SEND, "", "send M(3) to T x1", 0 },
  { "T ! N(); receive { N() => { } }; x := 1", 1, EV_RECEIVE, "", "receive N() @0", 0 },
  { "T ! N(); T ! M(1); receive { M(_) => { } }; x := 1", 2, EV_RECEIVE, "", "receive M(1) @1", 0 },
  { "receive { M(_) => { } after => { } }; x := 1", 0, EV_AFTER, "", "after", 0 },
  { "_ := spawn W(); x := 1", 0, EV_SPAWN, "", "spawn W#1@T", 0 },
  { "_ := choose(0..2); x := 1", 0, EV_CHOOSE, "", "", 0 },
  { "add(s, 1); _ := choose(s); x := 1", 1, EV_CHOOSE, "R s", "", EVF_GUARDED },
  { "set<int> l; add(l, 1); _ := choose(l); x := 1", 0, EV_CHOOSE, "", "", EVF_GUARDED },
  { "critical c { x := 1 }", 0, EV_ENTER, "RW critical c", "", 0 },
  { "critical c { x := 1 }", 2, EV_LEAVE, "RW critical c", "", EVF_ENDED },
  { "await x == 0 && y == 0; x := 1", 0, EV_AWAIT, "R x, R y", "", EVF_GUARDED },
  { "await x == 0 || y == 0; x := 1", 0, EV_AWAIT, "R x", "", EVF_GUARDED },       /* what it did read */
  { "either { skip } or { x := 2 }; y := 1", 0, EV_CHOOSE, "", "", 0 },
  { "either { lock(m) } or { skip }; y := 1", 0, EV_LOCK, "RW m", "", EVF_GUARDED },
  { "either { await x == 0 } or { await y == 1 }; y := 1", 0, EV_AWAIT, "R x, R y", "", EVF_GUARDED },   /* with what the others wait for */
  { "atomic { x := x + 1; if x == 1 { y := 1 } else { a[0] := 1 } }; y := 2", 0, EV_ATOMIC, "RW x, W y", "", 0 },
  { "atomic { lock(m); x := 1; unlock(m) }; y := 2", 0, EV_ATOMIC, "W x, RW m", "", EVF_GUARDED },
  { "atomic { T ! M(1); receive { M(_) => { } }; _ := spawn W() }; y := 2", 0, EV_ATOMIC, "", "send M(1) to T x1, receive M(1) @0, spawn W#1@T", EVF_GUARDED },
  { "atomic { await y == 0 }; x := 1", 0, EV_ATOMIC, "R y", "", EVF_GUARDED },
  { "for i in 1..2 { x := i }", 0, EV_WRITE, "W x", "", EVF_LOOPED },
  { "x := 1; assert false", 0, EV_WRITE, "W x", "", EVF_FAULT },
  { "x := 1; assume false", 0, EV_WRITE, "W x", "", EVF_STOPPED },
};

TEST event(const Case *k) {
  Machine m;
  char text[2000];
  snprintf(text, sizeof text, DECLS "Thread T { %s }\n", k->body);
  machine(&m, text);
  for (int i = 0; i <= k->step; i++) ASSERTm(k->body, step(&m, "T") != VM_BLOCKED);
  ASSERT_STR_EQm(k->body, ev_kind_word(k->kind), ev_kind_word((EvKind)m.ev.kind));
  ASSERT_STR_EQm(k->body, k->footprint, footprint(&m));
  ASSERT_STR_EQm(k->body, k->operations, operations(&m));
  ASSERT_EQ_FMTm(k->body, k->flags, (unsigned)m.ev.flags, "%u");
  bool lock = m.ev.kind == EV_LOCK || m.ev.kind == EV_UNLOCK || m.ev.kind == EV_TRYLOCK;
  ASSERT_EQm(k->body, lock, m.ev.lock != UINT32_MAX);
  ASSERT_EQ(tid_of(&m, "T"), m.ev.tid);
  DONE(&m);
}

SUITE(footprints) { for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) RUN_TEST1(event, &cases[i]); }

TEST invariants_are_objects(void) {
  Machine m;
  machine(&m, "int x, y, z\ninvariant i: x < 9\ncover c: x == y\nThread T { z := 1; x := 1; y := 1; _ := x }\n");
  step(&m, "T");
  ASSERT_STR_EQ("W z", footprint(&m));
  step(&m, "T");
  ASSERT_STR_EQ("W x, RW invariant i, RW cover c", footprint(&m));
  step(&m, "T");
  ASSERT_STR_EQ("W y, RW cover c", footprint(&m));
  step(&m, "T");
  ASSERT_STR_EQ("R x", footprint(&m));                       /* reading changes no property */
  DONE(&m);
}

TEST crash_is_an_event(void) {
  Machine m;
  machine(&m, "int x\nfault crash T <= 1\nfault crash U\nThread T { x := 1 }\nThread U { x := 2 }\n");
  ASSERT_EQ(VM_OK, step_with(&m, "T", "crash"));
  ASSERT_EQ(EV_CRASH, m.ev.kind);
  ASSERT_STR_EQ("RW fault budget", footprint(&m));
  ASSERT_EQ(VM_OK, step_with(&m, "U", "crash"));             /* no bound, no budget */
  ASSERT_STR_EQ("", footprint(&m));
  DONE(&m);
}

TEST lossy_sends_touch_their_budget(void) {
  Machine m;
  machine(&m, "message M(), N()\nfault drop M <= 1\nfault duplicate N\nThread T { T ! M(); T ! M(); T ! N() }\n");
  ASSERT_EQ(VM_OK, step_with(&m, "T", "1"));
  ASSERT_STR_EQ("RW fault budget", footprint(&m));
  ASSERT_STR_EQ("send M() to T x0", operations(&m));
  ASSERT_EQ(VM_OK, step(&m, "T"));                           /* spent: one way left, which depends on the budget */
  ASSERT_STR_EQ("R fault budget", footprint(&m));
  ASSERT_STR_EQ("send M() to T x1", operations(&m));
  ASSERT_EQ(VM_OK, step_with(&m, "T", "1"));
  ASSERT_STR_EQ("", footprint(&m));
  ASSERT_STR_EQ("send N() to T x2", operations(&m));
  DONE(&m);
}

TEST init_with_choices_is_an_event(void) {
  Machine m;
  machine(&m, "int x\ninit { x := choose(1..3) }\nThread T { x := x + 1 }\n");
  ASSERT_STR_EQ("0 1 2", choices(&m, "init"));
  ASSERT_STR_EQ("-", choices(&m, "T"));
  ASSERT_EQ(VM_OK, step_with(&m, "init", "2"));
  ASSERT_EQ(EV_INIT, m.ev.kind);
  ASSERT_STR_EQ("3", value(&m, "x"));
  ASSERT_STR_EQ("0", choices(&m, "T"));
  DONE(&m);
}

TEST join_of_the_ended(void) {
  Machine m;
  machine(&m, "int x\nThread A { x := 1 }\nThread T { join A; x := 2 }\n");
  ASSERT_EQ(VM_BLOCKED, step(&m, "T"));
  step(&m, "A");
  ASSERT_EQ(VM_OK, step(&m, "T"));
  ASSERT_EQ(EV_JOIN, m.ev.kind);
  ASSERT_STR_EQ("join A", operations(&m));
  DONE(&m);
}

TEST peek_does_nothing(void) {
  Machine m;
  machine(&m, "int x\nmutex l\nThread T { x := 1 }\nThread U { lock(l); lock(l) }\nThread V { lock(l) }\n");
  Bytes before = encoded(&m, true);
  ASSERT_EQ(VM_OK, vm_peek(m.s, 0, 0, &m.ev));
  ASSERT_STR_EQ("W x", footprint(&m));
  ASSERT(same(before, encoded(&m, true)));
  step(&m, "U");
  ASSERT_EQ(VM_BLOCKED, vm_peek(m.s, (VmTid)tid_of(&m, "V"), 0, &m.ev));
  ASSERT_EQ(VM_FAULT, vm_peek(m.s, (VmTid)tid_of(&m, "U"), 0, &m.ev));
  ASSERT_EQ(TH_RUNNING, vm_thread(m.s, (VmTid)tid_of(&m, "U")));
  DONE(&m);
}

SUITE(more_events) {
  RUN_TEST(invariants_are_objects);
  RUN_TEST(crash_is_an_event);
  RUN_TEST(lossy_sends_touch_their_budget);
  RUN_TEST(init_with_choices_is_an_event);
  RUN_TEST(join_of_the_ended);
  RUN_TEST(peek_does_nothing);
}

/* --- dependence, algorithms.md 1.2 ---
 * Threads A and B are brought to their pending events: A does AHEAD steps, B none; then both are looked at in that state. */
typedef struct { const char *decls, *a, *b; int ahead; bool dependent; } Pair;

#define MEMORY "int x, y\nint[3] v\nrecord R { int p, int q }\nR r\nqueue<int> q\nset<int> s\n"
#define LOCKS  "mutex m, k\nmutex[2] ms\nint x\n"
#define BOXES  "message M(int n), N()\nThread C { receive { M(_) => { } } }\nThread D { skip }\nint x\n"

static const Pair pairs[] = {
  /* memory, memory: overlap with at least one W */
  { MEMORY, "x := 1", "x := 2", 0, true },
  { MEMORY, "x := 1", "_ := x", 0, true },
  { MEMORY, "_ := x", "_ := x", 0, false },
  { MEMORY, "x := 1", "y := 2", 0, false },
  { MEMORY, "v[0] := 1", "v[1] := 1", 0, false },
  { MEMORY, "v[0] := 1", "int[3] l = v", 0, true },
  { MEMORY, "r.p := 1", "r.q := 1", 0, false },
  { MEMORY, "r := R(1, 2)", "r.q := 1", 0, true },
  { MEMORY, "_ := cas(x, 0, 1)", "_ := cas(x, 0, 2)", 0, true },
  { MEMORY, "_ := cas(x, 7, 1)", "_ := cas(x, 8, 2)", 0, false },       /* both fail: reads */
  { MEMORY, "_ := cas(x, 7, 1)", "_ := x", 0, false },
  { MEMORY, "_ := cas(r, R(0, 0), R(1, 1))", "_ := r.q", 0, true },
  { MEMORY, "push(q, 1)", "push(q, 2)", 0, true },
  { MEMORY, "_ := len(q)", "_ := contains(q, 2)", 0, false },
  { MEMORY, "add(s, 1)", "_ := len(s)", 0, true },
  { MEMORY, "atomic { x := 1; y := 1 }", "_ := y", 0, true },
  { MEMORY, "atomic { if x == 1 { y := 1 } }", "_ := y", 0, false },    /* the footprint is what it did */
  { MEMORY, "await x == 0", "x := 1", 0, true },
  { MEMORY, "await x == 0", "_ := x", 0, false },
  { MEMORY, "_ := choose(s)", "add(s, 2)", -1, true },
  /* mutexes */
  { LOCKS, "lock(m)", "lock(m)", 0, true },
  { LOCKS, "lock(m)", "lock(k)", 0, false },
  { LOCKS, "lock(ms[0])", "lock(ms[1])", 0, false },
  { LOCKS, "lock(m); unlock(m)", "_ := trylock(m)", 1, true },
  { LOCKS, "_ := trylock(m)", "_ := trylock(m)", 0, true },
  { LOCKS, "lock(m); _ := trylock(m)", "_ := trylock(m)", 1, false },   /* two failures */
  { LOCKS, "lock(m); unlock(m)", "lock(k)", 1, false },
  { LOCKS, "atomic { lock(m); unlock(m) }", "lock(m)", 0, true },
  /* messages */
  { BOXES, "C ! M(1)", "C ! N()", 0, true },
  { BOXES, "C ! M(1)", "D ! M(1)", 0, false },
  { BOXES, "C ! M(1)", "x := 1", 0, false },
  { BOXES, "receive { M(_) => { } after => { } }", "A ! M(1)", 0, true },
  { BOXES, "receive { M(_) => { } after => { } }", "A ! N()", 0, false },       /* does not match */
  { BOXES, "receive { M(n) when n > 3 => { } after => { } }", "A ! M(1)", 0, false },
  { BOXES, "receive { M(n) when n > 3 => { } after => { } }", "A ! M(4)", 0, true },
  { BOXES, "int k = 3; receive { M(=k) => { } after => { } }", "A ! M(3)", 0, true },
  { BOXES, "int k = 3; receive { M(=k) => { } after => { } }", "A ! M(2)", 0, false },
  { BOXES, "A ! M(1); receive { M(_) => { } }", "A ! M(2)", 1, false },         /* a later send: it took an older one */
  { BOXES, "A ! M(1); receive { M(_) => { } after => { } }", "A ! M(2)", 1, false },
  { BOXES, "atomic { C ! M(1); D ! M(1) }", "D ! N()", 0, true },
  /* threads */
  { "int x\nThread() W { x := 1 }\n", "_ := spawn W()", "_ := spawn W()", 0, false },
  { "int x\n", "_ := choose(0..3)", "_ := choose(0..3)", 0, false },
  { "int x\n", "_ := choose(0..3)", "x := 1", 0, false },
  /* virtual objects */
  { "int x\n", "critical c { x := 1 }", "critical c { x := 2 }", 0, true },
  { "int x\n", "critical c { x := 1 }", "critical d { x := 2 }", 0, false },
  { "int x, y\ninvariant i: x == y\n", "x := 1", "y := 1", 0, true },
  { "int x, y, z\ninvariant i: x == y\n", "x := 1", "z := 1", 0, false },
  { "int x, y\ncover i: x == y\n", "x := 1", "y := 1", 0, true },
};

static char told[600];

TEST pair(const Pair *k) {
  Machine m;
  char text[2000];
  bool set = k->ahead < 0;                                   /* s must hold something */
  snprintf(text, sizeof text, "%s%sThread A { %s }\nThread B { %s }\n", k->decls, set ? "init { add(s, 1) }\n" : "", k->a, k->b);
  machine(&m, text);
  snprintf(told, sizeof told, "%s  ||  %s", k->a, k->b);
  for (int i = 0; i < k->ahead; i++) ASSERTm(told, step(&m, "A") == VM_OK);
  VmEvent a, b;
  VmAcc acc[64];
  VmOp ops[8];
  ASSERT_EQm(told, VM_OK, vm_peek(m.s, (VmTid)tid_of(&m, "A"), 0, &a));
  if (a.nacc) memcpy(acc, a.acc, a.nacc * sizeof *acc);
  if (a.nops) memcpy(ops, a.ops, a.nops * sizeof *ops);
  a.acc = acc;
  a.ops = ops;
  ASSERT_EQm(told, VM_OK, vm_peek(m.s, (VmTid)tid_of(&m, "B"), 0, &b));
  ASSERT_EQm(told, k->dependent, ev_dependent(m.s, &a, &b));
  ASSERT_EQm(told, k->dependent, ev_dependent(m.s, &b, &a));  /* symmetric */
  if (!k->dependent) {                                       /* and then they commute */
    VmMark mark = vm_save(m.s);
    ASSERT_EQ(VM_OK, step(&m, "A"));
    ASSERT_EQm(told, VM_OK, step(&m, "B"));
    Bytes ab = encoded(&m, false);
    vm_restore(m.s, mark);
    ASSERT_EQm(told, VM_OK, step(&m, "B"));
    ASSERT_EQm(told, VM_OK, step(&m, "A"));
    ASSERTm(told, same(ab, encoded(&m, false)));
  }
  DONE(&m);
}

SUITE(dependence) { for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) RUN_TEST1(pair, &pairs[i]); }

/* --- dependence that needs a history --- */

typedef struct { VmEvent ev; VmAcc acc[64]; VmOp ops[8]; } Kept;
static Kept kept(const VmEvent *e) {
  static Kept k[4];
  static int i;
  Kept *x = &k[i++ & 3];
  x->ev = *e;
  if (e->nacc) memcpy(x->acc, e->acc, e->nacc * sizeof *x->acc);
  if (e->nops) memcpy(x->ops, e->ops, e->nops * sizeof *x->ops);
  return *x;
}
#define KEEP(var) Kept var = kept(&m.ev); var.ev.acc = var.acc; var.ev.ops = var.ops

TEST spawn_depends_on_the_child(void) {
  Machine m;
  machine(&m, "int x, y\nThread() W { y := 1 }\nThread A { pid p = spawn W(); join p }\nThread B { x := 1 }\n");
  step(&m, "A");
  KEEP(spawn);
  step(&m, "W#1@A");
  KEEP(child);
  step(&m, "B");
  KEEP(other);
  step(&m, "A");
  KEEP(join);
  ASSERT(ev_dependent(m.s, &spawn.ev, &child.ev) && ev_dependent(m.s, &child.ev, &join.ev));
  ASSERT(!ev_dependent(m.s, &spawn.ev, &other.ev) && !ev_dependent(m.s, &other.ev, &join.ev));
  ASSERT(ev_dependent(m.s, &spawn.ev, &join.ev));            /* same thread */
  DONE(&m);
}

TEST budgets_are_shared(void) {
  Machine m;
  machine(&m, "int x\nfault crash A <= 1\nfault crash B <= 1\nThread(i in 0..1) A { x := 1 }\nThread B { x := 2 }\n");
  VmEvent e;
  vm_peek(m.s, 0, VM_CRASH, &m.ev);
  KEEP(a0);
  vm_peek(m.s, 1, VM_CRASH, &m.ev);
  KEEP(a1);
  vm_peek(m.s, 2, VM_CRASH, &m.ev);
  KEEP(b);
  ASSERT_EQ(VM_OK, vm_peek(m.s, 1, 0, &e));
  ASSERT(ev_dependent(m.s, &a0.ev, &a1.ev));                 /* one budget */
  ASSERT(!ev_dependent(m.s, &a0.ev, &b.ev));
  ASSERT(!ev_dependent(m.s, &a0.ev, &e));
  DONE(&m);
}

SUITE(histories) {
  RUN_TEST(spawn_depends_on_the_child);
  RUN_TEST(budgets_are_shared);
}

GREATEST_MAIN_DEFS();
int main(int argc, char **argv) {
  GREATEST_MAIN_BEGIN();
  RUN_SUITE(footprints);
  RUN_SUITE(more_events);
  RUN_SUITE(dependence);
  RUN_SUITE(histories);
  GREATEST_MAIN_END();
}
