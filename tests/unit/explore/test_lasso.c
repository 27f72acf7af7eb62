/* tests/unit/explore/test_lasso.c -- cycles of graphs made by hand: which kind, which one.
 * A graph is text, one state after the other: `0: a1 b2` is state 0 with a step of thread a to 1 and one of b to 2.
 * A capital is a step in which its thread ends, `*` a crash; a `+` behind a state's colon is one more thread that has
 * ended, `-` a state whose cycles do not count, `?` a state whose steps are not known. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include "explore/algo/lasso.h"
#include "tests/greatest.h"

static Mem mem;
static LassoGraph graph;
static Lassos lassos;
static LassoCycle cycle;

static void traits(const char *s) {
  uint8_t ended = 0;
  bool counts = true;
  for (; *s && *s != '\n'; s++) ended = (uint8_t)(ended + (*s == '+')), counts &= *s != '-';
  lasso_state(&graph, ended, counts);
}

static void steps(const char *s, uint32_t state) {
  const char *end = strchr(s, '\n');
  if (memchr(s, '?', (size_t)(end - s))) return;
  lasso_expand(&graph, state);
  for (s = strchr(s, ':') + 1; s < end; s++) {
    if (!isalpha((unsigned char)*s)) continue;
    LassoEdge e = { .tid = (VmTid)(tolower((unsigned char)*s) - 'a'), .ends = isupper((unsigned char)*s) };
    if (s[1] == '*') e.choice = VM_CRASH, s++;
    e.to = (uint32_t)atoi(s + 1);
    lasso_edge(&graph, e);
  }
}

static void make(const char *text) {
  uint32_t n = 0;
  mem_init(&mem, 0);
  lasso_init(&graph, &mem);
  for (const char *s = text; *s; s = strchr(s, '\n') + 1) traits(s);
  for (const char *s = text; *s; s = strchr(s, '\n') + 1) steps(s, n++);
}

static void drop(void) {
  lasso_drop(&lassos);
  lasso_deinit(&graph);
  mem_deinit(&mem);
}

/* The worst cycle of TEXT as `kind hope: way`, the way as its steps: who, and where to. */
static const char *worst(const char *text, bool fair) {
  static const char *const kinds[] = { "hopeless", "livelock", "starvation" };
  static char buf[400];
  VmTid starved[VM_MAX_THREADS + 1];
  make(text);
  if (!lasso_judge(&graph, fair, false, &lassos)) return "no memory";
  snprintf(buf, sizeof buf, "none");
  if (lassos.n) {
    const Lasso *l = &lassos.at[0];
    lasso_cycle(&graph, &lassos, l, fair || l->kind == CYCLE_LIVELOCK, &cycle);
    snprintf(buf, sizeof buf, "%s %u: %u", kinds[l->kind], l->hope, l->entry);
    for (size_t i = 0; i < cycle.n; i++) {
      const LassoEdge *e = lasso_edge_of(&graph, cycle.at[i]);
      snprintf(buf + strlen(buf), sizeof buf - strlen(buf), " %c%u", 'a' + e->tid, e->to);
    }
    size_t n = lasso_starved(&graph, &cycle, starved);
    for (size_t i = 0; i < n; i++) snprintf(buf + strlen(buf), sizeof buf - strlen(buf), "%s%c", i ? "" : ", not ", 'a' + starved[i]);
    lasso_cycle_drop(&cycle);
  }
  drop();
  return buf;
}

TEST no_cycle(void) {
  ASSERT_STR_EQ("none", worst("0: a1 b2\n1: B3\n2: A3\n3:+\n", false));
  ASSERT_STR_EQ("none", worst("0:- a1\n1:- a0\n", false));      /* all have ended, or somebody failed */
  PASS();
}

TEST nobody_can_end(void) {
  ASSERT_STR_EQ("hopeless 0: 1 a2 a1", worst("0: a1\n1: a2\n2: a1\n", false));
  ASSERT_STR_EQ("hopeless 0: 1 a2 a1", worst("0: a1\n1: a2\n2: a1\n", true));
  ASSERT_STR_EQ("hopeless 0: 0 a0", worst("0: a0\n", true));
  PASS();
}

/* b can go on and is never let: then nobody ends, but only an unfair scheduler does that for ever. */
TEST hopeless_and_unfair(void) {
  ASSERT_STR_EQ("hopeless 0: 0 a1 a0, not b", worst("0: a1 b2\n1: a0 b2\n2:\n", false));
  ASSERT_STR_EQ("none", worst("0: a1 b2\n1: a0 b2\n2:\n", true));
  PASS();
}

