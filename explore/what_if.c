/* explore/what_if.c -- see what_if.h. */
#include "explore/what_if.h"
#include <string.h>

#define MAX_RUN 1000                         /* longer runs are not looked at */
#define MAX_STEPS 100000                     /* in all changed runs of one finding together */
#define BY_ITSELF 200                        /* steps that a thread takes by itself between two turns, and at the end */
#define TO_THE_END 2000                      /* steps to the end of a run that should come to one */

/* --- is this the finding? --- */

static bool same_failure(const WhatIf *w, const VmFault *f) {
  const BcProgram *p = w->p;
  switch (w->f->what) {
  case FIND_ASSERT: return f->kind == FAIL_ASSERT && f->pc == w->f->pc;
  case FIND_ERROR: return f->kind == FAIL_RUNTIME && f->pc == w->f->pc;
  case FIND_CRITICAL:
    if (f->kind != FAIL_CRITICAL || p->code[f->pc].op != OP_ENTER || !w->f->name) return false;
    return strcmp(p->criticals[p->code[f->pc].a], w->f->name) == 0;
  default: return false;
  }
}

static void look(WhatIf *w, VmStatus status) {
  const VmFault *f;
  size_t n = status == VM_FAULT ? vm_faults(w->vm, &f) : 0;
  for (size_t i = 0; i < n; i++) {
    if (same_failure(w, &f[i])) w->met = true;
    else w->failures++;
  }
  for (uint32_t i = 0; w->f->what == FIND_INVARIANT && i < w->p->ninvariants; i++)
    if (w->p->invariants[i].entry == w->f->pc) w->met |= !vm_holds(w->vm, &w->p->invariants[i]);
}

/* --- one step --- */

static void look_at_values(WhatIf *w) {
  for (uint32_t i = 0; i < w->p->nlocs; i++) w->now[i] = vm_value(w->vm, i);
}

static WiStep record(WhatIf *w, VmAction a, const VmEvent *ev) {
  WiStep s = { .action = a, .kind = ev->kind, .flags = ev->flags & (EVF_ENDED | EVF_FAULT | EVF_STOPPED), .pc = ev->pc };
  s.touch = ARENA_ARRAY(w->a, WiTouch, ev->nacc + 1);
  for (uint32_t i = 0; i < ev->nacc; i++) {
    uint32_t loc = ACC_OBJ(ev->acc[i]);
    if (loc >= w->p->nlocs) continue;
    Word after = vm_value(w->vm, loc);
    s.touch[s.ntouch++] = (WiTouch){ loc, (uint8_t)ACC_MODE(ev->acc[i]), w->now[loc], after };
    w->now[loc] = after;
  }
  s.ops = ARENA_ARRAY(w->a, VmOp, ev->nops + 1);
  if (ev->nops) memcpy(s.ops, ev->ops, ev->nops * sizeof *s.ops);
  s.nops = ev->nops;
  return s;
}

/* False: it cannot be taken here, and nothing happened. OUT may be NULL. */
static bool take(WhatIf *w, VmAction a, WiRun *out) {
  VmEvent ev;
  if (w->over || !w->left) return !(w->over = true);
  w->left--;
  if (a.tid >= vm_nthreads(w->vm) || vm_thread(w->vm, a.tid) != TH_RUNNING) return false;
  VmStatus status = vm_step(w->vm, a.tid, a.choice, &ev);
  if (status == VM_BLOCKED) return false;
  if (status != VM_OK && status != VM_FAULT) return !(w->over = true);
  WiStep s = record(w, a, &ev);
  if (out) VEC_PUSH(w->a, out, s);
  if (ev.kind == EV_INIT) look_at_values(w);
  look(w, status);
  return true;
}

/* The machine stands before step AT of RUN. */
static bool go_to(WhatIf *w, const WiRun *run, size_t at) {
  vm_restore(w->vm, w->start);
  look_at_values(w);
  w->failures = 0;
  for (size_t i = 0; i < at; i++)
    if (!take(w, run->at[i].action, NULL)) return false;
  w->met = false;
  return true;
}

/* --- the run as it was --- */

