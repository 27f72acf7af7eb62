/* tests/unit/vm/test_fault.c -- run-time errors, failed asserts and critical sections: text, place, and what stays. */
#include "tests/greatest.h"
#include "tests/unit/vm/support.h"

/* Thread T, run with first choices, fails with CODE (NULL: no run-time error), TEXT, at PLACE; line 1 is the model's. */
typedef struct { const char *model, *code, *text, *place; } Case;

static const Case cases[] = {
  { "int x, y\nThread T { x := 4 / y }\n", "R0001", "division by zero", "2:17" },
  { "int x, y\nThread T { x := 4 % y }\n", "R0001", "division by zero", "2:17" },
  { "int x = 100000000000000000000\nThread T { x := x / (x - x) }\n", "R0001", "division by zero", "2:17" },
  { "int i = 3\nint[3] a\nThread T { a[i] := 1 }\n", "R0002", "index 3 is outside 0..2", "3:12" },
  { "int i = -1\nint[3] a\nThread T { _ := a[i] }\n", "R0002", "index -1 is outside 0..2", "3:17" },
  { "int i = 100000000000000000000\nint[3] a\nThread T { _ := a[i] }\n", "R0002", "index 100000000000000000000 is outside 0..2", "3:17" },
  { "int i\nint[0] a\nThread T { _ := a[i] }\n", "R0002", "index 0 into an array of length 0", "3:17" },
  { "int i = 3\nThread(k in 1..2) W { skip }\nThread T { join W[i] }\n", "R0002", "no thread has index 3; they are 1..2", "3:17" },
  { "int i = 1\nThread(k in 1..0) W { skip }\nThread T { join W[i] }\n", "R0002", "no thread has index 1; there are none", "3:17" },
  { "int i\nThread T { int[2] l; l[i + 2] := 1 }\n", "R0002", "index 2 is outside 0..1", "2:22" },
  { "queue<int> q\nThread T { _ := pop(q) }\n", "R0003", "pop of an empty queue", "2:17" },
  { "queue<int> q\nThread T { _ := head(q) }\n", "R0003", "head of an empty queue", "2:17" },
  { "int x\nThread T { queue<int> q; x := pop(q) }\n", "R0003", "pop of an empty queue", "2:31" },
  { "mutex m\nThread T { unlock(m) }\n", "R0004", "unlocks `m`, which nobody holds", "2:12" },
  { "mutex[2] m\nThread T { lock(m[1]); lock(m[1]) }\n", "R0004", "locks `m[1]`, which it holds already", "2:24" },
  { "int f(int n) { return f(n + 1) }\nint x\nThread T { x := f(0) }\n", "R0005", "`f` is called 257 deep", "1:23" },
  { "int x\nThread T { x := 1; int n = 1; while n > 0 { n := n + 1 } }\n", "R0006", "over 1000000 instructions without a visible step: this loop may never end", NULL },
  { "int x = 3\nThread T { loop { x := x * x } }\n", "R0007", "an integer grows over 2^20 bits", "2:24" },
  { "pid p\nmessage M()\nThread T { p ! M() }\n", "R0008", "send to no pid", "3:12" },
  { "pid p\nThread T { join p }\n", "R0008", "join of no pid", "2:12" },
  { "int x\nThread T { x := choose(0..70000) }\n", "R0010", "a choice between more than 65536 values", "2:17" },
  { "int x\nThread T { x := choose(-1000000000000000..70000) }\n", "R0010", "a choice between more than 65536 values", "2:17" },
  { "int x\nThread T { x := 1; assert x == 2 }\n", NULL, "assertion failed", "2:20" },
  { "int x\nThread T { x := 1; assert x == 2, \"x is two\" }\n", NULL, "x is two", "2:20" },
  { "int x\nThread T { assert false }\n", NULL, "assertion failed", "2:12" },          /* before any event */
  { "message M(int n)\nThread T { T ! M(0); receive { M(n) when 4 / n == 1 => { } } }\n", "R0001", "division by zero", "2:42" },
  { "message M(int n)\nThread T { T ! M(0); receive { M(n) when 4 / n == 1 => { } after => { } } }\n", "R0001", "division by zero", "2:42" },
};

