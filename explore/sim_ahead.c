/* explore/sim_ahead.c -- what can still happen: the search of all states, breadth first, from a state of the history. The
 * machine takes the steps of the history before the search opens, which then finds the present state as its initial one. */
#include "explore/sim.h"

extern const ExAlgo ex_reach;

typedef struct { const SimStep *steps; size_t n; } Way;

static bool follow(ExRun *run, const Way *way) {
  VmEvent ev;
  for (size_t i = 0; i < way->n; i++) {
    VmAction a = way->steps[i + 1].action;
    VmStatus status = vm_step(run->vm, a.tid, a.choice, &ev);
    if (status != VM_OK && status != VM_FAULT) return false;
  }
  return true;
}

static bool open(ExRun *run) {
  Way *way = run->self;
  run->self = NULL;                          /* the search's own from here on */
  return follow(run, way) && ex_reach.open(run);
}

static ExMove next(ExRun *run) { return ex_reach.next(run); }
static bool took(ExRun *run, const VmEvent *ev) { return ex_reach.took(run, ev); }
static void close(ExRun *run) { ex_reach.close(run); }
static size_t schedule(ExRun *run, VmAction *out) { return ex_reach.schedule(run, out); }
static const ExAlgo ahead = { .name = "ahead", .promises = EX_COMPLETE | EX_STATEFUL | EX_DEPTH | EX_INVARIANTS,
                              .open = open, .next = next, .took = took, .close = close, .schedule = schedule };

static const ExFinding *failure(const ExResult *r) {
  const ExFinding *f = r->findings.first;
  return f ? f : r->races.first ? r->races.first : r->unread.first;
}

/* Levels below `error` fail nothing. */
static ExLevel failing(ExLevel l) { return l == LEVEL_ERROR ? l : LEVEL_OFF; }

SimAhead sim_ahead(const Sim *s, size_t at, uint64_t states) {
  if (!s->begun || s->steps.at[0].found.count) return (SimAhead){ .found = s->steps.at[0].found.count > 0, .complete = true, .states = 1 };
  Arena a;
  ExResult r;
  Way way = { s->steps.at, at };
  arena_init(&a);
  ExLimits l = s->limits;
  l.all = false;
  l.bfs = true;
  l.states = states;
  l.seconds = s->wanted.seconds;
  if (s->wanted.depth >= 0) l.depth = s->wanted.depth > (int64_t)at ? s->wanted.depth - (int64_t)at : 0;
  l.bytes = s->wanted.bytes ? s->wanted.bytes : (size_t)1 << 30;
  l.races = failing(s->wanted.races);
  l.unread = failing(s->wanted.unread);
  l.numbering = vm_numbering(s->run.vm, &a);
  ex_replay(s->program, &ahead, &way, &l, &a, &r);
  const ExFinding *f = failure(&r);
  SimAhead out = { .found = f != NULL, .complete = r.complete, .states = r.stats.states, .limit = r.limit };
  if (f) out.steps = f->nschedule, out.what = f->what;
  if (f && f->nschedule) out.first = f->schedule[0];
  arena_deinit(&a);
  return out;
}
