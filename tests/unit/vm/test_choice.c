/* tests/unit/vm/test_choice.c -- enabled actions, their digits as one number, faults that are choices, and their budgets. */
#include "tests/greatest.h"
#include "tests/unit/vm/support.h"

/* --- numbers of digits --- */

TEST text_and_back(void) {
  Machine m;
  machine(&m, "int x\nThread T { x := 1 }\n");
  static const char *const same_text[] = { "0", "1", "65535", "0.0", "511.511", "512.0", "0.65535", "1.2.3", "511.511.511", "512.1.1", "1.2.3.4", "0.0.0.0.0.0.0", "crash" };
  uint32_t seen[20];
  for (size_t i = 0; i < sizeof same_text / sizeof *same_text; i++) {
    char b[200];
    ASSERTm(same_text[i], vm_choice_parse(m.s, same_text[i], &seen[i]));
    ASSERT_STR_EQ(same_text[i], vm_choice_text(m.s, seen[i], b, sizeof b));
    for (size_t k = 0; k < i; k++) ASSERTm(same_text[i], seen[k] != seen[i]);
  }
  DONE(&m);
}

TEST no_choices(void) {
  Machine m;
  machine(&m, "int x\nThread T { x := 1 }\n");
  static const char *const bad[] = { "", "x", "1.", ".1", "1..2", "65536", "1,2", "-1", "1 ", "crashed", "99999999999999999999" };
  uint32_t c;
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) ASSERT_FALSEm(bad[i], vm_choice_parse(m.s, bad[i], &c));
  char many[400] = "0";
  for (int i = 1; i < 64; i++) strcat(many, ".0");
  ASSERT(vm_choice_parse(m.s, many, &c));
  strcat(many, ".0");
  ASSERT_FALSE(vm_choice_parse(m.s, many, &c));              /* 64 digits at most */
  DONE(&m);
}

/* --- what is enabled --- */

typedef struct { const char *decls, *body, *choices; } Case;
static const Case cases[] = {
  { "", "x := 1", "0" },
  { "", "_ := choose(bool)", "0 1" },
  { "", "_ := choose(3..5)", "0 1 2" },
  { "", "_ := choose(5..3)", "-" },                          /* empty: blocks for ever */
  { "init { add(s, 4); add(s, 2) }\n", "_ := choose(s)", "0 1" },
  { "", "_ := choose(s)", "-" },
  { "", "set<int> l; _ := choose(l)", "-" },
  { "", "either { skip } or { skip } or { skip }", "0 1 2" },
  { "", "either { await x == 1 } or { await x == 0 }", "1" },
  { "", "either { lock(m) } or { join T }", "0" },
  { "", "either { receive { M(_) => { } } } or { skip }", "1" },
  { "", "either { receive { M(_) => { } after => { } } } or { skip }", "0 1" },
  { "", "either { atomic { x := 1; await x == 1 } } or { atomic { x := 1; await x == 2 } }", "0" },
  { "", "either { await x == 1 } or { await x == 2 }", "-" },
  { "", "either { either { await x == 1 } or { await x == 2 } } or { await x == 3 }", "0" },     /* an inner either is an event of its own */
  { "", "either { atomic { either { await x == 1 } or { await x == 0 } } } or { skip }", "0.1 1" },
  { "", "atomic { int a = choose(0..1); int b = choose(0..2); x := a + b }", "0.0 0.1 0.2 1.0 1.1 1.2" },
  { "", "atomic { int a = choose(0..2); await a != 1; x := a }", "0 2" },             /* only those that can complete */
  { "", "atomic { int a = choose(0..2); if a == 1 { x := choose(4..5) } }", "0 1.0 1.1 2" },
  { "", "atomic { int a = choose(1..2); x := choose(a..2) }", "0.0 0.1 1.0" },
  { "", "atomic { x := choose(1..x) }", "-" },
  { "", "atomic { int a = choose(0..1); int b = choose(0..1); int c = choose(0..1); int d = choose(0..1); await a + b + c + d == 3; x := 1 }", "0.1.1.1 1.0.1.1 1.1.0.1 1.1.1.0" },
  { "", "atomic { either { lock(m) } or { skip } }", "0 1" },
  { "", "atomic { lock(m); await x == 1 }", "-" },
  { "", "atomic { assume choose(bool); x := 1 }", "0 1" },   /* stops the thread: that is a way to go on */
  { "", "await x == 0", "0" },
  { "", "await x == 1", "-" },
  { "", "receive { M(_) => { } }", "-" },
  { "", "receive { M(_) => { } after => { } }", "0" },
  { "", "join T", "-" },
  { "fault crash T <= 1\n", "x := 1", "0 crash" },
  { "fault crash T\n", "await x == 1", "crash" },            /* also when blocked */
  { "fault crash T <= 0\n", "x := 1", "0" },
  { "fault drop M\n", "T ! M(1)", "0 1" },
  { "fault duplicate M <= 1\n", "T ! M(1)", "0 1" },
  { "fault drop M <= 1\nfault duplicate M <= 1\n", "T ! M(1)", "0 1 2" },
  { "fault drop M <= 0\n", "T ! M(1)", "0" },
  { "fault drop M\n", "T ! N()", "0" },
  { "fault drop M\n", "atomic { T ! M(1); T ! M(2) }", "0.0 0.1 1.0 1.1" },
  { "fault drop M <= 1\n", "atomic { T ! M(1); T ! M(2) }", "0.0 0.1 1" },            /* once dropped, no choice is left */
};

