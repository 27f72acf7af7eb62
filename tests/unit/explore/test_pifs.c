/* tests/unit/explore/test_pifs.c -- may a run have all its first actions in a set? Small models, by text. A no must be right; where
 * a yes is only possible as we see it, the case says so. */
#include "tests/greatest.h"
#include "tests/unit/explore/sight.h"

#define DECLS "int x, y, z\nint[4] a\nmutex m, n\nset<int> s\nmessage M(int n), N()\n"
#define RING(n) "mutex[" #n "] f\nint[" #n "] meals\nThread(i in 0.." #n "-1) P { lock(f[i]); lock(f[(i + 1) % " #n "]); " \
                "meals[i] := 1; unlock(f[(i + 1) % " #n "]); unlock(f[i]) }\n"

/* STEPS: threads that step first, one letter each. */
typedef struct { const char *about, *text, *steps, *first, *answer; } Case;

static const Case cases[] = {
  { "nothing in common", "Thread A { x := 1 }\nThread B { y := 1 }", "", "A", "no" },
  { "all", "Thread A { x := 1 }\nThread B { y := 1 }", "", "A B", "yes" },
  { "nobody", "Thread A { x := 1 }\nThread B { x := 1 }", "", "", "no" },
  { "two writes", "Thread A { x := 1 }\nThread B { x := 2 }", "", "A", "yes" },
  { "two reads", "Thread A { y := x }\nThread B { z := x }", "", "A", "no" },
  { "further on", "Thread A { y := 1; z := 1; x := 1 }\nThread B { x := 2 }", "", "A", "yes" },
  { "not the other way round", "Thread A { y := 1; x := 1 }\nThread B { x := 2 }", "", "B", "no" },
  { "through a third", "Thread A { x := 1 }\nThread B { x := 2; y := 1 }\nThread C { y := 2 }", "", "A", "yes" },
  { "a fourth is free", "Thread A { x := 1 }\nThread B { x := 2; y := 1 }\nThread C { y := 2 }\nThread D { z := 1 }", "", "A", "no" },
  { "cells", "Thread A { for i in 0..1 { a[i] := 1 } }\nThread B { a[2] := 1 }", "", "A", "no" },
  { "cells that meet", "Thread A { for i in 0..2 { a[i] := 1 } }\nThread B { a[2] := 1 }", "", "A", "yes" },
  /* A member's ways, as things stand. */
  { "a guard nobody opens", "Thread A { z := 1; await x == 5; y := 1 }\nThread B { y := 2 }", "", "A", "no" },
  { "a guard that it opens itself", "Thread A { x := 5; await x == 5; y := 1 }\nThread B { y := 2 }", "", "A", "yes" },
  { "a guard that holds", "Thread A { z := 1; await x == 0; y := 1 }\nThread B { y := 2 }", "", "A", "yes" },
  { "a guard that a later member opens", "Thread A { z := 1; await x == 5; y := 1 }\nThread B { x := 5 }\nThread C { y := 2 }", "", "A B", "yes" },
  { "a join with a later member", "Thread A { z := 1; join B; y := 1 }\nThread B { x := 5 }\nThread C { y := 2 }", "", "A B", "yes" },
  { "a branch not taken", "Thread A { if x == 5 { y := 1 } }\nThread B { y := 2 }", "", "A", "no" },
  { "a branch that is", "Thread A { if x == 0 { y := 1 } }\nThread B { y := 2 }", "", "A", "yes" },
  { "a branch another one may open", "Thread A { z := 1; if x == 5 { y := 1 } }\nThread B { y := 2 }\nThread C { z := 2; x := 5 }", "", "A", "yes" },
  { "that one is held back by the branch", "Thread A { z := 1; if x == 5 { y := 1 } }\nThread B { y := 2 }\nThread C { x := 5 }", "", "A", "yes" },      /* and would be too late */
  { "an empty mailbox", "Thread A { z := 1; receive { M(_) => { y := 1 } } }\nThread B { y := 2 }", "", "A", "no" },
  { "a mailbox it fills", "Thread A { A ! M(1); receive { M(_) => { y := 1 } } }\nThread B { y := 2 }", "", "A", "yes" },
  { "somebody goes on for ever", "Thread A { z := 1; join C; y := 1 }\nThread B { y := 2 }\nThread C { await x == 9 }", "", "A", "no" },
  /* Mutexes. */
  { "a free one", "Thread A { lock(m); unlock(m) }\nThread B { lock(m); unlock(m) }", "", "A", "yes" },
  { "one that another holds", "Thread A { z := 1; lock(m); x := 1 }\nThread H { lock(m); y := 1; unlock(m) }\nThread C { x := 2 }", "H", "A", "no" },
  { "who waits for it holds nobody back", "Thread A { z := 1; lock(m) }\nThread H { lock(m); unlock(m) }", "H", "A", "no" },
  { "the holder is held back first", "Thread A { y := 2; lock(m); x := 1 }\nThread H { lock(m); y := 1; unlock(m) }\nThread C { x := 2 }", "H", "A", "yes" },
  { "the holder alone", "Thread A { y := 2; lock(m); x := 1 }\nThread H { lock(m); unlock(m) }", "H", "H", "no" },
  { "the holder releases another", "Thread A { lock(m); x := 1 }\nThread H { lock(m); unlock(m) }\nThread C { x := 2 }", "H", "H", "yes" },
  { "who tries does not wait", "Thread A { z := 1; if trylock(m) { } else { x := 1 } }\nThread H { lock(m); y := 1; unlock(m) }\nThread C { x := 2; y := 3 }", "H", "A", "yes" },
  /* Threads that wait are enabled. */
  { "a guard", "Thread A { x := 1 }\nThread W { await x == 1; y := 1 }\nThread C { y := 2 }", "", "A", "yes" },
  { "a guard on something else", "Thread A { x := 1 }\nThread W { await z == 1; y := 1 }\nThread C { y := 2 }", "", "A", "no" },
  { "a join", "Thread A { z := 1 }\nThread W { join A; y := 1 }\nThread C { y := 2 }", "", "A", "yes" },
  { "a join with another", "Thread A { z := 1 }\nThread W { join C; y := 1 }\nThread C { y := 2 }", "", "A", "no" },
  { "a receive", "Thread A { W ! M(1) }\nThread W { receive { M(_) => { y := 1 } } }\nThread C { y := 2 }", "", "A", "yes" },
  { "a branch", "Thread A { x := 1 }\nThread W { either { await x == 1; y := 1 } or { await x == 2 } }\nThread C { y := 2 }", "", "A", "yes" },
  { "a choice", "Thread A { x := 1 }\nThread W { atomic { either { await x == 1; y := 1 } or { z := 1 } } }\nThread C { y := 2 }", "", "A", "yes" },
  { "a set", "Thread A { add(s, 1) }\nThread W { _ := choose(s); y := 1 }\nThread C { y := 2 }", "", "A", "yes" },
  { "a child", "Thread A { spawn D() }\nThread C { y := 2 }\nThread() D { y := 1 }", "", "A", "yes" },
  { "a child of somebody else", "Thread A { x := 1 }\nThread C { y := 2; spawn D() }\nThread() D { x := 1 }", "", "A", "no" },
  /* One branch of an either. */
  { "the first branch", "Thread A { either { x := 1 } or { y := 1 } }\nThread B { x := 2 }", "", "A.0", "yes" },
  { "the second", "Thread A { either { x := 1 } or { y := 1 } }\nThread B { x := 2 }", "", "A.1", "no" },
  { "both", "Thread A { either { x := 1 } or { y := 1 } }\nThread B { x := 2 }\nThread C { y := 2 }", "", "A.0 A.1", "yes" },     /* not in one run */
  { "one of them holds back but one", "Thread A { either { x := 1 } or { y := 1 } }\nThread B { x := 2 }\nThread C { y := 2 }", "", "A.0", "no" },
  /* Crashes. A run may end where only they are left. */
  { "a crash alone", "fault crash A\nThread A { x := 1 }\nThread B { y := 1 }", "", "A!", "no" },
  { "a crash does nothing", "fault crash A\nThread A { x := 1 }\nThread B { x := 2 }", "", "A!", "no" },
  { "who can only crash need not", "fault crash B\nThread A { x := 1 }\nThread B { await z == 1 }", "", "A", "yes" },
  { "a crash from the same budget", "fault crash T <= 1\nThread(i in 0..1) T { a[i] := 1 }", "", "T[0]!", "yes" },          /* it steps, though */
  { "a crash later, from the same budget", "fault crash T <= 1\nThread(i in 0..1) T { a[i] := 1; a[i] := 2 }", "", "T[0]", "yes" },
  { "a crash enables a join", "fault crash A\nThread A { await x == 5 }\nThread W { join A; y := 1 }\nThread C { y := 2 }", "", "A!", "yes" },
  /* Who eats round a table, where the paper has its examples: P0 sleeps. */
  { "all others", RING(3), "", "P[1] P[2]", "yes" },
  { "through the chain", RING(4), "", "P[1]", "yes" },
};

