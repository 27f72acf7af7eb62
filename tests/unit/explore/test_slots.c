/* tests/unit/explore/test_slots.c -- words in order, found by their high bits. */
#include "explore/slots.h"
#include "tests/greatest.h"

enum { WORDS = 20000 };
static Mem mem;
static Slots slots;

static void open_slots(size_t limit, bool numbered) {
  mem_init(&mem, limit);
  slots_init(&slots, &mem, numbered);
}

static void close_slots(void) {
  slots_deinit(&slots);
  mem_deinit(&mem);
}

/* Words with few and many bits in common at either end: 0 spread, 1 all at the first home, 2 all at the last one, 3 in clumps. */
static uint64_t word(unsigned kind, unsigned i) {
  uint64_t r = (i + 1) * 0x9e3779b97f4a7c15u;
  if (kind == 1) return r >> KEY_BITS | 1;
  if (kind == 2) return r | ~(uint64_t)0 << (64 - KEY_BITS);
  return kind == 3 ? (r & ~(uint64_t)0 << 60) + i + 1 : r | 1;
}

static bool holds(uint64_t v, size_t *i) { return slots.at[*i = slots_seek(&slots, v)] == v; }

static bool ascending(void) {
  uint64_t last = 0;
  for (size_t i = 0; i < slots.room; i++) {
    if (slots.at[i] && slots.at[i] <= last) return false;
    if (slots.at[i]) last = slots.at[i];
  }
  return slots.at[slots.room - 1] == 0;
}

TEST found_wherever_they_are(void) {
  for (unsigned kind = 0; kind < 4; kind++) {
    size_t at;
    unsigned n = kind ? WORDS / 10 : WORDS;              /* crowded ones are slow, and never come out of a hash */
    open_slots(0, kind % 2);
    for (unsigned i = 0; i < n; i++) {
      ASSERT(slots_reserve(&slots));
      ASSERT(!holds(word(kind, i), &at));
      ASSERT(slots_add(&slots, word(kind, i), i));
    }
    ASSERT_EQ((size_t)n, slots.count);
    ASSERT(ascending());
    for (unsigned i = 0; i < n; i++) {
      ASSERT(holds(word(kind, i), &at));
      if (slots.numbered) ASSERT_EQ(i, slots.numbers[at]);
    }
    close_slots();
  }
  PASS();
}

/* A hash takes 12 bytes at most, growing included. */
TEST small(void) {
  open_slots(0, false);
  for (unsigned i = 0; i < WORDS; i++) {
    slots_reserve(&slots);
    slots_add(&slots, word(0, i), 0);
    if (i > 200) ASSERT(mem.peak <= 12 * (i + 1));
  }
  close_slots();
  PASS();
}

TEST refusals_lose_nothing(void) {
  for (unsigned kind = 0; kind < 4; kind++) {
    size_t at;
    unsigned n = 0;
    open_slots(20000, kind % 2);
    while (slots_reserve(&slots) && slots_add(&slots, word(kind, n), n)) n++;
    ASSERT(n > 100 && n < 20000 / 8);
    ASSERT_EQ((size_t)n, slots.count);
    for (unsigned i = 0; i < n; i++) ASSERT(holds(word(kind, i), &at));
    ASSERT(!holds(word(kind, n), &at));
    close_slots();
  }
  PASS();
}

SUITE(slots_suite) {
  RUN_TEST(found_wherever_they_are);
  RUN_TEST(small);
  RUN_TEST(refusals_lose_nothing);
}

GREATEST_MAIN_DEFS();
int main(int argc, char **argv) {
  GREATEST_MAIN_BEGIN();
  RUN_SUITE(slots_suite);
  GREATEST_MAIN_END();
}
