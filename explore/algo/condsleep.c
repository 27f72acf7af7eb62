/* explore/algo/condsleep.c -- see condsleep.h. */
#include "explore/algo/condsleep.h"

bool cond_plain(const Feet *f, const Act *a) {
  VmEvent e;
  FootRoom room;
  if (!(a->foot & FOOT_SET)) return true;
  foot_get(f, a->foot, &room, &e);
  for (uint32_t i = 0; i < e.nops; i++) if (e.ops[i].kind != EV_SPAWN && e.ops[i].kind != EV_JOIN) return false;
  for (uint32_t i = 0; i < e.nacc; i++) if (ACC_MODE(e.acc[i]) & ACC_W) return false;
  return e.nacc == 0 || e.nops == 0;         /* several reads are no trouble */
}

static bool reads(const Feet *f, Foot x, uint32_t obj) {
  VmEvent e;
  FootRoom room;
  if (!(x & FOOT_SET)) return x && x >> 2 == obj && x & ACC_R;
  foot_get(f, x, &room, &e);
  for (uint32_t i = 0; i < e.nacc; i++) if (ACC_OBJ(e.acc[i]) == obj) return ACC_MODE(e.acc[i]) & ACC_R;
  return false;
}

static bool writes(Foot x, uint32_t obj) { return !(x & FOOT_SET) && x && x >> 2 == obj && x & ACC_W; }

/* Does sleeper B stay after event X of another thread? */
static bool sleeps_on(const Feet *f, Act *b, const Act *x, bool seen) {
  Foot y = b->foot;
  if ((y | x->foot) & FOOT_SET) return !foot_dependent_slow(f, b->tid, y, x->tid, x->foot);     /* no writes of both */
  bool w = x->foot & ACC_W;
  if (w && reads(f, y, x->foot >> 2)) return false;
  if (y & ACC_W && reads(f, x->foot, y >> 2)) return false;
  if (!w || !writes(y, x->foot >> 2)) return true;
  b->unless = x->foot >> 2;
  b->bound = true;
  return !seen;
}

bool cond_step(const Feet *f, Act *s, uint32_t *n, const Act *x, bool seen) {
  uint32_t left = 0;
  for (uint32_t i = 0; i < *n; i++) {
    Act b = s[i];
    if (b.tid == COND_DEBT) {
      if (reads(f, x->foot, b.unless)) continue;             /* paid */
      if (writes(x->foot, b.unless)) return false;
      s[left++] = b;
    } else if (b.tid == x->tid) {
      if (b.choice != x->choice) continue;
      if (!b.bound) return false;
      b.tid = COND_DEBT;
      s[left++] = b;
    } else if (sleeps_on(f, &b, x, seen)) s[left++] = b;
  }
  *n = left;
  return true;
}

static bool is_seen(const Feet *f, const Act *v, uint32_t i, uint32_t n) {
  if (v[i].foot & FOOT_SET || !(v[i].foot & ACC_W)) return false;
  uint32_t obj = v[i].foot >> 2;
  for (uint32_t k = i + 1; k < n; k++) {
    if (reads(f, v[k].foot, obj)) return true;
    if (writes(v[k].foot, obj)) return false;
  }
  return false;
}

bool cond_redundant(const Feet *f, Act *s, uint32_t n, const Act *v, uint32_t len) {
  for (uint32_t i = 0; i < len && n; i++)
    if (!cond_step(f, s, &n, &v[i], is_seen(f, v, i, len))) return true;
  return n > 0;
}
