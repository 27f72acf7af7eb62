/* explore/algo/step.c -- see step.h. */
#include "explore/algo/step.h"
#include "vm/waits.h"

static StepNode *top(Step *st) { return &st->node[st->run->depth]; }

/* Something was refused: memory, or by the machine, unless another limit was met first. */
static ExMove refused(ExRun *run) {
  if (!run->stop) ex_stop(run, vm_limit(run->vm));
  return ex_done();
}

static bool make_room(Step *st, uint32_t depth) {
  return depth < st->cap || mem_grow(st->run->mem, (void **)&st->node, &st->cap, sizeof *st->node, depth + 1u);
}

static void facts(Step *st, const BcProgram *p) {
  st->choosy = p->has_choose || p->has_either || p->init_chooses || p->nfaults;
  st->guarded = p->has_guard || p->has_either || p->has_choose;
}

bool step_open(ExRun *run, const StepPolicy *policy) {
  Step *st = run->self = mem_alloc(run->mem, sizeof *st);
  if (!st) return false;
  st->run = run;
  st->policy = policy;
  facts(st, run->program);
  feet_init(&st->feet, run->vm, run->mem);
  wake_init(&st->wake, &st->feet);
  if (!hb_open(&st->hb, run, &st->feet) || !make_room(st, 0)) return false;
  st->node[0] = (StepNode){ .fresh = true };
  return true;
}

void step_close(ExRun *run) {
  Step *st = run->self;
  if (!st) return;
  for (uint32_t d = 0; st->node && d <= run->depth && d < st->cap; d++) cand_drop(st, &st->node[d]);
  hb_close(&st->hb);
  wake_deinit(&st->wake);
  if (st->feet.mem) feet_deinit(&st->feet);
  mem_free(run->mem, st->node, st->cap * sizeof *st->node);
  mem_free(run->mem, st->sleep, st->cap_sleep * sizeof *st->sleep);
  mem_free(run->mem, st->v, st->cap_v * sizeof *st->v);
  mem_free(run->mem, st->last, st->cap_last * sizeof *st->last);
  mem_free(run->mem, st->past, st->cap_past * sizeof *st->past);
  mem_free(run->mem, st->open, st->cap_open * sizeof *st->open);
  mem_free(run->mem, st, sizeof *st);
}

/* --- sleep sets --- */

bool step_sleep(Step *st, Act a) {
  if (st->nsleep == st->cap_sleep && !mem_grow(st->run->mem, (void **)&st->sleep, &st->cap_sleep, sizeof *st->sleep, st->nsleep + 1))
    return false;
  st->sleep[st->nsleep++] = a;
  return true;
}

/* sleep(E.a): who sleeps at E and does not notice a. */
bool step_pass(Step *st, uint32_t from, const Act *a) {
  const StepNode *node = &st->node[from];
  for (uint32_t i = node->sleep; i < node->sleep + node->nsleep; i++) {
    Act b = st->sleep[i];
    if (b.tid == a->tid || foot_dependent(&st->feet, b.tid, b.foot, a->tid, a->foot)) continue;
    if (!step_sleep(st, b)) return false;
  }
  return true;
}

/* --- choosing --- */

/* The crashes among N actions that are awake become children. */
static bool append_crashes(Step *st, StepNode *node, const VmAction *a, size_t n) {
  for (size_t i = 0; i < n; i++) {
    if (a[i].choice != VM_CRASH || st->policy->asleep(st, node, a[i])) continue;
    if (!wake_append(&st->wake, &node->tree, &(Act){ .tid = a[i].tid, .choice = a[i].choice })) return false;
  }
  return true;
}

/* Some action that is enabled and does not sleep; the thread that ran last goes on if it can. A crash is never taken
 * where anything else can run: it comes in as another choice. VM_BLOCKED: there is none. */
static VmStatus pick(Step *st, StepNode *node, Act *out) {
  ExRun *run = st->run;
  unsigned n = vm_nthreads(run->vm);
  VmTid last = run->depth ? run->path[run->depth - 1].action.tid : 0;
  VmAction one;
  VmStatus s = n ? vm_some_action(run->vm, last, &one) : VM_BLOCKED;
  for (unsigned i = 0; i <= n && s == VM_OK && node->nsleep; i++) {
    const VmAction *a;
    size_t k = vm_thread_actions(run->vm, i ? (VmTid)(i - 1) : last, &a);
    if (k == SIZE_MAX) return VM_LIMIT;
    for (size_t j = 0; j < k; j++) {
      if (a[j].choice == VM_CRASH || step_sleeps(st, node, a[j])) continue;
      *out = (Act){ .tid = a[j].tid, .choice = a[j].choice };
      return VM_OK;
    }
    if (i == n) return VM_BLOCKED;
  }
  if (s == VM_OK) *out = (Act){ .tid = one.tid, .choice = one.choice };
  return s;
}

/* Nothing but crashes is left, or all that is left sleeps. At the end crashes are optional, so each of them is one more run.
 * Where others sleep each crash is tried too: one may spend the budget of another, which then shows no race. */
