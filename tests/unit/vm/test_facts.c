/* tests/unit/vm/test_facts.c -- what threads may do from where they stand: of small programs, as text. */
#include "tests/greatest.h"
#include "tests/unit/vm/facts_support.h"

#define DECLS "int x, y, z, k\nint[4] a\nmutex m, n\nmutex[2] f\nset<int> s\nmessage M(int n), N()\nimport std.sync\n"
#define BEGIN(text) Machine m; facts_machine(&m, text, false)

/* --- what events touch, one after the other: "Thread T { BODY }" --- */

typedef struct { const char *body, *way, *future; } Case;

static const Case cases[] = {
  { "x := 1", "W x; end", "W x" },
  { "y := x", "R x; W y; end", "R x | W y" },
  { "x := 1; y := 1", "W x; W y; end", "W x y" },
  { "skip; x := 1", "W x; end", "W x" },
  { "_ := fetch_add(x, 1)", "R x | W x; end", "R x | W x" },
  { "_ := swap(x, 1)", "R x | W x; end", "R x | W x" },
  { "_ := cas(x, 0, 1)", "R x | W x; end", "R x | W x" },
  { "add(s, 1)", "R s | W s; end", "R s | W s" },
  /* Waiting: what is looked at, or locked. Who never waits waits for nothing. */
  { "await x == 1; y := 1", "R x | Q x; W y; end", "R x | W y | Q x" },
  { "await x == y", "R x y | Q x y; end", "R x y | Q x y" },
  { "_ := choose(s)", "R s | Q s; end", "R s | Q s" },
  { "atomic { x := y }", "R y | W x; end", "R y | W x" },
  { "atomic { y := y + 1; await x == 1; z := 1 }", "R x y | W y z | Q x y; end", "R x y | W y z | Q x y" },
  { "lock(m); x := 1; unlock(m)", "R m | W m | L m; W x; W m | U m | X m; end", "R m | W x m | U m | L m" },
  /* A mutex is exposed where it is touched before it is locked, or without. */
  { "unlock(m)", "W m | U m | X m; end", "W m | U m | X m" },
  { "unlock(m); lock(m)", "W m | U m | X m; R m | W m | L m; end", "R m | W m | U m | L m | X m" },
  { "lock(m); unlock(m); unlock(m)", "R m | W m | L m; W m | U m | X m; W m | U m | X m; end", "R m | W m | U m | L m" },
  { "lock(m); unlock(n)", "R m | W m | L m; W n | U n | X n; end", "R m | W m n | U n | L m | X n" },
  { "_ := trylock(m)", "R m | W m | X m; end", "R m | W m | X m" },
  { "lock(n); _ := trylock(m)", "R n | W n | L n; R m | W m | X m; end", "R m n | W m n | L n | X m" },
  { "lock(m); _ := trylock(m)", "R m | W m | L m; R m | W m | X m; end", "R m | W m | L m" },
  /* A lock that is perhaps another, or perhaps none, hides nothing. */
  { "lock(f[k]); unlock(f[0])", "R k; R f[0] f[1] | W f[0] f[1] | L f[0] f[1]; W f[0] | U f[0] | X f[0]; end",
    "R k f[0] f[1] | W f[0] f[1] | U f[0] | L f[0] f[1] | X f[0]" },
  { "atomic { if x == 1 { lock(m) } }; unlock(m)", "R x m | W m | L m | Q x; W m | U m | X m; end", "R x m | W m | U m | L m | Q x | X m" },
  /* Known locals. */
  { "for i in 0..2 { a[i] := i }", "W a[0]; W a[1]; W a[2]; end", "W a[0] a[1] a[2]" },
  { "int i = 1; while i < 4 { a[i] := 0; i := i * 2 }", "W a[1]; W a[2]; end", "W a[1] a[2]" },
  { "int i = k; a[i] := 1", "R k; W a[0] a[1] a[2] a[3]; end", "R k | W a[0] a[1] a[2] a[3]" },
  { "a[a[0]] := 1", "R a[0]; W a[0] a[1] a[2] a[3]; end", "R a[0] | W a[0] a[1] a[2] a[3]" },
  { "int i = k; i := 2; a[i] := 1", "R k; W a[2]; end", "R k | W a[2]" },
  { "int i = choose(0..1); a[i] := 1", "; W a[0] a[1] a[2] a[3]; end", "W a[0] a[1] a[2] a[3]" },
  { "if k == 1 { x := 1 }; y := 1", "R k; 2 ways", "R k | W x y" },
  { "int i = k; i := 0; if i == 1 { x := 1 }; y := 1", "R k; W y; end", "R k | W y" },
  { "int i = k; if i == 0 && i == 1 { x := 1 }", "R k; W x; end", "R k | W x" },        /* too clever for us */
  { "while k == 0 { x := 1 }; y := 1", "R k; 2 ways", "R k | W x y" },
  { "assert x == 1; y := 1", "R x; W y; end", "R x | W y" },
  { "assume x == 1; y := 1", "R x; W y; end", "R x | W y" },
  /* Either: alternatives. A branch that can wait begins with its first event, others end with the choice. */
  { "either { x := 1 } or { y := 1 }", " / ; either", "W x / W y" },
  { "either { await x == 1; y := 1 } or { lock(m); unlock(m) } or { z := 1 }", "R x | Q x / R m | W m | L m / ; either",
    "R x | W y | Q x / R m | W m | U m | L m / W z" },
  { "either { await x == 1 } or { await y == 1 }; z := 1", "R x | Q x / R y | Q y; either", "R x | W z | Q x / R y | W z | Q y" },
  { "atomic { either { await x == 1 } or { y := 1 } }", "R x | W y | Q x; end", "R x | W y | Q x" },
  /* Messages. */
  { "U ! M(1)", "W mail:U; end", "W mail:U" },
  { "pid p = self; p ! N()", "W mail:T; end", "W mail:T" },
  { "receive { M(_) => { } }; x := 1", "Q mail:T; W x; end", "W x | Q mail:T" },
  { "receive { M(_) => { } after => { } }; x := 1", "R mail:T; W x; end", "R mail:T | W x" },
  { "receive { M(v) => { a[v] := 1 } }", "Q mail:T; W a[0] a[1] a[2] a[3]; end", "W a[0] a[1] a[2] a[3] | Q mail:T" },
  { "receive { M(v) => { x := v } N() => { y := 1 } }", "Q mail:T; 2 ways", "W x y | Q mail:T" },
  { "join U; x := 1", "Q life:U; W x; end", "W x | Q life:U" },
};

