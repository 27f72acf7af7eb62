/* tests/unit/explore/test_because.c -- what is said about a trace, and what is not said of traces that look alike. */
#include <string.h>
#include "explore/because.h"
#include "explore/model.h"
#include "tests/greatest.h"

const char *stdlib_text(const char *name, size_t *len);       /* build/stdlib.o */

static Model model;
static Options opts;
static ExResult result;

/* Searches TEXT breadth first; the first finding of kind WHAT, or NULL. */
static ExFinding *find(const char *text, ExWhat what) {
  if (model_open_text(&model, "t.d", text, strlen(text)) != MODEL_OK) return NULL;
  if (model_options(&model, &opts, CMD_CHECK, 0, NULL) != MODEL_OK || model_compile(&model, &opts) != MODEL_OK) return NULL;
  opts.limits.bfs = opts.limits.all = true;
  opts.limits.unread = LEVEL_ERROR;
  ex_run(model.program, ex_algorithm("stateful:reach")->algo, &opts.limits, &model.arena, &result);
  ExFinding *f = what == FIND_UNREAD ? result.unread.first : result.findings.first;
  while (f && f->what != what) f = f->next;
  return f;
}

/* Gives F the schedule of WORDS, a digit a step: the thread. */
static void schedule(ExFinding *f, const char *words) {
  f->nschedule = strlen(words);
  f->schedule = ARENA_ARRAY(&model.arena, VmAction, f->nschedule + 1);
  for (size_t i = 0; i < f->nschedule; i++) f->schedule[i] = (VmAction){ (VmTid)(words[i] - '0'), 0 };
}

/* What is said of TEXT's finding of kind WHAT, met by the schedule WORDS or, NULL, by a shortest one. */
static const char *said(const char *text, ExWhat what, const char *words) {
  ExFinding *f = find(text, what);
  if (!f) return "no finding";
  for (; f; f = f->next) {
    if (words) schedule(f, words);
    ExTrace *t = trace_build(model.program, &opts.limits, f, 0, &model.arena);
    if (t->confirmed && f->what == what) return because(model.program, t, &model.arena);
  }
  return "no finding has this schedule";
}

#define SAYS(part, text, what, words)                                          \
  do {                                                                         \
    const char *it = said(text, what, words);                                  \
    ASSERTm(it ? it : "nothing was said", it && strstr(it, part) != NULL);     \
    model_close(&model);                                                       \
  } while (0)
#define SILENT(text, what, words)                                              \
  do {                                                                         \
    const char *it = said(text, what, words);                                  \
    ASSERTm(it ? it : "", it == NULL);                                         \
    model_close(&model);                                                       \
  } while (0)

/* --- lost update --- */

TEST lost_update(void) {
  SAYS("a lost update: A[2] read x = 0 in step 2 (line 2) and wrote x = 1 in step 4 (line 2); A[1] wrote x = 1 in step 3 (line 2) in "
       "between, "
       "and that write is overwritten unread: one update is lost.",
       "int x\nThread(i in 1..2) A { x := x + 1 }\nfinally { assert x == 2 }\n", FIND_FINALLY, "0101");
  SAYS("that write is overwritten: one update", "int x, y\nThread(i in 1..2) A { x := x + 1 }\nThread B { y := x }\nfinally { assert "
       "x == 2 }\n",
       FIND_FINALLY, "010221");
  SAYS("a lost update: A[2] read x[1] = 0 in step 2",
       "int[2] x\nThread(i in 1..2) A { x[1] := x[1] + 1 }\nThread B { join A[1]; join A[2]; assert x[1] == 2 }\n", FIND_ASSERT, NULL);
  PASS();
}

/* One repair is not enough for the finding to go away. */
TEST lost_updates(void) {
  const char *three = "int x\nThread(i in 1..3) A { x := x + 1 }\nfinally { assert x == 3 }\n";
  SAYS("one update is lost. 2 updates of x are lost in this run.", three, FIND_FINALLY, "012012");
  SAYS("one update is lost.", three, FIND_FINALLY, "001212");
  SAYS("3 updates of x are lost in this run.", "int x\nThread(i in 1..4) A { x := x + 1 }\nfinally { assert x == 4 }\n",
       FIND_FINALLY, "01230123");
  PASS();
}

