/* tests/unit/explore/test_closure.c -- which actions are a source set: small models, by text. */
#include "tests/greatest.h"
#include "tests/unit/explore/sight.h"

#define DECLS "int x, y, z\nint[4] a\nmutex m, n\nset<int> s\nmessage M(int n), N()\n"

/* STEPS: names of threads that step first, one letter each. */
typedef struct { const char *about, *text, *steps, *sleep, *closure, *persistent; } Case;

static const Case cases[] = {
  { "independent: one alone", "Thread A { x := 1 }\nThread B { y := 1 }", "", "", "A", "A" },
  { "who sleeps is not taken", "Thread A { x := 1 }\nThread B { y := 1 }", "", "A", "B", "B" },
  { "two writes", "Thread A { x := 1 }\nThread B { x := 2 }", "", "", "A B", "A B" },
  { "of those the one that does not sleep", "Thread A { x := 1 }\nThread B { x := 2 }", "", "B", "A", "A" },
  { "two reads", "Thread A { y := x }\nThread B { z := x }", "", "", "A", "A" },
  { "a read and a later write", "Thread A { y := x }\nThread B { z := 1; x := 1 }", "", "", "B", "A B" },
  { "the smallest", "Thread A { x := 1 }\nThread B { x := 2 }\nThread C { y := 1 }", "", "", "C", "C" },
  { "further on", "Thread A { x := 1 }\nThread B { y := 1; x := 2 }\nThread C { z := 1; y := 2 }", "", "", "C", "A B C" },
  { "cells that are told apart", "Thread A { a[0] := 1 }\nThread B { for i in 1..3 { a[i] := 1 } }", "", "", "A", "A" },
  { "cells that are not", "Thread A { a[0] := 1 }\nThread B { int i = y; a[i] := 1 }\nThread C { y := 1 }", "", "", "B C", "A B C" },
  /* Mutexes. */
  { "a free mutex", "Thread A { lock(m); unlock(m) }\nThread B { lock(m); unlock(m) }", "", "", "A B", "A B" },
  { "a held one: the holder", "Thread A { lock(m); x := 1; unlock(m) }\nThread B { lock(m); x := 2; unlock(m) }", "A", "", "A", "A" },
  { "to the holder's unlock nobody matters", "Thread A { lock(m); unlock(m) }\nThread B { y := 1; lock(m) }\nThread C { y := 2 }", "A", "", "A", "A B C" },
  { "but who tries", "Thread A { lock(m); unlock(m) }\nThread B { y := 1; _ := trylock(m) }", "A", "", "B", "A B" },
  { "who tries later", "Thread A { lock(m); unlock(m) }\nThread B { lock(n); _ := trylock(m) }", "A", "", "B", "A B" },
  { "two mutexes, crossed", "Thread A { lock(m); lock(n) }\nThread B { lock(n); lock(m) }", "", "", "A B", "A B" },
  { "two mutexes, apart", "Thread A { lock(m) }\nThread B { lock(n) }", "", "", "A", "A" },
  /* Those that wait bring along who may enable them. */
  { "a guard that does not hold", "Thread A { await x == 1; y := 1 }\nThread B { x := 1 }\nThread C { y := 2 }", "", "", "B", "B C" },
  { "who enables it, and who matters to that", "Thread A { await x == 1; z := 1 }\nThread B { y := 1; x := 1 }\nThread C { z := 2; z := 3 }\nThread D { y := 2 }", "", "", "B D", "B C D" },
  { "a guard on what the event itself writes", "Thread A { x := 1; y := 1 }\nThread B { await x == 1; z := 1 }\nThread C { z := 2; await x == 1 }", "", "", "A", "A C" },
  { "a receive waits for who sends", "Thread A { x := 1; receive { M(_) => { z := 1 } } }\nThread B { z := 2; A ! M(1) }\nThread C { z := 3 }", "A", "", "B C", "B C" },
  { "sends to one mailbox", "Thread A { C ! M(1) }\nThread B { C ! M(2) }\nThread C { receive { M(_) => { } } }", "", "", "A B", "A B" },
  { "a receive and a send", "Thread A { C ! M(1); C ! M(2) }\nThread C { receive { M(_) => { } } }", "A", "", "A", "A" },
  { "unless it can give up", "Thread A { C ! M(1); C ! M(2) }\nThread C { receive { M(_) => { } after => { } } }", "", "", "A C", "A C" },
  { "and does not, as things stand", "Thread A { C ! M(1); C ! M(2) }\nThread C { receive { M(_) => { } after => { } } }", "A", "", "C", "A C" },
  { "a join waits for all of it", "Thread A { join B; x := 1 }\nThread B { y := 1 }\nThread C { x := 2 }", "", "", "B", "B" },
  { "an empty set", "Thread A { _ := choose(s); x := 1 }\nThread B { add(s, 1) }\nThread C { x := 2 }", "", "", "B", "B C" },
  { "what a child will do", "Thread A { spawn D() }\nThread B { x := 2 }\nThread() D { x := 1 }", "", "", "A", "A B" },
  { "what a child will do, to others", "Thread A { x := 1 }\nThread B { y := 1; spawn D() }\nThread() D { x := 1 }", "", "", "B", "A B" },
  /* Choices. */
  { "all branches of an either", "Thread A { either { x := 1 } or { y := 1 } }\nThread B { z := 1 }", "", "", "B", "B" },
  { "only those", "Thread A { either { x := 1 } or { y := 1 } }\nThread B { z := 1 }", "", "B", "A.0 A.1", "A.0 A.1" },
  { "of another thread those that matter", "Thread B { z := 2 }\nThread A { either { await x == 0 } or { await y == 0; z := 1 } }", "", "", "B A.1", "B A.0 A.1" },
  { "a branch that waits", "Thread A { either { await x == 1 } or { z := 1 } }\nThread B { y := 1; x := 1 }", "", "", "B", "A B" },
  { "choices of an event", "Thread A { x := choose(0..2) }\nThread B { y := 1; x := 1 }", "", "B", "A.0 A.1 A.2", "A.0 A.1 A.2" },
  { "a choice that waits, of an event that can happen", "Thread A { atomic { either { await x == 1 } or { z := 1 } } }\nThread B { y := 1; x := 1 }", "", "", "B", "A B" },
  { "more choices may come", "Thread A { _ := choose(s) }\nThread B { add(s, 1); y := 1; add(s, 2) }", "B", "", "B", "A B" },
  /* Invariants. */
  { "what an invariant sees", "invariant i: x + y < 9\nThread A { x := 1 }\nThread B { y := 1 }\nThread C { z := 1; z := 2 }", "", "C", "A B", "A B" },
};