static bool play(WhatIf *w) {
  look_at_values(w);
  if (w->p->nlocs) memcpy(w->first, w->now, w->p->nlocs * sizeof *w->first);
  for (size_t i = 0; i < w->f->nschedule; i++) {
    if (!take(w, w->f->schedule[i], &w->run)) return false;
    if (w->run.at[i].kind == EV_INIT && w->p->nlocs) memcpy(w->first, w->now, w->p->nlocs * sizeof *w->first);
  }
  w->known = w->failures;
  return true;
}

bool wi_open(WhatIf *w, const BcProgram *p, const ExFinding *f, Arena *a) {
  *w = (WhatIf){ .p = p, .f = f, .a = a, .left = MAX_STEPS };
  mem_init(&w->mem, 0);
  if (!f->has_schedule || f->nschedule > MAX_RUN) return false;
  w->now = ARENA_ARRAY(a, Word, p->nlocs + 1);
  w->first = ARENA_ARRAY(a, Word, p->nlocs + 1);
  w->vm = vm_new(p, &w->mem);
  if (w->vm) vm_footprints(w->vm, false);
  if (w->vm) w->start = vm_save(w->vm);
  if (w->vm && vm_adopt(w->vm, f->numbering) && play(w)) return true;
  wi_close(w);
  return false;
}

void wi_close(WhatIf *w) {
  if (w->vm) vm_free(w->vm);
  w->vm = NULL;
  mem_deinit(&w->mem);
}

/* --- looking at runs --- */

const WiTouch *wi_touch(const WiStep *step, uint32_t loc) {
  for (uint32_t i = 0; i < step->ntouch; i++)
    if (step->touch[i].loc == loc) return &step->touch[i];
  return NULL;
}

Word wi_value(const WhatIf *w, const WiRun *run, uint32_t loc, size_t at) {
  for (size_t i = at; i-- > 0;) {
    const WiTouch *t = wi_touch(&run->at[i], loc);
    if (t) return t->after;
  }
  return w->first[loc];
}

static bool is_mutex(const WhatIf *w, uint32_t loc) { return w->p->leaf_type[loc]->kind == T_MUTEX; }

size_t wi_holds_since(const WhatIf *w, const WiRun *run, VmTid t, size_t at) {
  for (size_t i = 0; i < at; i++) {
    const WiStep *s = &run->at[i];
    if (s->action.tid != t) continue;
    for (uint32_t k = 0; k < s->ntouch; k++) {
      const WiTouch *x = &s->touch[k];
      if (!is_mutex(w, x->loc) || x->after != W_IMM(t + 1)) continue;
      bool held = true;
      for (size_t j = i + 1; j < at && held; j++) {
        const WiTouch *y = wi_touch(&run->at[j], x->loc);
        held = !y || y->after == x->after;
      }
      if (held) return i;
    }
  }
  return at;
}

/* --- later --- */

static bool same_ops(const WiStep *x, const WiStep *y) {
  if (x->nops != y->nops) return false;
  for (uint32_t i = 0; i < x->nops; i++) {
    const VmOp *p = &x->ops[i], *q = &y->ops[i];
    if (p->kind != q->kind || p->peer != q->peer || p->copies != q->copies || p->msg != q->msg) return false;
  }
  return true;
}

/* Same thread, same place, same values: to the thread nothing has changed. */
static bool same_step(const WiStep *x, const WiStep *y) {
  if (x->pc != y->pc || x->kind != y->kind || x->flags != y->flags || x->ntouch != y->ntouch || !same_ops(x, y)) return false;
  for (uint32_t i = 0; i < x->ntouch; i++) {
    const WiTouch *p = &x->touch[i], *q = &y->touch[i];
    if (p->loc != q->loc || p->mode != q->mode || p->before != q->before || p->after != q->after) return false;
  }
  return true;
}

/* Would it matter which of the two comes first, whatever X reads? Mutexes apart: who waits for one is not the same step. */
static bool in_the_way(const WhatIf *w, const WiStep *x, const WiStep *y, uint32_t free) {
  for (uint32_t i = 0; i < x->ntouch; i++) {
    uint32_t loc = x->touch[i].loc;
    if (x->touch[i].mode & ACC_W && loc != free && !is_mutex(w, loc) && wi_touch(y, loc)) return true;
  }
  for (uint32_t i = 0; i < x->nops; i++)
    for (uint32_t k = 0; k < y->nops; k++)
      if (x->ops[i].peer == y->ops[k].peer || x->ops[i].peer == y->action.tid || y->ops[k].peer == x->action.tid) return true;
  return x->kind == EV_CRASH;
}

