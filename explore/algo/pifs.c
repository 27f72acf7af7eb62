/* explore/algo/pifs.c -- PIFS, the test that approximates "includes a first set".
 * Herbreteau, Larroze-Jardiné, Point, Walukiewicz, "Revisiting Stateful Partial-Order Reduction", 2024: Definition 33, Listing 3.
 *   B = members and ops      dom(B) wraps enabled(s): every thread that could move is a member
 * Members move first. What they may do (ops) holds back other threads' events, which then move too, being no longer first; and
 * may enable events that wait. A member's ways are followed through its code (vm/facts.h): an object that no op writes has
 * the value it has now, so a lock that a thread outside holds is never passed.
 * The paper's condition that a path lead through servers already reached (dom(x) in dom(B)), where a new one must allow the
 * action in its present state, is this rule; ours is finer in that reading an object does not make its value unknown. */
#include "explore/algo/pifs.h"
#include <string.h>

bool pifs_init(Pifs *p, ExRun *run) {
  *p = (Pifs){ 0 };
  p->ops = mem_alloc(run->mem, VM_SETS * vm_facts_words(run->vm) * sizeof *p->ops);
  return p->ops;
}

void pifs_deinit(Pifs *p, ExRun *run) {
  if (p->ops) mem_free(run->mem, p->ops, VM_SETS * vm_facts_words(run->vm) * sizeof *p->ops);
  mem_free(run->mem, p->member, p->cap_member * sizeof *p->member);
  mem_free(run->mem, p->members, p->cap_members * sizeof *p->members);
  ways_deinit(&p->ways, run);
  mem_free(run->mem, p->wrapped, p->cap_wrapped * sizeof *p->wrapped);
}

static void join(Pifs *p, ExRun *run, const View *v, uint32_t u) {
  uint32_t t = v->units[u].thread;
  if (p->member[u]) return;
  p->member[u] = true;
  p->members[p->nmembers++] = u;
  if (p->wrapped[t]) return;
  p->wrapped[t] = true;
  p->unwrapped -= v->threads[t].enabled;
  vm_may_move(run->vm, v->threads[t].tid, p->ops);
}

static bool begin(Pifs *p, ExRun *run, const View *v, const bool *first) {
  if (!mem_grow(run->mem, (void **)&p->member, &p->cap_member, sizeof *p->member, v->nunits + 1) ||
      !mem_grow(run->mem, (void **)&p->members, &p->cap_members, sizeof *p->members, v->nunits + 1) ||
      !mem_grow(run->mem, (void **)&p->wrapped, &p->cap_wrapped, sizeof *p->wrapped, v->nthreads + 1)) return false;
  memset(p->member, 0, v->nunits * sizeof *p->member);
  memset(p->wrapped, 0, v->nthreads * sizeof *p->wrapped);
  memset(p->ops, 0, VM_SETS * v->words * sizeof *p->ops);
  p->nmembers = p->unwrapped = 0;
  for (uint32_t t = 0; t < v->nthreads; t++) p->unwrapped += v->threads[t].enabled;
  for (uint32_t u = 0; u < v->nunits; u++) if (first[u]) join(p, run, v, u);
  return true;
}

/* --- what a member may do --- */

typedef struct { Pifs *p; ExRun *run; uint32_t words; } Mover;

static void do_also(Pifs *p, const uint64_t *foot, uint32_t words) {
  uint64_t more = 0;
  for (uint32_t i = 0; i < SET_L * words; i++) {             /* of ops nobody asks what they wait for */
    more |= foot[i] & ~p->ops[i];
    p->ops[i] |= foot[i];
  }
  p->grew |= more != 0;
}

static bool does(void *ctx, const VmAlt *a) {
  const Mover *m = ctx;
  do_also(m->p, a->foot, m->words);
  return true;
}

static bool known(const Pifs *p, const uint64_t *future, uint32_t words) {
  uint64_t more = 0;
  for (uint32_t i = 0; i < SET_L * words; i++) more |= future[i] & ~p->ops[i];
  return !more;
}

/* All that unit U leads to, as things stand. */
static bool walk(Pifs *p, ExRun *run, const View *v, uint32_t u) {
  const ViewUnit *unit = &v->units[u];
  Mover m = { p, run, v->words };
  if (known(p, unit->future, v->words)) return true;
  if (unit->alt == UNIT_CRASH) return do_also(p, unit->foot, v->words), true;
  return ways_walk(&p->ways, run, v->threads[unit->thread].point, unit->alt, p->ops, does, &m) != WAYS_NOMEM;
}

/* --- who else moves then --- */

static bool held_back(const Pifs *p, ExRun *run, const View *v, const ViewUnit *u) {
  if (u->enabled && view_conflict(v, u->foot, p->ops)) return true;
  if (!u->waits) return false;
  if (sets_enable(u->may, p->ops, v->words) || sets_unlock(u->may, p->ops, v->words)) return true;
  for (uint32_t t = 0; t < v->nthreads; t++)
    if (p->wrapped[t] && t != u->thread && vm_waits_for_end(run->vm, u->may, v->threads[t].tid)) return true;
  return false;
}

static bool gather(Pifs *p, ExRun *run, const View *v) {
  uint32_t before = p->nmembers;
  for (uint32_t u = 0; u < v->nunits; u++) if (!p->member[u] && held_back(p, run, v, &v->units[u])) join(p, run, v, u);
  return p->nmembers > before;
}

PifsAnswer pifs(Pifs *p, ExRun *run, const View *v, const bool *first) {
  if (!begin(p, run, v, first)) return PIFS_NOMEM;
  for (bool more = true; more && p->unwrapped;) {
    p->grew = false;
    for (uint32_t i = 0; i < p->nmembers; i++) if (!walk(p, run, v, p->members[i])) return PIFS_NOMEM;
    more = gather(p, run, v) || p->grew;
  }
  return p->unwrapped ? PIFS_NO : PIFS_YES;
}

static bool counts(void *ctx, const VmAlt *a) {
  const Mover *m = ctx;
  if (vm_first_now(m->run->vm, a->foot)) m->p->labels[a->label % PIFS_LABELS / 64] |= 1ull << (a->label % 64);
  return true;
}

/* The members of one thread: what several of them can do counts once. */
static bool label(Pifs *p, ExRun *run, const View *v, const ViewThread *t) {
  Mover m = { p, run, v->words };
  memset(p->labels, 0, sizeof p->labels);
  for (uint32_t u = t->unit; u < t->unit + t->nunits; u++)
    if (p->member[u] && v->units[u].alt != UNIT_CRASH &&
        ways_walk(&p->ways, run, t->point, v->units[u].alt, p->ops, counts, &m) == WAYS_NOMEM) return false;
  return true;
}

uint64_t pifs_reach(Pifs *p, ExRun *run, const View *v) {
  uint64_t n = 0;
  for (uint32_t t = 0; t < v->nthreads; t++) {
    if (!p->wrapped[t]) continue;
    if (!label(p, run, v, &v->threads[t])) return UINT64_MAX;
    for (size_t k = 0; k < PIFS_LABELS / 64; k++) n += (uint64_t)__builtin_popcountll(p->labels[k]);
  }
  return n;
}
