/* explore/trace_around.c -- what surrounds a step: what else could have been done, and where every thread stands. */
#include <string.h>
#include "explore/replay.h"

bool replay_enabled(Replay *r, VmTid t) {
  const VmAction *a;
  size_t n = vm_thread_actions(r->vm, t, &a);
  return n != 0 && n != SIZE_MAX && a[0].choice != VM_CRASH;
}

void replay_at(Replay *r, ExAt **out, size_t *n) {
  *n = vm_nthreads(r->vm);
  *out = ARENA_ARRAY(r->arena, ExAt, *n + 1);
  for (size_t i = 0; i < *n; i++) {
    VmTid t = (VmTid)i;
    ExAt *x = &(*out)[i];
    *x = (ExAt){ .status = vm_thread(r->vm, t) };
    if (x->status != TH_RUNNING) continue;
    x->enabled = replay_enabled(r, t);
    x->span = replay_span(r, vm_pc(r->vm, t));
    x->call = replay_call(r, t);
  }
}

/* Taken and undone: an event is told in words only after it happened. */
static void try_one(Replay *r, ExOption *o) {
  char buf[TRACE_TEXT];
  VmEvent ev;
  VmMark mark = vm_save(r->vm);
  o->thread = replay_thread(r, o->action.tid);
  o->call = replay_call(r, o->action.tid);
  VmStatus s = vm_step(r->vm, o->action.tid, o->action.choice, &ev);
  if (s == VM_OK || s == VM_FAULT) {
    o->span = replay_span(r, ev.pc);
    o->what = replay_keep(r, vm_describe(r->vm, &ev, buf, sizeof buf));
    if (ev.choice != 0 && ev.choice != VM_CRASH) o->choice = replay_keep(r, vm_choice_text(r->vm, ev.choice, buf, sizeof buf));
    if (ev.kind == EV_INIT) o->thread = "init";
  } else o->what = "cannot be tried";
  vm_restore(r->vm, mark);
}

void replay_options(Replay *r, ExStep *s) {
  const VmAction *a;
  size_t crashes, n = vm_actions(r->vm, &a, &crashes);
  if (n == SIZE_MAX) return;
  s->options = ARENA_ARRAY(r->arena, ExOption, n + 1);
  s->noptions = n;
  for (size_t i = 0; i < n; i++) s->options[i] = (ExOption){ .action = a[i] };
  size_t printed = r->prints.count;
  for (size_t i = 0; i < n; i++) try_one(r, &s->options[i]);
  r->prints.count = printed;                 /* what was only tried has not been printed */
}