/* Each component takes its hope from those behind it. */
TEST hope_is_handed_on(void) {
  ASSERT_STR_EQ("starvation 2: 0 a0, not b", worst("0: a0 b1\n1: a1 B2\n2:+\n", false));
  ASSERT_STR_EQ("starvation 257: 0 a0, not b", worst("0: a0 b1\n1: a1 b2\n2:+\n", false));
  ASSERT_STR_EQ("starvation 258: 0 a0, not b", worst("0: a0 b1\n1:?\n", false));
  ASSERT_STR_EQ("hopeless 0: 1 a1", worst("0: a0 b1 C2\n1: a1\n2:+\n", false));
  PASS();
}

/* Two that step aside for each other: either may end, and both go round although each takes its steps. */
TEST livelock(void) {
  const char *text = "0: a1 b2\n1: a4 b3\n2: a3 b5\n3: a6 b7\n4: A8 b4\n5: a5 B8\n6: b0\n7: a0\n8:+\n";
  ASSERT_STR_EQ("livelock 1: 0 a1 b3 a6 b0", worst(text, false));
  ASSERT_STR_EQ("livelock 1: 0 a1 b3 a6 b0", worst(text, true));
  PASS();
}

/* What makes the cycle fair is in it: the step of c, and the state where b cannot step. */
TEST fair_cycles_show_why(void) {
  ASSERT_STR_EQ("livelock 2: 0 a0 c1 a2 a0", worst("0: a0 B3 c1\n1: a2 B3 c1\n2: a0 c2\n3:+-\n", true));
  ASSERT_STR_EQ("none", worst("0: a0 B3 c1\n1: a2 B3 c1\n2: a0 B3 c2\n3:+-\n", true));
  PASS();
}

/* A crash is neither a step that satisfies nor an ability to step. */
TEST crashes_are_not_fair(void) {
  ASSERT_STR_EQ("livelock 1: 0 a0", worst("0: a0 b*1\n1: A2\n2:+\n", true));
  ASSERT_STR_EQ("hopeless 0: 0 a0", worst("0: a0 b*1\n1: a1\n", true));
  PASS();
}

TEST the_worst_comes_first(void) {
  const char *text = "0: a0 b1\n1: a2 b3\n2: a1 b3\n3: b3 A4\n4:+ b4\n";
  make(text);
  ASSERT(lasso_judge(&graph, false, true, &lassos));
  ASSERT_EQ((size_t)4, lassos.n);
  ASSERT_EQ(CYCLE_HOPELESS, (CycleKind)lassos.at[0].kind);
  ASSERT_EQ(4u, lassos.at[0].entry);
  for (uint32_t i = 0; i < 3; i++) {
    ASSERT_EQ(CYCLE_STARVATION, (CycleKind)lassos.at[i + 1].kind);
    ASSERT_EQ((uint32_t)(i == 2 ? 3 : i), lassos.at[i + 1].entry);
    ASSERT_EQ(1u, (unsigned)lassos.at[i + 1].hope);
  }
  drop();
  PASS();
}

/* A ring of a hundred thousand: no call stack is needed. */
TEST long_cycles(void) {
  enum { N = 100000 };
  mem_init(&mem, 0);
  lasso_init(&graph, &mem);
  for (uint32_t i = 0; i < N; i++) lasso_state(&graph, 0, true);
  for (uint32_t i = 0; i < N; i++) {
    lasso_expand(&graph, i);
    lasso_edge(&graph, (LassoEdge){ .to = (i + 1) % N });
  }
  ASSERT(lasso_judge(&graph, true, false, &lassos));
  ASSERT_EQ((size_t)1, lassos.n);
  ASSERT(lasso_cycle(&graph, &lassos, &lassos.at[0], true, &cycle));
  ASSERT_EQ((size_t)N, cycle.n);
  lasso_cycle_drop(&cycle);
  drop();
  PASS();
}

TEST refused_memory(void) {
  for (uint64_t n = 1; n < 20; n++) {
    make("0: a1 b1\n1: a0 b0\n");
    mem.fail_after = n;
    if (lasso_judge(&graph, true, true, &lassos)) {
      bool room = lasso_cycle(&graph, &lassos, &lassos.at[0], true, &cycle);
      ASSERT(room || mem.refused);
      lasso_cycle_drop(&cycle);
    } else ASSERT(mem.refused);
    mem.fail_after = 0;
    drop();
  }
  PASS();
}

GREATEST_MAIN_DEFS();
int main(int argc, char **argv) {
  GREATEST_MAIN_BEGIN();
  RUN_TEST(no_cycle);
  RUN_TEST(nobody_can_end);
  RUN_TEST(hopeless_and_unfair);
  RUN_TEST(hope_is_handed_on);
  RUN_TEST(livelock);
  RUN_TEST(fair_cycles_show_why);
  RUN_TEST(crashes_are_not_fair);
  RUN_TEST(the_worst_comes_first);
  RUN_TEST(long_cycles);
  RUN_TEST(refused_memory);
  GREATEST_MAIN_END();
}
