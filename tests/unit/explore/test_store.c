/* tests/unit/explore/test_store.c -- the set of states. */
#include <stdlib.h>
#include <string.h>
#include "explore/store.h"
#include "tests/greatest.h"

static Mem mem;
static Store store;

static void open_flags(size_t limit, unsigned flags) {
  mem_init(&mem, limit);
  store_init(&store, &mem, flags);
}

static void open_store(size_t limit) { open_flags(limit, 0); }

static void close_store(void) {
  store_deinit(&store);
  mem_deinit(&mem);
}

static StoreStatus add(const char *s) { return store_add(&store, (const uint8_t *)s, strlen(s), NULL); }

TEST new_once(void) {
  open_store(0);
  ASSERT_EQ(STORE_NEW, add("a"));
  ASSERT_EQ(STORE_NEW, add("ab"));
  ASSERT_EQ(STORE_OLD, add("a"));
  ASSERT_EQ(STORE_OLD, add("ab"));
  ASSERT_EQ((size_t)2, store.count);
  close_store();
  PASS();
}

/* Strings of many lengths, each added twice, then read back in order. */
TEST many_lengths(void) {
  enum { N = 20000 };
  uint8_t buf[1000];
  open_store(0);
  for (int round = 0; round < 2; round++)
    for (int i = 0; i < N; i++) {
      size_t len = 4 + (size_t)(i * 7) % 900;
      memset(buf, i & 255, len);
      memcpy(buf, &i, sizeof i);
      ASSERT_EQ(round ? STORE_OLD : STORE_NEW, store_add(&store, buf, len, NULL));
    }
  StoreCursor c = { 0 };
  size_t len;
  const uint8_t *p;
  int i = 0;
  for (; (p = store_next(&store, &c, &len)); i++) {
    int tag;
    memcpy(&tag, p, sizeof tag);
    ASSERT_EQ(i, tag);
    ASSERT_EQ(4 + (size_t)(i * 7) % 900, len);
  }
  ASSERT_EQ((int)N, i);
  close_store();
  PASS();
}

TEST reading_while_adding(void) {
  open_store(0);
  StoreCursor c = { 0 };
  size_t len;
  char text[16];
  add("0");
  for (int i = 0; i < 5000; i++) {
    ASSERT(store_next(&store, &c, &len) != NULL);
    snprintf(text, sizeof text, "%d", i + 1);
    ASSERT_EQ(STORE_NEW, add(text));
  }
  ASSERT(store_next(&store, &c, &len) != NULL);
  ASSERT_EQ(NULL, store_next(&store, &c, &len));
  close_store();
  PASS();
}

TEST larger_than_a_block(void) {
  size_t big = 3u << 20;
  uint8_t *bytes = calloc(1, big);
  open_store(0);
  ASSERT(bytes != NULL);
  for (uint8_t i = 0; i < 4; i++) {
    bytes[big - 1] = i;
    ASSERT_EQ(STORE_NEW, store_add(&store, bytes, big, NULL));
    ASSERT_EQ(STORE_OLD, store_add(&store, bytes, big, NULL));
    ASSERT_EQ(STORE_NEW, store_add(&store, bytes, i + 1u, NULL));
  }
  StoreCursor c = { 0 };
  size_t len, n = 0;
  for (const uint8_t *p; (p = store_next(&store, &c, &len)); n++) ASSERT_EQ(n % 2 ? n / 2 + 1 : big, len);
  ASSERT_EQ((size_t)8, n);
  close_store();
  free(bytes);
  PASS();
}

/* A refusal says so and loses nothing that was stored. */
TEST full(void) {
  char text[32];
  int i = 0;
  open_store(200000);
  for (; i < 1000000; i++) {
    snprintf(text, sizeof text, "state number %d", i);
    if (add(text) == STORE_FULL) break;
  }
  ASSERT(i > 100 && i < 100000);
  ASSERT_EQ((size_t)i, store.count);
  for (int k = 0; k < i; k++) {
    snprintf(text, sizeof text, "state number %d", k);
    ASSERT_EQ(STORE_OLD, add(text));
  }
  close_store();
  PASS();
}

