/* tests/unit/explore/test_pool.c -- the pool of tasks, with one worker and with several. */
#include "tests/greatest.h"
#include <pthread.h>
#include "explore/pool.h"

/* Tasks are addresses of these. */
static int names[100];

TEST newest_first(void) {
  Mem m;
  Pool p;
  mem_init(&m, 0);
  ASSERT(pool_open(&p, &m, 1, 0));
  ASSERT_FALSE(pool_pop(&p, 0));
  for (int i = 0; i < 100; i++) ASSERT(pool_push(&p, 0, &names[i]));
  ASSERT_EQ(100u, pool_open_tasks(&p));
  ASSERT_EQ(100u, pool_most(&p));
  ASSERT_FALSE(pool_hungry(&p));
  for (int i = 100; i-- > 0;) {
    ASSERT_EQ(&names[i], pool_pop(&p, 0));
    pool_done(&p, 0);
  }
  ASSERT_EQ(0u, pool_open_tasks(&p));
  ASSERT_FALSE(pool_pop(&p, 0));
  pool_close(&p);
  mem_deinit(&m);
  PASS();
}

TEST oldest_is_stolen(void) {
  Mem m;
  Pool p;
  mem_init(&m, 0);
  m.shared = true;
  ASSERT(pool_open(&p, &m, 2, 0));
  for (int i = 0; i < 3; i++) ASSERT(pool_push(&p, 0, &names[i]));
  ASSERT_EQ(&names[0], pool_pop(&p, 1));
  ASSERT_EQ(&names[2], pool_pop(&p, 0));
  ASSERT_EQ(&names[1], pool_pop(&p, 1));
  for (int i = 0; i < 3; i++) pool_done(&p, 0);
  ASSERT_FALSE(pool_pop(&p, 1));
  pool_close(&p);
  mem_deinit(&m);
  PASS();
}

/* Every order has every task, and two seeds give two orders. */
TEST random_order(void) {
  Mem m;
  int *first[20], different = 0, in_order = 0;
  mem_init(&m, 0);
  for (uint64_t seed = 1; seed <= 2; seed++) {
    Pool p;
    bool seen[20] = { false };
    ASSERT(pool_open(&p, &m, 1, seed));
    for (int i = 0; i < 20; i++) ASSERT(pool_push(&p, 0, &names[i]));
    for (int i = 0; i < 20; i++) {
      int *t = pool_pop(&p, 0);
      ASSERT(t && !seen[t - names]);
      seen[t - names] = true;
      if (seed == 1) first[i] = t;
      else different += t != first[i];
      in_order += t == &names[19 - i];
      pool_done(&p, 0);
    }
    ASSERT_FALSE(pool_pop(&p, 0));
    pool_close(&p);
  }
  ASSERT(different > 0 && in_order < 20);
  mem_deinit(&m);
  PASS();
}

TEST what_is_left_is_drained(void) {
  Mem m;
  Pool p;
  mem_init(&m, 0);
  ASSERT(pool_open(&p, &m, 1, 0));
  for (int i = 0; i < 5; i++) ASSERT(pool_push(&p, 0, &names[i]));
  ASSERT(pool_pop(&p, 0));
  pool_stop(&p);
  ASSERT_FALSE(pool_pop(&p, 0));
  ASSERT(pool_push(&p, 0, &names[5]));
  pool_done(&p, 0);
  int left = 0;
  while (pool_drain(&p)) left++;
  ASSERT_EQ(5, left);
  ASSERT_EQ(0u, pool_open_tasks(&p));
  pool_close(&p);
  mem_deinit(&m);
  PASS();
}

TEST refused_memory_keeps_the_task_out(void) {
  Mem m;
  Pool p;
  mem_init(&m, 0);
  m.fail_after = 1;
  ASSERT_FALSE(pool_open(&p, &m, 1, 0));
  m.fail_after = 2;
  ASSERT(pool_open(&p, &m, 1, 0));
  ASSERT_FALSE(pool_push(&p, 0, &names[0]));
  ASSERT_EQ(0u, pool_open_tasks(&p));
  ASSERT(pool_push(&p, 0, &names[0]));
  ASSERT_EQ(&names[0], pool_drain(&p));
  pool_close(&p);
  mem_deinit(&m);
  PASS();
}

/* --- several threads: a tree of tasks, in which a task of height h pushes two of height h-1 --- */

#define WORKERS 8
typedef struct { unsigned height; } Tree;
typedef struct { Pool pool; Mem mem; atomic_uint leaves, handled, idle; unsigned stop_after; } Forest;
typedef struct { Forest *forest; unsigned number; pthread_t thread; } Worker;

