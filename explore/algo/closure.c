/* explore/algo/closure.c -- closures as source sets.
 * Herbreteau, Larroze-Jardiné, Point, Walukiewicz, "Revisiting Stateful Partial-Order Reduction", 2024: Definition 36 (closure),
 * Definition 38 (p-closure), Listing 4 (MinClosure).
 *   an action of client p, locally enabled there = a unit of thread p      servers = objects
 * closure(s, b): all units of b's thread; with a unit every unit of another thread from which an event may follow that is
 * dependent on its event, if it is enabled, or that may enable it, if it is not. It covers: in a run u let e be the first event
 * of a thread that has units in the closure, and begins with one of them. If e cannot be moved to the front, an event before it
 * in u depends on e or enabled it; its thread began with a unit of the closure, and before e. If no such thread moves at all in u,
 * b is still enabled at its end; so b is no crash, which may be enabled where a run ends.
 * An event that comes before e and depends on it, the first such, meets what e touches as it is now: a guard on it that does not
 * hold is not passed (the paper: c is locally enabled in its server).
 * Differs from the paper: units touch what they touch in this state, and two reads do not depend; of a mutex that is held only
 * its holder can matter, and to the holder nobody who has to lock it. p-closures look at what threads may still do, not at all they could ever have done. */
#include "explore/algo/closure.h"
#include <string.h>

typedef bool (*Brings)(Closure *x, ExRun *run, const View *v, const ViewUnit *u, const ViewUnit *k);

static size_t row_words(const View *v) { return (v->nunits + 63) / 64; }

void closure_deinit(Closure *x, ExRun *run) {
  mem_free(run->mem, x->rows, x->cap_rows * sizeof *x->rows);
  mem_free(run->mem, x->known, x->cap_known);
  mem_free(run->mem, x->set, x->cap_set * sizeof *x->set);
  mem_free(run->mem, x->work, x->cap_work * sizeof *x->work);
  mem_free(run->mem, x->changed, x->cap_changed * sizeof *x->changed);
  ways_deinit(&x->ways, run);
}

static bool room(Closure *x, ExRun *run, const View *v) {
  size_t w = row_words(v);
  if (!mem_grow(run->mem, (void **)&x->rows, &x->cap_rows, sizeof *x->rows, v->nunits * w + 1) ||
      !mem_grow(run->mem, (void **)&x->known, &x->cap_known, 1, v->nunits + 1) ||
      !mem_grow(run->mem, (void **)&x->set, &x->cap_set, sizeof *x->set, 2 * w + 2) ||
      !mem_grow(run->mem, (void **)&x->work, &x->cap_work, sizeof *x->work, v->nunits + 1) ||
      !mem_grow(run->mem, (void **)&x->changed, &x->cap_changed, sizeof *x->changed, VM_SETS * v->words)) return false;
  memset(x->known, 0, v->nunits);
  return true;
}

/* Does K's thread look at what U touches, and may have to wait for it? */
static bool guarded(const View *v, const ViewUnit *u, const ViewUnit *k) {
  uint64_t hit = 0;
  for (uint32_t i = 0; i < v->words; i++) hit |= (u->foot[SET_R * v->words + i] | u->foot[SET_W * v->words + i]) & k->future[SET_Q * v->words + i];
  return hit;
}

typedef struct { const View *view; const ViewUnit *unit; } Against;

static bool goes_along(void *ctx, const VmAlt *a) {
  const Against *x = ctx;
  return !view_conflict(x->view, x->unit->foot, a->foot);
}

/* Has K's thread, which may touch what U's enabled event touches, a way to do so before anybody changes it? */
static bool finds_a_way(Closure *x, ExRun *run, const View *v, const ViewUnit *u, const ViewUnit *k) {
  Against against = { v, u };
  if (k->alt == UNIT_CRASH || !guarded(v, u, k)) return true;
  memset(x->changed, 255, VM_SETS * v->words * sizeof *x->changed);
  for (uint32_t i = 0; i < v->words; i++) {
    uint64_t stays = u->foot[SET_R * v->words + i] | u->foot[SET_W * v->words + i];
    x->changed[SET_W * v->words + i] &= ~stays;
    x->changed[SET_U * v->words + i] &= ~stays;
  }
  return ways_walk(&x->ways, run, v->threads[k->thread].point, k->alt, x->changed, goes_along, &against) != WAYS_ALL;
}

