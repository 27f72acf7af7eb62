/* explore/algo/wakeup.c -- see wakeup.h. */
#include "explore/algo/wakeup.h"
#include <string.h>

void wake_init(Wake *w, Feet *feet) { *w = (Wake){ .feet = feet, .n = 1 }; }
void wake_deinit(Wake *w) { if (w->feet) mem_free(w->feet->mem, w->node, w->cap * sizeof *w->node); }

Initial weak_initial(const Feet *f, const Act *b, const Act *v, uint32_t n) {
  for (uint32_t i = 0; i < n; i++) {
    if (v[i].tid == b->tid) return v[i].choice == b->choice ? INITIAL_IN : INITIAL_NO;
    if (foot_dependent(f, b->tid, b->foot, v[i].tid, v[i].foot)) return INITIAL_NO;
  }
  return b->choice != VM_CRASH ? INITIAL_ADDED : INITIAL_NO;
}

static uint32_t new_node(Wake *w, const Act *a) {
  uint32_t id = w->free;
  if (id) w->free = w->node[id].next;
  else {
    if (w->n >= w->cap && !mem_grow(w->feet->mem, (void **)&w->node, &w->cap, sizeof *w->node, w->n + 1)) return 0;
    id = (uint32_t)w->n++;
  }
  w->node[id] = (WakeNode){ .act = *a };
  return id;
}

/* The chain v[0] - v[1] - ... as one new child. */
static bool append_chain(Wake *w, uint32_t *list, const Act *v, uint32_t n) {
  uint32_t below = 0;
  for (uint32_t i = n; i-- > 0;) {
    uint32_t id = new_node(w, &v[i]);
    if (!id) { wake_drop(w, below); return false; }
    w->node[id].child = below;
    below = id;
  }
  uint32_t *end = list;
  while (*end) end = &w->node[*end].next;
  *end = below;
  return true;
}

/* LIST may point into the pool, which moves when it grows. */
static bool append_below(Wake *w, uint32_t parent, const Act *v, uint32_t n) {
  uint32_t list = w->node[parent].child;
  bool ok = append_chain(w, &list, v, n);
  w->node[parent].child = list;
  return ok;
}

bool wake_graft(Wake *w, uint32_t *list, uint32_t parent, const Act *v, uint32_t n) {
  return parent ? append_below(w, parent, v, n) : append_chain(w, list, v, n);
}

bool wake_append(Wake *w, uint32_t *list, const Act *a) { return append_chain(w, list, a, 1); }

uint32_t wake_without(Act *v, uint32_t n, VmTid tid) {
  for (uint32_t i = 0; i < n; i++) {
    if (v[i].tid != tid) continue;
    memmove(v + i, v + i + 1, (n - i - 1) * sizeof *v);
    return n - 1;
  }
  return n;
}

bool wake_insert(Wake *w, uint32_t *list, Act *v, uint32_t n, bool *whole) {
  uint32_t parent = 0;
  bool inside = true;            /* all nodes on the way are events of v */
  for (uint32_t c = *list; c;) {
    Initial is = weak_initial(w->feet, &w->node[c].act, v, n);
    if (is == INITIAL_NO) { c = w->node[c].next; continue; }
    inside &= is == INITIAL_IN;
    if (n && v[0].tid == w->node[c].act.tid) v++, n--;
    else n = wake_without(v, n, w->node[c].act.tid);
    *whole = inside && n == 0 && !w->node[c].child;
    if (n == 0 || !w->node[c].child) return true;
    parent = c;
    c = w->node[c].child;
  }
  *whole = !parent;
  return wake_graft(w, list, parent, v, n);
}

uint32_t wake_take(Wake *w, uint32_t *list, Act *a) {
  uint32_t id = *list, below = w->node[id].child;
  *a = w->node[id].act;
  *list = w->node[id].next;
  w->node[id].next = w->free;
  w->free = id;
  return below;
}

void wake_drop(Wake *w, uint32_t list) {
  while (list) {
    Act a;
    uint32_t below = wake_take(w, &list, &a);
    wake_drop(w, below);
  }
}
