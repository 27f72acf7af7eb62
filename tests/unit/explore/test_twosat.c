/* tests/unit/explore/test_twosat.c -- 2-SAT, against all assignments. */
#include "explore/algo/twosat.h"
#include "tests/greatest.h"

static Mem mem;
static TwoSat s;
static uint64_t state;

static void start(void *none) { (void)none; mem_init(&mem, 0); sat_init(&s, &mem); state = 1; }
static void end(void *none) { (void)none; sat_deinit(&s); mem_deinit(&mem); }

static uint32_t below(uint32_t n) {          /* splitmix64 */
  uint64_t x = state += 0x9e3779b97f4a7c15u;
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
  x = (x ^ x >> 27) * 0x94d049bb133111ebu;
  return (uint32_t)((x ^ x >> 31) % n);
}

static bool holds(uint32_t bits, SatLit l) { return (bits >> l / 2 & 1) != (l & 1); }
static bool all_hold(uint32_t bits) {
  for (size_t i = 0; i < s.nclause; i++) if (!holds(bits, s.clause[i].a) && !holds(bits, s.clause[i].b)) return false;
  return true;
}

TEST as_all_assignments(void) {
  uint32_t yes = 0, no = 0;
  for (uint32_t round = 0; round < 30000; round++) {
    uint32_t vars = 1 + below(8), clauses = below(3 * vars), bits = 0;
    sat_begin(&s, vars);
    for (uint32_t i = 0; i < clauses; i++) ASSERT(sat_clause(&s, below(2 * vars), below(2 * vars)));
    while (bits < 1u << vars && !all_hold(bits)) bits++;
    bool there = bits < 1u << vars;
    ASSERT_EQ(there ? SAT_YES : SAT_NO, sat_solve(&s));
    there ? yes++ : no++;
    if (!there) continue;
    bits = 0;
    for (uint32_t v = 0; v < vars; v++) bits |= (uint32_t)sat_true(&s, sat_yes(v)) << v;
    ASSERT(all_hold(bits));
  }
  ASSERT(yes > 5000 && no > 5000);
  PASS();
}

/* Implications in a row: what would be as many calls deep. */
TEST long_chains(void) {
  enum { N = 300000 };
  sat_begin(&s, N);
  for (uint32_t v = 1; v < N; v++) ASSERT(sat_clause(&s, sat_not(sat_yes(v - 1)), sat_yes(v)));
  ASSERT(sat_clause(&s, sat_yes(0), sat_yes(0)));
  ASSERT_EQ(SAT_YES, sat_solve(&s));
  for (uint32_t v = 0; v < N; v++) ASSERT(sat_true(&s, sat_yes(v)));
  ASSERT(sat_clause(&s, sat_not(sat_yes(N - 1)), sat_not(sat_yes(N - 1))));
  ASSERT_EQ(SAT_NO, sat_solve(&s));
  PASS();
}

TEST nothing(void) {
  sat_begin(&s, 0);
  ASSERT_EQ(SAT_YES, sat_solve(&s));
  sat_begin(&s, 3);
  ASSERT_EQ(SAT_YES, sat_solve(&s));
  PASS();
}

TEST refusals(void) {
  SatAnswer a = SAT_NOMEM;
  for (uint64_t n = 1; a == SAT_NOMEM; n++) {
    Mem m;
    TwoSat t;
    mem_init(&m, 0);
    sat_init(&t, &m);
    m.fail_after = n;
    sat_begin(&t, 100);
    bool ok = true;
    for (uint32_t v = 1; v < 100 && ok; v++) ok = sat_clause(&t, sat_yes(v), sat_yes(v - 1));
    if (ok) a = sat_solve(&t);
    sat_deinit(&t);
    mem_deinit(&m);
  }
  ASSERT_EQ(SAT_YES, a);
  PASS();
}

SUITE(twosat) {
  SET_SETUP(start, NULL);
  SET_TEARDOWN(end, NULL);
  RUN_TEST(as_all_assignments);
  RUN_TEST(long_chains);
  RUN_TEST(nothing);
  RUN_TEST(refusals);
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv) {
  GREATEST_MAIN_BEGIN();
  RUN_SUITE(twosat);
  GREATEST_MAIN_END();
}