TEST enabled(const Case *k) {
  Machine m;
  char text[2000];
  snprintf(text, sizeof text, "int x\nset<int> s\nmutex m\nmessage M(int n), N()\n%sThread T { %s }\n", k->decls, k->body);
  machine(&m, text);
  ASSERT_STR_EQm(k->body, k->choices, choices(&m, "T"));
  /* every action listed can be done, and none other of the small ones */
  const VmAction *a;
  VmAction all[64];
  size_t n = vm_thread_actions(m.s, 0, &a);
  ASSERT(n <= 64);
  if (n) memcpy(all, a, n * sizeof *all);
  for (size_t i = 0; i < n; i++) {
    VmMark mark = vm_save(m.s);
    ASSERT(step_tid(&m, 0, all[i].choice) != VM_BLOCKED);
    ASSERT_EQ_FMT(all[i].choice, m.ev.choice, "%u");
    vm_restore(m.s, mark);
  }
  size_t crashes, total = vm_actions(m.s, &a, &crashes);
  ASSERT_EQ_FMT(n, total, "%zu");
  ASSERT_EQ_FMT((size_t)(strstr(k->choices, "crash") != NULL), crashes, "%zu");
  DONE(&m);
}

SUITE(numbers) {
  RUN_TEST(text_and_back);
  RUN_TEST(no_choices);
}
SUITE(actions) { for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) RUN_TEST1(enabled, &cases[i]); }

/* --- choices and budgets --- */

TEST values_chosen(void) {
  Machine m;
  machine(&m, "int x, y\nset<int> s\ninit { add(s, 30); add(s, 10); add(s, 20) }\nThread T { x := choose(-1..1); y := choose(s) }\n");
  ASSERT_EQ(VM_OK, step_with(&m, "T", "2"));
  step(&m, "T");
  ASSERT_STR_EQ("1", value(&m, "x"));
  ASSERT_EQ(VM_BLOCKED, step_with(&m, "T", "3"));
  ASSERT_EQ(VM_OK, step_with(&m, "T", "1"));
  step(&m, "T");
  ASSERT_STR_EQ("20", value(&m, "y"));
  DONE(&m);
}

TEST atomic_choice_that_cannot_complete(void) {
  Machine m;
  machine(&m, "int x\nThread T { atomic { int a = choose(0..2); x := 9; await a != 1; x := a } }\n");
  ASSERT_EQ(VM_BLOCKED, step_with(&m, "T", "1"));
  ASSERT_STR_EQ("0", value(&m, "x"));                        /* tried and rolled back */
  ASSERT_EQ(VM_OK, step_with(&m, "T", "2"));
  ASSERT_STR_EQ("2", value(&m, "x"));
  DONE(&m);
}