/* U joins so that lives have bits. */
TEST touches(const Case *c) {
  char text[700];
  snprintf(text, sizeof text, DECLS "Thread T { %s }\nThread U { N_(); receive { M(_) => { } }; join T }\nvoid N_() { }\n", c->body);
  BEGIN(text);
  ASSERT_STR_EQm(c->body, c->way, way(&m, point(&m, "T")));
  ASSERT_STR_EQm(c->body, c->future, future(&m, "T"));
  DONE(&m);
}

/* With OBJECTS a receive reads its mailbox. */
TEST objects_change_receives(void) {
  for (int objects = 0; objects <= 1; objects++) {
    Machine m;
    facts_machine(&m, DECLS "Thread T { receive { M(_) => { } } }\nThread U { T ! M(1) }\nThread V { receive { M(_) => { } after => { } } }\nThread W { y := x }\n", objects);
    ASSERT_STR_EQ(objects ? "R mail:T | Q mail:T" : "Q mail:T", foot(&m, "T"));
    ASSERT_STR_EQ("W mail:T", foot(&m, "U"));
    ASSERT_STR_EQ("R mail:V", foot(&m, "V"));
    ASSERT_STR_EQ("R x", foot(&m, "W"));
    uint32_t words = vm_facts_words(m.s), hits[2] = { 0, 0 };
    const uint64_t *t = alternative(&m, point(&m, "T"), 0).foot, *u = alternative(&m, point(&m, "U"), 0).foot, *w = alternative(&m, point(&m, "W"), 0).foot;
    for (uint32_t i = 0; i < words; i++) hits[0] += vm_sets_hit(t, u, words, objects, i) != 0, hits[1] += vm_sets_hit(w, w, words, objects, i) != 0;
    ASSERT_EQ((uint32_t)objects, hits[0]);
    ASSERT_EQ((uint32_t)objects, hits[1]);       /* two reads */
    UNBROKEN(&m);
    machine_done(&m);
  }
  PASS();
}

TEST invariants_and_critical_sections(void) {
  BEGIN("int x, y\ninvariant small: x < 5\nThread T { x := 1; y := 1 }\nThread U { critical cs { skip } }\n");
  ASSERT_STR_EQ("R invariant small | W x invariant small", foot(&m, "T"));
  ASSERT_STR_EQ("R invariant small | W x y invariant small", future(&m, "T"));
  ASSERT_STR_EQ("R critical cs | W critical cs", foot(&m, "U"));
  DONE(&m);
}

/* A send that may be lost looks at the budget, and can be lost only while some is left. */
TEST budgets(void) {
  BEGIN("int x\nmessage M()\nfault drop M <= 1\nfault crash U <= 1\nThread T { U ! M() }\nThread U { x := 1; receive { M() => { } } }\n");
  VmAlt a = alternative(&m, point(&m, "T"), 0);
  ASSERT_STR_EQ("R fault budget | W mail:U fault budget | Q fault budget", foot(&m, "T"));
  ASSERT(a.mixed && !a.exact);
  ASSERT_STR_EQ("W x", foot(&m, "U"));
  ASSERT_STR_EQ("R fault budget | W x fault budget | Q mail:U", future(&m, "U"));        /* it may crash wherever it stands */
  uint64_t *crash = arena_alloc(&m.c.arena, VM_SETS * vm_facts_words(m.s) * sizeof *crash);
  vm_crash_sets(m.s, 0, crash);
  ASSERT_STR_EQ("", sets_text(&m, crash));
  vm_crash_sets(m.s, 1, crash);
  ASSERT_STR_EQ("R fault budget | W fault budget", sets_text(&m, crash));
  DONE(&m);
}

