/* tests/prop/judge.c -- see judge.h. */
#include "tests/prop/judge.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct { const Model *m; VmState *s; uint64_t max_steps; Outcome *o; const JudgeHooks *hooks; bool values; } Judge;

static void found(Judge *j, const char *what, uint32_t pc) {
  char buf[100];
  uint32_t line, col;
  model_place(j->m, pc, &line, &col);
  int n = snprintf(buf, sizeof buf, "%s %u", what, line);
  set_add(&j->o->findings, buf, (size_t)n, NULL);
}

static void found_name(ByteSet *set, const char *what, const char *name) {
  char buf[100];
  int n = snprintf(buf, sizeof buf, "%s%s", what, name);
  set_add(set, buf, (size_t)n, NULL);
}

static void one_fault(Judge *j, const VmFault *f, bool last) {
  if (last && f->kind == FAIL_ASSERT) found(j, "finally", f->pc);
  else if (f->kind == FAIL_RUNTIME) found(j, f->code, f->pc);
  else if (f->kind == FAIL_CRITICAL) found(j, "critical", f->pc);
  else found(j, "assert", f->pc);
}

/* All that failed in the last step: with init or a spawn several threads can. */
static void fault(Judge *j, bool last) {
  const VmFault *f;
  size_t n = vm_faults(j->s, &f);
  for (size_t i = 0; i < n; i++) one_fault(j, &f[i], last);
}

static bool before_init(Judge *j, const VmAction *a, size_t n) {
  VmEvent ev;
  if (!j->m->program->init_chooses || n == 0) return false;
  VmAction first = a[0];
  VmStatus st = vm_peek(j->s, first.tid, first.choice, &ev);
  return (st == VM_OK || st == VM_FAULT) && ev.kind == EV_INIT;
}

static void properties(Judge *j) {
  const BcProgram *p = j->m->program;
  for (uint32_t i = 0; i < p->ninvariants; i++)
    if (!vm_holds(j->s, &p->invariants[i])) found_name(&j->o->findings, "invariant ", p->invariants[i].name);
  for (uint32_t i = 0; i < p->ncovers; i++)
    if (vm_holds(j->s, &p->covers[i])) found_name(&j->o->covers, "", p->covers[i].name);
}

/* language.md section 2, "How a run ends". */
EndKind judge_end(VmState *s) {
  unsigned failed = 0, stopped = 0, workers = 0, ended = 0;
  for (unsigned t = 0; t < vm_nthreads(s); t++) {
    VmThreadStatus st = vm_thread(s, (VmTid)t);
    failed += st == TH_FAILED;
    stopped += st == TH_STOPPED || st == TH_CUT;
    if (st == TH_UNBORN || vm_daemon(s, (VmTid)t)) continue;
    workers++;
    ended += st == TH_ENDED || st == TH_CRASHED;
  }
  if (failed) return JUDGED_FAILED;
  if (stopped) return JUDGED_BLOCKED;
  return workers && ended == workers ? JUDGED_TERMINAL : JUDGED_DEADLOCK;
}

static void final_values(Judge *j, EndKind end) {
  Text t = { 0 };
  char word[80];
  text_add(&t, "%c", end);
  for (uint32_t i = 0; i < j->m->program->nlocs; i++)
    if (j->m->program->leaf_type[i]->kind == T_INT)
      text_add(&t, " %s", vm_word_text(j->s, j->m->program->leaf_type[i], vm_value(j->s, i), word, sizeof word));
  set_add(&j->o->values, t.at, t.len, NULL);
  text_free(&t);
}

static void final_state(Judge *j) {
  size_t len;
  EndKind end = judge_end(j->s);
  const uint8_t *bytes = vm_encode(j->s, &len, true);
  CHECK(bytes);
  uint8_t *copy = malloc(len + 1);
  CHECK(copy);
  copy[0] = (uint8_t)end;
  memcpy(copy + 1, bytes, len);
  set_add(&j->o->finals, copy, len + 1, NULL);
  free(copy);
  if (j->values) final_values(j, end);
  if (end == JUDGED_BLOCKED) j->o->blocked++;
  else j->o->executions++;
  if (end == JUDGED_DEADLOCK) found_name(&j->o->findings, "deadlock", "");
  if (end == JUDGED_TERMINAL && vm_finally(j->s) == VM_FAULT) fault(j, true);
}

static void broken(Judge *j, const char *what) {
  j->o->broken = true;
  text_add(&j->o->why, "%s\n", what);
}

/* Enabled actions of the present state, copied. *REAL: those that are not crashes. */
static VmAction *actions(Judge *j, size_t *n, size_t *real) {
  const VmAction *a;
  size_t crashes = 0;
  *n = vm_actions(j->s, &a, &crashes);
  CHECK(*n != SIZE_MAX);
  *real = *n - crashes;
  VmAction *copy = malloc((*n + 1) * sizeof *copy);
  CHECK(copy);
  if (*n) memcpy(copy, a, *n * sizeof *copy);
  return copy;
}

/* FIRST: of the actions of its thread. */
static bool step(Judge *j, VmAction a, bool first) {
  VmEvent ev;
  VmStatus st = vm_step(j->s, a.tid, a.choice, &ev);
  if (st != VM_OK && st != VM_FAULT) {
    broken(j, st == VM_BLOCKED ? "an action of vm_actions was not enabled" : "a step met no memory or a limit");
    return false;
  }
  uint8_t kind = ev.kind;
  set_add(&j->o->kinds, &kind, 1, NULL);
  if (j->hooks) j->hooks->took(j->hooks->ctx, &ev, first);
  if (st == VM_FAULT) fault(j, false);
  return true;
}

