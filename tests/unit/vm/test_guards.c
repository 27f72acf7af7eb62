/* tests/unit/vm/test_guards.c -- guards as failing reads; what an event itself did and what its choices wait for; the first
 * action that can be taken. */
#include "tests/greatest.h"
#include "tests/unit/vm/support.h"
#include "vm/waits.h"

#define DECLS "int x, y, z\nmutex m\nset<int> s\nmessage M(int n), N()\n"
#define NOBODY "Thread U { receive { M(_) => { } } }\n"

static void failing(Machine *m, const char *text) {
  machine(m, text);
  vm_failing_guards(m->s, true);
}

/* --- guards that fail: "Thread T { BODY }" stands before one that cannot proceed --- */

/* LATER is what another thread does then. */
typedef struct { const char *body, *footprint, *operations, *later; } Case;

static const Case cases[] = {
  { "await x == 1", "R x", "", "x := 1" },
  { "await x == 1", "R x", "", "x := 2" },
  { "await x == 1", "R x", "", "y := 1" },
  { "await x == 1 && y == 1", "R x", "", "x := 1" },                /* reads what it read, not all it may */
  { "await x == 1 || y == 1", "R x, R y", "", "y := 1" },
  { "atomic { y := 1; await x == 1; z := 1 }", "R x, R y", "", "x := 1" },            /* its write is undone */
  { "atomic { await x == 0; await y == 1 }", "R x, R y", "", "x := 1" },
  { "atomic { await x == 0; await y == 1 }", "R x, R y", "", "y := 1" },
  { "atomic { y := 2; receive { M(_) => { } } }", "R y", "after", "T ! M(1)" },
  { "atomic { y := 2; receive { M(_) => { } } }", "R y", "after", "T ! N()" },
  { "atomic { y := 2; join U }", "R y", "join U", "U ! M(1)" },
  { "atomic { U ! N(); await x == 1 }", "R x", "", "x := 1" },                         /* nothing was sent */
  { "_ := choose(s)", "R s", "", "add(s, 1)" },
  { "_ := choose(s)", "R s", "", "x := 1" },
  { "either { await x == 1 } or { await y == 1 }", "R x, R y", "", "x := 1" },            /* what all branches wait for */
};

/* The thread fails, changes nothing but that it is stuck, and stays so. */
TEST fails(const Case *k) {
  Machine m;
  const char *told = k->body;
  char text[600];
  snprintf(text, sizeof text, DECLS NOBODY "Thread T { %s }\nThread O { %s }\n", k->body, k->later);
  failing(&m, text);
  unsigned t = tid_of(&m, "T");
  uint32_t pc = vm_pc(m.s, (VmTid)t);
  const VmAction *a;
  ASSERT_EQm(told, (size_t)(strncmp(told, "either", 6) == 0 ? 2 : 1), vm_thread_actions(m.s, (VmTid)t, &a));
  ASSERT_EQm(told, VM_OK, step(&m, "T"));
  ASSERT_EQm(told, TH_STUCK, vm_thread(m.s, (VmTid)t));
  ASSERT_EQm(told, EVF_STUCK | EVF_STOPPED | EVF_GUARDED, (int)m.ev.flags & (EVF_STUCK | EVF_STOPPED | EVF_GUARDED | EVF_ENDED | EVF_FAULT));
  ASSERT_STR_EQm(told, k->footprint, footprint(&m));
  ASSERT_STR_EQm(told, k->operations, operations(&m));
  ASSERT_EQm(told, UINT32_MAX, m.ev.lock);
  ASSERT_EQm(told, pc, vm_stuck_pc(m.s, (VmTid)t));
  ASSERT_EQm(told, UINT32_MAX, vm_pc(m.s, (VmTid)t));
  ASSERT_STR_EQm(told, "0", value(&m, "y"));
  ASSERT_EQm(told, (size_t)0, vm_mailbox(m.s, (VmTid)tid_of(&m, "U"), NULL, 0));
  ASSERT_FALSEm(told, vm_stuck_open(m.s, (VmTid)t));
  ASSERT_EQm(told, 1u, run(&m, "O"));
  ASSERT_EQm(told, TH_STUCK, vm_thread(m.s, (VmTid)t));      /* for good */
  ASSERT_STR_EQm(told, "-", choices(&m, "T"));
  DONE(&m);
}