TEST choices_that_may_wait(void) {
  static const struct { const char *body; bool mixed, exact; } k[] = {
    { "x := 1", false, true }, { "await x == 1", false, false }, { "lock(m)", false, true }, { "_ := choose(s)", true, true },
    { "_ := choose(0..1)", false, true }, { "int i = k; _ := choose(0..i)", false, true }, { "atomic { _ := choose(0..1); await x == 1 }", true, false },
    { "atomic { either { await x == 1 } or { y := 1 } }", true, false }, { "_ := cas(x, 0, 1)", false, false }, { "_ := trylock(m)", false, false },
  };
  for (size_t i = 0; i < sizeof k / sizeof *k; i++) {
    char text[400];
    snprintf(text, sizeof text, DECLS "Thread T { %s }\n", k[i].body);
    BEGIN(text);
    VmAlt a = alternative(&m, point(&m, "T"), 0);
    ASSERT_EQm(k[i].body, k[i].mixed, a.mixed);
    ASSERT_EQm(k[i].body, k[i].exact, a.exact);
    machine_done(&m);
  }
  PASS();
}

SUITE(feet_and_futures) {
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) RUN_TEST1(touches, &cases[i]);
  RUN_TEST(objects_change_receives);
  RUN_TEST(invariants_and_critical_sections);
  RUN_TEST(budgets);
  RUN_TEST(choices_that_may_wait);
}

/* --- threads that others start; calls; what is too much --- */

TEST children(void) {
  BEGIN("int x, y\nint[4] a\nThread T { y := 1; spawn C(3); y := 2 }\nThread(int c) C { a[c] := 1; spawn D() }\nThread() D { x := 1 }\n");
  ASSERT_STR_EQ("W x y a[3]", future(&m, "T"));
  VmAlt a = alternative(&m, point(&m, "T"), 0);
  ASSERT_EQ(1u, a.nnext);
  a = alternative(&m, a.next[0], 0);           /* the spawn: itself after it, and the child */
  ASSERT_EQ(2u, a.nnext);
  const char *x = way(&m, a.next[0]), *y = way(&m, a.next[1]);
  ASSERT_STR_EQ("W y; end", x[2] == 'y' ? x : y);
  ASSERT_STR_EQ("W a[3]; ; W x; end", x[2] == 'y' ? y : x);
  DONE(&m);
}

/* Whose mailbox it is, is not known before the child is born. */
TEST a_child_that_receives(void) {
  BEGIN("message M()\nint x\nThread T { spawn C() }\nThread() C { receive { M() => { x := 1 } } }\nThread U { join T }\n");
  ASSERT_STR_EQ("W x | Q mail:T mail:U", future(&m, "T"));
  ASSERT_EQ(VM_OK, step(&m, "T"));
  ASSERT_STR_EQ("Q mail:C#1@T", foot(&m, "C#1@T"));
  DONE(&m);
}

TEST calls_return_where_they_came_from(void) {
  BEGIN("int x, y, z\nvoid set(ref int r, int v) { r := v; z := v }\nThread T { set(x, 1); set(y, 2); x := 3 }\n");
  ASSERT_STR_EQ("W x; W z; W y; W z; W x; end", way(&m, point(&m, "T")));
  ASSERT_EQ(VM_OK, step(&m, "T"));
  ASSERT_STR_EQ("W z; W y; W z; W x; end", way(&m, point(&m, "T")));
  DONE(&m);
}

static bool touches_all(const VmAlt *a, uint32_t words) {
  for (uint32_t i = 0; i < VM_SETS * words; i++) if (a->future[i] != UINT64_MAX) return false;
  return true;
}

TEST deep_recursion_may_do_anything(void) {
  BEGIN("int x, y\nvoid f(int n) { x := n; if n != 0 { f(n - 1) } }\nThread T { f(y) }\nThread U { f(2); y := 1 }\n");
  VmAlt a = alternative(&m, point(&m, "T"), 0);
  ASSERT(touches_all(&a, vm_facts_words(m.s)));
  ASSERT_STR_EQ("R y", foot(&m, "T"));
  ASSERT_STR_EQ("W x; W x; W x; W y; end", way(&m, point(&m, "U")));
  DONE(&m);
}

TEST a_large_stack_is_any_point(void) {
  BEGIN("int x\nThread T { int[300] b; b[x] := 1; x := b[0] }\n");
  ASSERT_EQ(POINT_ANY, point(&m, "T"));
  ASSERT_EQ(1u, vm_point_alts(m.s, POINT_ANY));
  VmAlt a = alternative(&m, POINT_ANY, 0);
  ASSERT(touches_all(&a, vm_facts_words(m.s)));
  ASSERT(a.happens && a.mixed && !a.exact);
  ASSERT(a.nnext == 1 && a.next[0] == POINT_ANY);
  DONE(&m);
}

