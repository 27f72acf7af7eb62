/* tests/unit/explore/test_sleep.c -- sleep sets by number: equal ones have one, others another; which are subsets of which. */
#include "explore/algo/sleep.h"
#include "tests/greatest.h"

static Mem mem;
static Sleep s;

static void start(void *none) { (void)none; mem_init(&mem, 0); if (!sleep_init(&s, &mem)) abort(); }
static void end(void *none) { (void)none; sleep_deinit(&s); mem_deinit(&mem); }

/* The set of "a0 b1": thread a with choice 0, thread b with choice 1; a crash is "a!". */
static uint32_t set(const char *text) {
  VmAction a[64];
  uint32_t n = 0;
  for (; *text; text += *text == ' ') {
    a[n++] = (VmAction){ (VmTid)(text[0] - 'a'), text[1] == '!' ? VM_CRASH : (uint32_t)(text[1] - '0') };
    text += 2;
  }
  return sleep_number(&s, a, n);
}

TEST the_empty_set_is_zero(void) {
  uint32_t n = 7;
  ASSERT_EQ(0u, set(""));
  ASSERT_EQ(0u, sleep_number(&s, NULL, 0));
  sleep_actions(&s, 0, &n);
  ASSERT_EQ(0u, n);
  PASS();
}

TEST equal_sets_have_one_number(void) {
  uint32_t x = set("a0 b0"), y = set("a0"), z = set("a0 b0 c0");
  ASSERT(x && y && z && x != y && y != z && x != z);
  ASSERT_EQ(x, set("a0 b0"));
  ASSERT_EQ(y, set("a0"));
  ASSERT_EQ(z, set("a0 b0 c0"));
  PASS();
}

TEST choices_and_threads_tell_sets_apart(void) {
  static const char *const sets[] = { "a0", "a1", "b0", "b1", "a!", "b!", "a0 a1", "a0 b1", "a1 b0", "a0 a!", "b0 b!" };
  enum { N = sizeof sets / sizeof *sets };
  uint32_t id[N];
  for (size_t i = 0; i < N; i++) {
    id[i] = set(sets[i]);
    for (size_t k = 0; k < i; k++) ASSERT_FALSEm(sets[i], id[i] == id[k]);
  }
  for (size_t i = 0; i < N; i++) ASSERT_EQm(sets[i], id[i], set(sets[i]));
  PASS();
}

TEST actions_come_back(void) {
  uint32_t n, x = set("a1 c0 c!"), y = set("b2");
  const VmAction *a = sleep_actions(&s, x, &n);
  ASSERT_EQ(3u, n);
  ASSERT(a[0].tid == 0 && a[0].choice == 1 && a[1].tid == 2 && a[1].choice == 0 && a[2].tid == 2 && a[2].choice == VM_CRASH);
  a = sleep_actions(&s, y, &n);
  ASSERT(n == 1 && a[0].tid == 1 && a[0].choice == 2);
  PASS();
}

/* --- subsets --- */

typedef struct { const char *x, *y; bool inside; } Pair;
static const Pair pairs[] = {
  { "", "", true }, { "", "a0", true }, { "a0", "", false }, { "a0", "a0", true }, { "a0", "a0 b0", true }, { "b0", "a0 b0", true },
  { "a0 b0", "a0", false }, { "a0 b0", "b0", false }, { "a0", "b0", false }, { "b0", "a0", false }, { "a0", "a1", false }, { "a1", "a0", false },
  { "a0 c0", "a0 b0 c0", true }, { "a0 d0", "a0 b0 c0", false }, { "a0 b0", "a0 c0 d0", false }, { "b0 c0", "a0 c0 d0", false },
  { "a0 a!", "a0 a1 a!", true }, { "a!", "a0 a1", false }, { "a0 a1", "a0 a! b1", false }, { "c0", "a0 b0", false },
  { "a0 b0 c0", "a0 b0 c0", true }, { "a0 b0 c0", "a0 b0 d0", false }, { "c3", "a0 b1 c3 d0", true },
};

TEST subsets(void) {
  for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
    char told[60];
    snprintf(told, sizeof told, "{ %s } in { %s }", pairs[i].x, pairs[i].y);
    ASSERT_EQm(told, pairs[i].inside, sleep_subset(&s, set(pairs[i].x), set(pairs[i].y)));
  }
  PASS();
}

/* The set of the bits of I, over eleven actions of six threads. */
static uint32_t of_bits(unsigned i) {
  VmAction a[11];
  uint32_t n = 0;
  for (unsigned b = 0; b < 11; b++) if (i >> b & 1) a[n++] = (VmAction){ (VmTid)(b / 2), b % 2 ? 3 * b : 0 };
  return sleep_number(&s, a, n);
}

TEST many_sets(void) {
  static uint32_t id[2048];
  for (unsigned i = 0; i < 2048; i++) id[i] = of_bits(i);
  for (unsigned i = 0; i < 2048; i++) {
    uint32_t n;
    sleep_actions(&s, id[i], &n);
    ASSERT_EQ((uint32_t)__builtin_popcount(i), n);
    ASSERT_EQ(id[i], of_bits(i));
  }
  ASSERT_EQ((size_t)2048, s.nsets);
  for (unsigned i = 0; i < 2048; i += 7)
    for (unsigned k = 0; k < 2048; k += 3) ASSERT_EQ((i & ~k) == 0, sleep_subset(&s, id[i], id[k]));
  PASS();
}

/* Whatever is told at a glance: one action is in another set only if it is the same. */
TEST many_choices(void) {
  static uint32_t id[300];
  for (uint32_t i = 0; i < 300; i++) id[i] = sleep_number(&s, &(VmAction){ 1, i }, 1);
  for (uint32_t i = 0; i < 300; i++)
    for (uint32_t k = 0; k < 300; k++) ASSERT_EQ(i == k, sleep_subset(&s, id[i], id[k]));
  PASS();
}

/* --- no memory --- */

TEST no_memory(void) {
  for (size_t limit = 1; limit < 4000; limit += 61) {
    Mem small;
    Sleep t;
    mem_init(&small, limit);
    bool ok = sleep_init(&t, &small);
    for (uint32_t i = 1; ok && i < 400; i++) {
      VmAction a[2] = { { 0, i }, { 1, i } };
      uint32_t id = sleep_number(&t, a, 2);
      ASSERT(id == i || id == SLEEP_NOMEM);
      ok = id != SLEEP_NOMEM;
    }
    ASSERT_FALSE(ok);
    sleep_deinit(&t);
    mem_deinit(&small);
  }
  PASS();
}

SUITE(sleep_sets) {
  SET_SETUP(start, NULL);
  SET_TEARDOWN(end, NULL);
  RUN_TEST(the_empty_set_is_zero);
  RUN_TEST(equal_sets_have_one_number);
  RUN_TEST(choices_and_threads_tell_sets_apart);
  RUN_TEST(actions_come_back);
  RUN_TEST(subsets);
  RUN_TEST(many_sets);
  RUN_TEST(many_choices);
  RUN_TEST(no_memory);
}

GREATEST_MAIN_DEFS();
int main(int argc, char **argv) {
  GREATEST_MAIN_BEGIN();
  RUN_SUITE(sleep_sets);
  GREATEST_MAIN_END();
}
