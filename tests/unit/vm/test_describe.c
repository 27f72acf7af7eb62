/* tests/unit/vm/test_describe.c -- threads, places, values and events in the user's words. */
#include "tests/greatest.h"
#include "tests/unit/vm/support.h"

#define DECLS "enum E { red, green }\nrecord R { int p, bool b }\nint x = 3\nbool flag\nE e\npid who\nR r\nR[2] rs\nint[2] a\nqueue<int> q\nset<int> s\nmutex m\nmutex[2] ms\nmessage M(int n, R w), N()\n" \
  "fault drop N\nfault duplicate N\nfault crash C\nThread() W { x := 1 }\nThread C { x := 9 }\n"

/* The STEPth event of "Thread T { BODY }" by the given choice. */
static const struct { const char *body; int step; const char *choice, *text; } events[] = {
  { "x := 1", 0, "0", "x := 1" },
  { "_ := x", 0, "0", "reads x = 3" },
  { "e := green", 0, "0", "e := green" },
  { "flag := true", 0, "0", "flag := true" },
  { "_ := who", 0, "0", "reads who = no pid" },
  { "who := self", 0, "0", "who := T" },
  { "r := R(4, true)", 0, "0", "r := R(4, true)" },
  { "R l = r", 0, "0", "reads r = R(0, false)" },
  { "rs[1].p := 7", 0, "0", "rs[1].p := 7" },
  { "a := [1, 2]", 0, "0", "a := [1, 2]" },
  { "x := 100000000000000000000", 0, "0", "x := 100000000000000000000" },
  { "q := q", 0, "0", "reads q = []" },
  { "_ := cas(x, 3, 4)", 0, "0", "cas(x): x = 4, succeeds" },
  { "_ := cas(x, 9, 4)", 0, "0", "cas(x): x = 3, fails" },
  { "_ := swap(a[1], 4)", 0, "0", "swap(a[1]): a[1] = 4" },
  { "_ := fetch_add(x, 2)", 0, "0", "fetch_add(x): x = 5" },
  { "push(q, 1); push(q, 2)", 1, "0", "push(q): q = [1, 2]" },
  { "push(q, 1); _ := pop(q)", 1, "0", "pop(q): q = []" },
  { "add(s, 2); add(s, 1)", 1, "0", "add(s): s = {1, 2}" },
  { "_ := len(s)", 0, "0", "len(s): s = {}" },
  { "lock(ms[1])", 0, "0", "locks ms[1]" },
  { "lock(m); unlock(m)", 1, "0", "unlocks m" },
  { "_ := trylock(m)", 0, "0", "trylock(m) succeeds" },
  { "lock(m); _ := trylock(m)", 1, "0", "trylock(m) fails" },
  { "T ! M(1, R(2, true))", 0, "0", "sends M(1, R(2, true)) to T" },
  { "T ! N()", 0, "0", "sends N() to T" },
  { "T ! N()", 0, "1", "sends N() to T (lost)" },
  { "T ! N()", 0, "2", "sends N() to T (twice)" },
  { "T ! N(); receive { N() => { } }", 1, "0", "receives N()" },
  { "receive { N() => { } after => { } }", 0, "0", "finds no message that matches (after)" },
  { "_ := spawn W()", 0, "0", "starts W#1@T" },
  { "_ := choose(bool)", 0, "1", "chooses true" },
  { "_ := choose(4..6)", 0, "2", "chooses 6" },
  { "int l = 4; _ := choose(l..6)", 0, "2", "chooses 6" },
  { "add(s, 7); add(s, 8); _ := choose(s)", 2, "1", "chooses 8 of s = {7, 8}" },
  { "set<int> l; add(l, 4); add(l, 5); _ := choose(l)", 0, "1", "chooses element 2 of its set" },
  { "_ := choose(100000000000000000000..100000000000000000002)", 0, "2", "chooses 100000000000000000002" },
  { "either { skip } or { x := 1 }", 0, "1", "takes the branch at line 20" },
  { "critical c { skip }", 0, "0", "enters critical c" },
  { "critical c { skip }", 1, "0", "leaves critical c" },
  { "await x == 3", 0, "0", "await passes" },
  { "atomic { x := 1; T ! N() }", 0, "0", "atomic: sends N() to T" },
  { "atomic { x := 1 }", 0, "0", "atomic" },
  { "either { lock(m) } or { skip }", 0, "0", "locks m" },
};