static void grow(Forest *f, unsigned worker, Tree *t) {
  for (int i = 0; i < 2 && t->height; i++) {
    Tree *child = mem_alloc(&f->mem, sizeof *child);
    child->height = t->height - 1;
    if (!pool_push(&f->pool, worker, child)) mem_free(&f->mem, child, sizeof *child);
  }
  if (!t->height) atomic_fetch_add(&f->leaves, 1);
  if (atomic_fetch_add(&f->handled, 1) + 1 == f->stop_after) pool_stop(&f->pool);
}

static void *work(void *arg) {
  Worker *w = arg;
  for (Tree *t; (t = pool_pop(&w->forest->pool, w->number));) {
    grow(w->forest, w->number, t);
    mem_free(&w->forest->mem, t, sizeof *t);
    pool_done(&w->forest->pool, w->number);
  }
  return NULL;
}

static unsigned plant(Forest *f, unsigned height, unsigned stop_after, uint64_t shuffle) {
  Worker workers[WORKERS];
  *f = (Forest){ .stop_after = stop_after };
  mem_init(&f->mem, 0);
  f->mem.shared = true;
  if (!pool_open(&f->pool, &f->mem, WORKERS, shuffle)) return 0;
  Tree *root = mem_alloc(&f->mem, sizeof *root);
  root->height = height;
  pool_push(&f->pool, 0, root);
  for (unsigned i = 0; i < WORKERS; i++) {
    workers[i] = (Worker){ .forest = f, .number = i };
    pthread_create(&workers[i].thread, NULL, work, &workers[i]);
  }
  for (unsigned i = 0; i < WORKERS; i++) pthread_join(workers[i].thread, NULL);
  unsigned left = 0;
  for (Tree *t; (t = pool_drain(&f->pool)); left++) mem_free(&f->mem, t, sizeof *t);
  pool_close(&f->pool);
  return left;
}

TEST all_is_done_once(void) {
  for (unsigned round = 0; round < 20; round++) {
    Forest f;
    ASSERT_EQ(0u, plant(&f, 9, 0, round % 2 ? round : 0));
    ASSERT_EQ(512u, f.leaves);
    ASSERT_EQ(1023u, f.handled);
    ASSERT_EQ(0u, f.mem.used);
  }
  PASS();
}

TEST a_stop_reaches_everybody(void) {
  for (unsigned round = 1; round < 20; round++) {
    Forest f;
    unsigned left = plant(&f, 9, round * 20, 0);
    ASSERT(left > 0 && f.handled < 1023);
    ASSERT_EQ(0u, f.mem.used);
  }
  PASS();
}

/* One worker holds the only task and pushes nothing until it sees that the other waits. */
static void *wait_for_one(void *arg) {
  Pool *p = arg;
  void *task = pool_pop(p, 1);
  pool_done(p, 1);
  return task;
}
static void count_idle(void *ctx) { ++*(int *)ctx; }

TEST hunger_is_seen(void) {
  Mem m;
  Pool p;
  pthread_t other;
  void *got;
  int idle = 0;
  mem_init(&m, 0);
  m.shared = true;
  ASSERT(pool_open(&p, &m, 2, 0));
  p.idle = count_idle;
  p.idle_ctx = &idle;
  ASSERT(pool_push(&p, 0, &names[0]));
  ASSERT_EQ(&names[0], pool_pop(&p, 0));
  ASSERT_EQ(0, pthread_create(&other, NULL, wait_for_one, &p));
  while (!pool_hungry(&p)) {}
  ASSERT(pool_push(&p, 0, &names[1]));
  ASSERT_EQ(0, pthread_join(other, &got));
  ASSERT_EQ(&names[1], got);
  ASSERT_FALSE(pool_hungry(&p));
  pool_done(&p, 0);
  ASSERT_FALSE(pool_pop(&p, 0));
  pool_close(&p);
  mem_deinit(&m);
  PASS();
}

SUITE(pool) {
  RUN_TEST(newest_first);
  RUN_TEST(oldest_is_stolen);
  RUN_TEST(random_order);
  RUN_TEST(what_is_left_is_drained);
  RUN_TEST(refused_memory_keeps_the_task_out);
  RUN_TEST(all_is_done_once);
  RUN_TEST(a_stop_reaches_everybody);
  RUN_TEST(hunger_is_seen);
}

GREATEST_MAIN_DEFS();
int main(int argc, char **argv) {
  GREATEST_MAIN_BEGIN();
  RUN_SUITE(pool);
  GREATEST_MAIN_END();
}
