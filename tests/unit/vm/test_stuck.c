/* tests/unit/vm/test_stuck.c -- what a thread that waits looked at, and why clauses leave a message. */
#include "tests/greatest.h"
#include "tests/unit/vm/support.h"
#include "vm/stuck.h"

#define DECLS "enum E { red, green }\nrecord R { int a, bool b }\nint x, y\nint[3] z\nset<int> s\nmutex m\n" \
  "message M(int n, bool f), N(R r, E e), O()\npure bool twice(int a, int b) { return a == 2 * b }\n"

/* "Thread T { RECEIVE }" with SENT in its mailbox: why each clause leaves it, with " | " between. */
static const struct { const char *receive, *sent, *why; } clauses[] = {
  { "receive { M(_, _) => { } }", "O()", "another message" },
  { "receive { M(3, _) => { } }", "M(4, true)", "field n is 4, the pattern wants 3" },
  { "receive { M(_, =false) => { }  O() => { } }", "M(4, true)", "field f is true, the pattern wants false | another message" },
  { "int k = 7; receive { M(=k + 1, _) => { } }", "M(7, true)", "field n is 7, the pattern wants 8" },
  { "receive { M(=1, =true) => { } }", "M(1, false)", "field f is false, the pattern wants true" },
  { "receive { N(=R(1, true), _) => { } }", "N(R(2, true), red)", "field r is R(2, true), the pattern wants R(1, true)" },
  { "receive { N(_, =green) => { } }", "N(R(2, true), red)", "field e is red, the pattern wants green" },
  { "receive { M(n, f) when n > 3 && f => { } }", "M(4, false)", "`when` is false with n = 4, f = false" },
  { "int k = 9; receive { M(n, _) when n > k => { } }", "M(4, true)", "`when` is false with n = 4, k = 9" },
  { "int k = 9; receive { M(n, _) when twice(n, k) => { } }", "M(4, true)", "`when` is false with n = 4, k = 9" },
  { "receive { M(a, _) when a < 0 => { }  M(b, _) when b > 9 => { } }", "M(4, true)",
    "`when` is false with a = 4 | `when` is false with b = 4" },
  { "receive { N(r, _) when r.a == 1 => { } }", "N(R(2, true), red)", "`when` is false with r = R(2, true)" },
  { "atomic { int k = 5; receive { M(n, _) when n == k => { } } }", "M(4, true)", "`when` is false with n = 4, k = 5" },
  { "int[2] a = [1, 2]; receive { M(n, _) when n == a[0] + a[1] => { } }", "M(4, true)", "`when` is false with n = 4, a = [1, 2]" },
};

static const char *text(const char *body, const char *rest) {
  static char out[1000];
  snprintf(out, sizeof out, DECLS "Thread T { %s }\n%s", body, rest);
  return out;
}

static const char *why(Machine *m, const VmStuck *q) {
  Word mail[4];
  char b[200];
  const char *all = "";
  if (!q->matcher || vm_mailbox(m->s, (VmTid)tid_of(m, "T"), mail, 4) != 1) return "no message";
  for (uint32_t i = 0; i < vm_stuck_receive(m->s, q)->nclauses; i++)
    all = arena_printf(&m->c.arena, "%s%s%s", all, i ? " | " : "", vm_why_not(m->s, q, i, mail[0], b, sizeof b));
  return all;
}

TEST left(size_t i) {
  Machine m;
  char sender[100];
  snprintf(sender, sizeof sender, "Thread U { T ! %s }\n", clauses[i].sent);
  machine(&m, text(clauses[i].receive, sender));
  ASSERT_EQ(VM_OK, step(&m, "U"));
  Bytes before = encoded(&m, true);
  VmStuck q = vm_stuck(m.s, (VmTid)tid_of(&m, "T"), 0);
  ASSERT_EQm(clauses[i].receive, WAIT_RECEIVE, q.wait.kind);
  ASSERT_STR_EQm(clauses[i].receive, clauses[i].why, why(&m, &q));
  ASSERT_STR_EQ(clauses[i].why, why(&m, &q));                 /* and the same again: nothing lasts */
  ASSERT(same(before, encoded(&m, true)));
  DONE(&m);
}