TEST another_branch_is_open(void) {
  Machine m;
  failing(&m, DECLS "Thread T { either { await x == 1 } or { await y == 0 } }\n");
  ASSERT_EQ(VM_OK, step_with(&m, "T", "0"));
  ASSERT_EQ(TH_STUCK, vm_thread(m.s, 0));
  ASSERT_STR_EQ("R x, R y", footprint(&m));
  ASSERT(vm_stuck_open(m.s, 0));
  DONE(&m);
}

/* A branch that can be taken reads for itself alone. */
TEST an_open_branch(void) {
  Machine m;
  failing(&m, DECLS "Thread T { either { await x == 1 } or { await y == 0 } }\n");
  ASSERT_EQ(VM_OK, step_with(&m, "T", "1"));
  ASSERT_EQ(0, m.ev.flags & EVF_STUCK);
  ASSERT_STR_EQ("R y", footprint(&m));
  DONE(&m);
}

SUITE(stuck) { RUN_TEST(another_branch_is_open); RUN_TEST(an_open_branch); for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) RUN_TEST1(fails, &cases[i]); }

/* --- guards that hold, and what still waits --- */

TEST a_guard_that_holds(void) {
  Machine m;
  failing(&m, DECLS "Thread T { await x == 0; y := 1 }\n");
  ASSERT_EQ(VM_OK, step(&m, "T"));
  ASSERT_EQ(0, m.ev.flags & EVF_STUCK);
  ASSERT_EQ(1u, run(&m, "T"));
  ASSERT_STR_EQ("1", value(&m, "y"));
  DONE(&m);
}

TEST off_means_waiting(void) {
  Machine m;
  machine(&m, DECLS "Thread T { await x == 1 }\n");
  ASSERT_STR_EQ("-", choices(&m, "T"));
  ASSERT_EQ(VM_BLOCKED, step(&m, "T"));
  ASSERT_EQ(TH_RUNNING, vm_thread(m.s, 0));
  DONE(&m);
}

TEST plain_waits_still_wait(void) {
  static const char *const bodies[] = { "lock(m)", "receive { M(_) => { } }", "join O", "_ := choose(5..3)" };
  for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++) {
    Machine m;
    char text[300];
    snprintf(text, sizeof text, DECLS "Thread T { %s }\nThread O { lock(m); x := 1; x := 2 }\n", bodies[i]);
    failing(&m, text);
    step(&m, "O");
    ASSERT_STR_EQm(bodies[i], "-", choices(&m, "T"));
    ASSERT_EQm(bodies[i], VM_BLOCKED, step(&m, "T"));
    ASSERT_EQm(bodies[i], TH_RUNNING, vm_thread(m.s, 0));
    UNBROKEN(&m);
    machine_done(&m);
  }
  PASS();
}

TEST a_lock_in_a_block(void) {
  Machine m;
  failing(&m, DECLS "Thread T { atomic { y := 1; lock(m) }; unlock(m) }\nThread O { lock(m); unlock(m) }\n");
  step(&m, "O");
  ASSERT_EQ(VM_OK, step(&m, "T"));
  ASSERT_EQ(TH_STUCK, vm_thread(m.s, 0));
  ASSERT_STR_EQ("R y, R m", footprint(&m));
  ASSERT_EQ(UINT32_MAX, m.ev.lock);
  DONE(&m);
}

/* The message that an earlier receive of the block took stays where it was: it was looked at. */
TEST a_receive_in_a_block_is_a_look(void) {
  Machine m;
  failing(&m, DECLS "Thread T { atomic { receive { M(_) => { } }; await x == 1 } }\nThread O { T ! M(7) }\n");
  step(&m, "O");
  ASSERT_EQ(VM_OK, step(&m, "T"));
  ASSERT_EQ(TH_STUCK, vm_thread(m.s, 0));
  ASSERT_EQ(1u, m.ev.nops);
  ASSERT_EQ(EV_RECEIVE, (int)m.ev.ops[0].kind);
  ASSERT_EQ(0, (int)m.ev.ops[0].copies);
  ASSERT_STR_EQ("receive M(7) @0", operations(&m));
  ASSERT_EQ((size_t)1, vm_mailbox(m.s, 0, NULL, 0));
  DONE(&m);
}

