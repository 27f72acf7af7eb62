/* explore/trace.c -- see trace.h. */
#include "explore/trace.h"
#include <stdio.h>
#include <string.h>
#include "explore/race.h"
#include "lang/vec.h"

#define TEXT 400                             /* room for one value or one line */
#define MANY_VALUES 2000                     /* more shared leaves than that are not listed whole */

typedef struct {
  const BcProgram *program;
  VmState *vm;
  Arena *arena;
  bool full;
  VEC(const char *) prints;
  VEC(ExValue) values;
  Word *before;                              /* shared words before the step */
} Replay;

static const char *keep(Replay *r, const char *s) { return arena_strndup(r->arena, s, strlen(s)); }

static void on_print(void *ctx, VmTid tid, const char *text) {
  Replay *r = ctx;
  (void)tid;
  VEC_PUSH(r->arena, &r->prints, keep(r, text));
}

static void take_prints(Replay *r, const char ***out, size_t *n) {
  *out = r->prints.at;
  *n = r->prints.count;
  memset(&r->prints, 0, sizeof r->prints);
}

/* --- values --- */

static const char *value_text(Replay *r, uint32_t loc, Word w) {
  char buf[TEXT];
  return keep(r, vm_word_text(r->vm, r->program->leaf_type[loc], w, buf, sizeof buf));
}

static const char *loc_text(Replay *r, uint32_t loc) {
  char buf[TEXT];
  return keep(r, vm_loc_name(r->program, loc, buf, sizeof buf));
}

static void shared(Replay *r, ExValue **out, size_t *n) {
  uint32_t count = r->program->nlocs < MANY_VALUES ? r->program->nlocs : MANY_VALUES;
  ExValue *v = ARENA_ARRAY(r->arena, ExValue, count + 1);
  for (uint32_t i = 0; i < count; i++) v[i] = (ExValue){ loc_text(r, i), value_text(r, i, vm_value(r->vm, i)) };
  *out = v;
  *n = count;
}

static void on_local(void *ctx, const char *name, const char *text) {
  Replay *r = ctx;
  VEC_PUSH(r->arena, &r->values, ((ExValue){ keep(r, name), keep(r, text) }));
}

static void locals(Replay *r, ExStep *s) {
  if (s->tid >= vm_nthreads(r->vm) || vm_thread(r->vm, s->tid) != TH_RUNNING) return;
  vm_locals(r->vm, s->tid, on_local, r);
  s->locals = r->values.at;
  s->nlocals = r->values.count;
  memset(&r->values, 0, sizeof r->values);
}

static void remember(Replay *r) {
  for (uint32_t i = 0; i < r->program->nlocs; i++) r->before[i] = vm_value(r->vm, i);
}

typedef VEC(ExChange) Changes;

static void change(Replay *r, Changes *list, uint32_t loc) {
  Word now = vm_value(r->vm, loc);
  if (now == r->before[loc]) return;
  VEC_PUSH(r->arena, list, ((ExChange){ loc_text(r, loc), value_text(r, loc, r->before[loc]), value_text(r, loc, now) }));
  r->before[loc] = now;
}

static void changes(Replay *r, ExStep *s, const VmEvent *ev) {
  Changes list = { 0 };
  for (uint32_t loc = 0; ev->kind == EV_INIT && loc < r->program->nlocs; loc++) change(r, &list, loc);
  for (uint32_t i = 0; i < ev->nacc; i++) {
    uint32_t loc = ACC_OBJ(ev->acc[i]);
    if (loc < r->program->nlocs && ACC_MODE(ev->acc[i]) & ACC_W) change(r, &list, loc);
  }
  s->changes = list.at;
  s->nchanges = list.count;
}

/* --- one step --- */

static const char *note_of(Replay *r, const VmEvent *ev) {
  if (ev->flags & EVF_FAULT) return arena_printf(r->arena, "fails: %s", vm_fault(r->vm)->text);
  if (ev->flags & EVF_STOPPED) return vm_thread(r->vm, ev->tid) == TH_CUT ? "stopped by --loop" : "stopped by assume";
  if (ev->flags & EVF_ENDED && ev->kind != EV_CRASH) return "ends";
  return NULL;
}

static bool chose(const VmEvent *ev) { return ev->choice != 0 && ev->choice != VM_CRASH; }

