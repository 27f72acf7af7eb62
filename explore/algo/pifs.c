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
  mem_free(run->mem, p->marks, p->cap_marks * sizeof *p->marks);
  mem_free(run->mem, p->work, p->cap_work * sizeof *p->work);
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

static bool grew(Pifs *p, const View *v, const uint64_t *foot) {
  uint64_t more = 0;
  for (uint32_t i = 0; i < SET_L * v->words; i++) {          /* of ops nobody asks what they wait for */
    more |= foot[i] & ~p->ops[i];
    p->ops[i] |= foot[i];
  }
  return more;
}

static bool reach(Pifs *p, ExRun *run, VmPoint q, uint32_t *n) {
  if (q >= p->cap_marks) {
    size_t old = p->cap_marks;
    if (!mem_grow(run->mem, (void **)&p->marks, &p->cap_marks, sizeof *p->marks, q + 1)) return false;
    memset(p->marks + old, 0, (p->cap_marks - old) * sizeof *p->marks);
  }
  if (p->marks[q] == p->mark) return true;
  p->marks[q] = p->mark;
  if (!mem_grow(run->mem, (void **)&p->work, &p->cap_work, sizeof *p->work, *n + 1u)) return false;
  p->work[(*n)++] = q;
  return true;
}

static bool take(Pifs *p, ExRun *run, const View *v, VmPoint q, uint32_t alt, uint32_t *n, bool *more) {
  VmAlt a;
  if (!vm_point_now(run->vm, q, alt, p->ops, &a)) return false;
  *more |= grew(p, v, a.foot);
  for (uint32_t i = 0; i < a.nnext; i++) if (!reach(p, run, a.next[i], n)) return false;
  return true;
}

/* All that unit U leads to, as things stand. */
static bool walk(Pifs *p, ExRun *run, const View *v, uint32_t u, bool *more) {
  const ViewUnit *unit = &v->units[u];
  uint32_t n = 0;
  if (unit->alt == UNIT_CRASH) return *more |= grew(p, v, unit->foot), true;
  p->mark++;
  if (!take(p, run, v, v->threads[unit->thread].point, unit->alt, &n, more)) return false;
  for (uint32_t i = 0; i < n; i++)
    for (uint32_t k = 0, alts = vm_point_alts(run->vm, p->work[i]); k < alts; k++)
      if (!take(p, run, v, p->work[i], k, &n, more)) return false;
  return true;
}

/* --- who else moves then --- */

static bool held_back(const Pifs *p, ExRun *run, const View *v, const ViewUnit *u) {
  if (u->enabled && sets_conflict(u->foot, p->ops, v->words)) return true;
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
    more = false;
    for (uint32_t i = 0; i < p->nmembers; i++) if (!walk(p, run, v, p->members[i], &more)) return PIFS_NOMEM;
    more |= gather(p, run, v);
  }
  return p->unwrapped ? PIFS_NO : PIFS_YES;
}

uint64_t pifs_reach(const Pifs *p, const View *v) {
  uint64_t n = p->nmembers;
  for (uint32_t i = 0; i < SET_L * v->words; i++) n += (uint64_t)__builtin_popcountll(p->ops[i]);
  return n;
}