TEST a_spawn_in_a_block_is_undone(void) {
  Machine m;
  failing(&m, DECLS "Thread() W { x := 5 }\nThread T { atomic { pid p = spawn W(); join p } }\n");
  ASSERT_EQ(VM_OK, step(&m, "T"));
  ASSERT_EQ(TH_STUCK, vm_thread(m.s, (VmTid)tid_of(&m, "T")));
  for (unsigned t = 0; t < vm_nthreads(m.s); t++) if (t != tid_of(&m, "T")) ASSERT_EQ(TH_UNBORN, vm_thread(m.s, (VmTid)t));
  for (uint32_t i = 0; i < m.ev.nops; i++) ASSERT_NEQ(EV_SPAWN, (int)m.ev.ops[i].kind);
  DONE(&m);
}

/* Each branch is an action of its own; one that cannot proceed fails, and reads what all of them wait for. */
TEST branches(void) {
  Machine m;
  failing(&m, DECLS "Thread T { either { await x == 1 } or { z := 1 } or { await y == 1 } }\nThread O { x := 1 }\n");
  ASSERT_STR_EQ("0 1 2", choices(&m, "T"));
  VmMark mark = vm_save(m.s);
  ASSERT_EQ(VM_OK, step_with(&m, "T", "2"));
  ASSERT_STR_EQ("R x, R y", footprint(&m));
  ASSERT_EQ(TH_STUCK, vm_thread(m.s, 0));
  vm_restore(m.s, mark);
  ASSERT_EQ(VM_OK, step_with(&m, "T", "1"));
  run(&m, "T");
  ASSERT_EQ(TH_ENDED, vm_thread(m.s, 0));
  ASSERT_STR_EQ("1", value(&m, "z"));
  DONE(&m);
}

TEST no_such_branch(void) {
  Machine m;
  failing(&m, DECLS "Thread T { either { await x == 1 } or { await y == 1 } }\n");
  ASSERT_EQ(VM_BLOCKED, step_with(&m, "T", "2"));
  ASSERT_EQ(TH_RUNNING, vm_thread(m.s, 0));
  DONE(&m);
}

/* A failing assertion before the guard is a failure, not a guard. */
TEST failures_come_first(void) {
  Machine m;
  failing(&m, DECLS "Thread T { atomic { assert x == 1; await y == 1 } }\n");
  ASSERT_EQ(VM_FAULT, step(&m, "T"));
  ASSERT_EQ(TH_FAILED, vm_thread(m.s, 0));
  DONE(&m);
}

TEST being_stuck_is_part_of_the_state(void) {
  Machine m;
  failing(&m, DECLS "Thread T { await x == 1 }\nThread U { await y == 1 }\n");
  Bytes none = encoded(&m, true);
  VmMark mark = vm_save(m.s);
  step(&m, "T");
  Bytes t = encoded(&m, true);
  vm_restore(m.s, mark);
  step(&m, "U");
  ASSERT_FALSE(same(none, t));
  ASSERT_FALSE(same(t, encoded(&m, true)));
  DONE(&m);
}

TEST a_stuck_thread_is_not_joined(void) {
  Machine m;
  failing(&m, DECLS "Thread T { await x == 1 }\nThread O { join T }\n");
  step(&m, "T");
  ASSERT_STR_EQ("-", choices(&m, "O"));
  DONE(&m);
}

TEST a_stuck_thread_does_not_crash(void) {
  Machine m;
  failing(&m, DECLS "fault crash T <= 1\nThread T { await x == 1 }\nThread O { x := 1 }\n");
  ASSERT_STR_EQ("0 crash", choices(&m, "T"));
  step(&m, "T");
  ASSERT_STR_EQ("-", choices(&m, "T"));
  ASSERT_FALSE(vm_stuck_open(m.s, 0));                       /* to crash is not to go on */
  DONE(&m);
}

SUITE(modes) {
  RUN_TEST(a_guard_that_holds);
  RUN_TEST(off_means_waiting);
  RUN_TEST(plain_waits_still_wait);
  RUN_TEST(a_lock_in_a_block);
  RUN_TEST(a_receive_in_a_block_is_a_look);
  RUN_TEST(a_spawn_in_a_block_is_undone);
  RUN_TEST(branches);
  RUN_TEST(no_such_branch);
  RUN_TEST(failures_come_first);
  RUN_TEST(being_stuck_is_part_of_the_state);
  RUN_TEST(a_stuck_thread_is_not_joined);
  RUN_TEST(a_stuck_thread_does_not_crash);
}