static void describe(Replay *r, ExStep *s, const VmEvent *ev) {
  char buf[TEXT];
  s->tid = ev->tid;
  s->thread = ev->kind == EV_INIT ? "init" : keep(r, vm_thread_name(r->vm, ev->tid, buf, sizeof buf));
  s->kind = ev_kind_word((EvKind)ev->kind);
  s->pc = ev->pc;
  s->span = r->program->spans[ev->pc];
  s->what = keep(r, vm_describe(r->vm, ev, buf, sizeof buf));
  s->choice = chose(ev) ? keep(r, vm_choice_text(r->vm, ev->choice, buf, sizeof buf)) : NULL;
  s->note = note_of(r, ev);
  take_prints(r, &s->prints, &s->nprints);
  changes(r, s, ev);
  locals(r, s);
  if (r->full) shared(r, &s->state, &s->nstate);
}

/* --- the end --- */

static const char *wait_text(Replay *r, VmTid tid, const VmWait *w) {
  char name[TEXT], holder[TEXT];
  if (w->holder >= 0) vm_thread_name(r->vm, (VmTid)w->holder, holder, sizeof holder);
  switch (w->kind) {
  case WAIT_NONE: return "could go on";
  case WAIT_LOCK:
    vm_loc_name(r->program, w->lock, name, sizeof name);
    if (w->holder == tid) return arena_printf(r->arena, "waits for %s, which it holds itself", name);
    if (w->holder >= 0) return arena_printf(r->arena, "waits for %s, held by %s", name, holder);
    return arena_printf(r->arena, "waits for %s", name);
  case WAIT_RECEIVE: return "waits for a message that does not come";
  case WAIT_JOIN:
    return w->holder >= 0 ? arena_printf(r->arena, "waits for %s to end", holder) : "waits for a thread to end";
  case WAIT_GUARD: return "waits for its condition to become true";
  case WAIT_CHOICE: return "chooses from an empty range or set";
  case WAIT_EITHER: return "waits for a branch of its either";
  }
  return "waits";
}

static Span user_call(Replay *r, VmTid t) {
  uint32_t pc = t < vm_nthreads(r->vm) ? vm_user_call(r->vm, t) : UINT32_MAX;
  return pc < r->program->ncode ? r->program->spans[pc] : (Span){ 0 };
}

/* vm_wait says what an event with branches waits for, whether or not one of them is open. */
static bool can_step(Replay *r, VmTid t) {
  const VmAction *a;
  size_t n = vm_thread_actions(r->vm, t, &a);
  return n != 0 && n != SIZE_MAX && a[0].choice != VM_CRASH;
}

static ExWait waiting(Replay *r, VmTid t) {
  char buf[TEXT];
  VmWait w = vm_wait(r->vm, t);
  if (can_step(r, t)) w = (VmWait){ .kind = WAIT_NONE, .pc = vm_pc(r->vm, t), .holder = -1 };
  ExWait x = { .tid = t, .holder = w.holder, .pc = w.pc, .daemon = vm_daemon(r->vm, t) };
  x.thread = keep(r, vm_thread_name(r->vm, t, buf, sizeof buf));
  x.text = wait_text(r, t, &w);
  if (w.pc < r->program->ncode) x.span = r->program->spans[w.pc];
  x.call = user_call(r, t);
  return x;
}

static const ExWait *wait_of(const ExTrace *t, int tid) {
  for (size_t i = 0; i < t->nwaits; i++)
    if (t->waits[i].tid == tid) return &t->waits[i];
  return NULL;
}

/* Follows holders from each waiting thread; a thread met twice on the way starts a cycle. */
static void find_cycle(Replay *r, ExTrace *t) {
  for (size_t i = 0; i < t->nwaits && !t->ncycle; i++) {
    const ExWait *w = &t->waits[i];
    size_t n = 0;
    do w = wait_of(t, w->holder), n++;
    while (w && w->tid != t->waits[i].tid && n <= t->nwaits);
    if (!w || n > t->nwaits) continue;
    t->cycle = ARENA_ARRAY(r->arena, const char *, n);
    for (; t->ncycle < n; w = wait_of(t, w->holder)) t->cycle[t->ncycle++] = w->thread;
  }
}

static void who_waits(Replay *r, ExTrace *t) {
  unsigned n = vm_nthreads(r->vm);
  t->waits = ARENA_ARRAY(r->arena, ExWait, n + 1);
  for (unsigned i = 0; i < n; i++)
    if (vm_thread(r->vm, (VmTid)i) == TH_RUNNING) t->waits[t->nwaits++] = waiting(r, (VmTid)i);
}