TEST no_lost_update(void) {
  /* an update is lost, and the finding has nothing to do with it */
  SILENT("int x, y\nThread(i in 1..2) A { x := x + 1 }\nThread B { y := 1 }\nfinally { assert y == 2 }\n", FIND_FINALLY, "01012");
  SILENT("int x, y\nThread(i in 1..2) A { x := x + 1 }\nfinally { assert x >= 1; assert y == 2 }\n", FIND_FINALLY, "0101");
  /* what is written does not depend on what was read */
  SILENT("int x, y\nThread A { y := x; x := 7 }\nThread B { x := 5 }\nfinally { assert x == 5 }\n", FIND_FINALLY, "0010");
  /* nothing was overwritten: it was read again */
  SILENT("int x\nThread(i in 1..2) A { x := x + 1 }\nfinally { assert x == 3 }\n", FIND_FINALLY, "0011");
  SILENT("int x\nThread(i in 1..2) A { int v = x; v := x; x := v + 1 }\nfinally { assert x == 3 }\n", FIND_FINALLY, "011100");
  /* an update is lost, and without that the finding is the same */
  SILENT("int x\nThread(i in 1..2) A { x := x + 1 }\nfinally { assert x == 5 }\n", FIND_FINALLY, "0101");
  /* the value came back before it was used */
  SILENT("int x\nThread A { x := x + 1 }\nThread B { x := 1; x := 0 }\nfinally { assert x == 2 }\n", FIND_FINALLY, "0110");
  /* all in one step */
  SILENT("int x\nThread(i in 1..2) A { atomic { x := x + 1 } }\nfinally { assert x == 3 }\n", FIND_FINALLY, "01");
  PASS();
}

/* --- check, then act --- */

TEST check_then_act(void) {
  SAYS("check, then act: A[2] read x = 1 in step 2 (line 2) for a test; A[1] changed it to 0 in step 3 (line 2), before A[2] acted on "
       "it in "
       "step 4 (line 2): had it tested then, the test would have come out otherwise.",
       "int x = 1\nThread(i in 1..2) A { if x > 0 { fetch_add(x, -1) } }\ninvariant i: x >= 0\n", FIND_INVARIANT, NULL);
  SAYS("check, then act: C[2] read q = [7] in step",
       "queue<int> q\nThread P { push(q, 7) }\nThread(i in 1..2) C { if len(q) > 0 { _ := pop(q) } }\n", FIND_ERROR, NULL);
  SAYS("check, then act: T[1] read b = false",
       "bool b\nThread(i in 0..1) T { await !b; b := true; critical c { skip }; b := false }\n", FIND_CRITICAL, NULL);
  SAYS("before W began to wait at line 3",
       "message Go()\nbool done, known\nThread W { if !done { known := true; receive { Go() => { } } } }\nThread S { if known { W ! "
       "Go() }  done := true }\n",
       FIND_DEADLOCK, "0101");
  PASS();
}

TEST no_check_then_act(void) {
  /* the value changed, the test's outcome did not */
  SILENT("int x = 100, y\nThread A { if x > 0 { y := 1 } }\nThread B { x := 50 }\nfinally { assert y == 0 }\n", FIND_FINALLY, "010");
  /* the outcome would have changed, and the finding has nothing to do with it */
  SILENT("int x, y, z\nThread A { if x == 0 { y := 1 } }\nThread B { x := 1; z := 1 }\nfinally { assert z == 0 }\n", FIND_FINALLY, "0110");
  SILENT("int x, y\nThread A { if x == 0 { y := 1 }  assert y == 5 }\nThread B { x := 1 }\n", FIND_ASSERT, "0100");
  /* the act comes whatever the test says */
  SILENT("int x, y, z\nThread A { if x == 0 { y := 1 }  z := 1 }\nThread B { x := 1 }\nfinally { assert z == 0 }\n", FIND_FINALLY, "0100");
  /* test and act are one step */
  SILENT("int x = 1\nThread(i in 1..2) A { atomic { if x > 0 { x := x - 1 } } }\nfinally { assert x == 1 }\n", FIND_FINALLY, "01");
  /* the other outcome is a failure of its own */
  SILENT("int x, y\nThread A { assert x == 0; y := 1 }\nThread B { x := 1 }\ninvariant i: y == 0\n", FIND_INVARIANT, "010");
  /* it acted before the change */
  SILENT("int x, y\nThread A { if x == 0 { y := 1 } }\nThread B { x := 1 }\nfinally { assert y == 0 }\n", FIND_FINALLY, "001");
  PASS();
}

/* --- torn read --- */

TEST torn_read(void) {
  SAYS("a torn read: R read p.a = 0 in step 1 (line 4) and p.b = 1 in step 4 (line 4), but W changed p.a to 1 in step 2 (line 3) in "
       "between: "
       "no state of this run has p.a = 0 together with p.b = 1.",
       "record P { int a, int b }\nP p\nThread W { p.a := 1; p.b := 1 }\nThread R { int a = p.a; int b = p.b; assert a >= b }\n",
       FIND_ASSERT, "1001");
  SAYS("a torn read: R read a = 5", "int a = 5, b\nThread W { atomic { a := 0; b := 5 } }\nThread R { assert a + b == 5 }\n",
       FIND_ASSERT, NULL);
  SAYS("a torn read: R read a = 1", "int a, b, sum\nThread W { a := 1; b := 1; a := 0; b := 2 }\nThread R { int v = a; int u = b; if "
       "v + u == 3 { sum := 1 } }\n"
       "invariant i: a + b < 9 && sum == 0\n", FIND_INVARIANT, "0100011");
  PASS();
}