TEST fails(const Case *k) {
  Machine m;
  machine(&m, k->model);
  VmStatus x = vm_initial_status(m.s);
  unsigned t = tid_of(&m, "T");
  for (int i = 0; i < 100 && x == VM_OK; i++) x = step(&m, "T");
  ASSERT_EQm(k->model, VM_FAULT, x);
  ASSERT_EQm(k->model, TH_FAILED, vm_thread(m.s, (VmTid)t));
  const VmFault *f = vm_fault(m.s);
  if (k->code) ASSERT_STR_EQm(k->model, k->code, f->code);
  else ASSERT_EQm(k->model, NULL, f->code);
  ASSERT_EQ(k->code ? FAIL_RUNTIME : FAIL_ASSERT, f->kind);
  ASSERT_STR_EQm(k->model, k->text, f->text);
  if (k->place) ASSERT_STR_EQm(k->model, k->place, fault_place(&m));
  ASSERT_EQ(t, f->tid);
  ASSERT_STR_EQ("-", choices(&m, "T"));
  DONE(&m);
}

SUITE(errors) { for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) RUN_TEST1(fails, &cases[i]); }

TEST depth_of_256_is_fine(void) {
  Machine m;
  machine(&m, "int x\nint f(int n) { if n == 0 { return 0 } return f(n - 1) + 1 }\nThread T { x := f(255) }\n");      /* 256 calls */
  ASSERT_EQ(VM_OK, step(&m, "T"));
  ASSERT_STR_EQ("255", value(&m, "x"));
  DONE(&m);
}

TEST choices_up_to_65536(void) {
  Machine m;
  machine(&m, "int x\nThread T { x := choose(1..65536) }\n");
  ASSERT_EQ(VM_OK, step_with(&m, "T", "65535"));
  run(&m, "T");
  ASSERT_STR_EQ("65536", value(&m, "x"));
  DONE(&m);
}

TEST threads_up_to_255(void) {
  Machine m;
  machine(&m, "int x\nThread() W { skip }\nThread T { for i in 1..255 { _ := spawn W() } x := 1 }\n");
  VmStatus x = VM_OK;
  unsigned n = 0;
  while (x == VM_OK && n < 300) { x = vm_step(m.s, 0, 0, &m.ev); n++; }
  ASSERT_EQ(VM_FAULT, x);
  ASSERT_EQ_FMT(255u, n, "%u");                              /* 254 beside T */
  ASSERT_STR_EQ("R0009", vm_fault(m.s)->code);
  ASSERT_STR_EQ("more than 255 threads", vm_fault(m.s)->text);
  DONE(&m);
}

TEST unlock_names_the_holder(void) {
  Machine m;
  machine(&m, "mutex m\nThread(i in 1..2) H { lock(m) }\nThread T { unlock(m) }\n");
  step(&m, "H[2]");
  ASSERT_EQ(VM_FAULT, step(&m, "T"));
  ASSERT_STR_EQ("unlocks `m`, which H[2] holds", vm_fault(m.s)->text);
  ASSERT_STR_EQ("R m", footprint(&m));
  ASSERT_STR_EQ("held by H[2]", value(&m, "m"));
  DONE(&m);
}

