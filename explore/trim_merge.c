/* explore/trim_merge.c -- the same steps with fewer switches. See trim.h.
 * A stretch of a thread is moved to where the thread ran before, or that one here:
 *     A A | B | A   ->   A A A | B   or   B | A A A                                                                  */
#include <string.h>
#include "explore/trim.h"

typedef struct { size_t from, to; } Stretch;

/* The stretch that begins at FROM: steps of one thread, all before the cycle or all in it. */
static Stretch stretch_at(const ExFinding *b, size_t from) {
  Stretch s = { from, from + 1 };
  while (s.to < b->nschedule && b->schedule[s.to].tid == b->schedule[from].tid && !(b->what == FIND_PROGRESS && s.to == b->loop)) s.to++;
  return s;
}

/* The last stretch of the same thread before S, on its side of the cycle's beginning. */
static bool stretch_before(const ExFinding *b, Stretch s, Stretch *out) {
  size_t start = b->what == FIND_PROGRESS && s.from >= b->loop ? b->loop : 0, to = s.from;
  while (to > start && b->schedule[to - 1].tid != b->schedule[s.from].tid) to--;
  if (to == start) return false;
  *out = (Stretch){ to - 1, to };
  while (out->from > start && b->schedule[out->from - 1].tid == b->schedule[s.from].tid) out->from--;
  return true;
}

/* Steps [from, mid) and [mid, to) change places. */
static bool exchange(Trim *t, size_t from, size_t mid, size_t to) {
  const ExFinding *b = &t->best;
  memcpy(t->room, b->schedule, b->nschedule * sizeof *t->room);
  memcpy(t->room + from, b->schedule + mid, (to - mid) * sizeof *t->room);
  memcpy(t->room + from + (to - mid), b->schedule + from, (mid - from) * sizeof *t->room);
  return trim_try(t, t->room, b->nschedule, b->loop);
}

bool trim_merge(Trim *t) {
  bool any = false;
  for (size_t at = 0; at < t->best.nschedule && t->rerun.work;) {
    Stretch s = stretch_at(&t->best, at), before;
    bool merged = stretch_before(&t->best, s, &before) && before.to < s.from &&
                  (exchange(t, before.to, s.from, s.to) || exchange(t, before.from, before.to, s.from));
    any |= merged;
    at = merged ? before.from : s.to;
  }
  return any;
}