/* A loop over more variants than are told apart: the points end in one that knows no locals, and the graph is finite. */
TEST many_variants(void) {
  BEGIN("int x, y\nint[4] a\nThread T { int i = 0; while i != 5000 { x := i; a[i % 2] := 1; i := i + 1 }; y := 1 }\n");
  ASSERT_STR_EQ("W x y a[0] a[1] a[2] a[3]", future(&m, "T"));
  ASSERT_STR_EQ("W x", foot(&m, "T"));
  VmPoint q = point(&m, "T");
  for (unsigned i = 0; i < 9000 && q != POINT_ANY; i++) {
    VmAlt a = alternative(&m, q, 0);
    if (a.nnext > 1) break;
    q = a.next[0];
  }
  ASSERT_EQ(2u, alternative(&m, q, 0).nnext);          /* the loop, whose end is unknown */
  DONE(&m);
}

/* Local work that takes long is merged: what differs becomes unknown, and nothing is lost. */
TEST long_local_work(void) {
  BEGIN("int x, y\nint[4] a\nThread T { atomic { int n = x; int i = 0; while i < n { i := i + 1; a[i % 4] := 2 } }; y := 1 }\n");
  ASSERT_STR_EQ("R x | W a[0] a[1] a[2] a[3]", foot(&m, "T"));
  ASSERT_STR_EQ("R x | W y a[0] a[1] a[2] a[3]", future(&m, "T"));
  DONE(&m);
}

/* Leaves that share a bit: what touches one may touch the other. */
TEST many_leaves(void) {
  BEGIN("int[1030] a\nmutex m\nThread T { a[3] := 1 }\nThread U { a[1027] := 1 }\nThread V { a[4] := 1 }\nThread L { lock(m); unlock(m) }\nThread M { lock(m); unlock(m) }\n");
  uint32_t words = vm_facts_words(m.s);
  const uint64_t *t = alternative(&m, point(&m, "T"), 0).foot, *u = alternative(&m, point(&m, "U"), 0).foot, *v = alternative(&m, point(&m, "V"), 0).foot;
  bool tu = false, tv = false;
  for (uint32_t i = 0; i < words; i++) tu |= vm_sets_hit(t, u, words, false, i), tv |= vm_sets_hit(t, v, words, false, i);
  ASSERT(tu && !tv);
  /* Who holds a mutex cannot be told any more. */
  ASSERT_EQ(VM_OK, step(&m, "L"));
  VmAlt l = alternative(&m, point(&m, "L"), 0), w = alternative(&m, point(&m, "M"), 0);
  ASSERT(vm_comes_first(m.s, 3, l.foot, w.future));
  ASSERT(vm_could_unlock(m.s, w.foot, 3, l.future));
  ASSERT(vm_could_unlock(m.s, w.foot, 4, l.future));
  DONE(&m);
}

TEST one_point_for_one_place(void) {
  BEGIN("int x, y, z\nThread(i in 0..1) T { int v = y; x := 1; z := v }\nThread U { y := 1 }\n");
  VmPoint p = point(&m, "T[0]");
  ASSERT(p != point(&m, "T[1]"));              /* its locals differ */
  VmMark start = vm_save(m.s);
  step(&m, "T[0]");
  VmPoint zero = point(&m, "T[0]");
  ASSERT(zero != p);
  vm_restore(m.s, start);
  ASSERT_EQ(p, point(&m, "T[0]"));
  step(&m, "U");
  step(&m, "T[0]");
  ASSERT(zero != point(&m, "T[0]"));           /* v is 1 */
  step(&m, "T[0]");
  step(&m, "T[0]");
  ASSERT_EQ(TH_ENDED, vm_thread(m.s, 0));
  DONE(&m);
}

/* Locals that are never read again do not tell points apart. */
TEST dead_locals_are_forgotten(void) {
  BEGIN("int x, y\nThread T { for i in 0..3 { int v = i; int w = v + x; y := w; w := 0; v := 0 }; int u = 5; x := u; y := 1; y := 2 }\n"
        "Thread U { if x == 1 { int d = 1; y := d } else { int d = 2; y := d }; x := 7 }\n");
  VmAlt a = alternative(&m, point(&m, "U"), 0);
  ASSERT_EQ(2u, a.nnext);
  VmAlt b = alternative(&m, a.next[0], 0), c = alternative(&m, a.next[1], 0);
  ASSERT(b.nnext == 1 && c.nnext == 1);
  ASSERT_EQ(b.next[0], c.next[0]);
  DONE(&m);
}

TEST the_point_after_a_step_was_foreseen(void) {
  BEGIN("int x, y\nThread T { for i in 0..3 { x := i }; y := 1 }\n");
  for (unsigned i = 0; i < 4; i++) {
    VmAlt a = alternative(&m, point(&m, "T"), 0);
    ASSERT_EQ(1u, a.nnext);
    ASSERT_EQ(VM_OK, step(&m, "T"));
    ASSERT_EQ(a.next[0], point(&m, "T"));
  }
  DONE(&m);
}

