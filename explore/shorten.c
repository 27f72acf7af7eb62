/* explore/shorten.c -- see shorten.h. */
#include "explore/shorten.h"
#include <string.h>
#include "explore/replay.h"
#include "explore/seek.h"
#include "explore/trim.h"

const ShortenWork shorten_usual = { .seek = 16000000, .trim = 12000000, .trim_all = 60000000 };

typedef struct {
  const BcProgram *program;
  const ExLimits *limits;
  const ShortenWork *work;
  bool breadth_first;
  const ExFinding **findings; size_t n;
  Shortened *out;
  Arena *arena, scratch;
  Seek seek;
  SeekWay **way;                             /* per finding; NULL: not sought */
  uint64_t left;
} Shorten;

static bool sought(const ExFinding *f) { return f->has_schedule && f->nschedule && f->what != FIND_PROGRESS; }

static void look_for_all(Shorten *s) {
  const ExFinding **wanted = ARENA_ARRAY(&s->scratch, const ExFinding *, s->n + 1);
  size_t k = 0;
  s->seek = (Seek){ .work = s->work->seek };
  for (size_t i = 0; i < s->n; i++) {
    if (!sought(s->findings[i])) continue;
    wanted[s->seek.nwanted++] = s->findings[i];
    if (s->findings[i]->nschedule > s->seek.most) s->seek.most = s->findings[i]->nschedule;
  }
  s->seek.wanted = wanted;
  if (s->seek.nwanted) seek(s->program, s->limits, &s->seek, &s->scratch);
  for (size_t i = 0; i < s->n; i++)
    if (sought(s->findings[i])) s->way[i] = &s->seek.ways[k++];
}

/* Goes the way that the search found, where that is better. */
static void take_way(Shorten *s, Trim *t, const SeekWay *way) {
  size_t rest = t->best.nschedule - way->to;
  if (!way->at || way->n + rest > t->best.nschedule) return;
  memcpy(t->room, way->at, way->n * sizeof *t->room);
  memcpy(t->room + way->n, t->best.schedule + way->to, rest * sizeof *t->room);
  const VmNumbering *old = t->best.numbering;
  t->best.numbering = s->seek.numbering;     /* says the same and more */
  if (!trim_try(t, t->room, way->n + rest, 0)) t->best.numbering = old;
}

/* A race also counts where its accesses never wait in one state, which the search does not see. */
static bool is_shortest(const Shorten *s, const ExFinding *f, const SeekWay *way) {
  if (f->what == FIND_RACE || f->what == FIND_PROGRESS) return false;
  if (!f->nschedule || s->breadth_first) return true;
  if (way->shows) return f->nschedule == way->n;
  return s->seek.proved != SIZE_MAX && f->nschedule - 1 <= s->seek.proved;
}

static void improve(Shorten *s, Trim *t, const SeekWay *way) {
  if (way) take_way(s, t, way);
  if (!way || !way->shows) trim_all(t);
  else if (!s->seek.exact) trim_merge(t);
}

/* A copy of T's best that outlives it, counted and linked as F. */
static ExFinding *keep(Shorten *s, const Trim *t, const ExFinding *f) {
  const ExFinding *best = &t->best;
  ExFinding *x = ARENA_NEW(s->arena, ExFinding);
  Mem mem;
  *x = *best;
  x->next = f->next;
  x->text = arena_strndup(s->arena, best->text, strlen(best->text));
  x->schedule = memcpy(ARENA_ARRAY(s->arena, VmAction, best->nschedule + 1), best->schedule, best->nschedule * sizeof *x->schedule);
  mem_init(&mem, 0);
  VmState *vm = rerun_machine(s->program, best, &mem);
  x->numbering = vm ? vm_numbering(vm, s->arena) : NULL;
  vm_free(vm);
  mem_deinit(&mem);
  return vm ? x : NULL;
}

static const ExFinding *shortened(Shorten *s, const ExFinding *f, const SeekWay *way) {
  Trim t;
  uint64_t work = s->left < s->work->trim ? s->left : s->work->trim;
  const ExFinding *best = NULL;
  if (trim_open(&t, s->program, s->limits, f, work)) {
    improve(s, &t, way);
    if (t.best.schedule != f->schedule) best = keep(s, &t, f);
  }
  s->left -= work - t.rerun.work;
  trim_close(&t);
  return best && replay_confirm(s->program, s->limits, best, &s->scratch) ? best : f;
}

static void one(Shorten *s, size_t i) {
  const ExFinding *f = s->findings[i], *best = f;
  s->out[i] = (Shortened){ 0, false };
  if (!f->has_schedule) return;
  if (f->nschedule) best = shortened(s, f, s->way[i]);
  if (best != f) s->out[i].found = f->nschedule;
  s->out[i].shortest = is_shortest(s, best, s->way[i]);
  s->findings[i] = best;
}

void shorten(const BcProgram *p, const ExLimits *l, const ShortenWork *work, bool breadth_first, const ExFinding **findings, size_t n,
             Shortened *out, Arena *a) {
  Shorten s = { .program = p, .limits = l, .work = work, .breadth_first = breadth_first, .findings = findings, .n = n, .out = out,
                .arena = a, .left = work->trim_all };
  arena_init(&s.scratch);
  s.way = ARENA_ARRAY(&s.scratch, SeekWay *, n + 1);
  look_for_all(&s);
  for (size_t i = 0; i < n; i++) one(&s, i);
  arena_deinit(&s.scratch);
}
