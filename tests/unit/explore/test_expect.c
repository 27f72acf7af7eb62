/* tests/unit/explore/test_expect.c -- `//! expect` lines. */
#include <string.h>
#include "explore/expect.h"
#include "tests/greatest.h"

static Arena arena;
static Expect e;

static bool reads(const char *text) { return expect_parse(&arena, text, &e); }

static const char *args(void) {
  static char line[400];
  line[0] = 0;
  for (int i = 0; i < e.argc; i++) {
    if (i) strcat(line, " ");
    strcat(line, e.argv[i]);
  }
  return line;
}

TEST verdicts(void) {
  ASSERT(reads(": ok"));
  ASSERT_EQ(EXPECT_VERDICT, e.form);
  ASSERT_EQ(1, e.nkinds);
  ASSERT_STR_EQ("ok", e.kinds[0].kind);
  ASSERT_STR_EQ("", args());
  ASSERT(reads(" -D CRASHES=0: violation agreement"));
  ASSERT_STR_EQ("agreement", e.kinds[0].name);
  ASSERT_STR_EQ("-D CRASHES=0", args());
  ASSERT(reads(" naive: violation, deadlock"));
  ASSERT_EQ(2, e.nkinds);
  ASSERT_STR_EQ("naive", e.algo);
  ASSERT_STR_EQ("--algo naive --all", args());
  ASSERT(reads(": race"));
  ASSERT_STR_EQ("--races=error", args());
  PASS();
}

TEST colons_in_names(void) {
  ASSERT(reads(" stateful:reach --bfs: deadlock"));
  ASSERT_STR_EQ("stateful:reach", e.algo);
  ASSERT_STR_EQ("--algo stateful:reach --bfs", args());
  PASS();
}

TEST counts(void) {
  ASSERT(reads(" naive: 20 executions"));
  ASSERT_EQ(EXPECT_COUNT, e.form);
  ASSERT_EQ((uint64_t)20, e.executions);
  ASSERT_EQ((uint64_t)0, e.blocked);
  ASSERT(reads(": 16 executions + 3 blocked"));
  ASSERT_EQ((uint64_t)3, e.blocked);
  ASSERT_STR_EQ("--all", args());
  ASSERT(reads(": 1 execution"));
  ASSERT(!reads(": 5 runs"));
  ASSERT(!reads(": 5 executions or so"));
  ASSERT(!reads(": 5 executions + 2"));
  PASS();
}

TEST diagnostics(void) {
  ASSERT(reads(": diagnostic 7:3 unknown name"));
  ASSERT_EQ(EXPECT_DIAGNOSTIC, e.form);
  ASSERT_EQ(7u, e.line);
  ASSERT_EQ(3u, e.col);
  ASSERT_STR_EQ("unknown name", e.text);
  ASSERT(!reads(": diagnostic unknown name"));
  PASS();
}

TEST mistakes(void) {
  ASSERT(!reads(" ok"));
  ASSERT(!reads(":"));
  ASSERT(!reads(": violatoin"));
  ASSERT(strstr(e.error, "'violation'") != NULL);
  ASSERT(!reads(": deadlock fork"));
  ASSERT(!reads(": ok,"));
  PASS();
}

SUITE(expect_suite) {
  RUN_TEST(verdicts);
  RUN_TEST(colons_in_names);
  RUN_TEST(counts);
  RUN_TEST(diagnostics);
  RUN_TEST(mistakes);
}

GREATEST_MAIN_DEFS();
int main(int argc, char **argv) {
  GREATEST_MAIN_BEGIN();
  arena_init(&arena);
  RUN_SUITE(expect_suite);
  arena_deinit(&arena);
  GREATEST_MAIN_END();
}
