/* explore/trace_end.c -- who waits for what where a run is stuck. */
#include <stdio.h>
#include <string.h>
#include "explore/replay.h"

static const char *wait_text(Replay *r, VmTid tid, const VmWait *w) {
  char name[TRACE_TEXT], holder[TRACE_TEXT];
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

/* The mailbox of a thread that waits for another message. */
static void letters(Replay *r, VmTid t, ExWait *x) {
  Word mail[200];
  char buf[TRACE_TEXT];
  size_t n = vm_mailbox(r->vm, t, mail, 200);
  x->mail = ARENA_ARRAY(r->arena, ExLetter, n + 1);
  for (x->nmail = 0; x->nmail < n && x->nmail < 200; x->nmail++) {
    ExLetter *l = &x->mail[x->nmail];
    *l = (ExLetter){ .text = replay_keep(r, vm_message_text(r->vm, mail[x->nmail], buf, sizeof buf)) };
    if (x->nmail < r->mail[t].count) l->from = r->mail[t].at[x->nmail].step;
  }
}

static ExWait waiting(Replay *r, VmTid t) {
  VmWait w = vm_wait(r->vm, t);
  if (replay_enabled(r, t)) w =          /* vm_wait says what an event with branches waits for, whether or not one of them is open */
      (VmWait){ .kind = WAIT_NONE, .pc = vm_pc(r->vm, t), .holder = -1 };
  ExWait x = { .tid = t, .kind = w.kind, .lock = w.lock, .holder = w.holder, .pc = w.pc, .daemon = vm_daemon(r->vm, t) };
  x.thread = replay_thread(r, t);
  x.text = wait_text(r, t, &w);
  x.span = replay_span(r, w.pc);
  x.call = replay_call(r, t);
  if (w.kind == WAIT_RECEIVE) letters(r, t, &x);
  return x;
}

static const ExWait *wait_of(const ExTrace *t, int tid) {
  for (size_t i = 0; i < t->nwaits; i++)
    if (t->waits[i].tid == tid) return &t->waits[i];
  return NULL;
}

/* Follows holders from each waiting thread; a thread met twice on the way starts a cycle. */
void replay_cycle(Replay *r) {
  ExTrace *t = r->trace;
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

void replay_waits(Replay *r) {
  ExTrace *t = r->trace;
  unsigned n = vm_nthreads(r->vm);
  t->waits = ARENA_ARRAY(r->arena, ExWait, n + 1);
  for (unsigned i = 0; i < n; i++)
    if (vm_thread(r->vm, (VmTid)i) == TH_RUNNING) t->waits[t->nwaits++] = waiting(r, (VmTid)i);
}