TEST no_torn_read(void) {
  /* both values were there at once */
  SILENT("int[2] a\nThread W { a[0] := 1; a[1] := 1 }\nThread R { int u = a[0]; int v = a[1]; assert u == v }\n", FIND_ASSERT, NULL);
  SILENT("int[2] a\nThread W { a[1] := 1; a[0] := 1 }\nThread R { int u = a[0]; int v = a[1]; assert u == v }\n", FIND_ASSERT, "1001");
  /* nobody wrote in between */
  SILENT("int[2] a\nThread W { a[0] := 1; a[1] := 2 }\nThread R { int u = a[0]; int v = a[1]; assert u == v }\n", FIND_ASSERT, "0011");
  /* the finding does not depend on it */
  SILENT("int[2] a\nint y\nThread W { atomic { a[0] := 1; a[1] := 1 } }\nThread R { int u = a[0]; int v = a[1]; y := 1 }\nfinally { "
         "assert y == 0 }\n",
         FIND_FINALLY, "1011");
  SILENT("int[2] a\nThread W { atomic { a[0] := 1; a[1] := 1 } }\nThread R { int u = a[0]; int v = a[1]; assert u + v == 9 }\n",
         FIND_ASSERT, "101");
  /* the two have nothing to do with each other */
  SILENT("int a, b, y\nThread W { atomic { a := 1; b := 1 } }\nThread R { int u = a; int v = b; y := v - u }\nfinally { assert y == 0 }\n",
         FIND_FINALLY, "1011");
  PASS();
}

/* --- lock cycle --- */

TEST lock_cycle(void) {
  SAYS("a cycle of locks: A took m in step 1 (line 2) and waits for n (line 2); B took n in step 2 (line 3) and waits for m (line 3). "
       "Were they always taken in the same order, there would be no such cycle.",
       "mutex m, n\nThread A { lock(m); lock(n) }\nThread B { lock(n); lock(m) }\n", FIND_DEADLOCK, "01");
  SAYS("; 4 more threads do likewise; P[7] took f[7]",
       "mutex[8] f\nThread(i in 0..7) P { lock(f[i]); lock(f[(i + 1) % 8]) }\n", FIND_DEADLOCK, "01234567");
  PASS();
}

TEST no_lock_cycle(void) {
  /* the cycle goes over a join */
  SILENT("mutex m\nThread A { lock(m); join B }\nThread B { lock(m) }\n", FIND_DEADLOCK, "0");
  /* who holds the lock has ended */
  SILENT("mutex m, n\nThread A { lock(m) }\nThread B { lock(m) }\n", FIND_DEADLOCK, "0");
  /* one holds a lock and waits for a message, another one for the lock */
  SILENT("message M()\nmutex m\nThread A { lock(m); receive { M() => { } } }\nThread B { lock(m); A ! M() }\n", FIND_DEADLOCK, "0");
  /* who holds it has crashed */
  SILENT("mutex m\nfault crash A <= 1\nThread A { lock(m); unlock(m) }\nThread B { lock(m) }\n", FIND_DEADLOCK, NULL);
  /* a cycle of flags */
  SILENT("bool[2] b = [true, true]\nThread(i in 0..1) T { await !b[1 - i]; b[i] := false }\n", FIND_DEADLOCK, NULL);
  PASS();
}

/* --- lost wakeup --- */

#define SYNC "import std.sync\nmutex m\ncond c, d\nbool done\n"

TEST lost_wakeup(void) {
  SAYS("a lost wakeup: S called signal on c in step 2 (line 6), when no thread was waiting there; W began to wait in step 5 (line 5), "
       "and no "
       "thread is left that could wake it.",
       SYNC "Thread W { lock(m); wait(c, m); unlock(m) }\nThread S { lock(m); signal(c); unlock(m) }\n", FIND_DEADLOCK, "11100");
  SAYS("S called broadcast on c in step 3", SYNC "Thread W { if !done { lock(m); wait(c, m); unlock(m) } }\n"
       "Thread S { done := true; broadcast(c) }\n", FIND_DEADLOCK, "01100");
  PASS();
}

