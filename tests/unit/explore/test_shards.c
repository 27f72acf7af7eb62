/* tests/unit/explore/test_shards.c -- a set of strings that several threads fill. */
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include "explore/shards.h"
#include "tests/greatest.h"

enum { THREADS = 4, STRINGS = 20000 };
static Mem mem;
static Shards *shards;

static void open_shards(size_t limit, unsigned n, unsigned flags) {
  mem_init(&mem, limit);
  mem.shared = true;
  shards = shards_open(&mem, n, flags);
}

static void close_shards(void) {
  shards_close(shards);
  mem_deinit(&mem);
}

TEST new_once(void) {
  for (unsigned n = 1; n <= 256; n *= 4) {
    open_shards(0, n, 0);
    ASSERT_EQ(STORE_NEW, shards_add(shards, (const uint8_t *)"a", 1));
    ASSERT_EQ(STORE_NEW, shards_add(shards, (const uint8_t *)"ab", 2));
    ASSERT_EQ(STORE_OLD, shards_add(shards, (const uint8_t *)"a", 1));
    ASSERT_EQ((size_t)2, shards_count(shards));
    close_shards();
  }
  PASS();
}

typedef struct { pthread_t thread; unsigned seed; size_t fresh, full; } Adder;

/* Everybody adds the same strings, each in an order of its own: odd multipliers permute 0 .. 2^k - 1. */
static void *fill(void *arg) {
  Adder *a = arg;
  uint8_t text[40];
  for (unsigned i = 0; i < 32768; i++) {
    unsigned v = i * (a->seed * 2 + 1) & 32767;
    if (v >= STRINGS) continue;
    size_t len = (size_t)snprintf((char *)text, sizeof text, "%u%*u", v, 1 + (int)v % 20, v);
    StoreStatus s = shards_add(shards, text, len);
    a->fresh += s == STORE_NEW;
    a->full += s == STORE_FULL;
  }
  return NULL;
}

static void fill_together(Adder *a) {
  for (unsigned i = 0; i < THREADS; i++) {
    a[i] = (Adder){ .seed = i * 7 + 1 };
    pthread_create(&a[i].thread, NULL, fill, &a[i]);
  }
  for (unsigned i = 0; i < THREADS; i++) pthread_join(a[i].thread, NULL);
}

/* Each string is new to exactly one of them. */
TEST new_to_one(void) {
  for (unsigned kind = 0; kind < 6; kind++) {
    Adder a[THREADS];
    size_t fresh = 0, refused = 0;
    open_shards(0, kind < 2 ? 1 : kind < 4 ? 8 : 256, kind % 2 ? STORE_HASHES : 0);
    fill_together(a);
    for (unsigned i = 0; i < THREADS; i++) fresh += a[i].fresh, refused += a[i].full;
    ASSERT_EQ((size_t)STRINGS, fresh);
    ASSERT_EQ((size_t)0, refused);
    ASSERT_EQ((size_t)STRINGS, shards_count(shards));
    close_shards();
  }
  PASS();
}

/* What is refused is not counted, and the limit holds for all of them together. */
TEST full(void) {
  for (unsigned flags = 0; flags <= STORE_HASHES; flags++) {
    Adder a[THREADS];
    size_t fresh = 0, refused = 0;
    open_shards(100000, 16, flags);
    fill_together(a);
    for (unsigned i = 0; i < THREADS; i++) fresh += a[i].fresh, refused += a[i].full;
    ASSERT(refused > 0);
    ASSERT_EQ(fresh, shards_count(shards));
    ASSERT(mem.peak <= 100000);
    close_shards();
  }
  open_shards(100, 16, 0);
  ASSERT_EQ(NULL, shards);
  close_shards();
  PASS();
}

SUITE(shards_suite) {
  RUN_TEST(new_once);
  RUN_TEST(new_to_one);
  RUN_TEST(full);
}

GREATEST_MAIN_DEFS();
int main(int argc, char **argv) {
  GREATEST_MAIN_BEGIN();
  RUN_SUITE(shards_suite);
  GREATEST_MAIN_END();
}
