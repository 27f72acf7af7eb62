/* tests/unit/explore/test_paths.c -- maximal paths of graphs made by hand, exactly. */
#include <stdlib.h>
#include <string.h>
#include "explore/algo/paths.h"
#include "tests/greatest.h"

static Mem mem;
static Arena arena;
static ExResult result;
static ExRun run;
static Paths p;

static void start(void *none) {
  (void)none;
  mem_init(&mem, 0);
  arena_init(&arena);
  run = (ExRun){ .mem = &mem, .arena = &arena, .result = &result };
  paths_init(&p, &mem);
}
static void end(void *none) { (void)none; paths_deinit(&p); mem_deinit(&mem); arena_deinit(&arena); }

/* A graph in the order its nodes are announced: "0:1,2 2: 1:2". */
static const char *paths_of(const char *graph) {
  char *at = (char *)graph;
  while (*at) {
    if (!paths_node(&p, (uint32_t)strtoul(at, &at, 10))) abort();
    for (at++; *at && *at != ' ';) {
      if (!paths_edge(&p, (uint32_t)strtoul(at, &at, 10))) abort();
      at += *at == ',';
    }
    at += *at == ' ';
  }
  return paths_count(&p, &run) ? result.paths : "no memory";
}

TEST one_node(void) { ASSERT_STR_EQ("1", paths_of("0:")); PASS(); }
TEST one_edge(void) { ASSERT_STR_EQ("1", paths_of("0:1 1:")); PASS(); }
TEST two_ends(void) { ASSERT_STR_EQ("2", paths_of("0:1,2 1: 2:")); PASS(); }
TEST a_diamond(void) { ASSERT_STR_EQ("2", paths_of("0:1,2 1:3 2:3 3:")); PASS(); }
TEST two_edges_to_one_node(void) { ASSERT_STR_EQ("3", paths_of("0:1,1,1 1:")); PASS(); }
TEST any_order(void) { ASSERT_STR_EQ("5", paths_of("0:1,2,3 3:4,4 1:4 4: 2:1,4")); PASS(); }
TEST numbers_downhill(void) { ASSERT_STR_EQ("3", paths_of("0:5,4 5:4,3 4:3 3:")); PASS(); }
TEST an_edge_over_others(void) { ASSERT_STR_EQ("4", paths_of("0:1,3 1:2,3 2:3,3 3:")); PASS(); }

/* Nodes that nobody leads to do not count. */
TEST an_island(void) { ASSERT_STR_EQ("1", paths_of("0:1 1: 2:3,3 3:")); PASS(); }

TEST a_ladder(void) {
  for (uint32_t i = 0; i < 200; i++) ASSERT(paths_node(&p, i) && paths_edge(&p, i + 1) && paths_edge(&p, i + 1));
  ASSERT(paths_node(&p, 200) && paths_count(&p, &run));
  ASSERT_STR_EQ("1606938044258990275541962092341162602522202993782792835301376", result.paths);        /* 2^200 */
  PASS();
}

/* A grid of 30 by 30: 60 over 30 paths. */
TEST a_grid(void) {
  for (uint32_t x = 0; x <= 30; x++)
    for (uint32_t y = 0; y <= 30; y++)
      ASSERT(paths_node(&p, x * 31 + y) && (x == 30 || paths_edge(&p, (x + 1) * 31 + y)) && (y == 30 || paths_edge(&p, x * 31 + y + 1)));
  ASSERT(paths_count(&p, &run));
  ASSERT_STR_EQ("118264581564861424", result.paths);
  PASS();
}

/* Depth is no matter: the walk has a stack of its own. */
TEST a_long_path(void) {
  for (uint32_t i = 0; i < 300000; i++) ASSERT(paths_node(&p, i) && paths_edge(&p, i + 1));
  ASSERT(paths_node(&p, 300000) && paths_count(&p, &run));
  ASSERT_STR_EQ("1", result.paths);
  PASS();
}

TEST no_memory(void) {
  for (size_t limit = 100; limit < 1600; limit += 50) {
    Mem small;
    Paths q;
    mem_init(&small, limit);
    paths_init(&q, &small);
    bool ok = true;
    for (uint32_t i = 0; ok && i < 60; i++) ok = paths_node(&q, i) && paths_edge(&q, i + 1);
    ok = ok && paths_node(&q, 60) && paths_count(&q, &run);
    ASSERT_FALSE(ok);
    paths_deinit(&q);
    mem_deinit(&small);
  }
  PASS();
}

SUITE(paths) {
  SET_SETUP(start, NULL);
  SET_TEARDOWN(end, NULL);
  RUN_TEST(one_node);
  RUN_TEST(one_edge);
  RUN_TEST(two_ends);
  RUN_TEST(a_diamond);
  RUN_TEST(two_edges_to_one_node);
  RUN_TEST(any_order);
  RUN_TEST(numbers_downhill);
  RUN_TEST(an_edge_over_others);
  RUN_TEST(an_island);
  RUN_TEST(a_ladder);
  RUN_TEST(a_grid);
  RUN_TEST(a_long_path);
  RUN_TEST(no_memory);
}

GREATEST_MAIN_DEFS();
int main(int argc, char **argv) {
  GREATEST_MAIN_BEGIN();
  RUN_SUITE(paths);
  GREATEST_MAIN_END();
}
