/* explore/algo/proviso.c -- source sets with the stack proviso: depth first, each state once, no sleep sets.
 * A covering source set meets every run that ends. A run that fails in the middle may be put off for ever, though, by a loop of
 * steps that have nothing to do with it. So a state one of whose steps leads back to a state on the stack takes all enabled
 * actions. Then every cycle has such a state: of the states of a cycle take the one that is finished first; the next one
 * on the cycle was met before, is not finished, and so is on the stack. Now take a shortest run w to a failure that is not met,
 * from a state that is. If w has a step of the source set, this moves to the front and a shorter one is left; if not, w is still
 * a run after any step of the set, and so on along a cycle; at the state with all actions the first step of w is taken.
 * Sleep sets and PIFS need runs that end, and are not used here. */
#include "explore/algo/proviso.h"
#include <string.h>
#include "explore/algo/closure.h"
#include "explore/store.h"

#define PATIENCE 4096

typedef struct { uint32_t next, end, all; uint32_t state; } Frame;     /* actions[next .. end) are left, up to all with the proviso */

struct Proviso {
  Reduction how;
  Store store;
  uint8_t *on_stack; size_t cap_on_stack;    /* per state */
  Frame *frames; size_t nframes, cap_frames;
  VmAction *actions; size_t cap_actions;
  bool arrived;
  size_t state;                              /* arrived in */
  View view;
  Closure closure;
  bool *in, *none; size_t cap_in, cap_none;
  uint64_t tried, gained;                    /* states for which a source set was looked for, and found to be smaller */
};

/* Where source sets rarely gain anything they are looked for in a few states only. */
static bool worth_trying(const Proviso *x, size_t states) { return x->tried < PATIENCE || x->gained * 16 > x->tried || states % 16 == 0; }

static bool no_memory(ExRun *run) {
  ex_stop(run, "memory");
  return false;
}

/* True: the present state is new. */
static bool visit(Proviso *x, ExRun *run) {
  size_t len, old = x->cap_on_stack;
  const uint8_t *bytes = vm_encode(run->vm, &len, false);
  StoreStatus s = bytes ? store_add(&x->store, bytes, len, &x->state) : STORE_FULL;
  if (s == STORE_FULL || !mem_grow(run->mem, (void **)&x->on_stack, &x->cap_on_stack, 1, x->state + 1)) return no_memory(run);
  if (x->cap_on_stack > old) memset(x->on_stack + old, 0, x->cap_on_stack - old);
  return s == STORE_NEW;
}

Proviso *proviso_open(ExRun *run, Reduction how) {
  Proviso *x = mem_alloc(run->mem, sizeof *x);
  if (!x) return NULL;
  x->how = how;
  store_init(&x->store, run->mem, STORE_NUMBERS | (run->limits->store == KEEP_HASHES ? STORE_HASHES : 0));
  view_init(&x->view, run);
  x->arrived = visit(x, run);
  if (x->arrived) return x;
  proviso_close(x, run);
  return NULL;
}

void proviso_close(Proviso *x, ExRun *run) {
  store_deinit(&x->store);
  view_deinit(&x->view, run);
  closure_deinit(&x->closure, run);
  mem_free(run->mem, x->on_stack, x->cap_on_stack);
  mem_free(run->mem, x->frames, x->cap_frames * sizeof *x->frames);
  mem_free(run->mem, x->actions, x->cap_actions * sizeof *x->actions);
  mem_free(run->mem, x->in, x->cap_in * sizeof *x->in);
  mem_free(run->mem, x->none, x->cap_none * sizeof *x->none);
  mem_free(run->mem, x, sizeof *x);
}

/* Which of the enabled actions are taken first, into x->in. */
static bool choose(Proviso *x, ExRun *run, const VmAction *enabled, size_t n) {
  View *v = &x->view;
  bool fewer = false;
  if (!mem_grow(run->mem, (void **)&x->in, &x->cap_in, sizeof *x->in, n + 1) ||
      !mem_grow(run->mem, (void **)&x->none, &x->cap_none, sizeof *x->none, n + 1)) return false;
  memset(x->none, 0, n * sizeof *x->none);
  for (size_t i = 0; i < n; i++) x->in[i] = true;
  if (!x->how.closures || n < 2 || !worth_trying(x, x->store.count)) return true;
  if (!view_look(v, run, enabled, n) || !closure_choose(&x->closure, run, v, x->none, x->how.persistent, x->in)) return false;
  for (size_t i = 0; i < n; i++) fewer |= !x->in[i];
  x->tried++;
  x->gained += fewer;
  return true;
}

/* A frame for the present state: its source set, then the rest. */
static bool push(Proviso *x, ExRun *run) {
  uint32_t top = x->nframes ? x->frames[x->nframes - 1].all : 0;
  ex_look(run);
  size_t n = run->cut ? 0 : run->nenabled;
  if (run->stop) return false;
  if (!mem_grow(run->mem, (void **)&x->frames, &x->cap_frames, sizeof *x->frames, x->nframes + 1) ||
      !mem_grow(run->mem, (void **)&x->actions, &x->cap_actions, sizeof *x->actions, top + 2 * n + 1)) return no_memory(run);
  VmAction *enabled = x->actions + top + n;                  /* a copy, where the next frames will be */
  if (n) memcpy(enabled, run->enabled, n * sizeof *enabled);
  if (!choose(x, run, enabled, n)) return no_memory(run);
  Frame *f = &x->frames[x->nframes++];
  *f = (Frame){ .next = top, .end = top, .state = (uint32_t)x->state };
  for (size_t i = 0; i < n; i++) if (x->in[i]) x->actions[f->end++] = enabled[i];
  f->all = f->end;
  for (size_t i = 0; i < n; i++) if (!x->in[i]) x->actions[f->all++] = enabled[i];
  x->on_stack[x->state] = 1;
  return true;
}

ExMove proviso_next(Proviso *x, ExRun *run) {
  if (x->arrived && !push(x, run)) return ex_done();
  x->arrived = false;
  while (x->nframes && x->frames[x->nframes - 1].next == x->frames[x->nframes - 1].end) x->on_stack[x->frames[--x->nframes].state] = 0;
  if (!x->nframes) {
    if (run->limits->store == KEEP_HASHES) end_hashed(run, x->store.count);
    return ex_done();
  }
  if (run->depth > x->nframes - 1) return ex_back((uint32_t)x->nframes - 1);
  return ex_step(x->actions[x->frames[x->nframes - 1].next++]);
}

bool proviso_took(Proviso *x, ExRun *run) {
  Frame *f = &x->frames[x->nframes - 1];
  x->arrived = visit(x, run);
  if (!x->arrived && !run->stop && x->on_stack[x->state]) f->end = f->all;
  return x->arrived;
}