TEST answers(const Case *k) {
  Sight x;
  char text[900];
  snprintf(text, sizeof text, DECLS "%s\n", k->text);
  sight(&x, text, false);
  hand_steps(&x.h, k->steps);
  ASSERT_STR_EQm(k->about, k->answer, begins_with(&x, k->first));
  sight_done(&x);
  PASS();
}

/* When P3 has eaten, nobody but P0 takes fork 0: it must come first there. */
TEST a_gap_at_the_table(void) {
  Sight x;
  sight(&x, RING(4), false);
  ASSERT_STR_EQ("yes", begins_with(&x, "P[1] P[2] P[3]"));
  for (int i = 0; i < 5; i++) hand_step(&x.h, "P[3]");
  ASSERT_STR_EQ("no", begins_with(&x, "P[1] P[2]"));
  ASSERT_STR_EQ("yes", begins_with(&x, "P[0] P[1]"));
  ASSERT_STR_EQ("yes", begins_with(&x, "P[0]"));
  sight_done(&x);
  PASS();
}

/* Both hold one fork, and wait or not. */
TEST held_forks(void) {
  Sight x;
  sight(&x, RING(4), false);
  hand_step(&x.h, "P[1]");
  ASSERT_STR_EQ("yes", begins_with(&x, "P[1]"));       /* takes fork 2 before P2, then gives fork 1 to P0 */
  ASSERT_STR_EQ("no", begins_with(&x, "P[3]"));        /* takes fork 0 before P0, but has nothing to do with fork 2 */
  hand_step(&x.h, "P[0]");                             /* has fork 0, waits for 1 */
  hand_step(&x.h, "P[2]");                             /* has fork 2, so P1 waits */
  ASSERT_STR_EQ("yes", begins_with(&x, "P[2]"));
  ASSERT_STR_EQ("yes", begins_with(&x, "P[3]"));
  sight_done(&x);
  PASS();
}