/* What K's thread may do, if it begins with K, against U's event. */
static bool brings(Closure *x, ExRun *run, const View *v, const ViewUnit *u, const ViewUnit *k) {
  VmTid tid = v->threads[k->thread].tid;
  if (u->enabled && vm_comes_first(run->vm, v->threads[u->thread].tid, u->foot, k->future) && finds_a_way(x, run, v, u, k)) return true;
  return u->waits && (sets_enable(u->may, k->future, v->words) || vm_could_unlock(run->vm, u->may, tid, k->future) ||
                      vm_waits_for_end(run->vm, u->may, tid));
}

static bool brings_future(Closure *x, ExRun *run, const View *v, const ViewUnit *u, const ViewUnit *k) {
  (void)x;
  return view_conflict(v, u->future, k->future) || sets_enable(u->future, k->future, v->words) ||
         sets_unlock(u->future, k->future, v->words) || vm_waits_for_end(run->vm, u->future, v->threads[k->thread].tid);
}

static const uint64_t *row_of(Closure *x, ExRun *run, const View *v, uint32_t u, Brings test) {
  size_t w = row_words(v);
  uint64_t *row = x->rows + u * w;
  if (x->known[u]) return row;
  x->known[u] = 1;
  memset(row, 0, w * sizeof *row);
  for (uint32_t k = 0; k < v->nunits; k++)
    if (v->units[k].thread != v->units[u].thread && test(x, run, v, &v->units[u], &v->units[k])) row[k / 64] |= 1ull << (k % 64);
  return row;
}

static uint32_t add(Closure *x, uint32_t n, uint32_t u) {
  if (x->set[u / 64] >> (u % 64) & 1) return n;
  x->set[u / 64] |= 1ull << (u % 64);
  x->work[n] = u;
  return n + 1;
}

static void close_over(Closure *x, ExRun *run, const View *v, uint32_t thread, Brings test, bool whole) {
  const ViewThread *t = &v->threads[thread];
  uint32_t n = 0;
  memset(x->set, 0, row_words(v) * sizeof *x->set);
  for (uint32_t u = t->unit; u < t->unit + t->nunits; u++) n = add(x, n, u);
  for (uint32_t i = 0; i < n; i++) {
    const uint64_t *row = row_of(x, run, v, x->work[i], test);
    for (size_t k = 0; k < row_words(v); k++)
      for (uint64_t b = row[k] & ~x->set[k]; b; b &= b - 1) {
        uint32_t u = (uint32_t)k * 64 + (uint32_t)__builtin_ctzll(b);
        const ViewThread *q = &v->threads[v->units[u].thread];
        if (!whole) n = add(x, n, u);
        for (uint32_t j = q->unit; whole && j < q->unit + q->nunits; j++) n = add(x, n, j);
      }
  }
}

static bool in_set(const Closure *x, uint32_t u) { return x->set[u / 64] >> (u % 64) & 1; }

bool closure_choose(Closure *x, ExRun *run, const View *v, const bool *sleep, bool persistent, bool *in) {
  size_t best = 0;
  if (!room(x, run, v)) return false;
  for (size_t i = 0; i < v->nactions; i++) best += in[i] = !sleep[i];
  for (size_t a = 0, done = SIZE_MAX; a < v->nactions && best > 1; a++) {
    uint32_t t = v->units[v->actions[a].unit].thread;
    if (sleep[a] || t == done || v->actions[a].action.choice == VM_CRASH) continue;
    done = t;
    close_over(x, run, v, t, persistent ? brings_future : brings, persistent);
    size_t n = 0;
    for (size_t i = 0; i < v->nactions; i++) n += !sleep[i] && in_set(x, v->actions[i].unit);
    if (n >= best) continue;
    best = n;
    for (size_t i = 0; i < v->nactions; i++) in[i] = !sleep[i] && in_set(x, v->actions[i].unit);
  }
  return true;
}