static void undo(Judge *j, VmMark mark) {
  vm_restore(j->s, mark);
  if (j->hooks) j->hooks->back(j->hooks->ctx);
}

static void visit_naive(Judge *j) {
  size_t n, real;
  VmAction *a = actions(j, &n, &real);
  if (j->hooks && !j->hooks->arrived(j->hooks->ctx, real == 0)) { free(a); return; }
  if (!before_init(j, a, n)) properties(j);
  if (real == 0) final_state(j);
  for (size_t i = 0; i < n && !j->o->broken; i++) {
    if (++j->o->steps > j->max_steps) { j->o->cut = true; break; }
    VmMark mark = vm_save(j->s);
    if (!step(j, a[i], !i || a[i - 1].tid != a[i].tid)) break;
    visit_naive(j);
    undo(j, mark);
    if (j->o->cut) break;
  }
  free(a);
}

static bool some_thread_failed(VmState *s) {
  for (unsigned t = 0; t < vm_nthreads(s); t++)
    if (vm_thread(s, (VmTid)t) == TH_FAILED) return true;
  return false;
}

/* The initial state may have failed already; false when there is nothing to search, because init itself failed or
 * discarded everything. */
static bool initial(Judge *j) {
  VmStatus st = vm_initial_status(j->s);
  if (st == VM_FAULT) fault(j, false);
  if (st == VM_BLOCKED) j->o->blocked++;
  j->o->no_start = st == VM_BLOCKED || (st == VM_FAULT && !some_thread_failed(j->s));
  return !j->o->no_start;
}

void judge_walk(const Model *m, VmState *s, uint64_t max_steps, const JudgeHooks *hooks, Outcome *o) {
  Judge j = { m, s, max_steps, o, hooks, false };
  memset(o, 0, sizeof *o);
  if (initial(&j)) visit_naive(&j);
}

void judge_naive(const Model *m, VmState *s, uint64_t max_steps, Outcome *o) { judge_walk(m, s, max_steps, NULL, o); }

bool judge_along(const Model *m, VmState *s, const VmAction *a, size_t n, Outcome *o) {
  Judge j = { m, s, UINT64_MAX, o, NULL, false };
  vm_reset(s);
  if (!initial(&j)) return true;
  for (size_t i = 0; i < n && !o->broken; i++) {
    size_t all, real;
    VmAction *enabled = actions(&j, &all, &real);
    if (!before_init(&j, enabled, all)) properties(&j);
    if (real == 0) final_state(&j);
    free(enabled);
    step(&j, a[i], false);
  }
  if (o->broken) return false;
  properties(&j);
  final_state(&j);
  return true;
}

/* Breadth first. States are known by portable bytes; the queue holds handles, which this machine can go back to. */
static void discover(Judge *j, ByteSet *queue) {
  size_t len;
  const uint8_t *bytes = vm_encode(j->s, &len, true);
  CHECK(bytes);
  if (!set_add(&j->o->reached, bytes, len, NULL)) return;
  bytes = vm_encode(j->s, &len, false);
  CHECK(bytes);
  if (!set_add(queue, bytes, len, NULL)) broken(j, "one handle encoding, two portable encodings");
}

static void expand(Judge *j, ByteSet *queue, size_t index) {
  size_t len, n, real;
  const uint8_t *bytes = set_get(queue, index, &len);
  uint8_t *copy = malloc(len);
  CHECK(copy);
  memcpy(copy, bytes, len);
  vm_decode(j->s, copy, len);
  VmAction *a = actions(j, &n, &real);
  if (!before_init(j, a, n)) properties(j);
  if (real == 0) final_state(j);
  for (size_t i = 0; i < n && !j->o->broken; i++) {
    if (++j->o->steps > j->max_steps) { j->o->cut = true; break; }
    vm_decode(j->s, copy, len);
    if (step(j, a[i], false)) discover(j, queue);
  }
  free(a);
  free(copy);
}

void judge_graph(const Model *m, VmState *s, uint64_t max_steps, Outcome *o) {
  Judge j = { m, s, max_steps, o, NULL, true };
  ByteSet queue = { 0 };
  memset(o, 0, sizeof *o);
  if (initial(&j)) {
    discover(&j, &queue);
    for (size_t i = 0; i < queue.count && !o->cut && !o->broken; i++) expand(&j, &queue, i);
    if (o->reached.count != queue.count && !o->cut) broken(&j, "portable and handle encodings count different states");
  }
  o->states = o->reached.count;
  set_free(&queue);
}

void outcome_free(Outcome *o) {
  set_free(&o->finals);
  set_free(&o->findings);
  set_free(&o->values);
  set_free(&o->covers);
  set_free(&o->kinds);
  set_free(&o->reached);
  text_free(&o->why);
}

static size_t missing(const ByteSet *x, const ByteSet *y, const char *names, bool printable, Text *out) {
  size_t n = 0;
  for (size_t i = 0; i < x->count; i++) {
    size_t len;
    const uint8_t *p = set_get(x, i, &len);
    if (set_has(y, p, len)) continue;
    n++;
    text_add(out, "%s: %.*s\n", names, printable ? (int)len : 1, (const char *)p);
  }
  return n;
}

size_t outcome_diff(const Outcome *x, const Outcome *y, const char *names, Text *out) {
  return missing(&x->findings, &y->findings, names, true, out) + missing(&x->covers, &y->covers, names, true, out) +
         missing(&x->finals, &y->finals, names, false, out);
}
