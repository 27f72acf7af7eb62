/* explore/round.c -- see round.h. */
#include "explore/round.h"
#include <string.h>
#include "explore/rerun.h"
#include "explore/work.h"

typedef struct {
  VmState *vm;
  RoundFacts facts;
  bool can[VM_MAX_THREADS + 1];              /* in every state so far */
  uint32_t *pcs; size_t npcs;                /* distinct places so far, with room for all */
  VmAction *taken; size_t ntaken;
  Store *states;                             /* takes the states of the cycle; NULL: nobody asks */
} Walk;

static bool step(Walk *w, VmAction a) {
  VmEvent ev;
  VmStatus s = vm_step(w->vm, a.tid, a.choice, &ev);
  if (s != VM_OK && s != VM_FAULT) return false;
  w->taken[w->ntaken++] = a;
  return true;
}

/* --- in the cycle --- */

static void look(Walk *w) {
  for (unsigned t = 0; t <= VM_MAX_THREADS; t++) {
    const VmAction *own;
    size_t n = w->can[t] && t < vm_nthreads(w->vm) ? vm_thread_actions(w->vm, (VmTid)t, &own) : 0;
    w->can[t] = n && n != SIZE_MAX && own[0].choice != VM_CRASH;
  }
}

static void place(Walk *w, uint32_t pc) {
  for (size_t i = 0; i < w->npcs; i++)
    if (w->pcs[i] == pc) return;
  w->pcs[w->npcs++] = pc;
  w->facts.places += (uint64_t)(pc + 1) * 0x9e3779b97f4a7c15u >> 7;
}

static bool keep_state(Walk *w) {
  size_t len;
  const uint8_t *bytes = w->states ? vm_encode(w->vm, &len, true) : NULL;
  return !w->states || (bytes && store_add(w->states, bytes, len, NULL) != STORE_FULL);
}

static bool turn(Walk *w, VmAction a) {
  uint32_t pc = vm_pc(w->vm, a.tid);
  look(w);
  if (!keep_state(w)) return false;
  if (!step(w, a)) return !w->states;
  place(w, pc);
  w->facts.steps[a.tid] = true;
  return true;
}

static uint8_t *state_of(VmState *vm, Arena *a, size_t *len) {
  const uint8_t *bytes = vm_encode(vm, len, true);
  return bytes ? memcpy(ARENA_ARRAY(a, uint8_t, *len), bytes, *len) : NULL;
}

/* The facts of the cycle at[loop ..], when it comes round to a state that KNOWN has (NULL: any). */
static bool go(Walk *w, const VmAction *at, size_t n, size_t loop, const Store *known, size_t *begin, Arena *a) {
  size_t len, now, number;
  uint64_t hash;
  for (size_t i = 0; i < loop; i++)
    if (!step(w, at[i]) && w->states) return false;
  *begin = w->ntaken;
  uint8_t *first = state_of(w->vm, a, &len);
  if (!first || (known && !store_find(known, first, len, &hash, &number))) return false;
  memset(w->can, true, sizeof w->can);
  for (size_t i = loop; i < n; i++)
    if (!turn(w, at[i])) return false;
  const uint8_t *last = vm_encode(w->vm, &now, true);
  for (unsigned t = 0; t <= VM_MAX_THREADS; t++) w->facts.starves[t] = w->can[t] && !w->facts.steps[t];
  return last && w->ntaken > *begin && now == len && memcmp(first, last, len) == 0;
}

static Walk walk_of(VmState *vm, Arena *a, size_t n) {
  return (Walk){ .vm = vm, .pcs = ARENA_ARRAY(a, uint32_t, n + 1), .taken = ARENA_ARRAY(a, VmAction, n + 1) };
}

bool round_of(Round *r, const BcProgram *p, const ExFinding *f) {
  Arena a;
  size_t begin;
  *r = (Round){ .facts.places = 0 };
  mem_init(&r->mem, 0);
  store_init(&r->states, &r->mem, STORE_NUMBERS);
  arena_init(&a);
  VmState *vm = rerun_machine(p, f, &r->mem);
  Walk w = walk_of(vm, &a, f->nschedule);
  w.states = &r->states;
  bool came = vm && go(&w, f->schedule, f->nschedule, f->loop, NULL, &begin, &a);
  r->facts = w.facts;
  vm_free(vm);
  arena_deinit(&a);
  return came;
}

void round_drop(Round *r) {
  store_deinit(&r->states);
  mem_deinit(&r->mem);
}

static bool same(const RoundFacts *x, const RoundFacts *y) {
  return x->places == y->places && memcmp(x->steps, y->steps, sizeof x->steps) == 0 &&
         memcmp(x->starves, y->starves, sizeof x->starves) == 0;
}

bool round_again(Round *r, const BcProgram *p, const ExFinding *f, const VmAction *at, size_t n, size_t loop, Arena *a, ExFinding *out,
                 uint64_t *work) {
  Arena scratch;
  arena_init(&scratch);
  VmState *vm = rerun_machine(p, f, &r->mem);
  Walk w = walk_of(vm, &scratch, n);
  size_t begin;
  bool again = vm && go(&w, at, n, loop, &r->states, &begin, &scratch) && same(&w.facts, &r->facts);
  if (again) {
    *out = *f;
    out->loop = begin;
    out->nschedule = w.ntaken;
    out->schedule = memcpy(ARENA_ARRAY(a, VmAction, w.ntaken + 1), w.taken, w.ntaken * sizeof *w.taken);
    out->numbering = vm_numbering(vm, a);
  }
  *work = vm ? work_of(vm, 2 * w.ntaken) : 0;
  vm_free(vm);
  arena_deinit(&scratch);
  return again;
}
