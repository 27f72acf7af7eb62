/* explore/trim.c -- see trim.h. What is tried, in which order, and shortcuts. */
#include "explore/trim.h"
#include <string.h>
#include "explore/seek.h"
#include "explore/work.h"

#define WINDOW 40                            /* a shortcut is looked for with so small a part of the work */

/* A cycle does not move away from the start. */
static bool better(const Trim *t, const ExFinding *f, size_t switches) {
  if (f->loop > t->best.loop) return false;
  return f->nschedule < t->best.nschedule || (f->nschedule == t->best.nschedule && switches < t->switches);
}

bool trim_try(Trim *t, const VmAction *at, size_t n, size_t loop) {
  ExFinding got;
  bool shows = rerun(&t->rerun, &t->best, at, n, loop, t->best.nschedule, &t->other, &got);
  size_t switches = shows ? seek_switches(got.schedule, got.nschedule) : 0;
  bool takes = shows && better(t, &got, switches);
  if (takes) {
    Arena swap = t->mine;
    t->mine = t->other;
    t->other = swap;
    t->best = got;
    t->switches = switches;
  }
  arena_deinit(&t->other);
  arena_init(&t->other);
  return takes;
}

bool trim_open(Trim *t, const BcProgram *p, const ExLimits *l, const ExFinding *f, uint64_t work) {
  *t = (Trim){ .rerun = { .program = p, .limits = l, .work = work }, .best = *f };
  arena_init(&t->mine);
  arena_init(&t->other);
  arena_init(&t->keep);
  t->switches = seek_switches(f->schedule, f->nschedule);
  t->room = ARENA_ARRAY(&t->keep, VmAction, f->nschedule + 1);
  t->drop = ARENA_ARRAY(&t->keep, bool, f->nschedule + 1);
  if (f->what != FIND_PROGRESS) return true;
  t->rerun.round = &t->round;
  return round_of(&t->round, p, f);
}

void trim_close(Trim *t) {
  if (t->rerun.round) round_drop(&t->round);
  arena_deinit(&t->mine);
  arena_deinit(&t->other);
  arena_deinit(&t->keep);
}

/* --- shortcuts --- */

/* Goes WAY instead of the steps FROM .. way->to. A way into the cycle turns it round: it begins where the way leads to. */
static bool go(Trim *t, size_t from, const SeekWay *way) {
  const ExFinding *b = &t->best;
  size_t n = from, loop = b->loop;
  bool turns = b->what == FIND_PROGRESS && from < loop && way->to > loop;
  memcpy(t->room, b->schedule, from * sizeof *t->room);
  memcpy(t->room + n, way->at, way->n * sizeof *t->room);
  n += way->n;
  if (from < loop) loop = turns ? n : loop + n - way->to;
  memcpy(t->room + n, b->schedule + way->to, (b->nschedule - way->to) * sizeof *t->room);
  n += b->nschedule - way->to;
  if (turns) {
    memcpy(t->room + n, b->schedule + b->loop, (way->to - b->loop) * sizeof *t->room);
    n += way->to - b->loop;
  }
  return trim_try(t, t->room, n, loop);
}

/* A shortcut from the state after FROM steps. *REACH: how many steps ahead were looked at. */
static bool shortcut(Trim *t, size_t from, uint64_t work, size_t *reach) {
  const ExFinding *f = &t->best;
  Arena a;
  arena_init(&a);
  Seek s = { .wanted = &f, .nwanted = 1, .from = from, .work = work < t->rerun.work ? work : t->rerun.work, .most = f->nschedule - from };
  uint64_t before = s.work;
  seek(t->rerun.program, t->rerun.limits, &s, &a);
  work_pay(&t->rerun.work, before - s.work + work_run(t->rerun.program));
  *reach = s.proved;
  ExFinding old = t->best;
  t->best.numbering = s.numbering;           /* it says more than the old one, which is not lost */
  bool found = s.ways[0].at && go(t, from, &s.ways[0]);
  if (!found) t->best.numbering = old.numbering;
  arena_deinit(&a);
  return found;
}

/* Sees that every stretch of the schedule that is short enough to be looked at is a shortest one. */
static bool shortcuts(Trim *t) {
  bool any = false;
  uint64_t work = t->rerun.work / WINDOW + 1;
  for (size_t from = 0, reach; from + 1 < t->best.nschedule && t->rerun.work;) {
    if (shortcut(t, from, work, &reach)) any = true;
    else if (reach > t->best.nschedule) break;
    else from += reach / 2 + 1;
  }
  return any;
}

/* --- all of it --- */

typedef bool (*Way)(Trim *t);

/* WAY with a part of the work. */
static bool part(Trim *t, Way way, uint64_t of) {
  uint64_t work = t->rerun.work, mine = work / of;
  if (!mine) return false;
  t->rerun.work = mine;
  bool any = way(t);
  t->rerun.work += work - mine;
  return any;
}

void trim_all(Trim *t) {
  part(t, trim_cycles, 2);
  part(t, trim_past, 2);
  part(t, trim_threads, 4);
  while (t->rerun.work) {
    bool any = part(t, trim_turns, 4);
    any |= part(t, trim_merge, 4);
    any |= part(t, trim_cycles, 2);
    any |= part(t, shortcuts, 3);
    any |= part(t, trim_chunks, 3);
    if (!any) break;
  }
}