static bool silent(const WiStep *s) {
  for (uint32_t i = 0; i < s->ntouch; i++)
    if (s->touch[i].mode & ACC_W) return false;
  return !s->nops && s->kind != EV_CRASH;
}

static bool independent(const WhatIf *w, const WiRun *run, VmTid t, size_t from, size_t to, uint32_t free) {
  for (size_t i = from; i < to; i++)
    for (size_t k = i + 1; k < to && run->at[i].action.tid == t && !silent(&run->at[i]); k++)
      if (run->at[k].action.tid != t && in_the_way(w, &run->at[i], &run->at[k], free)) return false;
  return true;
}

static bool others(WhatIf *w, const WiRun *run, VmTid t, size_t from, size_t to, WiLate *l) {
  for (size_t i = from; i < to; i++) {
    if (run->at[i].action.tid == t) continue;
    if (!take(w, run->at[i].action, &l->run) || !same_step(&run->at[i], &l->run.at[l->run.count - 1])) return false;
  }
  return true;
}

static bool known(const WiLate *l, uint32_t loc) {
  for (size_t i = 0; i < l->fresh.count; i++)
    if (l->fresh.at[i] == loc) return true;
  return false;
}

/* The leaves that NOW read and found other than WAS did. */
static void compare_reads(WhatIf *w, const WiStep *was, const WiStep *now, WiLate *l) {
  for (uint32_t i = 0; i < now->ntouch; i++) {
    const WiTouch *x = wi_touch(was, now->touch[i].loc), *z = &now->touch[i];
    bool same = x && x->mode & ACC_R && x->before == z->before;
    if (z->mode & ACC_R && !same && !known(l, z->loc)) VEC_PUSH(w->a, &l->fresh, z->loc);
  }
}

static bool stands_at(const WhatIf *w, VmTid t, uint32_t pc) {
  return t < vm_nthreads(w->vm) && vm_thread(w->vm, t) == TH_RUNNING && vm_pc(w->vm, t) == pc;
}

/* What the step of WAS would look at where it cannot be taken now: all that it looked at, with the values of now. */
static WiStep attempt(WhatIf *w, const WiStep *was) {
  WiStep s = *was;
  s.touch = ARENA_ARRAY(w->a, WiTouch, was->ntouch + 1);
  for (uint32_t i = 0; i < was->ntouch; i++)
    s.touch[i] = (WiTouch){ was->touch[i].loc, was->touch[i].mode, w->now[was->touch[i].loc], w->now[was->touch[i].loc] };
  return s;
}

static void own(WhatIf *w, const WiRun *run, VmTid t, size_t from, size_t to, WiLate *l) {
  for (size_t i = from; i < to && l->strayed == SIZE_MAX; i++) {
    const WiStep *was = &run->at[i];
    if (was->action.tid != t) continue;
    if (!stands_at(w, t, was->pc)) {
      l->strayed = i;
    } else if (take(w, was->action, &l->run)) {
      compare_reads(w, was, &l->run.at[l->run.count - 1], l);
    } else {
      WiStep s = attempt(w, was);
      compare_reads(w, was, &s, l);
      l->strayed = i;
    }
  }
  if (l->strayed == SIZE_MAX && to < run->count && run->at[to].action.tid == t && !stands_at(w, t, run->at[to].pc)) l->strayed = to;
}

WiLate wi_late(WhatIf *w, const WiRun *run, VmTid t, size_t from, size_t to, uint32_t free) {
  WiLate l = { .strayed = SIZE_MAX };
  l.run.cap = run->count + 100;
  l.run.at = ARENA_ARRAY(w->a, WiStep, l.run.cap);
  memcpy(l.run.at, run->at, from * sizeof *run->at);
  l.run.count = from;
  if (!independent(w, run, t, from, to, free) || !go_to(w, run, from) || !others(w, run, t, from, to, &l)) return l;
  own(w, run, t, from, to, &l);
  l.possible = !w->over && w->failures <= w->known;
  return l;
}