TEST actions_and_alternatives(void) {
  BEGIN("int x, y\nThread T { either { x := 1 } or { await x == 0 } or { y := choose(0..1) } }\nThread U { y := choose(0..3) }\n");
  const VmAction *a;
  size_t n = vm_thread_actions(m.s, 0, &a);
  ASSERT_EQ((size_t)3, n);
  uint32_t choice[3] = { a[0].choice, a[1].choice, a[2].choice };
  for (uint32_t i = 0; i < 3; i++) ASSERT_EQ(i, vm_action_alt(m.s, 0, choice[i]));
  ASSERT_EQ(0u, vm_action_alt(m.s, 1, 3));
  DONE(&m);
}

SUITE(points) {
  RUN_TEST(children);
  RUN_TEST(a_child_that_receives);
  RUN_TEST(calls_return_where_they_came_from);
  RUN_TEST(deep_recursion_may_do_anything);
  RUN_TEST(a_large_stack_is_any_point);
  RUN_TEST(many_variants);
  RUN_TEST(long_local_work);
  RUN_TEST(many_leaves);
  RUN_TEST(one_point_for_one_place);
  RUN_TEST(dead_locals_are_forgotten);
  RUN_TEST(the_point_after_a_step_was_foreseen);
  RUN_TEST(actions_and_alternatives);
}

/* --- as things stand --- */

/* What T may do, where the objects in CHANGES may have changed. */
typedef struct { const char *body, *before, *changes, *now; } Now;

static const Now nows[] = {
  /* Guards. */
  { "await x == 1; y := 1", "", "", "waits" },
  { "await x == 1; y := 1", "", "y", "waits" },
  { "await x == 1; y := 1", "", "x", "R x | Q x -> 1" },
  { "await x == 0; y := 1", "", "", "R x -> 1" },
  { "await x == 0 || y == 1; z := 1", "", "", "R x -> 1" },           /* the second is not looked at */
  { "await x == 0 && y == 1; z := 1", "", "", "waits" },
  { "await x == 0 && y == 1; z := 1", "", "y", "R x y | Q x y -> 1" },
  { "await x == 1 && y == 1; z := 1", "", "y", "waits" },
  { "_ := choose(s)", "", "", "waits" },
  { "_ := choose(s)", "", "s", "R s | Q s -> 0" },
  { "_ := choose(s); x := 1", "add(s, 1)", "", "R s | Q s -> 1" },
  /* Mutexes: one that is held stays so until it is unlocked, one that is free until it is written. */
  { "lock(m); x := 1", "", "", "R m | W m | L m -> 1" },
  { "lock(m); x := 1", "lock(m)", "", "waits" },
  { "lock(m); x := 1", "lock(m)", "x n", "waits" },
  { "lock(m); x := 1", "lock(m)", "m", "R m | W m | L m -> 1" },
  { "if trylock(m) { x := 1 } else { y := 1; y := 2 }", "", "", "R m | W m | X m -> 1" },
  { "if trylock(m) { x := 1 } else { y := 1; y := 2 }", "lock(m)", "", "R m | X m -> 1" },
  { "if trylock(m) { x := 1 } else { y := 1; y := 2 }", "", "m", "R m | W m | X m -> 2" },
  /* Branches. */
  { "if x == 1 { y := 1 } else { z := 1 }", "", "", "R x -> 1" },
  { "if x == 1 { y := 1 } else { z := 1 }", "", "x", "R x -> 2" },
  { "if cas(x, 0, 1) { y := 1 } else { z := 1 }", "", "", "R x | W x -> 1" },
  { "if cas(x, 5, 1) { y := 1 } else { z := 1 }", "", "", "R x -> 1" },
  { "if cas(x, 5, 1) { y := 1 } else { z := 1 }", "", "x", "R x | W x -> 2" },
  { "if contains(s, 1) { y := 1 } else { z := 1 }", "", "", "R s -> 1" },
  { "if contains(s, 1) { y := 1 } else { z := 1 }", "", "s", "R s -> 2" },
  { "int i = k; a[i] := 1", "", "", "R k -> 1" },
  /* What the event itself wrote is not what was there before. */
  { "atomic { x := 1; if x == 1 { y := 1 } else { z := 1 } }", "", "", "R x | W x y z -> 0" },
  { "atomic { a[k] := 1; if a[1] == 0 { y := 1 } else { z := 1 } }", "", "", "R k a[1] | W y a[0] -> 0" },
  { "atomic { a[k] := 1; if a[1] == 0 { y := 1 } else { z := 1 } }", "", "k", "R k a[1] | W y z a[0] a[1] a[2] a[3] -> 0" },
  { "atomic { if x == 0 { y := 1 } else { z := 1 } }", "", "", "R x | W y -> 0" },
  { "atomic { lock(m); if trylock(m) { x := 1 } else { y := 1 } }", "", "", "R m | W x y m | L m | Q m | X m -> 0" },
  /* Mailboxes and ends. */
  { "receive { M(_) => { x := 1 } }", "", "", "waits" },
  { "receive { M(_) => { x := 1 } }", "T ! M(1)", "", "Q mail:T -> 1" },
  { "receive { M(_) => { x := 1 } }", "", "mail:T", "Q mail:T -> 1" },
  { "receive { M(_) => { x := 1 } after => { y := 1 } }", "", "", "R mail:T -> 1" },
  { "receive { M(_) => { x := 1 } after => { y := 1 } }", "", "mail:T", "R mail:T -> 2" },
  { "receive { M(_) => { x := 1 } after => { y := 1 } }", "T ! M(1)", "", "R mail:T -> 2" },
  { "join U; x := 1", "", "", "waits" },
  { "join U; x := 1", "", "life:U", "Q life:U -> 1" },
  { "join O; x := 1", "skip", "", "Q life:O -> 1" },
};

