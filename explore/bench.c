/* explore/bench.c -- the grid of `dmc bench`; see bench.h. */
#include "explore/bench.h"
#include <stdlib.h>
#include <string.h>

#define MAX_VALUES 1000          /* of a sweep */
#define MAX_CELLS 100000

/* --- sweeps --- */

static bool whole(const char *s, const char *end, long *out) {
  char *stop;
  if (s == end || (*s != '-' && (*s < '0' || *s > '9')) || end - s > 9) return false;
  *out = strtol(s, &stop, 10);
  return stop == end;
}

static const char *range(Arena *a, const char *from, const char *dots, BenchSweep *s) {
  long lo, hi;
  if (!whole(from, dots, &lo) || !whole(dots + 2, dots + 2 + strlen(dots + 2), &hi)) return "a range is written as 2..6";
  if (hi < lo) return "the range is empty";
  if (hi - lo >= MAX_VALUES) return "a sweep has at most 1000 values";
  s->values = ARENA_ARRAY(a, const char *, (size_t)(hi - lo) + 1);
  for (long v = lo; v <= hi; v++) s->values[s->n++] = arena_printf(a, "%ld", v);
  return NULL;
}

static const char *list(Arena *a, const char *text, BenchSweep *s) {
  size_t commas = 0;
  for (const char *c = text; *c; c++) commas += *c == ',';
  if (commas >= MAX_VALUES) return "a sweep has at most 1000 values";
  s->values = ARENA_ARRAY(a, const char *, commas + 1);
  for (size_t len;; text += len + 1) {
    len = strcspn(text, ",");
    if (!len) return "a value is missing";
    s->values[s->n++] = arena_strndup(a, text, len);
    if (!text[len]) return NULL;
  }
}

const char *bench_sweep(Arena *a, const char *text, BenchSweep *s) {
  const char *eq = strchr(text, '='), *dots = eq ? strstr(eq, "..") : NULL;
  if (!eq || eq == text || !eq[1]) return "a sweep is written as N=2..6 or N=1,2,4";
  *s = (BenchSweep){ .name = arena_strndup(a, text, (size_t)(eq - text)) };
  return dots ? range(a, eq + 1, dots, s) : list(a, eq + 1, s);
}

/* --- the grid --- */

/* Values of point P: the last sweep varies fastest, but for the first one, along which one reads. */
static const char **point(const Bench *b, size_t p) {
  const char **v = ARENA_ARRAY(b->arena, const char *, b->nsweeps + 1);
  if (!b->nsweeps) return v;
  v[0] = b->sweeps[0].values[p % b->sweeps[0].n];
  p /= b->sweeps[0].n;
  for (size_t i = b->nsweeps; i-- > 1; p /= b->sweeps[i].n) v[i] = b->sweeps[i].values[p % b->sweeps[i].n];
  return v;
}

bool bench_grid(Bench *b) {
  size_t points = 1, along = b->nsweeps ? b->sweeps[0].n : 1;
  for (size_t i = 0; i < b->nsweeps; i++) {
    points *= b->sweeps[i].n;
    if (points > MAX_CELLS) return false;
  }
  if (points * b->nalgos > MAX_CELLS) return false;
  b->cells = ARENA_ARRAY(b->arena, BenchCell, points * b->nalgos + 1);
  for (size_t p = 0; p < points; p++) {
    const char **values = point(b, p);
    for (size_t i = 0; i < b->nalgos; i++) {
      BenchCell *c = &b->cells[b->ncells++];
      *c = (BenchCell){ .algo = b->algos[i], .values = values, .series = p / along * b->nalgos + i };
      if (p % along) c->before = c - b->nalgos;
    }
  }
  return true;
}

/* --- what came out --- */

bool bench_shown(const BenchCell *c) {
  CellState s = c->result.state;
  return s == CELL_DONE || s == CELL_TIMEOUT || s == CELL_REFUSED || s == CELL_DIED;
}

void bench_notes(Bench *b) {
  b->notes = ARENA_ARRAY(b->arena, const char *, b->ncells + 1);
  for (size_t i = 0; i < b->ncells; i++) {
    BenchCell *c = &b->cells[i];
    if (!bench_shown(c) || !c->result.why[0]) continue;
    for (size_t k = 0; k < b->nnotes && !c->note; k++)
      if (strcmp(b->notes[k], c->result.why) == 0) c->note = k + 1;
    if (!c->note) b->notes[b->nnotes++] = c->result.why, c->note = b->nnotes;
  }
}
