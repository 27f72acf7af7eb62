/* explore/algo/causal.c -- see causal.h. */
#include "explore/algo/causal.h"
#include <string.h>

enum { STAMP, FIRST, CELL };                 /* of causal->of, per object */

void causal_init(Causal *c, Mem *m) { *c = (Causal){ .mem = m }; }

void causal_deinit(Causal *c) {
  if (!c->mem) return;
  mem_free(c->mem, c->item, c->item_cap * sizeof *c->item);
  mem_free(c->mem, c->row, c->row_cap * sizeof *c->row);
  mem_free(c->mem, c->write, c->write_cap * sizeof *c->write);
  mem_free(c->mem, c->run, c->run_cap * sizeof *c->run);
  mem_free(c->mem, c->of, c->of_cap * sizeof *c->of);
  mem_free(c->mem, c->edge, c->edge_cap * sizeof *c->edge);
}

static bool grow(Causal *c, void *array, size_t *cap, size_t size, size_t want) { return want <= *cap || mem_grow(c->mem, array, cap, size, want); }

bool causal_begin(Causal *c, uint32_t n, uint32_t stride, size_t objects) {
  size_t had = c->of_cap;
  if (!grow(c, &c->item, &c->item_cap, sizeof *c->item, n) || !grow(c, &c->row, &c->row_cap, sizeof *c->row, (size_t)n * stride) ||
      !grow(c, &c->of, &c->of_cap, sizeof *c->of, CELL * objects)) return false;
  if (c->of_cap > had) memset(c->of + had, 0, (c->of_cap - had) * sizeof *c->of);
  c->n = n;
  c->stride = stride;
  c->nrun = c->nedge = 0;
  c->stamp++;
  return true;
}

/* --- writes by object and thread --- */

static uint32_t *cell(const Causal *c, uint32_t obj) {
  uint32_t *x = c->of + CELL * (size_t)obj;
  if (x[STAMP] != c->stamp) x[STAMP] = c->stamp, x[FIRST] = 0;
  return x;
}

static bool room_for_writes(Causal *c) {
  uint32_t all = 0;
  for (uint32_t i = 0; i < c->n; i++)
    for (uint32_t k = 0; k < c->item[i].nacc; k++) all += (ACC_MODE(c->item[i].acc[k].acc) & ACC_W) != 0;
  return grow(c, &c->write, &c->write_cap, sizeof *c->write, all + 1);
}

/* The items of one thread come in the order of their indices; the runs of one object are a list. */
static CausalRun *run_of(Causal *c, uint32_t *x, VmTid tid) {
  for (uint32_t r = x[FIRST]; r; r = c->run[r - 1].next) if (c->run[r - 1].tid == tid) return &c->run[r - 1];
  return NULL;
}

static bool collect_writes(Causal *c) {
  uint32_t at = 0;
  if (!room_for_writes(c)) return false;
  for (uint32_t i = 0; i < c->n; i++)                        /* lengths of the runs */
    for (uint32_t k = 0; k < c->item[i].nacc; k++) {
      if (!(ACC_MODE(c->item[i].acc[k].acc) & ACC_W)) continue;
      uint32_t *x = cell(c, ACC_OBJ(c->item[i].acc[k].acc));
      CausalRun *r = run_of(c, x, c->item[i].tid);
      if (!r) {
        if (!grow(c, &c->run, &c->run_cap, sizeof *c->run, c->nrun + 1)) return false;
        r = &c->run[c->nrun++];
        *r = (CausalRun){ .tid = c->item[i].tid, .next = x[FIRST] };
        x[FIRST] = (uint32_t)c->nrun;
      }
      r->to++;
    }
  for (size_t r = 0; r < c->nrun; r++) {
    uint32_t len = c->run[r].to;
    c->run[r].from = c->run[r].to = at;
    at += len;
  }
  for (uint32_t i = 0; i < c->n; i++)
    for (uint32_t k = 0; k < c->item[i].nacc; k++)
      if (ACC_MODE(c->item[i].acc[k].acc) & ACC_W) c->write[run_of(c, cell(c, ACC_OBJ(c->item[i].acc[k].acc)), c->item[i].tid)->to++] = i;
  return true;
}

/* --- consequences --- */

/* A before B. False: B is before A. */
static bool edge(Causal *c, uint32_t a, uint32_t b, bool *changed, bool *ok) {
  if (causal_before(c, a, b)) return true;
  if (causal_before(c, b, a)) return false;
  if (!grow(c, &c->edge, &c->edge_cap, sizeof *c->edge, c->nedge + 1)) return *ok = false;
  c->edge[c->nedge].from = a;
  c->edge[c->nedge++].to = b;
  clock_join(causal_row(c, b), causal_row(c, a), c->stride);
  return *changed = true;
}