TEST taken(void) {
  Machine m;
  char b[100];
  Word mail[1];
  machine(&m, DECLS "Thread T { receive { M(1, _) => { }  M(n, _) when n > 3 => { } } }\nThread U { T ! M(2, true); T ! M(4, true) }\n");
  step(&m, "U");
  VmStuck q = vm_stuck(m.s, 0, 0);
  ASSERT_EQ(1u, vm_mailbox(m.s, 0, mail, 1));
  ASSERT_STR_EQ("`when` is false with n = 2", vm_why_not(m.s, &q, 1, mail[0], b, sizeof b));
  step(&m, "U");
  Word both[2];
  ASSERT_EQ(2u, vm_mailbox(m.s, 0, both, 2));
  ASSERT_STR_EQ("", vm_why_not(m.s, &q, 1, both[1], b, sizeof b));
  ASSERT_EQ(WAIT_NONE, vm_stuck(m.s, 0, 0).wait.kind);
  DONE(&m);
}

/* A small buffer cuts the words and nothing else. */
TEST little_room(void) {
  Machine m;
  char b[8] = "xxxxxxx";
  Word mail[1];
  machine(&m, DECLS "Thread T { receive { M(3, _) => { } } }\nThread U { T ! M(4, true) }\n");
  step(&m, "U");
  VmStuck q = vm_stuck(m.s, 0, 0);
  vm_mailbox(m.s, 0, mail, 1);
  ASSERT_STR_EQ("field n", vm_why_not(m.s, &q, 0, mail[0], b, sizeof b));
  DONE(&m);
}

/* --- what it looked at --- */

static const struct { const char *body; VmWaitKind kind; const char *reads; } waits[] = {
  { "await x == 1", WAIT_GUARD, "x" },
  { "await x == 1 || y == 1", WAIT_GUARD, "x y" },
  { "await x == 1 && y == 1", WAIT_GUARD, "x" },
  { "await z[1] > 0 || z[2] > 0", WAIT_GUARD, "z[1] z[2]" },
  { "atomic { y := 3; await x == y - 2 }", WAIT_GUARD, "y x y" },
  { "_ := choose(s)", WAIT_GUARD, "s" },
  { "join U", WAIT_JOIN, "" },
  { "_ := choose(5..x)", WAIT_NONE, "" },                      /* its bound is read in a step before */
  { "receive { O() => { } }", WAIT_RECEIVE, "" },
  { "x := 1", WAIT_NONE, "" },
};

static const char *looked(Machine *m, const VmStuck *q) {
  const char *all = "";
  char b[100];
  for (uint32_t i = 0; i < q->nacc; i++)
    all = arena_printf(&m->c.arena, "%s%s%s", all, i ? " " : "", vm_obj_name(m->s, ACC_OBJ(q->acc[i]), b, sizeof b));
  return all;
}

TEST looks(size_t i) {
  Machine m;
  machine(&m, text(waits[i].body, "Thread U { await x == 77 }\n"));
  VmStuck q = vm_stuck(m.s, 0, 0);
  ASSERT_EQm(waits[i].body, waits[i].kind, q.wait.kind);
  ASSERT_STR_EQm(waits[i].body, waits[i].reads, looked(&m, &q));
  DONE(&m);
}

TEST branches(void) {
  Machine m;
  const BcBranch *list;
  machine(&m, DECLS "Thread T { either { await x == 1 } or { lock(m) } or { receive { O() => { } } } }\n"
              "Thread H { lock(m); await y == 1 }\n");
  ASSERT_EQ(0u, vm_stuck_branches(m.s, (VmTid)tid_of(&m, "H"), &list));
  step(&m, "H");
  ASSERT_EQ(3u, vm_stuck_branches(m.s, 0, &list));
  VmStuck q = vm_stuck(m.s, 0, 0);
  ASSERT_EQ(WAIT_GUARD, q.wait.kind);
  ASSERT_STR_EQ("x", looked(&m, &q));
  q = vm_stuck(m.s, 0, 1);
  ASSERT_EQ(WAIT_LOCK, q.wait.kind);
  ASSERT_EQ((int)tid_of(&m, "H"), q.wait.holder);
  q = vm_stuck(m.s, 0, 2);
  ASSERT_EQ(WAIT_RECEIVE, q.wait.kind);
  ASSERT_STR_EQ("no message", why(&m, &q));
  DONE(&m);
}

SUITE(stuck) {
  for (size_t i = 0; i < sizeof clauses / sizeof *clauses; i++) RUN_TESTp(left, i);
  RUN_TEST(taken);
  RUN_TEST(little_room);
  for (size_t i = 0; i < sizeof waits / sizeof *waits; i++) RUN_TESTp(looks, i);
  RUN_TEST(branches);
}

GREATEST_MAIN_DEFS();
int main(int argc, char **argv) {
  GREATEST_MAIN_BEGIN();
  RUN_SUITE(stuck);
  GREATEST_MAIN_END();
}
