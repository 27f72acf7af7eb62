/* explore/trim_drop.c -- shorter schedules by leaving steps out. See trim.h.
 * Stretches ever smaller: Zeller, Hildebrandt, "Simplifying and Isolating Failure-Inducing Input", TSE 2002. */
#include <string.h>
#include "explore/trim.h"
#include "explore/work.h"

bool trim_without(Trim *t) {
  const ExFinding *b = &t->best;
  size_t n = 0, loop = b->loop;
  for (size_t i = 0; i < b->nschedule; i++) {
    if (!t->drop[i]) t->room[n++] = b->schedule[i];
    else if (i < b->loop) loop--;
  }
  memset(t->drop, false, b->nschedule * sizeof *t->drop);
  return trim_try(t, t->room, n, loop);
}

/* --- states met twice --- */

/* Steps between two visits of a state are dropped: from each state kept on to its last visit. */
static void drop_between(Trim *t, const size_t *state, const size_t *last, size_t from, size_t to) {
  for (size_t i = from; i < to;) {
    size_t again = last[state[i]];
    for (; i < again && i < to; i++) t->drop[i] = true;
    i++;
  }
}

/* The number of the state before each step and at the end, and where each was met last within its part: before the cycle, or in it. */
static bool number_states(Trim *t, Store *store, VmState *vm, size_t *state, size_t *last, size_t begin, size_t end) {
  const ExFinding *b = &t->best;
  for (size_t i = 0; i <= end; i++) {
    VmEvent ev;
    size_t len;
    const uint8_t *bytes = i >= begin ? vm_encode(vm, &len, false) : NULL;
    if (i >= begin && (!bytes || store_add(store, bytes, len, &state[i]) == STORE_FULL)) return false;
    if (bytes) last[state[i]] = i;
    if (i == end) return true;
    VmStatus s = vm_step(vm, b->schedule[i].tid, b->schedule[i].choice, &ev);
    if (s != VM_OK && s != VM_FAULT) return false;
  }
  return true;
}

/* END: of a cycle the state at its end is the first one, which may not cut it all. */
static bool cut(Trim *t, size_t begin, size_t end) {
  Mem mem;
  Store store;
  Arena a;
  arena_init(&a);
  mem_init(&mem, 0);
  store_init(&store, &mem, STORE_NUMBERS);
  size_t *state = ARENA_ARRAY(&a, size_t, t->best.nschedule + 2), *last = ARENA_ARRAY(&a, size_t, t->best.nschedule + 2);
  VmState *vm = rerun_machine(t->rerun.program, &t->best, &mem);
  if (vm && number_states(t, &store, vm, state, last, begin, end)) drop_between(t, state, last, begin, end);
  vm_free(vm);
  store_deinit(&store);
  mem_deinit(&mem);
  arena_deinit(&a);
  return memchr(t->drop, true, t->best.nschedule) && trim_without(t);
}

bool trim_cycles(Trim *t) {
  bool lasso = t->best.what == FIND_PROGRESS;
  bool any = cut(t, 0, lasso ? t->best.loop : t->best.nschedule);
  return (lasso && t->best.nschedule > t->best.loop && cut(t, t->best.loop, t->best.nschedule - 1)) || any;
}

/* --- what the failure depends on --- */

typedef struct { VmEvent ev; VmAcc *acc; VmOp *ops; } Did;

static Did keep_event(Arena *a, const VmEvent *ev) {
  Did d = { *ev, ARENA_ARRAY(a, VmAcc, ev->nacc + 1), ARENA_ARRAY(a, VmOp, ev->nops + 1) };
  if (ev->nacc) memcpy(d.acc, ev->acc, ev->nacc * sizeof *d.acc);
  if (ev->nops) memcpy(d.ops, ev->ops, ev->nops * sizeof *d.ops);
  return d;
}

/* The events of the best schedule; NULL: no memory. */
static Did *events_of(Trim *t, Arena *a) {
  Mem mem;
  mem_init(&mem, 0);
  VmState *vm = rerun_machine(t->rerun.program, &t->best, &mem);
  Did *did = vm ? ARENA_ARRAY(a, Did, t->best.nschedule + 1) : NULL;
  for (size_t i = 0; did && i < t->best.nschedule; i++) {
    VmEvent ev;
    VmStatus s = vm_step(vm, t->best.schedule[i].tid, t->best.schedule[i].choice, &ev);
    if (s != VM_OK && s != VM_FAULT) did = NULL;
    else did[i] = keep_event(a, &ev);
  }
  vm_free(vm);
  mem_deinit(&mem);
  return did;
}

/* What is known to matter, from the end of the run back. */
typedef struct { bool thread[VM_MAX_THREADS + 1], *object; } Matters;

static bool matters(const Matters *m, const Did *d) {
  if (m->thread[d->ev.tid] || d->ev.kind == EV_INIT) return true;
  for (uint32_t i = 0; i < d->ev.nacc; i++)
    if (ACC_MODE(d->acc[i]) & ACC_W && m->object[ACC_OBJ(d->acc[i])]) return true;
  for (uint32_t i = 0; i < d->ev.nops; i++)
    if ((d->ops[i].kind == EV_SEND || d->ops[i].kind == EV_SPAWN) && m->thread[d->ops[i].peer]) return true;
  return false;
}

static void depend_on(Matters *m, const Did *d) {
  m->thread[d->ev.tid] = true;
  for (uint32_t i = 0; i < d->ev.nacc; i++)
    if (ACC_MODE(d->acc[i]) & ACC_R) m->object[ACC_OBJ(d->acc[i])] = true;
  for (uint32_t i = 0; i < d->ev.nops; i++)
    if (d->ops[i].kind == EV_JOIN) m->thread[d->ops[i].peer] = true;
}

