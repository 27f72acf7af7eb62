/* explore/sim.c -- see sim.h. */
#include "explore/sim.h"
#include "explore/replay.h"
#include "vm/facts.h"

/* --- the run --- */

static bool open(ExRun *run) { return (void)run, true; }
static ExMove next(ExRun *run) { return (void)run, ex_done(); }
static bool took(ExRun *run, const VmEvent *ev) { return (void)run, (void)ev, true; }
static void close(ExRun *run) { (void)run; }
static const ExAlgo by_hand = { .name = "sim", .open = open, .next = next, .took = took, .close = close };

/* After a limit the session goes on: there is a way back. */
static void forget_limit(Sim *s) {
  s->run.stop = s->run.pruned = false;
  s->result.limit = NULL;
  atomic_store(&s->team.stop, false);
}

/* The present state becomes the newest of the history. */
static void remember(Sim *s, VmAction a) {
  bool cut = s->run.stop && s->run.cut;
  SimStep here = { .action = a, .found = s->result.findings, .end = s->run.end, .limit = cut ? s->result.limit : NULL };
  s->steps.count = s->run.depth;
  VEC_PUSH(s->arena, &s->steps, here);
  s->at = s->run.depth;
  find_init(&s->result.findings);
  forget_limit(s);
}

static void begin(Sim *s) {
  s->begun = run_begin(&s->run);
  bool failed = s->result.findings.count > 0;
  if (!s->begun) s->run.end = failed ? END_FAILED : END_BLOCKED;
  remember(s, (VmAction){ 0 });
}

bool sim_open(Sim *s, const BcProgram *p, const ExLimits *l, Arena *a) {
  *s = (Sim){ .program = p, .arena = a, .wanted = *l, .random = l->seed };
  s->limits = (ExLimits){ .all = true, .no_deadlock = l->no_deadlock, .depth = -1, .preemptions = -1, .sync = l->sync, .nsync = l->nsync };
  mem_init(&s->mem, 0);
  bool room = team_open(&s->team, p, &by_hand, &s->limits, &s->mem);
  run_init(&s->run, &s->team, 0, NULL, a, &s->result);
  s->opened = room && run_open(&s->run);
  if (!s->opened) return false;
  vm_keep_dead(s->run.vm, true);
  s->facts = vm_facts_open(s->run.vm, true);
  begin(s);
  return true;
}

void sim_close(Sim *s) {
  run_close(&s->run, s->opened);
  team_close(&s->team);
  mem_deinit(&s->mem);
}

const SimStep *sim_here(const Sim *s) { return &s->steps.at[s->at]; }
size_t sim_length(const Sim *s) { return s->steps.count - 1; }

size_t sim_actions(Sim *s, const VmAction **out) {
  size_t crashes;
  *out = NULL;
  if (!s->begun) return 0;
  return vm_actions(s->run.vm, out, &crashes);
}

static bool enabled(Sim *s, VmAction a) {
  const VmAction *list;
  size_t n = s->begun && a.tid < vm_nthreads(s->run.vm) ? vm_thread_actions(s->run.vm, a.tid, &list) : 0;
  for (size_t i = 0; n != SIZE_MAX && i < n; i++)
    if (list[i].choice == a.choice) return true;
  return false;
}

static bool same(VmAction a, VmAction b) { return a.tid == b.tid && a.choice == b.choice; }

/* The next step of the history is known: its findings are kept, so that a step taken again is told as before. */
bool sim_step(Sim *s, VmAction a, const char **limit) {
  uint32_t depth = s->run.depth;
  *limit = NULL;
  if (!enabled(s, a)) return false;
  if (s->wanted.depth >= 0 && s->at >= (uint64_t)s->wanted.depth) return *limit = "steps (--depth)", false;
  bool again = s->at < sim_length(s) && same(s->steps.at[s->at + 1].action, a);
  run_step(&s->run, a.tid, a.choice);
  if (s->run.depth == depth) {
    *limit = s->result.limit ? s->result.limit : "memory";
    forget_limit(s);
    return false;
  }
  if (!again) {
    remember(s, a);
    return true;
  }
  s->at++;
  find_init(&s->result.findings);
  forget_limit(s);
  return true;
}

void sim_goto(Sim *s, size_t at) {
  const char *limit;
  if (at < s->at) run_back(&s->run, (uint32_t)at), s->at = at;
  while (s->at < at && sim_step(s, s->steps.at[s->at + 1].action, &limit)) continue;
}

/* --- what it came to --- */