/* Old strings have the number they came with, in every kind of store that keeps numbers; new ones in all. */
TEST numbers(void) {
  for (unsigned flags = 0; flags < 4; flags++) {
    bool kept = flags & STORE_NUMBERS;
    open_flags(0, flags);
    for (unsigned i = 0; i < 60000; i++) {
      unsigned old = i * 7u % (i + 1);
      size_t number = SIZE_MAX;
      ASSERT_EQ(STORE_NEW, store_add(&store, (const uint8_t *)&i, sizeof i, &number));
      ASSERT_EQ((size_t)i, number);
      ASSERT_EQ(STORE_OLD, store_add(&store, (const uint8_t *)&old, sizeof old, kept ? &number : NULL));
      if (kept) ASSERT_EQ((size_t)old, number);
    }
    ASSERT_EQ((size_t)60000, store.count);
    close_store();
  }
  PASS();
}

TEST numbers_do_not_hinder_reading(void) {
  open_flags(0, STORE_NUMBERS);
  StoreCursor c = { 0 };
  size_t len, number;
  for (unsigned i = 0; i < 5000; i++) {
    store_add(&store, (const uint8_t *)&i, sizeof i, &number);
    const uint8_t *p = store_next(&store, &c, &len);
    ASSERT(p && len == sizeof i && memcmp(p, &i, sizeof i) == 0);
  }
  close_store();
  PASS();
}

/* Hashes take no bytes beside the table, however long the strings are. A hash of 0 is a string like others. */
TEST hashes(void) {
  static uint8_t buf[4000];
  open_flags(0, STORE_HASHES);
  for (int round = 0; round < 2; round++)
    for (unsigned i = 0; i < 20000; i++) {
      memcpy(buf, &i, sizeof i);
      ASSERT_EQ(round ? STORE_OLD : STORE_NEW, store_add(&store, buf, sizeof buf, NULL));
    }
  ASSERT_EQ((size_t)20000, store.count);
  ASSERT(mem.used <= 32768 * 8);
  ASSERT_EQ(STORE_NEW, store_add_hashed(&store, 0, buf, 1, NULL));
  ASSERT_EQ(STORE_OLD, store_add_hashed(&store, 0, buf, 1, NULL));
  close_store();
  PASS();
}

/* Where hashes are equal, strings are told apart and hashes are not. */
TEST same_hash(void) {
  for (unsigned flags = 0; flags < 2; flags++) {
    open_flags(0, flags);
    ASSERT_EQ(STORE_NEW, store_add_hashed(&store, 77, (const uint8_t *)"a", 1, NULL));
    ASSERT_EQ(flags ? STORE_OLD : STORE_NEW, store_add_hashed(&store, 77, (const uint8_t *)"b", 1, NULL));
    ASSERT_EQ(flags ? STORE_OLD : STORE_NEW, store_add_hashed(&store, 77, (const uint8_t *)"aa", 2, NULL));
    ASSERT_EQ(STORE_OLD, store_add_hashed(&store, 77, (const uint8_t *)"a", 1, NULL));
    close_store();
  }
  ASSERT(store_missed(1u << 20) * 33554432 == 1);      /* 2^40 / 2^65 */
  PASS();
}

TEST every_refusal(void) {
  for (uint64_t n = 1; n < 48; n++) {
    char text[32];
    open_flags(0, (unsigned)n % 4);
    mem.fail_after = 1 + n / 4;
    for (int i = 0; i < 5000; i++) {
      snprintf(text, sizeof text, "%d", i);
      if (add(text) == STORE_FULL) break;
    }
    close_store();
  }
  PASS();
}

SUITE(store_suite) {
  RUN_TEST(new_once);
  RUN_TEST(many_lengths);
  RUN_TEST(reading_while_adding);
  RUN_TEST(larger_than_a_block);
  RUN_TEST(full);
  RUN_TEST(numbers);
  RUN_TEST(numbers_do_not_hinder_reading);
  RUN_TEST(hashes);
  RUN_TEST(same_hash);
  RUN_TEST(every_refusal);
}

GREATEST_MAIN_DEFS();
int main(int argc, char **argv) {
  GREATEST_MAIN_BEGIN();
  RUN_SUITE(store_suite);
  GREATEST_MAIN_END();
}