static void cycle_begins(Replay *r, ExTrace *t) {
  t->loop = t->nsteps + 1;
  who_waits(r, t);
  shared(r, &t->loop_state, &t->nloop_state);
}

/* --- confirming: the search's own eyes look at this one run --- */

typedef struct {
  const ExFinding *f;
  size_t at;
  uint8_t *begin; size_t len;                /* progress: the state in which the cycle begins */
  bool came_round;
} Player;

static bool open(ExRun *run) { return run->self != NULL; }

/* The schedule goes round when the state at its end is the one in which the cycle begins. */
static void look_for_cycle(ExRun *run, Player *p) {
  size_t len;
  const uint8_t *now = p->at == p->f->loop || p->at == p->f->nschedule ? vm_encode(run->vm, &len, false) : NULL;
  if (!now) return;
  if (p->at == p->f->loop) p->begin = memcpy(ARENA_ARRAY(run->arena, uint8_t, len), now, p->len = len);
  else p->came_round = p->begin && len == p->len && memcmp(now, p->begin, len) == 0;
}

static ExMove next(ExRun *run) {
  Player *p = run->self;
  if (p->f->what == FIND_PROGRESS) look_for_cycle(run, p);
  return p->at < p->f->nschedule ? ex_step(p->f->schedule[p->at++]) : ex_done();
}
static bool took(ExRun *run, const VmEvent *ev) { return (void)run, (void)ev, true; }
static void close(ExRun *run) { (void)run; }
static const ExAlgo player = { .name = "replay", .open = open, .next = next, .took = took, .close = close };

static bool among(const ExFindings *list, const ExFinding *f) { return find_same(list, f) != NULL; }

static bool confirm(const BcProgram *p, const ExLimits *l, const ExFinding *f, Arena *a) {
  ExLimits limits = { .all = true, .depth = -1, .preemptions = -1, .races = f->what == FIND_RACE ? LEVEL_LIST : LEVEL_OFF,
                      .unread = f->what == FIND_UNREAD ? LEVEL_LIST : LEVEL_OFF, .sync = l->sync, .nsync = l->nsync, .numbering = f->numbering };
  Player play = { .f = f };
  ExResult res;
  ex_replay(p, &player, &play, &limits, a, &res);
  if (play.at < f->nschedule) return false;
  if (f->what == FIND_PROGRESS) return play.came_round;
  return f->what == FIND_COUNT || among(&res.findings, f) || among(&res.races, f) || among(&res.unread, f);
}

/* --- all of it --- */

static bool play(Replay *r, ExTrace *t) {
  const ExFinding *f = t->finding;
  t->steps = ARENA_ARRAY(r->arena, ExStep, f->nschedule + 1);
  take_prints(r, &t->prints, &t->nprints);
  shared(r, &t->initial, &t->ninitial);
  remember(r);
  for (size_t i = 0; i < f->nschedule; i++) {
    VmEvent ev;
    if (f->what == FIND_PROGRESS && i == f->loop) cycle_begins(r, t);
    Span call = user_call(r, f->schedule[i].tid);
    VmStatus s = vm_step(r->vm, f->schedule[i].tid, f->schedule[i].choice, &ev);
    if (s != VM_OK && s != VM_FAULT) return false;
    t->steps[t->nsteps].call = call;
    describe(r, &t->steps[t->nsteps++], &ev);
  }
  if (f->what == FIND_DEADLOCK) who_waits(r, t), find_cycle(r, t);
  shared(r, &t->final, &t->nfinal);
  return true;
}

ExTrace *trace_build(const BcProgram *p, const ExLimits *l, const ExFinding *finding, bool full, Arena *a) {
  Mem mem;
  Replay r = { .program = p, .arena = a, .full = full };
  ExTrace *t = ARENA_NEW(a, ExTrace);
  t->finding = finding;
  mem_init(&mem, 0);
  r.before = ARENA_ARRAY(a, Word, p->nlocs + 1);
  r.vm = vm_new(p, &mem);
  if (!r.vm || !vm_adopt(r.vm, finding->numbering)) arena_out_of_memory();
  vm_footprints(r.vm, false);
  vm_keep_dead(r.vm, true);
  vm_on_print(r.vm, on_print, &r);
  t->confirmed = play(&r, t) && confirm(p, l, finding, a);
  vm_free(r.vm);
  mem_deinit(&mem);
  return t;
}