TEST wording(size_t i) {
  Machine m;
  char text[2000];
  snprintf(text, sizeof text, DECLS "Thread T { %s }\n", events[i].body);
  machine(&m, text);
  for (int k = 0; k < events[i].step; k++) step(&m, "T");
  ASSERT_EQm(events[i].body, VM_OK, step_with(&m, "T", events[i].choice));
  ASSERT_STR_EQm(events[i].body, events[i].text, described(&m));
  char small[6];                                             /* cut, and ended */
  ASSERT_EQ(small, vm_describe(m.s, &m.ev, small, sizeof small));
  ASSERT_EQ(0, strncmp(small, events[i].text, 5));
  ASSERT(strlen(small) <= 5);
  DONE(&m);
}

TEST crash_and_init(void) {
  Machine m;
  machine(&m, "int x\nfault crash T\ninit { x := choose(0..2); x := x + choose(0..1) }\nThread T { x := 1 }\n");
  step_with(&m, "init", "2.1");
  ASSERT_STR_EQ("init chooses 2.1", described(&m));
  step_with(&m, "T", "crash");
  ASSERT_STR_EQ("crashes", described(&m));
  DONE(&m);
}

TEST join_wording(void) {
  Machine m;
  machine(&m, "int x\nThread A { x := 1 }\nThread T { join A }\n");
  step(&m, "A");
  step(&m, "T");
  ASSERT_STR_EQ("joins A", described(&m));
  DONE(&m);
}

SUITE(event_texts) {
  for (size_t i = 0; i < sizeof events / sizeof *events; i++) RUN_TEST1(wording, i);
  RUN_TEST(crash_and_init);
  RUN_TEST(join_wording);
}

/* --- names and values --- */

TEST names_of_places(void) {
  Machine m;
  machine(&m, "record P { int[0] none, int u, int[2] v }\nrecord Q { P p, P[2] ps, queue<int> q }\nint x\nQ[2] a\nint[2][3] g\nmutex m\nThread T { x := 1 }\n");
  char b[100];
  uint32_t leaves = m.p->nlocs;
  static const char *const want[] = { "x", "a[0].p.u", "a[0].p.v[0]", "a[0].p.v[1]", "a[0].ps[0].u", "a[0].ps[0].v[0]", "a[0].ps[0].v[1]", "a[0].ps[1].u" };
  for (uint32_t i = 0; i < 8; i++) ASSERT_STR_EQ(want[i], vm_loc_name(m.p, i, b, sizeof b));
  ASSERT_STR_EQ("a[0].q", vm_loc_name(m.p, 10, b, sizeof b));
  ASSERT_STR_EQ("a[1].p.u", vm_loc_name(m.p, 11, b, sizeof b));
  ASSERT_STR_EQ("g[1][2]", vm_loc_name(m.p, leaves - 2, b, sizeof b));
  ASSERT_STR_EQ("m", vm_loc_name(m.p, leaves - 1, b, sizeof b));
  ASSERT_STR_EQ("?", vm_loc_name(m.p, leaves, b, sizeof b));
  DONE(&m);
}

TEST names_of_objects(void) {
  Machine m;
  machine(&m, "int x\nfault crash T <= 1\ninvariant i: x < 3\ncover c: x == 2\nThread(k in 4..5) T { critical one { x := 1 } critical two { x := 2 } }\n");
  char b[100];
  ASSERT_STR_EQ("x", vm_obj_name(m.s, 0, b, sizeof b));
  ASSERT_STR_EQ("mailbox of T[5]", vm_obj_name(m.s, OBJ_MAILBOX(m.p, 1), b, sizeof b));
  ASSERT_STR_EQ("end of T[4]", vm_obj_name(m.s, OBJ_THREAD(m.p, 0), b, sizeof b));
  ASSERT_STR_EQ("critical two", vm_obj_name(m.s, OBJ_CRITICAL(m.p, 1), b, sizeof b));
  ASSERT_STR_EQ("invariant i", vm_obj_name(m.s, OBJ_INVARIANT(m.p, 0), b, sizeof b));
  ASSERT_STR_EQ("cover c", vm_obj_name(m.s, OBJ_COVER(m.p, 0), b, sizeof b));
  ASSERT_STR_EQ("fault budget", vm_obj_name(m.s, OBJ_BUDGET(m.p, 0), b, sizeof b));
  DONE(&m);
}

