/* explore/props.c -- invariants and covers, looked at in the initial state and after each step that writes one of their
 * variables. Property k of the program is bit k of run->watch[location] (invariants first, then covers); from bit 63
 * on they share one bit, so that any number of properties works and few of them are fast. */
#include <stdio.h>
#include "explore/run.h"

static uint32_t count(const BcProgram *p) { return p->ninvariants + p->ncovers; }

static const BcProp *property(const BcProgram *p, uint32_t k) {
  return k < p->ninvariants ? &p->invariants[k] : &p->covers[k - p->ninvariants];
}

static uint64_t bit(uint32_t k) { return (uint64_t)1 << (k < 63 ? k : 63); }

bool props_open(ExRun *run) {
  const BcProgram *p = run->program;
  if (!count(p)) return true;
  run->watch = mem_alloc(run->mem, (p->nlocs + 1) * sizeof *run->watch);
  if (!run->watch) return false;
  for (uint32_t k = 0; k < count(p); k++) {
    const BcProp *q = property(p, k);
    for (uint32_t i = 0; i < q->nlocs; i++) run->watch[q->locs[i]] |= bit(k);
  }
  return true;
}

void props_close(ExRun *run) {
  if (run->watch) mem_free(run->mem, run->watch, (run->program->nlocs + 1) * sizeof *run->watch);
}

static void violated(ExRun *run, const BcProp *q) {
  char text[320];
  const VmFault *f;
  if (vm_faults(run->vm, &f)) snprintf(text, sizeof text, "invariant '%s' fails: %s: %s", q->name, f->code ? f->code : "assert", f->text);
  else snprintf(text, sizeof text, "invariant '%s' is violated", q->name);
  ex_find(run, &run->result->findings,
          &(ExFinding){ .what = FIND_INVARIANT, .name = q->name, .text = text, .pc = q->entry, .span = q->span,
                        .tid = -1, .tid2 = -1 }, NULL, 0);
}

static void check(ExRun *run, uint32_t k) {
  const BcProgram *p = run->program;
  const BcProp *q = property(p, k);
  if (k < p->ninvariants) {
    if (!vm_holds(run->vm, q)) violated(run, q);
  } else if (!run->result->covered[k - p->ninvariants]) {
    run->result->covered[k - p->ninvariants] = vm_holds(run->vm, q);
  }
}

/* Before an init that chooses nothing holds yet. */
uint64_t props_touched(const ExRun *run, const VmEvent *ev) {
  uint64_t mask = 0;
  if (!run->watch || (!ev && run->program->init_chooses)) return 0;
  if (!ev || ev->kind == EV_INIT) return UINT64_MAX;
  for (uint32_t i = 0; i < ev->nacc; i++) {
    uint32_t obj = ACC_OBJ(ev->acc[i]);
    if (ACC_MODE(ev->acc[i]) & ACC_W && obj < run->program->nlocs) mask |= run->watch[obj];
  }
  return mask;
}

void props_check(ExRun *run, uint64_t touched) {
  for (uint32_t k = 0; touched && k < count(run->program); k++)
    if (touched & bit(k)) check(run, k);
}