const ExFinding *sim_failure(const Sim *s, size_t *at) {
  const ExFinding *worst = NULL;
  for (size_t i = 0; i <= s->at; i++)
    for (const ExFinding *f = s->steps.at[i].found.first; f; f = f->next) {
      if (worst && find_rank(f->what) >= find_rank(worst->what)) continue;
      worst = f;
      if (at) *at = i;
    }
  return worst;
}

ExFinding sim_run(const Sim *s, Arena *a) {
  ExFinding f = { .what = FIND_COUNT, .pc = UINT32_MAX, .tid = -1, .tid2 = -1, .has_schedule = true, .nschedule = s->at };
  f.schedule = ARENA_ARRAY(a, VmAction, s->at + 1);
  for (size_t i = 0; i < s->at; i++) f.schedule[i] = s->steps.at[i + 1].action;
  f.numbering = vm_numbering(s->run.vm, a);
  return f;
}

void sim_replay(const Sim *s, ExLevel least, Arena *a, ExResult *out) {
  ExLimits l = s->limits;
  ExFinding run = sim_run(s, a);
  if (s->wanted.races >= least) l.races = s->wanted.races;
  if (s->wanted.unread >= least) l.unread = s->wanted.unread;
  replay_judge(s->program, &l, &run, a, out);
}

/* The replay tells at which step each of them was met. */
static void add_found(Sim *s, const ExFindings *list, size_t from) {
  for (const ExFinding *f = list->first; f; f = f->next)
    if (f->has_schedule && f->nschedule > from && f->nschedule <= s->at) find_add(&s->steps.at[f->nschedule].found, s->arena, f);
}

void sim_judge(Sim *s, size_t from) {
  ExResult r;
  if (s->wanted.races < LEVEL_ERROR && s->wanted.unread < LEVEL_ERROR) return;
  sim_replay(s, LEVEL_ERROR, s->arena, &r);
  add_found(s, &r.races, from);
  add_found(s, &r.unread, from);
}

/* --- schedulers --- */

#define CRASH_ODDS 16                        /* one step in so many is a crash, where one is possible */

/* splitmix64 */
static uint64_t draw(Sim *s, uint64_t n) {
  uint64_t z = s->random += 0x9e3779b97f4a7c15u;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
  z = (z ^ z >> 27) * 0x94d049bb133111ebu;
  return (z ^ z >> 31) % n;
}

VmAction sim_draw(Sim *s, const VmAction *a, size_t n) {
  size_t threads = 0, first = 0, count = 1;
  for (size_t i = 0; i < n; i++) threads += i == 0 || a[i].tid != a[i - 1].tid;
  for (size_t k = draw(s, threads); k > 0; k--) {
    VmTid tid = a[first].tid;
    while (a[first].tid == tid) first++;
  }
  while (first + count < n && a[first + count].tid == a[first].tid) count++;
  bool crashes = a[first + count - 1].choice == VM_CRASH;
  if (crashes && (count == 1 || draw(s, CRASH_ODDS) == 0)) return a[first + count - 1];
  return a[first + draw(s, crashes ? count - 1 : count)];
}

/* What TID's thread may do from now on is in the futures of its alternatives. */
static bool meets(VmState *vm, const VmAlt *mine, VmTid tid) {
  uint32_t words = vm_facts_words(vm);
  VmPoint q = vm_point(vm, tid);
  if (q == POINT_NOMEM) return true;
  uint32_t n = vm_point_alts(vm, q);
  for (uint32_t i = 0; i < n; i++) {
    const VmAlt *alt = vm_point_alt(vm, q, i);
    for (uint32_t k = 0; alt && k < words; k++)
      if (vm_sets_hit(mine->foot, alt->future, words, false, k)) return true;
    if (!alt) return true;
  }
  return n == 0;
}

bool sim_touches_others(Sim *s, VmAction a) {
  VmState *vm = s->run.vm;
  bool init = s->program->init_chooses && a.tid == s->program->nstatic;
  if (a.choice == VM_CRASH || init || !s->facts) return true;
  VmPoint q = vm_point(vm, a.tid);
  uint32_t i = q == POINT_NOMEM ? 0 : vm_action_alt(vm, a.tid, a.choice);
  const VmAlt *mine = q == POINT_NOMEM ? NULL : vm_point_alt(vm, q, i);
  if (!mine) return true;
  for (unsigned t = 0; t < vm_nthreads(vm); t++)
    if (t != a.tid && vm_thread(vm, (VmTid)t) == TH_RUNNING && meets(vm, mine, (VmTid)t)) return true;
  return false;
}