TEST critical_sections(void) {
  Machine m;
  machine(&m, "int x\nThread(i in 0..1) T { critical cs { critical cs { x := i } } }\n");
  ASSERT_EQ(VM_OK, step(&m, "T[0]"));
  ASSERT_EQ(VM_OK, step(&m, "T[0]"));                        /* again by the same thread: not two threads */
  ASSERT_EQ(VM_FAULT, step(&m, "T[1]"));
  ASSERT_EQ(FAIL_CRITICAL, vm_fault(m.s)->kind);
  ASSERT_STR_EQ("critical cs: T[1] enters while T[0] is inside", vm_fault(m.s)->text);
  ASSERT_STR_EQ("2:32", fault_place(&m));
  ASSERT_EQ(3u, run(&m, "T[0]"));
  ASSERT_EQ(TH_ENDED, vm_thread(m.s, 0));
  DONE(&m);
}

TEST leaving_the_inner_one_is_not_leaving(void) {
  Machine m;
  machine(&m, "int x\nThread A { critical cs { critical cs { x := 1 } x := 2 } }\nThread B { critical cs { x := 3 } }\n");
  for (int i = 0; i < 4; i++) step(&m, "A");                 /* enter, enter, x := 1, leave */
  ASSERT_EQ(EV_LEAVE, m.ev.kind);
  VmMark mark = vm_save(m.s);
  ASSERT_EQ(VM_FAULT, step(&m, "B"));
  vm_restore(m.s, mark);
  step(&m, "A");
  step(&m, "A");
  ASSERT_EQ(VM_OK, step(&m, "B"));
  DONE(&m);
}

TEST exit_stays_inside(void) {
  Machine m;
  machine(&m, "int x\nvoid f() { critical cs { if x == 0 { return } } }\nThread A { critical cs { exit } }\nThread B { critical cs { x := 3 } }\nThread C { f() }\n");
  VmMark mark = vm_save(m.s);
  ASSERT_EQ(3u, run(&m, "C"));                               /* enter, read, leave by return */
  ASSERT_EQ(VM_OK, step(&m, "B"));
  vm_restore(m.s, mark);
  step(&m, "A");
  ASSERT_EQ(TH_ENDED, vm_thread(m.s, (VmTid)tid_of(&m, "A")));
  ASSERT_EQ(VM_FAULT, step(&m, "B"));
  DONE(&m);
}

/* --- a failed assert, error or assume inside atomic discards its writes --- */

typedef struct { const char *body; VmStatus status; VmThreadStatus thread; unsigned flags; } Discard;
static const Discard discards[] = {
  { "assert x == 5", VM_FAULT, TH_FAILED, EVF_FAULT },
  { "_ := 1 / y", VM_FAULT, TH_FAILED, EVF_FAULT },
  { "_ := pop(q)", VM_FAULT, TH_FAILED, EVF_FAULT },
  { "assume x == 5", VM_OK, TH_STOPPED, EVF_STOPPED },
  { "atomic { assert x == 5 }", VM_FAULT, TH_FAILED, EVF_FAULT },
  { "f()", VM_FAULT, TH_FAILED, EVF_FAULT },
};

TEST discard(const Discard *k) {
  Machine m;
  char text[1000];
  snprintf(text, sizeof text, "int x, y\nqueue<int> q\nmutex l\nmessage M()\nThread() W { assert false }\nvoid f() { assert x == 5 }\n"
           "Thread T { x := 9; atomic { x := 1; lock(l); U ! M(); _ := spawn W(); %s; y := 2 } }\nThread U { receive { M() => { } } }\n", k->body);
  machine(&m, text);
  step(&m, "T");
  ASSERT_EQm(k->body, k->status, step(&m, "T"));
  ASSERT_EQm(k->body, k->thread, vm_thread(m.s, (VmTid)tid_of(&m, "T")));
  ASSERT_EQ_FMTm(k->body, k->flags, m.ev.flags & (unsigned)(EVF_FAULT | EVF_STOPPED | EVF_ENDED), "%u");
  ASSERT_STR_EQ("9", value(&m, "x"));
  ASSERT_STR_EQ("free", value(&m, "l"));
  ASSERT_STR_EQ("-", choices(&m, "U"));                      /* nothing was sent */
  ASSERT_EQ(TH_UNBORN, vm_thread(m.s, (VmTid)tid_of(&m, "W#1@T")));
  ASSERT_STR_EQm(k->body, "", operations(&m));
  for (uint32_t i = 0; i < m.ev.nacc; i++) ASSERT_EQ(ACC_R, ACC_MODE(m.ev.acc[i]));        /* what it read is left */
  const VmFault *f;
  ASSERT_EQ_FMTm(k->body, (size_t)(k->status == VM_FAULT), vm_faults(m.s, &f), "%zu");     /* the child never lived */
  DONE(&m);
}