TEST chooses(const Case *k) {
  Sight x;
  char text[900];
  snprintf(text, sizeof text, DECLS "%s\n", k->text);
  sight(&x, text, false);
  hand_steps(&x.h, k->steps);
  ASSERT_STR_EQm(k->about, k->closure, source_set(&x, k->sleep, false));
  ASSERT_STR_EQm(k->about, k->persistent, source_set(&x, k->sleep, true));
  sight_done(&x);
  PASS();
}

/* --- crashes --- */

static const Case crashes[] = {
  { "a crash goes with its thread", "fault crash A\nThread A { x := 1 }\nThread B { y := 1 }", "", "", "B", "B" },
  { "and is taken with it", "fault crash A\nThread A { x := 1 }\nThread B { y := 1 }", "", "B", "A A!", "A A!" },
  { "it is no reason for a set of its own", "fault crash A\nThread A { await z == 5 }\nThread B { x := 1; y := 1 }\nThread C { x := 2 }", "", "", "B C", "B C" },
  { "crashes from one budget", "fault crash T <= 1\nThread(i in 0..1) T { a[i] := 1 }\nThread B { y := 1; y := 2 }", "", "B", "T[0] T[0]! T[1] T[1]!", "T[0] T[0]! T[1] T[1]!" },
  { "crashes without", "fault crash T\nThread(i in 0..1) T { a[i] := 1 }", "", "", "T[0] T[0]!", "T[0] T[0]!" },
  { "a crash later on", "fault crash T <= 1\nThread(i in 0..1) T { lock(m); a[i] := 1; unlock(m) }", "", "", "T[0] T[0]! T[1] T[1]!", "T[0] T[0]! T[1] T[1]!" },
  { "who waits for an end waits for the crash", "fault crash A\nThread A { x := 1 }\nThread B { join A; y := 1 }\nThread C { y := 2; y := 3 }", "", "", "A A!", "A A!" },
};

/* --- with objects: all who touch it --- */

TEST objects(void) {
  Sight x;
  for (int o = 0; o <= 1; o++) {
    sight(&x, DECLS "Thread A { y := x }\nThread B { z := x }\n", o);
    ASSERT_STR_EQ(o ? "A B" : "A", source_set(&x, "", false));
    ASSERT_STR_EQ(o ? "A B" : "A", source_set(&x, "", true));
    sight_done(&x);
    sight(&x, DECLS "Thread A { C ! M(1); C ! M(2) }\nThread C { receive { M(_) => { } } }\n", o);
    hand_steps(&x.h, "A");
    ASSERT_STR_EQ(o ? "A C" : "A", source_set(&x, "", false));
    sight_done(&x);
  }
  PASS();
}

TEST everybody_sleeps(void) {
  Sight x;
  sight(&x, DECLS "Thread A { x := 1 }\nThread B { x := 2 }\n", false);
  ASSERT_STR_EQ("", source_set(&x, "A B", false));
  sight_done(&x);
  PASS();
}

TEST nobody_is_enabled(void) {
  Sight x;
  sight(&x, DECLS "Thread A { await x == 1 }\nThread B { await y == 1; x := 1 }\n", false);
  ASSERT_STR_EQ("", source_set(&x, "", false));
  ASSERT_STR_EQ("", source_set(&x, "", true));
  sight_done(&x);
  PASS();
}

/* More units than bits of a word. */
TEST many_threads(void) {
  Sight x;
  sight(&x, "int[100] a\nint z\nThread(i in 0..99) T { a[i / 2 * 2] := 1; z := i }\n", false);
  ASSERT_STR_EQ("T[0] T[1]", source_set(&x, "", false));
  ASSERT_STR_EQ("T[98]", source_set(&x, "T[0] T[1] T[99]", false));
  sight_done(&x);
  PASS();
}

SUITE(closures) {
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) RUN_TEST1(chooses, &cases[i]);
  for (size_t i = 0; i < sizeof crashes / sizeof *crashes; i++) RUN_TEST1(chooses, &crashes[i]);
  RUN_TEST(objects);
  RUN_TEST(everybody_sleeps);
  RUN_TEST(nobody_is_enabled);
  RUN_TEST(many_threads);
}

GREATEST_MAIN_DEFS();
int main(int argc, char **argv) {
  GREATEST_MAIN_BEGIN();
  RUN_SUITE(closures);
  GREATEST_MAIN_END();
}