TEST as_things_stand(const Now *k) {
  char text[700];
  snprintf(text, sizeof text, DECLS "Thread T { %s }\nThread U { receive { N() => { } } }\nThread O { %s }\nThread P { lock(n); join U }\n", k->body, k->before);
  BEGIN(text);
  run(&m, "O");
  ASSERT_STR_EQm(k->body, k->now, now(&m, "T", 0, k->changes));
  ASSERT_STR_EQm(k->body, k->now, now(&m, "T", 0, k->changes));          /* once more, from the cases */
  DONE(&m);
}

/* Cases are told apart by the values, also after others were asked for. */
TEST cases_by_value(void) {
  BEGIN("int x, y\nThread T { if x == 1 { y := 1 } else { x := 5 } }\nThread U { x := 1; x := 0; x := 1; x := 0 }\n");
  VmAlt a, b[5];
  const uint64_t *none = changed(&m, "");
  for (unsigned i = 0; i < 5; i++) {
    if (i) ASSERT_EQ(VM_OK, step(&m, "U"));
    ASSERT(alt_now(m.s, point(&m, "T"), 0, none, &b[i]));
    ASSERT_EQ(1u, b[i].nnext);
    ASSERT_STR_EQ(i % 2 ? "W y" : "W x", feet(&m, b[i].next[0]));
  }
  ASSERT(b[1].foot == b[3].foot && b[0].foot == b[2].foot && b[2].foot == b[4].foot);          /* the very same */
  ASSERT(b[0].foot != b[1].foot);
  ASSERT(alt_now(m.s, point(&m, "T"), 0, changed(&m, "x"), &a));
  ASSERT_EQ(2u, a.nnext);
  ASSERT_EQ(a.future, b[0].future);
  DONE(&m);
}

/* Not to know an object is another case than that there is nothing in it. */
TEST cases_by_what_is_known(void) {
  static const struct { const char *changes, *now; } k[] = { { "s", "R x s | W y -> 0" }, { "x", "R x s | W z -> 0" }, { "x s", "R x s | W y z -> 0" } };
  for (size_t i = 0; i < sizeof k / sizeof *k; i++) {
    BEGIN("int x, y, z\nset<int> s\nThread T { atomic { if contains(s, 1) { y := 1 }; if x == 1 { z := 1 } } }\n");
    ASSERT_STR_EQ("R x s -> 0", now(&m, "T", 0, ""));
    ASSERT_STR_EQ(k[i].now, now(&m, "T", 0, k[i].changes));
    ASSERT_STR_EQ("R x s -> 0", now(&m, "T", 0, ""));
    machine_done(&m);
  }
  PASS();
}

/* Present values of more objects than are told apart are not used. */
TEST many_reads(void) {
  BEGIN("int[12] a\nint x\nThread T { await forall(i in 0..11 : a[i] == 1); x := 1 }\nThread U { await forall(i in 0..5 : a[i] == 1); x := 1 }\n");
  ASSERT(strncmp(now(&m, "T", 0, ""), "waits", 5) != 0);
  ASSERT_STR_EQ("waits", now(&m, "U", 0, ""));
  DONE(&m);
}

TEST each_branch_for_itself(void) {
  BEGIN("int x, y\nmutex m\nThread T { either { await x == 1 } or { await y == 0 } or { lock(m) } or { x := 5 } }\n");
  ASSERT_STR_EQ("waits", now(&m, "T", 0, ""));
  ASSERT_STR_EQ("R x | Q x -> 0", now(&m, "T", 0, "x"));
  ASSERT_STR_EQ("R y -> 0", now(&m, "T", 1, ""));
  ASSERT_STR_EQ("R m | W m | L m -> 0", now(&m, "T", 2, ""));
  ASSERT_STR_EQ(" -> 1", now(&m, "T", 3, ""));
  DONE(&m);
}

/* A mutex that the thread itself holds: locking it fails, and that is an event. */
TEST its_own_mutex(void) {
  BEGIN("int x\nmutex m\nThread T { lock(m); lock(m); x := 1 }\n");
  step(&m, "T");
  ASSERT_STR_EQ("R m | W m | L m -> 0", now(&m, "T", 0, ""));
  DONE(&m);
}

/* Others who wait to lock it write it, and do not free it. */
TEST held_until_unlocked(void) {
  BEGIN("int x\nmutex m\nThread H { lock(m); x := 1 }\nThread T { lock(m); x := 2 }\nThread L { lock(m) }\n");
  VmAlt a;
  ASSERT(alt_now(m.s, point(&m, "T"), 0, alternative(&m, point(&m, "L"), 0).foot, &a) && a.happens);
  step(&m, "H");
  ASSERT(alt_now(m.s, point(&m, "T"), 0, alternative(&m, point(&m, "L"), 0).foot, &a) && !a.happens);
  ASSERT(alt_now(m.s, point(&m, "T"), 0, changed(&m, "m"), &a) && a.happens);
  DONE(&m);
}