static bool finish(Step *st, StepNode *node) {
  ExRun *run = st->run;
  if (node->nsleep) ex_look(run);
  else ex_end(run);
  if (run->stop) return true;
  bool end = run->end != END_NONE;
  size_t crashes = 0, n = run->ncrashes ? vm_actions(run->vm, &run->enabled, &crashes) : 0;
  if (n == SIZE_MAX || !append_crashes(st, node, run->enabled, n)) return false;
  return (!end && node->tree) || st->policy->end(st);
}

static bool look_at_guard(Step *st, VmTid tid) {
  st->guard = vm_is_guard(st->run->vm, tid) ? foot_waits(&st->feet, tid) : 0;
  return st->guard != FOOT_NONE;
}

static uint64_t runs(const ExRun *run) { return run->result->stats.executions + run->result->stats.blocked; }

static ExMove take(Step *st, StepNode *node, const Act *a, uint32_t below) {
  st->below = below;
  node->doing = *a;
  node->fresh = false;
  node->begun = runs(st->run);
  if (st->choosy) {
    st->branches = vm_has_choices(st->run->vm, a->tid);
    st->chooses = st->branches || vm_can_crash(st->run->vm, a->tid);
  }
  if (st->guarded && !look_at_guard(st, a->tid)) return refused(st->run);
  return ex_step((VmAction){ a->tid, a->choice });
}

/* --- going back --- */

static void leave(Step *st, StepNode *node) {
  if (node->kept) cand_drop(st, node);
  st->nsleep = node->sleep;
}

static bool has_work(const StepNode *node) { return node->tree || (node->kept && node->kept->first); }

/* Back to the deepest node with something left to do; on the way what was explored falls asleep. */
static ExMove retreat(Step *st, bool cut) {
  uint32_t d = st->run->depth;
  if (d == 0) return ex_done();
  do {
    leave(st, &st->node[d--]);
    if (!step_sleep(st, st->node[d].doing)) return refused(st->run);
    st->node[d].nsleep++;
  } while (d && !has_work(&st->node[d]));
  if (!cut && !has_work(&st->node[d])) return ex_done();
  hb_pop(&st->hb, d);
  cand_pop(st, d);
  if (d < st->low) st->low = d;
  return (ExMove){ .kind = cut ? EX_CUT : EX_BACK, .depth = d };
}

ExMove step_next(ExRun *run) {
  Step *st = run->self;
  StepNode *node = top(st);
  Act a;
  bool cut = false;
  if (node->kept && node->kept->first && !cand_run(st, node)) return refused(run);
  if (node->fresh && !node->tree) {
    if (run->cut) return ex_done();
    VmStatus s = pick(st, node, &a);
    if (s == VM_OK) return take(st, node, &a, 0);
    if (s != VM_BLOCKED || !finish(st, node)) return refused(run);
    if (run->stop) return ex_done();
    cut = !node->tree && run->end == END_NONE;
  }
  if (!node->tree) return retreat(st, cut);
  uint32_t below = wake_take(&st->wake, &node->tree, &a);
  return take(st, node, &a, below);
}

/* The node of the new state: it inherits what sleeps on and what the wakeup tree has for it. */
static bool enter(Step *st, uint32_t depth) {
  HbEvent *e = &st->hb.ev[depth - 1];
  e->branches = st->branches;
  e->chooses = st->chooses;
  e->guard = st->guard;
  StepNode *node = &st->node[depth];
  Act *by = &st->node[depth - 1].doing;
  by->foot = e->foot;
  if (st->policy->pass && !st->policy->pass(st, depth - 1, by)) return false;
  node->nsleep = node->inherited = (uint32_t)st->nsleep - node->sleep;
  return !st->policy->event || st->policy->event(st, depth - 1);
}

bool step_took(ExRun *run, const VmEvent *ev) {
  Step *st = run->self;
  if (!make_room(st, run->depth)) {
    ex_stop(run, "memory");
    return true;
  }
  st->node[run->depth] = (StepNode){ .sleep = (uint32_t)st->nsleep, .tree = st->below, .fresh = true, .met = runs(run) };
  if (!hb_push(&st->hb, ev) || !enter(st, run->depth)) ex_stop(run, "memory");
  return true;
}

/* What is left of a node's known alternatives is taken to be as large, each, as those begun are on average. */
void step_look(const ExRun *run, ExStats *s) {
  const Step *st = run->self;
  double all = 0;
  for (uint32_t d = run->depth; d-- > 0;) {
    const StepNode *node = &st->node[d];
    uint32_t begun = node->nsleep - node->inherited + 1, known = begun;
    for (uint32_t c = node->tree; c; c = st->wake.node[c].next) known++;
    if (d + 1 == run->depth) all = (double)(runs(run) - node->begun) + 1;
    all = ((double)(node->begun - node->met) + all) * known / begun;
  }
  s->done = all > 0 ? (double)runs(run) / all : 0;
}
