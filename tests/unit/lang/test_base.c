/* tests/unit/lang/test_base.c -- memory, names, sources. */
#include "tests/greatest.h"
#include <pthread.h>
#include <stdint.h>
#include <string.h>
#include "lang/intern.h"
#include "lang/mem.h"
#include "lang/source.h"
#include "lang/vec.h"

TEST mem_counts(void) {
  Mem m;
  mem_init(&m, 0);
  char *p = mem_alloc(&m, 100);
  ASSERT(p);
  ASSERT_EQ(0, p[99]);
  p = mem_realloc(&m, p, 100, 300);
  ASSERT_EQ(300u, m.used);
  p = mem_realloc(&m, p, 300, 10);
  ASSERT_EQ(10u, m.used);
  ASSERT_EQ(300u, m.peak);
  mem_free(&m, p, 10);
  ASSERT_EQ(0u, m.used);
  mem_deinit(&m);
  PASS();
}

TEST mem_respects_the_limit(void) {
  Mem m;
  mem_init(&m, 100);
  void *p = mem_alloc(&m, 80);
  ASSERT(p);
  ASSERT_FALSE(m.refused);
  ASSERT_EQ(NULL, mem_alloc(&m, 21));
  ASSERT(m.refused);
  ASSERT_EQ(80u, m.used);
  ASSERT_EQ(NULL, mem_realloc(&m, p, 80, 101));
  mem_free(&m, p, 80);
  mem_deinit(&m);
  PASS();
}

TEST mem_fails_the_nth_request(void) {
  Mem m;
  mem_init(&m, 0);
  m.fail_after = 2;
  void *p = mem_alloc(&m, 8);
  ASSERT(p);
  ASSERT_EQ(NULL, mem_alloc(&m, 8));
  void *q = mem_alloc(&m, 8);
  ASSERT(q);
  mem_free(&m, p, 8);
  mem_free(&m, q, 8);
  mem_deinit(&m);
  PASS();
}

enum { ROUNDS = 2000, BLOCK = 100 };
static void *come_and_go(void *arg) {
  for (int i = 0; i < ROUNDS; i++) {
    void *p = mem_alloc(arg, BLOCK);
    if (p) p = mem_realloc(arg, p, BLOCK, BLOCK / 2);
    mem_free(arg, p, BLOCK / 2);
  }
  return NULL;
}

/* Four threads want 100 bytes each and may have 250: never more, and nothing is lost. */
TEST mem_shared_between_threads(void) {
  Mem m;
  pthread_t t[4];
  mem_init(&m, 250);
  m.shared = true;
  for (int i = 0; i < 4; i++) ASSERT_EQ(0, pthread_create(&t[i], NULL, come_and_go, &m));
  for (int i = 0; i < 4; i++) ASSERT_EQ(0, pthread_join(t[i], NULL));
  ASSERT(m.peak >= 100 && m.peak <= 250);
  m.fail_after = 2;
  void *p = mem_alloc(&m, 8);
  ASSERT_EQ(NULL, mem_alloc(&m, 8));
  mem_free(&m, p, 8);
  mem_deinit(&m);
  PASS();
}

TEST arena_gives_zeroed_aligned_memory(void) {
  Arena a;
  arena_init(&a);
  for (size_t n = 1; n < 200000; n = n * 3 + 1) {
    unsigned char *p = arena_alloc(&a, n);
    ASSERT_EQ(0u, (uintptr_t)p % sizeof(void *));
    ASSERT_EQ(0, p[0] | p[n - 1]);
    memset(p, 0xFF, n);
  }
  ASSERT_STR_EQ("x=12", arena_printf(&a, "x=%d", 12));
  ASSERT_STR_EQ("ab", arena_strndup(&a, "abc", 2));
  arena_deinit(&a);
  PASS();
}

TEST names_are_one_pointer_each(void) {
  Arena a;
  Intern t;
  arena_init(&a);
  intern_init(&t, &a);
  const Name *x = intern(&t, "xyz", 1);
  ASSERT_STR_EQ("x", x->text);
  for (int i = 0; i < 5000; i++) intern_str(&t, arena_printf(&a, "n%d", i));
  ASSERT_EQ(x, intern_str(&t, "x"));
  ASSERT_EQ(intern_str(&t, "n77"), intern_str(&t, "n77"));
  ASSERT(intern_str(&t, "n77") != intern_str(&t, "n78"));
  arena_deinit(&a);
  PASS();
}

TEST vectors_grow(void) {
  Arena a;
  arena_init(&a);
  VEC(int) v = {0};
  for (int i = 0; i < 1000; i++) VEC_PUSH(&a, &v, i);
  ASSERT_EQ(1000u, v.count);
  ASSERT_EQ(999, v.at[999]);
  arena_deinit(&a);
  PASS();
}

TEST places_are_lines_and_columns(void) {
  Arena a;
  Sources s;
  arena_init(&a);
  src_init(&s, &a);
  Source *f = src_add_text(&s, "f.d", "one\ntwo three\n", 14);
  Place p = src_place(&s, (Span){src_index(&s, f), 8, 13});
  ASSERT_EQ(2u, p.line);
  ASSERT_EQ(5u, p.col);
  ASSERT_EQ(10u, p.end_col);
  ASSERT_EQ(9u, p.line_len);
  ASSERT_EQ(-1, p.copy);
  p = src_place(&s, (Span){0, 14, 14});            /* the very end */
  ASSERT_EQ(3u, p.line);
  ASSERT_EQ(1u, p.col);
  p = src_place(&s, (Span){0, 2, 6});              /* over a line end: cut there */
  ASSERT_EQ(4u, p.end_col);
  arena_deinit(&a);
  PASS();
}

TEST unreadable_files_say_why(void) {
  Arena a;
  Sources s;
  const char *why = NULL;
  arena_init(&a);
  src_init(&s, &a);
  ASSERT_EQ(NULL, src_load(&s, "/nonexistent/x.d", &why));
  ASSERT_STR_EQ("no such file", why);
  ASSERT_EQ(NULL, src_load(&s, "/", &why));
  ASSERT_STR_EQ("is a directory", why);
  ASSERT_EQ(NULL, src_load(&s, "/dev/zero", &why));
  ASSERT_STR_EQ("larger than 16 MB", why);
  arena_deinit(&a);
  PASS();
}

SUITE(base) {
  RUN_TEST(mem_counts);
  RUN_TEST(mem_respects_the_limit);
  RUN_TEST(mem_fails_the_nth_request);
  RUN_TEST(mem_shared_between_threads);
  RUN_TEST(arena_gives_zeroed_aligned_memory);
  RUN_TEST(names_are_one_pointer_each);
  RUN_TEST(vectors_grow);
  RUN_TEST(places_are_lines_and_columns);
  RUN_TEST(unreadable_files_say_why);
}

GREATEST_MAIN_DEFS();
int main(int argc, char **argv) {
  GREATEST_MAIN_BEGIN();
  RUN_SUITE(base);
  GREATEST_MAIN_END();
}