TEST reads_with_objects(void) {
  Sight x;
  sight(&x, DECLS "Thread A { y := x }\nThread B { z := x }\n", true);
  ASSERT_STR_EQ("yes", begins_with(&x, "A"));
  sight_done(&x);
  PASS();
}

/* Of two sets that are not enough the one whose threads do more. */
TEST reaches_more(void) {
  Sight x;
  sight(&x, DECLS "Thread A { x := 1; y := 1; x := 2 }\nThread B { z := 1 }\n", false);
  ASSERT_STR_EQ("no", begins_with(&x, "A"));
  uint64_t a = pifs_reach(&x.pifs, &x.h.run, &x.view);
  ASSERT_STR_EQ("no", begins_with(&x, "B"));
  uint64_t b = pifs_reach(&x.pifs, &x.h.run, &x.view);
  ASSERT_EQ((uint64_t)3, a);
  ASSERT_EQ((uint64_t)1, b);
  sight_done(&x);
  PASS();
}

/* What cannot be the first on its object does not count: here the unlock, while the mutex is free. */
TEST reaches_what_is_first(void) {
  Sight x;
  sight(&x, DECLS "Thread A { lock(m); unlock(m) }\nThread B { z := 1 }\n", false);
  ASSERT_STR_EQ("no", begins_with(&x, "A"));
  ASSERT_EQ((uint64_t)1, pifs_reach(&x.pifs, &x.h.run, &x.view));
  sight_done(&x);
  PASS();
}

SUITE(first_sets) {
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) RUN_TEST1(answers, &cases[i]);
  RUN_TEST(a_gap_at_the_table);
  RUN_TEST(held_forks);
  RUN_TEST(reads_with_objects);
  RUN_TEST(reaches_more);
  RUN_TEST(reaches_what_is_first);
}

GREATEST_MAIN_DEFS();
int main(int argc, char **argv) {
  GREATEST_MAIN_BEGIN();
  RUN_SUITE(first_sets);
  GREATEST_MAIN_END();
}