TEST no_lost_wakeup(void) {
  /* nobody ever signalled; nobody signalled this one */
  SILENT(SYNC "Thread W { lock(m); wait(c, m); unlock(m) }\n", FIND_DEADLOCK, NULL);
  SILENT(SYNC "Thread W { lock(m); wait(c, m); unlock(m) }\nThread S { signal(d) }\n", FIND_DEADLOCK, "100");
  /* one signal for two: it was not given in vain */
  SILENT(SYNC "Thread(i in 1..2) W { lock(m); wait(c, m); unlock(m) }\nThread S { signal(c) }\n", FIND_DEADLOCK, NULL);
  /* the thread waits on a set of its own */
  SILENT("set<pid> s\nThread W { add(s, self); await !contains(s, self) }\nThread S { clear(s) }\n", FIND_DEADLOCK, "10");
  /* a signal in vain, and a deadlock of others */
  SILENT(SYNC "Thread S { signal(c) }\nThread W { lock(m); signal(c); unlock(m); await done }\n", FIND_DEADLOCK, NULL);
  PASS();
}

/* --- unread message --- */

#define MAIL "message M(int n), N()\n"

TEST unread(void) {
  SAYS("an unread message: R waits in a receive (line 3) none of whose clauses takes what its mailbox holds: M(1), sent by S in step "
       "1 (line 2).",
       MAIL "Thread S { R ! M(1) }\nThread R { receive { N() => { } } }\n", FIND_DEADLOCK, NULL);
  SAYS("M(1), sent by S in step 1 (line 2), and 1 more.", MAIL "Thread S { R ! M(1); R ! M(2) }\nThread R { receive { M(3) => { } } }\n",
       FIND_DEADLOCK, NULL);
  SAYS("an unread message: S sent M(1) to R in step 1 (line 2); R had ended before the first step.",
       MAIL "Thread S { R ! M(1) }\nThread R { skip }\n",
       FIND_UNREAD, NULL);
  SAYS("R ended in step 2 (line 4) without receiving it.", MAIL "int x\nThread S { R ! M(1) }\nThread R { x := 1 }\n", FIND_UNREAD, "01");
  SAYS("R had ended in step 1 (line 4).", MAIL "int x\nThread S { R ! M(1) }\nThread R { x := 1 }\n", FIND_UNREAD, "10");
  PASS();
}

TEST no_unread(void) {
  /* the mailbox is empty */
  SILENT(MAIL "Thread R { receive { N() => { } } }\n", FIND_DEADLOCK, NULL);
  /* there is mail, but it is not a receive that waits */
  SILENT(MAIL "bool b\nThread S { R ! M(1) }\nThread R { await b }\n", FIND_DEADLOCK, NULL);
  /* a daemon has mail, and the threads wait for each other */
  SILENT(MAIL "daemon Thread D { receive { N() => { } } }\nThread A { D ! M(1); join B }\nThread B { join A }\n", FIND_DEADLOCK, NULL);
  /* there is mail for later, and what holds them up is a lock that nobody gives back */
  SILENT(MAIL "mutex m\nThread H { lock(m) }\nThread S { R ! M(1); lock(m); R ! N() }\nThread R { receive { N() => { } }; receive { "
         "M(1) => { } } }\n",
         FIND_DEADLOCK, "01");
  /* all mail was read */
  SILENT(MAIL "Thread S { R ! N() }\nThread R { receive { N() => { } }; receive { N() => { } } }\n", FIND_DEADLOCK, NULL);
  PASS();
}

/* --- none at all --- */

TEST nothing_to_say(void) {
  SILENT("int x\nThread A { x := 1; assert x == 2 }\n", FIND_ASSERT, NULL);
  SILENT("Thread A { assert 1 == 2 }\n", FIND_ASSERT, NULL);
  SILENT("int x\ninit { x := choose(1..2) }\nThread A { assert x == 1 }\n", FIND_ASSERT, NULL);
  SILENT("int x\nThread A { for i in 1..1200 { x := i }  assert x == 0 }\n", FIND_ASSERT, NULL);        /* longer than is looked at */
  PASS();
}

SUITE(because_suite) {
  RUN_TEST(lost_update);
  RUN_TEST(lost_updates);
  RUN_TEST(no_lost_update);
  RUN_TEST(check_then_act);
  RUN_TEST(no_check_then_act);
  RUN_TEST(torn_read);
  RUN_TEST(no_torn_read);
  RUN_TEST(lock_cycle);
  RUN_TEST(no_lock_cycle);
  RUN_TEST(lost_wakeup);
  RUN_TEST(no_lost_wakeup);
  RUN_TEST(unread);
  RUN_TEST(no_unread);
  RUN_TEST(nothing_to_say);
}

GREATEST_MAIN_DEFS();
int main(int argc, char **argv) {
  model_library = stdlib_text;
  GREATEST_MAIN_BEGIN();
  RUN_SUITE(because_suite);
  GREATEST_MAIN_END();
}