TEST after_the_region_nothing_is_discarded(void) {
  Machine m;
  machine(&m, "int x\nThread T { atomic { x := 1 } assert false }\n");
  ASSERT_EQ(VM_FAULT, step(&m, "T"));
  ASSERT_STR_EQ("1", value(&m, "x"));
  ASSERT_STR_EQ("W x", footprint(&m));
  DONE(&m);
}

TEST plain_failures_keep_the_event(void) {
  Machine m;
  machine(&m, "int x\nThread T { x := 1; assert false }\nThread U { join T }\n");
  ASSERT_EQ(VM_FAULT, step(&m, "T"));
  ASSERT_STR_EQ("1", value(&m, "x"));
  ASSERT_STR_EQ("-", choices(&m, "U"));                      /* failed is not ended */
  DONE(&m);
}

TEST statements_are_all_or_nothing_too(void) {
  Machine m;
  comp_parse(&m.c, "int x = 3, y\nint[2] a\nThread T { a[swap(x, 1)] := y }\n");
  m.c.opt.statement = true;
  machine_finish(&m);
  ASSERT_EQ(VM_FAULT, step(&m, "T"));
  ASSERT_STR_EQ("3", value(&m, "x"));
  DONE(&m);
}

TEST assume_stops_the_thread_only(void) {
  Machine m;
  machine(&m, "int x\nThread T { assume x == 1; x := 5 }\nThread U { x := 2; join T }\n");
  ASSERT_EQ(VM_OK, step(&m, "T"));
  ASSERT(m.ev.flags & EVF_STOPPED);
  ASSERT_EQ(TH_STOPPED, vm_thread(m.s, 0));
  ASSERT_EQ(VM_OK, step(&m, "U"));
  ASSERT_STR_EQ("-", choices(&m, "U"));
  DONE(&m);
}

TEST a_child_may_fail_at_birth(void) {
  Machine m;
  machine(&m, "int x\nThread(int n) W { assert n == 1, \"born badly\"; x := 1 }\nThread T { _ := spawn W(2); x := 3 }\n");
  ASSERT_EQ(VM_FAULT, step(&m, "T"));
  ASSERT_STR_EQ("born badly", vm_fault(m.s)->text);
  ASSERT_EQ(tid_of(&m, "W#1"), vm_fault(m.s)->tid);
  ASSERT_EQ(TH_RUNNING, vm_thread(m.s, (VmTid)tid_of(&m, "T")));
  ASSERT_EQ(TH_FAILED, vm_thread(m.s, (VmTid)tid_of(&m, "W#1")));
  ASSERT_EQ(VM_OK, step(&m, "T"));
  DONE(&m);
}

/* --- init, finally, properties --- */

TEST init_fails(void) {
  Machine m;
  machine(&m, "int x\ninit { x := 1; assert x == 2, \"bad start\" }\nThread T { skip }\n");
  ASSERT_EQ(VM_FAULT, vm_initial_status(m.s));
  ASSERT_STR_EQ("bad start", vm_fault(m.s)->text);
  DONE(&m);
}

TEST init_discards(void) {
  Machine m;
  machine(&m, "int x\ninit { assume x == 1 }\nThread T { skip }\n");
  ASSERT_EQ(VM_BLOCKED, vm_initial_status(m.s));
  machine_done(&m);
  machine(&m, "int x\ninit { x := choose(0..5); assume x % 2 == 1 }\nThread T { skip }\n");
  ASSERT_EQ(VM_OK, vm_initial_status(m.s));
  ASSERT_STR_EQ("1 3 5", choices(&m, "init"));
  DONE(&m);
}

