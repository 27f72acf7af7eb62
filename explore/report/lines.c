/* explore/report/lines.c -- which steps of a trace are shown, and which of them together.
 * Steps inside a library call are one line that shows the call, as far as no other thread steps in between (not with --lib
 * or --full). Of more than LONG_RUN lines of one thread in a row the first and last RUN_ENDS are shown, and those between that
 * matter to somebody else: they read what another thread wrote, write what another thread reads later, take or free what
 * another one takes next, send, receive, start or join, print, hold something to the end, or are part of the failure. The rest is one line
 * that counts them, if it is worth it (GAP lines). A trace that is still longer than LONG_TRACE loses its middle. --full shows all. */
#include <string.h>
#include "explore/report/lanes.h"
#include "lang/vec.h"

#define LONG_TRACE 400
#define TRACE_HEAD 50
#define TRACE_TAIL 250
#define LONG_RUN 8
#define RUN_ENDS 3
#define GAP 3

/* --- library calls --- */

static bool same_call(const ExStep *x, const ExStep *y) {
  return x->tid == y->tid && x->call.end && x->call.file == y->call.file && x->call.start == y->call.start && !y->called && !x->note;
}

/* A line does not reach into the cycle from before it. */
static bool same_line(const ExTrace *t, size_t i) {
  return i + 1 < t->nsteps && i + 2 != t->loop && same_call(&t->steps[i], &t->steps[i + 1]);
}

static Line line_at(const Check *c, const ExTrace *t, size_t i) {
  Line l = { .first = i, .last = i, .call = t->steps[i].call.end && !c->opt.lib && !c->opt.full };
  while (l.call && same_line(t, l.last)) l.last++;
  return l;
}

/* --- what matters --- */

static bool by_another(const ExTrace *t, const ExStep *s, size_t from) { return from && t->steps[from - 1].tid != s->tid; }

static bool remarkable(const ExStep *s) {
  return s->event == EV_INIT || s->event == EV_CRASH || s->nmessages || s->npeers || s->nprints || s->note;
}

/* Is step I the last one of TID at PC? */
static bool last_at(const ExTrace *t, size_t i, int tid, uint32_t pc) {
  bool last = (int)t->steps[i].tid == tid && t->steps[i].pc == pc;
  for (size_t k = i + 1; last && k < t->nsteps; k++) last = (int)t->steps[k].tid != tid || t->steps[k].pc != pc;
  return last;
}

/* Two accesses make a race; the message that nobody reads is what a trace of it is about. */
bool lines_failing(const ExTrace *t, size_t i) {
  const ExFinding *f = t->finding;
  const ExStep *s = &t->steps[i];
  bool last = i + 1 == t->nsteps;
  switch (f->what) {
  case FIND_RACE: return last_at(t, i, f->tid, f->pc) || last_at(t, i, f->tid2, f->pc2);
  case FIND_UNREAD:
    for (size_t k = 0; k < s->nmessages; k++)
      if (s->messages[k].sent && !s->messages[k].other && f->name && strncmp(s->messages[k].text, f->name, strlen(f->name)) == 0 &&
          s->messages[k].text[strlen(f->name)] == '(') return true;
    return false;
  case FIND_ERROR: case FIND_ASSERT: case FIND_CRITICAL: return s->failed && last;
  case FIND_INVARIANT: return last;
  case FIND_FINALLY: case FIND_PROGRESS: case FIND_DEADLOCK: case FIND_COVER: case FIND_COUNT: break;
  }
  return s->failed;
}

bool *lines_matter(const ExTrace *t, Arena *a) {
  bool *m = ARENA_ARRAY(a, bool, t->nsteps + 1);
  for (size_t i = 0; i < t->nsteps; i++) {
    const ExStep *s = &t->steps[i];
    m[i] |= remarkable(s) || lines_failing(t, i);
    for (size_t k = 0; k < s->nreads; k++)
      if (by_another(t, s, s->reads[k].from)) m[i] = m[s->reads[k].from - 1] = true;
  }
  for (size_t i = 0; i < t->nbands; i++)
    if (!t->bands[i].to && t->bands[i].from) m[t->bands[i].from - 1] = true;
  return m;
}

/* --- long runs of one thread --- */

static bool line_matters(const Line *l, const bool *m) {
  bool any = false;
  for (size_t i = l->first; i <= l->last; i++) any |= m[i];
  return any;
}

/* Lines FROM .. TO of all: those that matter, and the others as gaps. */
static void middle(Lines *out, const Lines *all, size_t from, size_t to, const bool *m, Arena *a) {
  for (size_t i = from; i < to;) {
    size_t end = i;
    while (end < to && !line_matters(&all->at[end], m)) end++;
    if (end - i >= GAP) {
      VEC_PUSH(a, out, ((Line){ .first = all->at[i].first, .last = all->at[end - 1].last, .gap = true }));
      i = end;
    } else do VEC_PUSH(a, out, all->at[i]); while (++i < end);
  }
}

static Lines without_runs(const ExTrace *t, const Lines *all, Arena *a) {
  Lines out = { 0 };
  const bool *m = lines_matter(t, a);
  for (size_t i = 0, end; i < all->count; i = end) {
    VmTid tid = t->steps[all->at[i].first].tid;
    for (end = i + 1; end < all->count && t->steps[all->at[end].first].tid == tid && all->at[end].first + 1 != t->loop;) end++;
    size_t ends = end - i > LONG_RUN ? RUN_ENDS : end - i;
    for (size_t k = 0; k < ends; k++) VEC_PUSH(a, &out, all->at[i + k]);
    if (end - i <= LONG_RUN) continue;
    middle(&out, all, i + RUN_ENDS, end - RUN_ENDS, m, a);
    for (size_t k = end - RUN_ENDS; k < end; k++) VEC_PUSH(a, &out, all->at[k]);
  }
  return out;
}

/* --- all of it --- */

static Lines without_middle(const Lines *all, Arena *a) {
  Lines out = { 0 };
  size_t tail = all->count - TRACE_TAIL;
  for (size_t i = 0; i < TRACE_HEAD; i++) VEC_PUSH(a, &out, all->at[i]);
  VEC_PUSH(a, &out, ((Line){ .first = all->at[TRACE_HEAD].first, .last = all->at[tail - 1].last, .gap = true, .cut = true }));
  for (size_t i = tail; i < all->count; i++) VEC_PUSH(a, &out, all->at[i]);
  return out;
}

Lines lines_of(const Check *c, const ExTrace *t, Arena *a) {
  Lines lines = { 0 };
  for (size_t i = 0; i < t->nsteps; i = lines.at[lines.count - 1].last + 1) VEC_PUSH(a, &lines, line_at(c, t, i));
  if (c->opt.full) return lines;
  lines = without_runs(t, &lines, a);
  return lines.count > LONG_TRACE ? without_middle(&lines, a) : lines;
}