TEST values_as_text(void) {
  Machine m;
  machine(&m, "enum E { red, green }\nrecord R { E e, set<pid> s }\nint x\nbool b\nE e\npid p\nR r\nqueue<R> q\nqueue<queue<int>> qq\nint big\nmutex m\n"
              "Thread(i in 1..2) T { queue<int> l; push(l, -1); push(qq, l); clear(l); push(qq, l); lock(m); add(r.s, T[2]); add(r.s, self); r.e := green; push(q, r)\n"
              "  big := 7; for k in 1..9 { big := big * big } }\n");
  run(&m, "T[1]");
  ASSERT_STR_EQ("[[-1], []]", value(&m, "qq"));
  ASSERT_STR_EQ("held by T[1]", value(&m, "m"));
  ASSERT_STR_EQ("{T[1], T[2]}", value(&m, "r.s"));
  ASSERT_STR_EQ("[R(green, {T[1], T[2]})]", value(&m, "q"));
  ASSERT_STR_EQ("an integer of 1438 bits", value(&m, "big"));
  char b[8];
  for (uint32_t i = 0; i < m.p->nlocs; i++) {                /* any room is enough */
    vm_word_text(m.s, m.p->leaf_type[i], vm_value(m.s, i), b, sizeof b);
    ASSERT(strlen(b) < sizeof b);
    vm_word_text(m.s, m.p->leaf_type[i], vm_value(m.s, i), b, 1);
    ASSERT_STR_EQ("", b);
  }
  DONE(&m);
}

static char seen[200];
static void visit(void *ctx, const char *name, const char *text) {
  (void)ctx;
  size_t n = strlen(seen);
  snprintf(seen + n, sizeof seen - n, "%s%s=%s", n ? " " : "", name, text);
}
static const char *locals(Machine *m, const char *name) {
  seen[0] = 0;
  vm_locals(m->s, (VmTid)tid_of(m, name), visit, NULL);
  return seen;
}

TEST locals_in_scope(void) {
  Machine m;
  machine(&m, "int x\nvoid f(int n, ref int r) { int k = n + 1; x := k; r := n }\n"
              "Thread(i in 4..4) T { int l = 1; if l == 1 { int inner = 2; x := inner + l + i } bool b = true; x := 5; f(7, x); if b { x := i + l } }\n");
  ASSERT_STR_EQ("i=4 l=1", locals(&m, "T[4]"));              /* inner was added already: dead */
  step(&m, "T[4]");
  ASSERT_STR_EQ("i=4 l=1 b=true", locals(&m, "T[4]"));
  step(&m, "T[4]");
  ASSERT_STR_EQ("n=7 k=8", locals(&m, "T[4]"));              /* in f; refs are left out */
  run(&m, "T[4]");
  ASSERT_STR_EQ("", locals(&m, "T[4]"));
  DONE(&m);
}

TEST library_calls(void) {
  Machine m;
  machine(&m, "import std.sync\nsem s\nThread T {\n  down(s)\n}\nThread U { up(s) }\n");
  uint32_t pc = vm_user_call(m.s, 0);
  ASSERT(pc != UINT32_MAX);
  Place at = src_place(&m.c.sources, m.p->spans[pc]);
  ASSERT_EQ_FMT(4u, at.line, "%u");
  machine_done(&m);
  machine(&m, "int x\nvoid f() { x := 1 }\nThread T { f() }\n");
  ASSERT_EQ(UINT32_MAX, vm_user_call(m.s, 0));
  DONE(&m);
}

SUITE(names_and_values) {
  RUN_TEST(names_of_places);
  RUN_TEST(names_of_objects);
  RUN_TEST(values_as_text);
  RUN_TEST(locals_in_scope);
  RUN_TEST(library_calls);
}

GREATEST_MAIN_DEFS();
int main(int argc, char **argv) {
  GREATEST_MAIN_BEGIN();
  RUN_SUITE(event_texts);
  RUN_SUITE(names_and_values);
  GREATEST_MAIN_END();
}