TEST a_child_as_things_stand(void) {
  BEGIN("int x, y\nmessage M()\nThread T { spawn C() }\nThread() C { await x == 1; y := 1 }\n");
  VmAlt a = alternative(&m, point(&m, "T"), 0), b;
  ASSERT_EQ(1u, a.nnext);
  ASSERT(alt_now(m.s, a.next[0], 0, changed(&m, ""), &b));
  ASSERT_FALSE(b.happens);
  ASSERT(alt_now(m.s, a.next[0], 0, changed(&m, "x"), &b));
  ASSERT(b.happens);
  DONE(&m);
}

SUITE(present_values) {
  for (size_t i = 0; i < sizeof nows / sizeof *nows; i++) RUN_TEST1(as_things_stand, &nows[i]);
  RUN_TEST(cases_by_value);
  RUN_TEST(cases_by_what_is_known);
  RUN_TEST(many_reads);
  RUN_TEST(each_branch_for_itself);
  RUN_TEST(its_own_mutex);
  RUN_TEST(held_until_unlocked);
  RUN_TEST(a_child_as_things_stand);
}

/* --- questions about two threads --- */

static bool first(Machine *m, const char *who, const char *other) {
  return vm_comes_first(m->s, (VmTid)tid_of(m, who), alternative(m, point(m, who), 0).foot, alternative(m, point(m, other), 0).future);
}
static bool unlocks(Machine *m, const char *who, const char *waiter) {
  return vm_could_unlock(m->s, alternative(m, point(m, waiter), 0).foot, (VmTid)tid_of(m, who), alternative(m, point(m, who), 0).future);
}

TEST who_comes_first(void) {
  BEGIN("int x, y\nmutex m, n\nThread H { lock(m); x := 1; unlock(m) }\nThread L { y := 1; lock(m); x := 2; unlock(m) }\nThread T { y := 1; _ := trylock(m) }\n"
        "Thread U { y := 1; unlock(m) }\nThread R { _ := x }\nThread N { lock(n) }\n");
  ASSERT(first(&m, "H", "L") && first(&m, "H", "T") && first(&m, "H", "U"));       /* free: whoever comes */
  ASSERT(!first(&m, "H", "R") && !first(&m, "H", "N") && !first(&m, "R", "T"));
  ASSERT(first(&m, "R", "L"));                 /* a write against its read */
  step(&m, "H");
  step(&m, "H");
  ASSERT_STR_EQ("W m | U m | X m", foot(&m, "H"));
  ASSERT_FALSE(first(&m, "H", "L"));           /* it waits until H has unlocked */
  ASSERT(first(&m, "H", "T"));
  ASSERT(first(&m, "H", "U"));
  ASSERT_FALSE(first(&m, "H", "N"));
  DONE(&m);
}

TEST who_could_unlock(void) {
  BEGIN("mutex m, n\nint x\nThread H { lock(m); x := 1; unlock(m) }\nThread L { lock(m); unlock(m) }\nThread K { lock(m) }\nThread N { lock(n); unlock(n) }\n");
  step(&m, "H");
  ASSERT(unlocks(&m, "H", "K"));
  ASSERT_FALSE(unlocks(&m, "L", "K"));         /* it unlocks, but does not hold it */
  ASSERT_FALSE(unlocks(&m, "N", "K"));
  ASSERT_FALSE(unlocks(&m, "H", "N"));
  step(&m, "H");
  ASSERT(unlocks(&m, "H", "K"));
  DONE(&m);
}

TEST who_waits_for_the_end(void) {
  BEGIN("int x\nThread A { x := 1 }\nThread B { join A }\nThread C { either { join B } or { join A } }\n");
  const uint64_t *b = alternative(&m, point(&m, "B"), 0).foot;
  ASSERT(vm_waits_for_end(m.s, b, 0) && !vm_waits_for_end(m.s, b, 1) && !vm_waits_for_end(m.s, b, 2));
  VmPoint c = point(&m, "C");
  ASSERT(vm_waits_for_end(m.s, alternative(&m, c, 0).foot, 1) && !vm_waits_for_end(m.s, alternative(&m, c, 0).foot, 0));
  ASSERT(vm_waits_for_end(m.s, alternative(&m, c, 1).foot, 0) && !vm_waits_for_end(m.s, alternative(&m, c, 1).foot, 1));
  DONE(&m);
}

TEST nobody_joins(void) {
  BEGIN("int x\nThread A { x := 1 }\nThread B { await x == 1 }\n");
  ASSERT_FALSE(vm_waits_for_end(m.s, alternative(&m, point(&m, "B"), 0).foot, 0));
  uint64_t *sets = arena_alloc(&m.c.arena, VM_SETS * vm_facts_words(m.s) * sizeof *sets);
  vm_may_move(m.s, 0, sets);
  for (uint32_t i = 0; i < VM_SETS * vm_facts_words(m.s); i++) ASSERT_EQ((uint64_t)0, sets[i]);
  DONE(&m);
}