/* The threads of the finding, the last step, and what an invariant reads. */
static void begin(Trim *t, Matters *m) {
  const BcProgram *p = t->rerun.program;
  const ExFinding *b = &t->best;
  if (b->tid >= 0) m->thread[b->tid] = true;
  if (b->tid2 >= 0) m->thread[b->tid2] = true;
  if (b->nschedule) m->thread[b->schedule[b->nschedule - 1].tid] = true;
  for (uint32_t i = 0; b->what == FIND_INVARIANT && i < p->ninvariants; i++)
    if (p->invariants[i].entry == b->pc)
      for (uint32_t k = 0; k < p->invariants[i].nlocs; k++) m->object[p->invariants[i].locs[k]] = true;
}

bool trim_past(Trim *t) {
  Arena a;
  Matters m = { { false }, NULL };
  ExWhat what = t->best.what;
  if (what == FIND_DEADLOCK || what == FIND_FINALLY || what == FIND_PROGRESS) return false;     /* everybody matters */
  arena_init(&a);
  m.object = ARENA_ARRAY(&a, bool, OBJ_COUNT(t->rerun.program) + 1);
  Did *did = events_of(t, &a);
  begin(t, &m);
  for (size_t i = did ? t->best.nschedule : 0; i-- > 0;) {
    if (matters(&m, &did[i])) depend_on(&m, &did[i]);
    else t->drop[i] = true;
  }
  arena_deinit(&a);
  return memchr(t->drop, true, t->best.nschedule) && trim_without(t);
}

/* --- turns of a thread --- */

/* Where the thread of each step stood before it. */
static uint32_t *places_of(Trim *t, Arena *a) {
  Mem mem;
  mem_init(&mem, 0);
  VmState *vm = rerun_machine(t->rerun.program, &t->best, &mem);
  uint32_t *pc = vm ? ARENA_ARRAY(a, uint32_t, t->best.nschedule + 1) : NULL;
  for (size_t i = 0; pc && i < t->best.nschedule; i++) {
    VmEvent ev;
    pc[i] = vm_pc(vm, t->best.schedule[i].tid);
    VmStatus s = vm_step(vm, t->best.schedule[i].tid, t->best.schedule[i].choice, &ev);
    if (s != VM_OK && s != VM_FAULT) pc = NULL;
  }
  vm_free(vm);
  mem_deinit(&mem);
  return pc;
}

/* Leaves out the thread's steps from step I to before step K. */
static bool without_turn(Trim *t, size_t i, size_t k) {
  VmTid tid = t->best.schedule[i].tid;
  for (; i < k; i++) t->drop[i] = t->best.schedule[i].tid == tid;
  return trim_without(t);
}

/* From step I on, the longest turn of its thread that can be left out: to a later step at the same place. */
static bool turn_at(Trim *t, size_t i, const uint32_t *pc) {
  work_pay(&t->rerun.work, (t->best.nschedule - i) / WORK_GLANCE);
  for (size_t k = t->best.nschedule; --k > i && t->rerun.work;)
    if (pc[k] == pc[i] && t->best.schedule[k].tid == t->best.schedule[i].tid && without_turn(t, i, k)) return true;
  return false;
}

bool trim_turns(Trim *t) {
  bool any = false, more = true;
  for (size_t i = 0; more && t->rerun.work;) {
    Arena a;
    arena_init(&a);
    const uint32_t *pc = places_of(t, &a);
    more = false;
    for (; pc && i < t->best.nschedule && !more; i += !more) more = turn_at(t, i, pc);
    any |= more;
    arena_deinit(&a);
  }
  return any;
}

/* --- stretches --- */

static int last_thread(const Trim *t) {
  int top = -1;
  for (size_t i = 0; i < t->best.nschedule; i++) top = t->best.schedule[i].tid > top ? t->best.schedule[i].tid : top;
  return top;
}

bool trim_threads(Trim *t) {
  bool any = false;
  int top = last_thread(t);
  for (int tid = 0; tid <= top && t->rerun.work; tid++) {
    size_t n = 0;
    for (size_t i = 0; i < t->best.nschedule; i++) n += t->drop[i] = t->best.schedule[i].tid == tid;
    if (n && n < t->best.nschedule) any |= trim_without(t);
    else memset(t->drop, false, t->best.nschedule * sizeof *t->drop);
  }
  return any;
}

/* Marks SIZE steps of TID (-1: of all) after the first SKIP. False: there are none. */
static bool stretch(Trim *t, int tid, size_t skip, size_t size) {
  size_t seen = 0;
  for (size_t i = 0; i < t->best.nschedule && seen < skip + size; i++) {
    if (tid >= 0 && t->best.schedule[i].tid != tid) continue;
    t->drop[i] = seen++ >= skip;
  }
  return seen > skip;
}

static size_t steps_of(Trim *t, int tid) {
  size_t n = 0;
  work_pay(&t->rerun.work, t->best.nschedule / WORK_GLANCE);
  for (size_t i = 0; i < t->best.nschedule; i++) n += tid < 0 || t->best.schedule[i].tid == tid;
  return n;
}

static bool of_size(Trim *t, int tid, size_t size) {
  bool any = false;
  for (size_t skip = 0; t->rerun.work && stretch(t, tid, skip, size);) {
    if (trim_without(t)) any = true;
    else skip += size;
  }
  return any;
}

bool trim_chunks(Trim *t) {
  bool any = false;
  int top = last_thread(t);
  for (size_t size = t->best.nschedule / 2; size; size /= 2)
    for (int tid = -1; tid <= top && t->rerun.work; tid++)
      if (steps_of(t, tid) > (tid < 0 ? size : size / 2)) any |= of_size(t, tid, size);
  return any;
}
