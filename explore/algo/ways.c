/* explore/algo/ways.c -- see ways.h. */
#include "explore/algo/ways.h"
#include <string.h>

void ways_deinit(Ways *w, ExRun *run) {
  mem_free(run->mem, w->marks, w->cap_marks * sizeof *w->marks);
  mem_free(run->mem, w->work, w->cap_work * sizeof *w->work);
}

static bool reach(Ways *w, ExRun *run, VmPoint q, uint32_t *n) {
  if (q >= w->cap_marks) {
    size_t old = w->cap_marks;
    if (!mem_grow(run->mem, (void **)&w->marks, &w->cap_marks, sizeof *w->marks, q + 1u)) return false;
    memset(w->marks + old, 0, (w->cap_marks - old) * sizeof *w->marks);
  }
  if (w->marks[q] == w->mark) return true;
  w->marks[q] = w->mark;
  if (*n == w->cap_work && !mem_grow(run->mem, (void **)&w->work, &w->cap_work, sizeof *w->work, *n + 1u)) return false;
  w->work[(*n)++] = q;
  return true;
}

typedef struct { const uint64_t *changed; bool (*visit)(void *, const VmAlt *); void *ctx; } Visit;

static WaysEnd take(Ways *w, ExRun *run, VmPoint q, uint32_t alt, const Visit *v, uint32_t *n) {
  const VmAlt *a = vm_point_now(run->vm, q, alt, v->changed);
  if (!a) return WAYS_NOMEM;
  const uint64_t *crash = run->program->nfaults ? vm_point_crash(run->vm, q) : NULL;
  if (crash && !v->visit(v->ctx, &(VmAlt){ .foot = crash })) return WAYS_STOPPED;
  if (!a->happens) return WAYS_ALL;
  if (!v->visit(v->ctx, a)) return WAYS_STOPPED;
  for (uint32_t i = 0; i < a->nnext; i++) if (!reach(w, run, a->next[i], n)) return WAYS_NOMEM;
  return WAYS_ALL;
}

WaysEnd ways_walk(Ways *w, ExRun *run, VmPoint q, uint32_t alt, const uint64_t *changed, bool (*visit)(void *, const VmAlt *), void *ctx) {
  const Visit v = { changed, visit, ctx };
  uint32_t n = 0;
  w->mark++;
  WaysEnd end = take(w, run, q, alt, &v, &n);
  for (uint32_t i = 0; i < n && end == WAYS_ALL; i++) {
    uint32_t alts = vm_point_alts(run->vm, w->work[i]);
    if (!alts) return WAYS_NOMEM;
    for (uint32_t k = 0; k < alts && end == WAYS_ALL; k++) end = take(w, run, w->work[i], k, &v, &n);
  }
  return end;
}