TEST who_may_end_may_be_waited_for(void) {
  BEGIN("int x\nThread A { x := 1 }\nThread B { join A; x := 2 }\n");
  uint64_t *sets = arena_alloc(&m.c.arena, VM_SETS * vm_facts_words(m.s) * sizeof *sets);
  VmAlt a;
  ASSERT(alt_now(m.s, point(&m, "B"), 0, sets, &a) && !a.happens);
  vm_may_move(m.s, 1, sets);
  ASSERT(alt_now(m.s, point(&m, "B"), 0, sets, &a) && !a.happens);
  vm_may_move(m.s, 0, sets);
  ASSERT_STR_EQ("W life:A life:B", sets_text(&m, sets));
  ASSERT(alt_now(m.s, point(&m, "B"), 0, sets, &a) && a.happens);
  DONE(&m);
}

/* Of a free mutex the lock is the first event, of a held one the unlock. */
TEST first_on_its_object(void) {
  BEGIN("int x\nmutex m\nThread A { lock(m); unlock(m) }\nThread B { lock(m) }\nThread C { x := 1 }\nThread D { unlock(m) }\n");
  ASSERT(vm_first_now(m.s, alternative(&m, point(&m, "B"), 0).foot));
  ASSERT(vm_first_now(m.s, alternative(&m, point(&m, "C"), 0).foot));
  ASSERT_FALSE(vm_first_now(m.s, alternative(&m, point(&m, "D"), 0).foot));
  step(&m, "A");
  ASSERT_FALSE(vm_first_now(m.s, alternative(&m, point(&m, "B"), 0).foot));
  ASSERT(vm_first_now(m.s, alternative(&m, point(&m, "A"), 0).foot));
  DONE(&m);
}

TEST what_events_touched(void) {
  BEGIN("int x, y\nmutex m\nmessage M()\nThread T { x := y; lock(m); unlock(m); U ! M() }\nThread U { receive { M() => { } }; receive { M() => { } after => { } } }\n");
  static const struct { const char *who, *sets; } k[] = { { "T", "R y" }, { "T", "W x" }, { "T", "R m | W m" }, { "T", "W m" }, { "T", "W mail:U" }, { "U", "" }, { "U", "R mail:U" } };
  uint64_t *sets = arena_alloc(&m.c.arena, VM_SETS * vm_facts_words(m.s) * sizeof *sets);
  for (size_t i = 0; i < sizeof k / sizeof *k; i++) {
    ASSERT_EQ(VM_OK, step(&m, k[i].who));
    vm_event_sets(m.s, &m.ev, sets);
    ASSERT_STR_EQm(described(&m), k[i].sets, sets_text(&m, sets));
  }
  DONE(&m);
}

/* Labels tell different events apart, whatever thread does them. */
TEST labels(void) {
  BEGIN("int x, y\nThread A { x := 1 }\nThread B { x := 1 }\nThread C { x := 2 }\nThread D { y := 1 }\n");
  uint32_t a = alternative(&m, point(&m, "A"), 0).label;
  ASSERT_EQ(a, alternative(&m, point(&m, "B"), 0).label);
  ASSERT(a != alternative(&m, point(&m, "C"), 0).label);
  ASSERT(a != alternative(&m, point(&m, "D"), 0).label);
  DONE(&m);
}

/* The Nth allocation fails: a clean answer, and nothing leaks. */
TEST no_memory(void) {
  bool enough = false;
  for (size_t extra = 0; !enough && extra < 1 << 22; extra += extra < 40000 ? 997 : 60013) {
    Machine m;
    VmAlt a;
    machine(&m, "int x\nint[4] a\nThread T { for i in 0..3 { a[i] := x }; either { x := 1 } or { await x == 2 } }\n");
    m.mem.limit = m.mem.used + extra;
    if (vm_facts_open(m.s, false)) {
      VmPoint q = vm_point(m.s, 0);
      enough = q != POINT_NOMEM && vm_point_alts(m.s, q) && copy_alt(vm_point_alt(m.s, q, 0), &a);
    }
    m.mem.limit = 0;
    machine_done(&m);
  }
  ASSERT(enough);
  PASS();
}

SUITE(two_threads) {
  RUN_TEST(who_comes_first);
  RUN_TEST(who_could_unlock);
  RUN_TEST(who_waits_for_the_end);
  RUN_TEST(nobody_joins);
  RUN_TEST(who_may_end_may_be_waited_for);
  RUN_TEST(first_on_its_object);
  RUN_TEST(what_events_touched);
  RUN_TEST(labels);
  RUN_TEST(no_memory);
}

GREATEST_MAIN_DEFS();
int main(int argc, char **argv) {
  GREATEST_MAIN_BEGIN();
  RUN_SUITE(feet_and_futures);
  RUN_SUITE(points);
  RUN_SUITE(present_values);
  RUN_SUITE(two_threads);
  GREATEST_MAIN_END();
}