/* --- and then? --- */

/* A step of T where it goes its own way. */
static bool freely(WhatIf *w, VmTid t, WiRun *out) {
  const VmAction *a;
  if (t >= vm_nthreads(w->vm) || vm_thread(w->vm, t) != TH_RUNNING) return false;
  size_t n = vm_thread_actions(w->vm, t, &a);
  return n != 0 && n != SIZE_MAX && a[0].choice != VM_CRASH && take(w, a[0], out);
}

static bool comes_later(const WiRun *run, VmTid t, size_t after, uint32_t pc) {
  for (size_t i = after; i < run->count; i++)
    if (run->at[i].action.tid == t && run->at[i].pc == pc) return true;
  return false;
}

/* The turn of step I's thread. One that stands where it comes to later waits for that turn; one that stands where it never was goes on.
 * False: it did not come to the place of the step. */
static bool turn(WhatIf *w, const WiRun *run, size_t i, WiRun *out) {
  VmTid t = run->at[i].action.tid;
  for (unsigned k = 0; k < BY_ITSELF && !stands_at(w, t, run->at[i].pc); k++)
    if (t >= vm_nthreads(w->vm) || comes_later(run, t, i + 1, vm_pc(w->vm, t)) || !freely(w, t, out)) return false;
  return stands_at(w, t, run->at[i].pc) && (take(w, run->at[i].action, out) || freely(w, t, out));
}

/* A failure of a thread: those that missed a turn may come to it still. */
static WiOutcome would_fail(WhatIf *w, const bool *missed, WiRun *out) {
  for (unsigned t = 0; t < vm_nthreads(w->vm); t++)
    for (unsigned k = 0; missed[t] && k < BY_ITSELF && freely(w, (VmTid)t, out); k++) continue;
  if (w->met) return WI_MET;
  return w->over || w->failures > w->known ? WI_UNKNOWN : WI_GONE;
}

/* A failure at the end: the run goes on to it, each thread as long as it can. */
static WiOutcome would_end(WhatIf *w, VmTid t, WiRun *out) {
  VmAction a;
  VmStatus s = VM_OK;
  for (unsigned k = 0; k < TO_THE_END && (s = vm_some_action(w->vm, t, &a)) == VM_OK && take(w, a, out); k++)
    t = k % BY_ITSELF ? a.tid : (VmTid)((a.tid + 1u) % vm_nthreads(w->vm));
  if (w->over || s != VM_BLOCKED) return WI_UNKNOWN;
  VmCensus c = vm_census(w->vm);
  if (w->failures > w->known || c.stopped || c.cut) return WI_UNKNOWN;
  bool terminal = c.started == 0 || (c.workers && !c.alive);
  if (w->f->what == FIND_DEADLOCK) return terminal ? WI_GONE : WI_MET;
  if (!terminal) return WI_UNKNOWN;
  return vm_finally(w->vm) == VM_OK ? WI_GONE : WI_MET;
}

static bool fails_on_the_way(ExWhat what) {
  return what == FIND_ASSERT || what == FIND_ERROR || what == FIND_CRITICAL || what == FIND_INVARIANT;
}

bool wi_judges(const WhatIf *w) { return fails_on_the_way(w->f->what) || w->f->what == FIND_DEADLOCK || w->f->what == FIND_FINALLY; }

WiOutcome wi_rest(WhatIf *w, const WiRun *run, VmTid t, size_t to, WiLate *l) {
  bool missed[VM_MAX_THREADS + 1] = { false };
  missed[t] = l->strayed != SIZE_MAX;
  for (size_t i = to; i < run->count && !w->over && !w->met; i++)
    if (!turn(w, run, i, &l->run)) missed[run->at[i].action.tid] = true;
  if (w->over || !wi_judges(w)) return WI_UNKNOWN;
  if (w->met) return WI_MET;
  return fails_on_the_way(w->f->what) ? would_fail(w, missed, &l->run) : would_end(w, t, &l->run);
}