/* --- the first action --- */

/* "T 0", or "-". */
static const char *some(Machine *m, const char *first) {
  VmAction a;
  char b[64], c[64];
  if (vm_some_action(m->s, (VmTid)tid_of(m, first), &a) != VM_OK) return "-";
  return arena_printf(&m->c.arena, "%s %s", vm_thread_name(m->s, a.tid, b, sizeof b), vm_choice_text(m->s, a.choice, c, sizeof c));
}

TEST the_one_asked_for(void) {
  Machine m;
  machine(&m, DECLS "Thread A { x := 1 }\nThread B { x := 2 }\nThread C { x := 3 }\n");
  ASSERT_STR_EQ("B 0", some(&m, "B"));
  ASSERT_STR_EQ("C 0", some(&m, "C"));
  DONE(&m);
}

TEST else_the_first_that_can(void) {
  Machine m;
  machine(&m, DECLS "Thread A { await x == 5 }\nThread B { x := 2 }\nThread C { lock(m); unlock(m) }\nThread D { lock(m); unlock(m) }\n");
  ASSERT_STR_EQ("B 0", some(&m, "A"));
  step(&m, "D");
  ASSERT_STR_EQ("B 0", some(&m, "C"));
  run(&m, "B");
  ASSERT_STR_EQ("D 0", some(&m, "B"));                       /* B has ended */
  DONE(&m);
}

TEST its_first_choice(void) {
  Machine m;
  machine(&m, DECLS "Thread A { either { await x == 1 } or { await x == 0 } or { skip } }\n");
  ASSERT_STR_EQ("A 1", some(&m, "A"));
  DONE(&m);
}

TEST never_a_crash(void) {
  Machine m;
  machine(&m, DECLS "fault crash A\nThread A { await x == 1 }\nThread B { x := 1 }\n");
  ASSERT_STR_EQ("B 0", some(&m, "A"));
  run(&m, "B");
  ASSERT_STR_EQ("A 0", some(&m, "A"));
  run(&m, "A");
  ASSERT_STR_EQ("-", some(&m, "A"));
  DONE(&m);
}

TEST nothing_but_crashes(void) {
  Machine m;
  machine(&m, DECLS "fault crash A\nThread A { await x == 1 }\n");
  ASSERT_STR_EQ("crash", choices(&m, "A"));
  ASSERT_STR_EQ("-", some(&m, "A"));
  DONE(&m);
}

/* As vm_actions says, in every state of a run. */
TEST the_same_as_all_actions(void) {
  static const char *const texts[] = {
    DECLS "Thread A { x := choose(1..2); lock(m); y := x; unlock(m) }\nThread B { lock(m); await x > 0; unlock(m) }\n",
    DECLS "Thread A { B ! M(1); join B }\nThread B { receive { M(_) => { } }; _ := choose(s) }\n",
    DECLS "init { x := choose(1..3) }\nThread() W { y := y + 1 }\nThread A { pid p = spawn W(); join p }\n",
  };
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    Machine m;
    machine(&m, texts[i]);
    for (int n = 0; n < 40; n++) {
      const VmAction *a;
      size_t crashes, all = vm_actions(m.s, &a, &crashes);
      VmAction first = all ? a[0] : (VmAction){ 0, 0 }, one;
      VmStatus st = vm_some_action(m.s, 0, &one);
      ASSERT_EQm(texts[i], all ? VM_OK : VM_BLOCKED, st);
      if (!all) break;
      ASSERT_EQm(texts[i], first.tid, one.tid);
      ASSERT_EQm(texts[i], first.choice, one.choice);
      ASSERT_EQm(texts[i], VM_OK, step_tid(&m, one.tid, one.choice));
    }
    UNBROKEN(&m);
    machine_done(&m);
  }
  PASS();
}

SUITE(first_action) {
  RUN_TEST(the_one_asked_for);
  RUN_TEST(else_the_first_that_can);
  RUN_TEST(its_first_choice);
  RUN_TEST(never_a_crash);
  RUN_TEST(nothing_but_crashes);
  RUN_TEST(the_same_as_all_actions);
}

