/* tests/unit/explore/test_constraints.c -- trace constraint systems: solutions of variations, satisfiable or not. */
#include <stdlib.h>
#include "explore/algo/constraints.h"
#include "tests/greatest.h"

static Mem mem;
static Cs cs;
static CsSolver solver;
static uint32_t len;
static bool decides;

static void start(void *none) {
  (void)none;
  mem_init(&mem, 0);
  cs_init(&cs, &mem);
  cs_solver_init(&solver, &mem);
}

/* Everything goes back: mem_deinit asserts it. */
static void end(void *none) {
  (void)none;
  cs_deinit(&cs);
  cs_solver_deinit(&solver);
  mem_deinit(&mem);
}

/* Variables by the digits of TIDS. */
static void threads(const char *tids) {
  for (; *tids; tids++)
    if (!cs_label(&cs, (CsLabel){ (VmTid)(*tids - '0'), 0 })) abort();
}

static void dep(uint32_t before, uint32_t after) {
  if (!cs_dep(&cs, before, after)) abort();
}

static bool solve(CsSwaps swaps) { return cs_solve(&cs, swaps, &solver, &len, &decides); }

/* Does the solution order the variables as asked? Those it lacks come last. */
static bool before(uint32_t x, uint32_t y) {
  for (uint32_t i = 0; i < len; i++) {
    if (solver.order[i] == x) return true;
    if (solver.order[i] == y) return false;
  }
  return false;
}

TEST the_empty_system_has_the_empty_solution(void) {
  ASSERT(solve(0));
  ASSERT_EQ(0u, len);
  ASSERT_FALSE(decides);
  PASS();
}

TEST unconstrained_threads_take_turns(void) {
  threads("0011");
  ASSERT(solve(0));
  ASSERT_EQ(4u, len);
  ASSERT_FALSE(decides);
  for (uint32_t i = 0; i < 4; i++) ASSERT_EQ(((uint32_t[]){ 0, 2, 1, 3 })[i], solver.order[i]);
  PASS();
}

/* Thesis 4.1: t11 t12 t21 t22 with (t11, t21), (t12, t22): all four variations are satisfiable, in the order of the program. */
TEST swaps_turn_constraints_around(void) {
  threads("0011");
  dep(0, 2);
  dep(1, 3);
  for (CsSwaps s = 0; s < 4; s++) {
    ASSERT(solve(s));
    ASSERT(decides);
    ASSERT_EQ(4u, len);
    ASSERT_EQ(s & 1, before(2, 0));
    ASSERT_EQ(s >> 1 & 1, before(3, 1));
    ASSERT(before(0, 1));
    ASSERT(before(2, 3));
  }
  PASS();
}

/* Thesis 4.3: t11 t21 t22, both reads after the write; only the second one before it is a cycle with the program order. */
TEST a_cycle_leaves_nothing(void) {
  threads("011");
  dep(0, 1);
  dep(0, 2);
  ASSERT(solve(2));
  ASSERT_EQ(0u, len);
  ASSERT_FALSE(decides);
  ASSERT(solve(3));
  ASSERT_EQ(3u, len);
  ASSERT(before(2, 0));
  ASSERT(solve(1));
  ASSERT_EQ(3u, len);
  ASSERT(before(1, 0));
  ASSERT(before(0, 2));
  PASS();
}

/* What nothing on the cycle comes before is solved. */
TEST a_cycle_is_cut_at_the_front(void) {
  threads("201122");                         /* 0 of thread 2, 1 of thread 0, 2 3 of thread 1, 4 5 of thread 2 */
  dep(1, 2);
  dep(2, 5);
  dep(3, 4);
  ASSERT(solve(2));                          /* 5 before 2 before 3 before 4 before 5 */
  ASSERT_EQ(2u, len);
  ASSERT(decides);
  ASSERT_EQ(1u, solver.order[0]);
  ASSERT_EQ(0u, solver.order[1]);
  PASS();
}

/* A solution without constrained variables decides nothing. */
TEST free_variables_decide_nothing(void) {
  threads("2011");
  dep(1, 2);
  dep(1, 3);
  ASSERT(solve(2));
  ASSERT_EQ(1u, len);
  ASSERT_EQ(0u, solver.order[0]);
  ASSERT_FALSE(decides);
  PASS();
}

TEST program_successors_are_never_swapped(void) {
  threads("0012");                           /* spawn of 1, join of 1 by 0, what 1 does, what 2 does */
  ASSERT(cs_ps(&cs, 0, 2) && cs_ps(&cs, 2, 1));
  dep(2, 3);
  for (CsSwaps s = 0; s < 2; s++) {
    ASSERT(solve(s));
    ASSERT_EQ(4u, len);
    ASSERT(before(0, 2));
    ASSERT(before(2, 1));
    ASSERT_EQ(s, before(3, 2));
  }
  PASS();
}

TEST constraints_are_found_either_way(void) {
  threads("012");
  dep(0, 2);
  ASSERT(cs_constrained(&cs, 0, 2));
  ASSERT(cs_constrained(&cs, 2, 0));
  ASSERT_FALSE(cs_constrained(&cs, 0, 1));
  cs_clear(&cs);
  ASSERT_FALSE(cs_constrained(&cs, 0, 2));
  ASSERT(solve(0));
  ASSERT_EQ(0u, len);
  PASS();
}

/* k readers and one writer: every one of the 2^k variations is satisfiable (thesis 6.3.1). */
TEST readers_and_a_writer(void) {
  threads("01234567");
  for (uint32_t r = 1; r < 8; r++) dep(0, r);
  for (CsSwaps s = 0; s < 128; s++) {
    ASSERT(solve(s));
    ASSERT_EQ(8u, len);
    for (uint32_t r = 1; r < 8; r++) ASSERT_EQ(s >> (r - 1) & 1, before(r, 0));
  }
  PASS();
}

TEST refused_memory_is_no_solution(void) {
  threads("01");
  dep(0, 1);
  mem.fail_after = 1;
  ASSERT_FALSE(solve(0));
  mem.fail_after = 0;
  ASSERT(solve(0));
  ASSERT_EQ(2u, len);
  PASS();
}

SUITE(systems) {
  SET_SETUP(start, NULL);
  SET_TEARDOWN(end, NULL);
  RUN_TEST(the_empty_system_has_the_empty_solution);
  RUN_TEST(unconstrained_threads_take_turns);
  RUN_TEST(swaps_turn_constraints_around);
  RUN_TEST(a_cycle_leaves_nothing);
  RUN_TEST(a_cycle_is_cut_at_the_front);
  RUN_TEST(free_variables_decide_nothing);
  RUN_TEST(program_successors_are_never_swapped);
  RUN_TEST(constraints_are_found_either_way);
  RUN_TEST(readers_and_a_writer);
  RUN_TEST(refused_memory_is_no_solution);
}

GREATEST_MAIN_DEFS();
int main(int argc, char **argv) {
  GREATEST_MAIN_BEGIN();
  RUN_SUITE(systems);
  GREATEST_MAIN_END();
}