TEST threads_fail_before_their_first_event(void) {
  Machine m;
  machine(&m, "int x\nThread(i in 1..3) T { assert i != 2; x := i }\n");
  ASSERT_EQ(VM_FAULT, vm_initial_status(m.s));
  ASSERT_EQ(1, vm_fault(m.s)->tid);
  ASSERT_EQ(TH_FAILED, vm_thread(m.s, 1));
  ASSERT_EQ(VM_OK, step(&m, "T[3]"));
  DONE(&m);
}

TEST self_is_nobody_in_init(void) {
  Machine m;
  machine(&m, "pid p\nvoid f() { p := self }\ninit { f() }\nThread T { skip }\n");
  ASSERT_STR_EQ("no pid", value(&m, "p"));
  DONE(&m);
}

TEST finally_and_properties(void) {
  Machine m;
  machine(&m, "int x\nint[2] a\npure int f(int i) { return a[i] }\ninvariant small: x < 2\ninvariant broken: f(x) == 0\ncover two: x == 2\nThread T { x := 1; x := 2 }\nfinally { int l = x; x := 7; assert l == 2, \"not two\" }\n");
  Bytes before = encoded(&m, true);
  ASSERT(vm_holds(m.s, &m.p->invariants[0]) && vm_holds(m.s, &m.p->invariants[1]) && !vm_holds(m.s, &m.p->covers[0]));
  ASSERT_EQ(VM_FAULT, vm_finally(m.s));
  ASSERT_STR_EQ("not two", vm_fault(m.s)->text);
  ASSERT(same(before, encoded(&m, true)));                   /* none of it changes the state */
  run(&m, "T");
  ASSERT(!vm_holds(m.s, &m.p->invariants[0]) && vm_holds(m.s, &m.p->covers[0]));
  ASSERT(!vm_holds(m.s, &m.p->invariants[1]));               /* an error inside counts as false */
  ASSERT_STR_EQ("R0002", vm_fault(m.s)->code);
  ASSERT_EQ(VM_OK, vm_finally(m.s));
  ASSERT_STR_EQ("2", value(&m, "x"));
  DONE(&m);
}

SUITE(limits) {
  RUN_TEST(depth_of_256_is_fine);
  RUN_TEST(choices_up_to_65536);
  RUN_TEST(threads_up_to_255);
}
SUITE(places) {
  RUN_TEST(unlock_names_the_holder);
  RUN_TEST(critical_sections);
  RUN_TEST(leaving_the_inner_one_is_not_leaving);
  RUN_TEST(exit_stays_inside);
}
SUITE(discarding) {
  for (size_t i = 0; i < sizeof discards / sizeof *discards; i++) RUN_TEST1(discard, &discards[i]);
  RUN_TEST(after_the_region_nothing_is_discarded);
  RUN_TEST(plain_failures_keep_the_event);
  RUN_TEST(statements_are_all_or_nothing_too);
  RUN_TEST(assume_stops_the_thread_only);
  RUN_TEST(a_child_may_fail_at_birth);
}
SUITE(code_outside_threads) {
  RUN_TEST(init_fails);
  RUN_TEST(init_discards);
  RUN_TEST(threads_fail_before_their_first_event);
  RUN_TEST(self_is_nobody_in_init);
  RUN_TEST(finally_and_properties);
}

GREATEST_MAIN_DEFS();
int main(int argc, char **argv) {
  GREATEST_MAIN_BEGIN();
  RUN_SUITE(errors);
  RUN_SUITE(limits);
  RUN_SUITE(places);
  RUN_SUITE(discarding);
  RUN_SUITE(code_outside_threads);
  GREATEST_MAIN_END();
}