/* --- what an event itself did, and what its choices wait for --- */

static const char *own(Machine *m) {
  VmEvent all = m->ev;
  m->ev.nacc = all.nown, m->ev.acc = all.own;
  const char *s = footprint(m);
  m->ev = all;
  return s;
}

TEST without_choices_they_are_the_same(void) {
  Machine m;
  machine(&m, DECLS "Thread T { await x == 0 || y == 1; x := 1 }\n");
  for (int i = 0; i < 2; i++) {
    ASSERT_EQ(VM_OK, step(&m, "T"));
    ASSERT_STR_EQ(footprint(&m), own(&m));
    ASSERT_EQ(m.ev.nacc, m.ev.nown);
    ASSERT_EQ(m.ev.nops, m.ev.nownops);
  }
  DONE(&m);
}

TEST a_branch_waits_for_all(void) {
  Machine m;
  machine(&m, DECLS "Thread T { either { await x == 0 } or { await y == 1 } or { lock(m) }; z := 1 }\n");
  ASSERT_EQ(VM_OK, step(&m, "T"));
  ASSERT_STR_EQ("R x", own(&m));
  ASSERT_STR_EQ("R x, R y, R m", footprint(&m));
  DONE(&m);
}

TEST a_message_that_is_there(void) {
  Machine m;
  machine(&m, DECLS "Thread T { either { receive { M(_) => { } } } or { x := 1 }; z := 1 }\nThread O { T ! M(3) }\n");
  VmMark mark = vm_save(m.s);
  ASSERT_EQ(VM_OK, step_with(&m, "T", "1"));
  ASSERT_STR_EQ("after", operations(&m));                    /* nothing there: as a receive that found nothing */
  ASSERT_EQ(0u, m.ev.nownops);
  vm_restore(m.s, mark);
  step(&m, "O");
  ASSERT_EQ(VM_OK, step_with(&m, "T", "1"));
  ASSERT_EQ(1u, m.ev.nops);
  ASSERT_EQ(0u, m.ev.nownops);
  ASSERT_EQ(EV_RECEIVE, (int)m.ev.ops[0].kind);
  ASSERT_EQ(0, (int)m.ev.ops[0].copies);                     /* looked at, not taken */
  ASSERT_STR_EQ("receive M(3) @0", operations(&m));
  ASSERT_EQ((size_t)1, vm_mailbox(m.s, 0, NULL, 0));
  DONE(&m);
}

TEST a_message_that_is_taken(void) {
  Machine m;
  machine(&m, DECLS "Thread T { either { receive { M(_) => { } } } or { skip }; z := 1 }\nThread O { T ! M(3) }\n");
  step(&m, "O");
  ASSERT_EQ(VM_OK, step_with(&m, "T", "0"));
  ASSERT_EQ(1u, m.ev.nownops);
  ASSERT_EQ(1, (int)m.ev.ops[0].copies);                     /* own ones come first */
  ASSERT_EQ((size_t)0, vm_mailbox(m.s, 0, NULL, 0));
  DONE(&m);
}

TEST a_crash_waits_for_the_guard(void) {
  Machine m;
  machine(&m, DECLS "fault crash T <= 1\nThread T { await x == 1 }\n");
  ASSERT_EQ(VM_OK, step_with(&m, "T", "crash"));
  ASSERT(strstr(footprint(&m), "R x") != NULL);
  ASSERT(strstr(own(&m), "R x") == NULL);
  DONE(&m);
}

TEST switched_off(void) {
  Machine m;
  machine(&m, DECLS "Thread T { either { await x == 0 } or { await y == 1 }; z := 1 }\n");
  vm_footprints(m.s, false);
  ASSERT_EQ(VM_OK, step(&m, "T"));
  ASSERT_STR_EQ("R x", footprint(&m));
  DONE(&m);
}

TEST failing_guards_wait_for_nothing(void) {
  Machine m;
  failing(&m, DECLS "Thread T { either { await x == 0 } or { await y == 1 }; z := 1 }\n");
  ASSERT_FALSE(vm_is_guard(m.s, 0));
  ASSERT_EQ(VM_OK, step(&m, "T"));
  ASSERT_STR_EQ("R x", footprint(&m));
  DONE(&m);
}

