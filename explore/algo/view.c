/* explore/algo/view.c -- see view.h. */
#include "explore/algo/view.h"
#include <string.h>

void view_init(View *v, ExRun *run) { *v = (View){ .words = vm_facts_words(run->vm), .objects = run->limits->object_dep }; }

static size_t set_bytes(const View *v) { return VM_SETS * v->words * sizeof(uint64_t); }

void view_deinit(View *v, ExRun *run) {
  mem_free(run->mem, v->threads, v->cap_threads * sizeof *v->threads);
  mem_free(run->mem, v->units, v->cap_units * sizeof *v->units);
  mem_free(run->mem, v->actions, v->cap_actions * sizeof *v->actions);
  mem_free(run->mem, v->enabled, v->cap_enabled * sizeof *v->enabled);
  mem_free(run->mem, v->sets, v->cap_sets * set_bytes(v));
}

/* Room for the sets of N actions and their units, and for crashes: they must not move. */
static bool room(View *v, ExRun *run, size_t n) {
  size_t want = 2 * n + 2 * vm_nthreads(run->vm);
  v->nthreads = v->nunits = v->nactions = v->nsets = 0;
  return mem_grow(run->mem, (void **)&v->enabled, &v->cap_enabled, sizeof *v->enabled, n + 1) &&
         mem_grow(run->mem, (void **)&v->actions, &v->cap_actions, sizeof *v->actions, n + 1) &&
         mem_grow(run->mem, (void **)&v->threads, &v->cap_threads, sizeof *v->threads, vm_nthreads(run->vm) + 1u) &&
         mem_grow(run->mem, (void **)&v->sets, &v->cap_sets, set_bytes(v), want + 1);
}

static uint64_t *new_set(View *v) { return v->sets + v->nsets++ * VM_SETS * v->words; }

static bool add_unit(View *v, ExRun *run, ViewUnit u) {
  if (!mem_grow(run->mem, (void **)&v->units, &v->cap_units, sizeof *v->units, v->nunits + 1)) return false;
  v->units[v->nunits++] = u;
  return true;
}

static bool add_alternatives(View *v, ExRun *run, ViewThread *t) {
  uint32_t n = vm_point_alts(run->vm, t->point);
  for (uint32_t i = 0; i < n; i++) {
    const VmAlt *a = vm_point_alt(run->vm, t->point, i);
    if (!a) return false;
    ViewUnit u = { .thread = (uint32_t)(t - v->threads), .alt = i, .waits = a->mixed, .foot = a->foot, .future = a->future, .may = a->foot };
    if (!add_unit(v, run, u)) return false;
  }
  t->nunits = n;
  return n > 0;
}

/* What ACTION touches here. False: no memory. */
static const uint64_t *footprint(View *v, ExRun *run, VmAction a, const ViewUnit *u) {
  VmEvent ev;
  const VmAlt *alt = vm_point_alt(run->vm, v->threads[u->thread].point, u->alt);
  if (alt && alt->exact) return alt->foot;
  VmStatus st = vm_peek(run->vm, a.tid, a.choice, &ev);
  if (st != VM_OK && st != VM_FAULT) return NULL;
  uint64_t *set = new_set(v);
  vm_event_sets(run->vm, &ev, set);
  return set;
}

static bool add_crash(View *v, ExRun *run, ViewThread *t, VmAction a) {
  uint64_t *set = new_set(v);
  memset(set, 0, set_bytes(v));
  vm_crash_sets(run->vm, a.tid, set);
  v->actions[v->nactions++] = (ViewAction){ a, (uint32_t)v->nunits, set };
  t->nunits++;
  return add_unit(v, run, (ViewUnit){ .thread = (uint32_t)(t - v->threads), .alt = UNIT_CRASH, .enabled = true, .foot = set, .future = set, .may = set });
}

/* A unit touches what its enabled actions touch. */
static void unite_foot(View *v, ViewUnit *u, const uint64_t *foot) {
  if (!u->enabled) { u->foot = foot; return; }
  if (u->foot == foot) return;
  uint64_t *both = new_set(v);
  for (uint32_t i = 0; i < VM_SETS * v->words; i++) both[i] = u->foot[i] | foot[i];
  u->foot = both;
}

static bool add_action(View *v, ExRun *run, ViewThread *t, VmAction a) {
  if (a.choice == VM_CRASH) return add_crash(v, run, t, a);
  t->enabled = true;
  uint32_t at = t->unit + vm_action_alt(run->vm, a.tid, a.choice);
  const uint64_t *foot = footprint(v, run, a, &v->units[at]);
  if (!foot) return false;
  ViewUnit *u = &v->units[at];
  unite_foot(v, u, foot);
  u->enabled = true;
  v->actions[v->nactions++] = (ViewAction){ a, at, foot };
  return true;
}

static bool add_thread(View *v, ExRun *run, VmTid tid, size_t *next, size_t n) {
  ViewThread *t = &v->threads[v->nthreads++];
  *t = (ViewThread){ .tid = tid, .point = vm_point(run->vm, tid), .unit = (uint32_t)v->nunits };
  if (t->point == POINT_NOMEM || !add_alternatives(v, run, t)) return false;
  for (; *next < n && v->enabled[*next].tid == tid; ++*next) if (!add_action(v, run, t, v->enabled[*next])) return false;
  for (uint32_t i = t->unit; i < v->nunits; i++) v->units[i].waits |= !v->units[i].enabled;
  return true;
}

bool view_look(View *v, ExRun *run, const VmAction *enabled, size_t n) {
  size_t next = 0;
  if (!room(v, run, n)) return false;
  if (n) memcpy(v->enabled, enabled, n * sizeof *enabled);
  unsigned nt = vm_nthreads(run->vm);                        /* peeking at a spawn may number more: these are not born */
  for (unsigned t = 0; t < nt; t++)
    if (vm_thread(run->vm, (VmTid)t) == TH_RUNNING && !add_thread(v, run, (VmTid)t, &next, n)) return false;
  return true;
}
