/* explore/rerun.c -- see rerun.h. The search's own eyes look at the run, as in confirm.c. */
#include "explore/rerun.h"
#include <string.h>
#include "explore/algo/nodes.h"
#include "explore/work.h"

typedef struct {
  const ExFinding *f;
  const VmAction *at; size_t n, next;
  size_t most;
  bool goes_on;                              /* after the list, with whoever can, to the end of the run */
  size_t known;                              /* findings of all kinds in the result */
  VmTid last; size_t preemptions;
  bool interrupts; size_t depth;             /* the step that was asked for is a preemption; steps before it */
  uint64_t allowed, spent;
  const ExFinding *met;                      /* in the result */
  ExFinding *out; Arena *arena;
} Player;

static bool open(ExRun *run) { return run->self != NULL; }

static bool shows(ExRun *run, Player *p) {
  const ExResult *r = run->result;
  size_t known = r->findings.count + r->races.count + r->unread.count;
  if (known == p->known) return false;
  p->known = known;
  const ExFindings *list = p->f->what == FIND_RACE ? &r->races : p->f->what == FIND_UNREAD ? &r->unread : &r->findings;
  p->met = find_same(list, p->f);
  return p->met != NULL;
}

/* The step that was asked for last was taken, or was not enabled. */
static void note(ExRun *run, Player *p) {
  if (run->depth == p->depth) return;
  VmAction a = run->path[run->depth - 1].action;
  p->depth = run->depth;
  if (a.choice == VM_CRASH) return;
  p->preemptions += p->interrupts;
  p->last = a.tid;
}

static bool allowed(ExRun *run, Player *p, VmAction a) {
  const VmAction *own;
  p->interrupts = false;
  if (run->limits->preemptions < 0 || a.choice == VM_CRASH || p->last == NOBODY || a.tid == p->last) return true;
  size_t n = vm_thread_actions(run->vm, p->last, &own);
  p->interrupts = n && n != SIZE_MAX && own[0].choice != VM_CRASH;
  return !p->interrupts || p->preemptions < (uint64_t)run->limits->preemptions;
}

/* Whoever ran last goes on where it can: it costs no switch. */
static ExMove any_step(ExRun *run, Player *p) {
  VmAction a;
  if (vm_some_action(run->vm, p->last == NOBODY ? 0 : p->last, &a) != VM_OK) return ex_done();
  return allowed(run, p, a) ? ex_step(a) : ex_done();
}

static ExMove next(ExRun *run) {
  Player *p = run->self;
  note(run, p);
  if (shows(run, p) || run->depth >= p->most || work_done(run) > p->allowed) return ex_done();
  while (p->next < p->n) {
    VmAction a = p->at[p->next++];
    if (allowed(run, p, a)) return ex_step(a);
  }
  return p->goes_on ? any_step(run, p) : ex_done();
}

static bool took(ExRun *run, const VmEvent *ev) { return (void)run, (void)ev, true; }

static const char *copy(Arena *a, const char *s) { return s ? arena_strndup(a, s, strlen(s)) : NULL; }

/* The finding with the words of this run: values and threads in them may be others than they were. */
static void keep(ExRun *run, Player *p) {
  ExFinding *out = p->out;
  const ExFinding *met = p->met;
  *out = *p->f;
  out->text = copy(p->arena, met->text);
  out->pc = met->pc, out->pc2 = met->pc2;
  out->tid = met->tid, out->tid2 = met->tid2;
  out->nschedule = run->depth;
  out->schedule = ARENA_ARRAY(p->arena, VmAction, run->depth + 1);
  for (uint32_t i = 0; i < run->depth; i++) out->schedule[i] = run->path[i].action;
  out->numbering = vm_numbering(run->vm, p->arena);
}

static void close(ExRun *run) {
  Player *p = run->self;
  p->spent = work_done(run);
  if (p->met) keep(run, p);
}

static const ExAlgo steps = { .name = "rerun", .needs = EX_LENIENT | EX_ASKS, .open = open, .next = next, .took = took, .close = close };
static const ExAlgo ends = { .name = "rerun", .needs = EX_LENIENT, .open = open, .next = next, .took = took, .close = close };

static bool at_end(ExWhat what) { return what == FIND_DEADLOCK || what == FIND_FINALLY || what == FIND_UNREAD; }

static bool play(Rerun *r, Player *p) {
  ExWhat what = p->f->what;
  ExLimits limits = { .all = true, .depth = -1, .preemptions = r->limits->preemptions, .races = what == FIND_RACE ? LEVEL_LIST : LEVEL_OFF,
                      .unread = what == FIND_UNREAD ? LEVEL_LIST : LEVEL_OFF, .sync = r->limits->sync, .nsync = r->limits->nsync,
                      .numbering = p->f->numbering };
  ExResult res;
  Arena a;
  arena_init(&a);
  ex_replay(r->program, at_end(what) ? &ends : &steps, p, &limits, &a, &res);
  arena_deinit(&a);
  return p->met != NULL;
}

VmState *rerun_machine(const BcProgram *p, const ExFinding *f, Mem *m) {
  VmState *s = vm_new(p, m);
  if (s && vm_adopt(s, f->numbering)) return s;
  vm_free(s);
  return NULL;
}

static bool go_round(Rerun *r, const ExFinding *f, const VmAction *at, size_t n, size_t loop, Arena *a, ExFinding *out) {
  uint64_t work = 0;
  bool same = round_again(r->round, r->program, f, at, n, loop, a, out, &work);
  work_pay(&r->work, work + work_run(r->program));
  return same;
}

bool rerun(Rerun *r, const ExFinding *f, const VmAction *at, size_t n, size_t loop, size_t most, Arena *a, ExFinding *out) {
  if (!r->work) return false;
  if (f->what == FIND_PROGRESS) return go_round(r, f, at, n, loop, a, out);
  Player p = { .f = f, .at = at, .n = n, .most = most, .goes_on = at_end(f->what), .last = NOBODY, .allowed = r->work,
               .out = out, .arena = a };
  bool met = play(r, &p);
  work_pay(&r->work, p.spent + work_run(r->program));
  return met;
}