/* --- wait sets --- */

static const char *waits(Machine *m, const char *name) {
  VmWaits w;
  if (!vm_waits(m->s, (VmTid)tid_of(m, name), &w)) return "no memory";
  m->ev.acc = w.acc, m->ev.nacc = w.nacc, m->ev.ops = w.ops, m->ev.nops = w.nops;
  const char *acc = footprint(m), *ops = operations(m);
  return arena_printf(&m->c.arena, "%s%s%s", acc, *acc && *ops ? ", " : "", ops);
}

typedef struct { const char *body, *waits; bool guard, choices; } Waiting;
static const Waiting waiting[] = {
  { "x := 1", "", false, false },
  { "await x == 1", "R x", true, false },
  { "await x == 1 && y == 1", "R x, R y", true, false },                   /* whatever short-circuit leaves out */
  { "await x == 1 && y == 1 || x == 2 && z == 1", "R x, R y, R z", true, false },
  { "int l = 1; await l == 1 || y == 1", "", true, false },                /* locals are known */
  { "atomic { await x == 1; y := z }", "R x", true, false },               /* not what comes after the last that blocks */
  { "atomic { y := z; await x == 1 }", "R x, R z", true, false },
  { "atomic { if y == 1 { await x == 1 } else { z := 1 } }", "R x, R y", true, false },
  { "atomic { lock(m); x := 1 }", "R m", true, false },
  { "atomic { join U; x := 1 }", "join U", true, false },
  { "atomic { receive { M(_) => { } }; x := 1 }", "after", true, false },
  { "_ := choose(s)", "R s", true, true },
  { "_ := choose(1..2)", "", false, true },
  { "either { await x == 1 } or { skip }", "R x", true, true },
  { "either { skip } or { skip }", "", false, true },
};

TEST wait_set(const Waiting *k) {
  Machine m;
  char text[400];
  snprintf(text, sizeof text, DECLS NOBODY "Thread T { %s }\n", k->body);
  machine(&m, text);
  VmTid t = (VmTid)tid_of(&m, "T");
  ASSERT_EQm(k->body, k->guard, vm_is_guard(m.s, t));
  ASSERT_EQm(k->body, k->choices, vm_has_choices(m.s, t));
  if (k->guard) ASSERT_STR_EQm(k->body, k->waits, waits(&m, "T"));
  if (k->guard) ASSERT_STR_EQm(k->body, k->waits, waits(&m, "T"));         /* kept, and the same again */
  DONE(&m);
}

/* They are kept per local state: another index is another set. */
TEST wait_sets_follow_the_locals(void) {
  Machine m;
  machine(&m, "int[3] a\nThread T { for i in 0..2 { await a[i] == 0 } }\n");
  ASSERT_STR_EQ("R a[0]", waits(&m, "T"));
  step(&m, "T");
  ASSERT_STR_EQ("R a[1]", waits(&m, "T"));
  DONE(&m);
}

TEST an_index_from_shared_memory(void) {
  Machine m;
  machine(&m, "int[3] a\nint x\nThread T { await a[x] == 1 }\n");
  ASSERT_STR_EQ("R a[0], R a[1], R a[2], R x", waits(&m, "T"));
  DONE(&m);
}

SUITE(own_and_waits) {
  RUN_TEST(without_choices_they_are_the_same);
  RUN_TEST(a_branch_waits_for_all);
  RUN_TEST(a_message_that_is_there);
  RUN_TEST(a_message_that_is_taken);
  RUN_TEST(a_crash_waits_for_the_guard);
  RUN_TEST(switched_off);
  RUN_TEST(failing_guards_wait_for_nothing);
  for (size_t i = 0; i < sizeof waiting / sizeof *waiting; i++) RUN_TEST1(wait_set, &waiting[i]);
  RUN_TEST(wait_sets_follow_the_locals);
  RUN_TEST(an_index_from_shared_memory);
}

GREATEST_MAIN_DEFS();
int main(int argc, char **argv) {
  GREATEST_MAIN_BEGIN();
  RUN_SUITE(stuck);
  RUN_SUITE(modes);
  RUN_SUITE(first_action);
  RUN_SUITE(own_and_waits);
  GREATEST_MAIN_END();
}