/* The writes of one thread against READER, which reads from W (n: the initial value). */
static bool against(Causal *c, const CausalRun *r, uint32_t reader, uint32_t w, bool *changed, bool *ok) {
  uint32_t lo = r->from, hi = r->to;
  Clock seen = causal_row(c, reader)[r->tid];
  while (lo < hi) {                                          /* those before the reader */
    uint32_t mid = (lo + hi) / 2;
    if (c->item[c->write[mid]].index < seen) lo = mid + 1;
    else hi = mid;
  }
  while (lo > r->from && c->write[lo - 1] == reader) lo--;
  if (lo > r->from && c->write[lo - 1] != w && (w == c->n || !edge(c, c->write[lo - 1], w, changed, ok))) return false;
  lo = r->from, hi = r->to;
  while (w != c->n && lo < hi) {                             /* those after the source */
    uint32_t mid = (lo + hi) / 2;
    if (c->write[mid] != w && causal_before(c, w, c->write[mid])) hi = mid;
    else lo = mid + 1;
  }
  while (lo < r->to && c->write[lo] == reader) lo++;
  return lo == r->to || c->write[lo] == w || edge(c, reader, c->write[lo], changed, ok);
}

static bool check_reads(Causal *c, uint32_t i, CausalSource *source, void *ctx, bool *changed, bool *ok) {
  for (uint32_t k = 0; k < c->item[i].nacc; k++) {
    const RfAcc *a = &c->item[i].acc[k];
    if (!(ACC_MODE(a->acc) & ACC_R)) continue;
    uint32_t s = a->source ? source(ctx, a->source) : 0, w = s ? s - 1 : c->n;
    if (s && !edge(c, w, i, changed, ok)) return false;
    for (uint32_t r = cell(c, ACC_OBJ(a->acc))[FIRST]; r; r = c->run[r - 1].next)
      if (!against(c, &c->run[r - 1], i, w, changed, ok)) return false;
  }
  return true;
}

static bool join(Causal *c, uint32_t into, uint32_t from) {
  Clock *a = causal_row(c, into), *b = causal_row(c, from);
  bool more = false;
  for (uint32_t t = 0; t < c->stride; t++) more |= b[t] > a[t];
  if (more) clock_join(a, b, c->stride);
  return more;
}

/* Rows grow along program order, sources and what was found; an event that comes after a later one of its thread is a cycle. */
static bool propagate(Causal *c, CausalSource *source, void *ctx, bool *changed) {
  for (bool again = true; again;) {
    again = false;
    for (size_t e = 0; e < c->nedge; e++) again |= join(c, c->edge[e].to, c->edge[e].from);
    for (uint32_t i = 0; i < c->n; i++) {
      const CausalItem *x = &c->item[i];
      if (x->prev) again |= join(c, i, x->prev - 1);
      for (uint32_t k = 0; k < x->nacc; k++)
        if (ACC_MODE(x->acc[k].acc) & ACC_R && x->acc[k].source) again |= join(c, i, source(ctx, x->acc[k].source) - 1);
      if (causal_row(c, i)[x->tid] > x->index + 1) return false;
    }
    *changed |= again;
  }
  return true;
}

bool causal_close(Causal *c, CausalSource *source, void *ctx, bool *ok) {
  if (!collect_writes(c)) return *ok = false;
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t i = 0; i < c->n; i++) if (!check_reads(c, i, source, ctx, &changed, ok)) return false;
    if (changed && !propagate(c, source, ctx, &changed)) return false;
  }
  return true;
}

/* --- an order --- */

void causal_order(const Causal *c, uint32_t *seq) {
  Clock done[VM_MAX_THREADS + 1 + CLOCK_LANE] = { 0 };
  uint32_t n = 0, low = 0;
  while (n < c->n) {
    for (uint32_t i = low; i < c->n; i++) {
      const CausalItem *x = &c->item[i];
      if (done[x->tid] != x->index) continue;                /* done already, or not yet its turn */
      const Clock *row = causal_row(c, i);
      bool ready = true;
      for (uint32_t t = 0; t < c->stride && ready; t++) ready = t == x->tid || row[t] <= done[t];
      if (!ready) continue;
      done[x->tid]++;
      seq[n++] = i;
      break;
    }
    while (low < c->n && done[c->item[low].tid] > c->item[low].index) low++;
  }
}