TEST crash_budget_is_one_for_all_instances(void) {
  Machine m;
  machine(&m, "int x\nmutex l\nmessage M()\nfault crash T <= 2\nThread(i in 0..2) T { lock(l); x := 1 }\n");
  step(&m, "T[0]");
  ASSERT_EQ(VM_OK, step_with(&m, "T[0]", "crash"));
  ASSERT_EQ(TH_CRASHED, vm_thread(m.s, 0));
  ASSERT_STR_EQ("held by T[0]", value(&m, "l"));             /* held mutexes stay held */
  ASSERT_STR_EQ("crash", choices(&m, "T[1]"));               /* blocked by it, and may crash */
  ASSERT_EQ(VM_OK, step_with(&m, "T[1]", "crash"));
  ASSERT_STR_EQ("-", choices(&m, "T[2]"));
  ASSERT_EQ(VM_BLOCKED, step_with(&m, "T[2]", "crash"));
  DONE(&m);
}

TEST a_crashed_thread_can_be_joined(void) {
  Machine m;
  machine(&m, "int x\nfault crash T\nmessage M()\nThread T { receive { M() => { x := 1 } } }\nThread U { T ! M(); join T }\n");
  step(&m, "U");
  ASSERT_EQ(VM_OK, step_with(&m, "T", "crash"));
  Word w[2];
  ASSERT_EQ_FMT((size_t)0, vm_mailbox(m.s, 0, w, 2), "%zu");           /* its mailbox is gone */
  ASSERT_EQ(VM_OK, step(&m, "U"));
  DONE(&m);
}

TEST drop_and_duplicate(void) {
  Machine m;
  machine(&m, "message M(int n)\nfault drop M <= 1\nfault duplicate M <= 1\nThread T { T ! M(1); T ! M(2); T ! M(3) }\nint x\nThread U { x := 1 }\n");
  Word w[8];
  ASSERT_EQ(VM_OK, step_with(&m, "T", "2"));                 /* the order: as it is, lost, twice */
  ASSERT_EQ_FMT((size_t)2, vm_mailbox(m.s, 0, w, 8), "%zu");
  ASSERT(w[0] == w[1]);
  ASSERT_STR_EQ("0 1", choices(&m, "T"));
  ASSERT_EQ(VM_OK, step_with(&m, "T", "1"));
  ASSERT_EQ_FMT((size_t)2, vm_mailbox(m.s, 0, w, 8), "%zu");
  ASSERT_STR_EQ("0", choices(&m, "T"));
  DONE(&m);
}

TEST order_of_actions(void) {
  Machine m;
  machine(&m, "int x\nfault crash B <= 1\nThread A { x := choose(0..1) }\nThread B { either { x := 1 } or { x := 2 } }\nThread C { await x == 1 }\n");
  const VmAction *a;
  size_t crashes, n = vm_actions(m.s, &a, &crashes);
  const VmAction want[] = { { 0, 0 }, { 0, 1 }, { 1, 0 }, { 1, 1 }, { 1, VM_CRASH } };
  ASSERT_EQ_FMT((size_t)5, n, "%zu");
  ASSERT_EQ_FMT((size_t)1, crashes, "%zu");
  for (size_t i = 0; i < n; i++) ASSERT(a[i].tid == want[i].tid && a[i].choice == want[i].choice);
  DONE(&m);
}

TEST too_many_digits(void) {
  Machine m;
  machine(&m, "int x\nThread T { atomic { for i in 1..65 { x := choose(0..0) } } }\n");
  const VmAction *a;
  ASSERT_EQ(SIZE_MAX, vm_thread_actions(m.s, 0, &a));
  ASSERT_STR_EQ("choices", vm_limit(m.s));
  machine_done(&m);
  machine(&m, "int x\nThread T { atomic { for i in 1..64 { x := choose(0..0) } } }\n");
  ASSERT_EQ_FMT((size_t)1, vm_thread_actions(m.s, 0, &a), "%zu");
  DONE(&m);
}

SUITE(taking_them) {
  RUN_TEST(values_chosen);
  RUN_TEST(atomic_choice_that_cannot_complete);
  RUN_TEST(crash_budget_is_one_for_all_instances);
  RUN_TEST(a_crashed_thread_can_be_joined);
  RUN_TEST(drop_and_duplicate);
  RUN_TEST(order_of_actions);
  RUN_TEST(too_many_digits);
}

GREATEST_MAIN_DEFS();
int main(int argc, char **argv) {
  GREATEST_MAIN_BEGIN();
  RUN_SUITE(numbers);
  RUN_SUITE(actions);
  RUN_SUITE(taking_them);
  GREATEST_MAIN_END();
}
