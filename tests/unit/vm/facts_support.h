/* tests/unit/vm/facts_support.h -- sets of objects as text, and facts of threads by their names.
 * "R x y | W x | L m | Q x | X m": a stretch a set; X with mutexes only, since all else is always in it. */
#ifndef TESTS_UNIT_VM_FACTS_SUPPORT_H
#define TESTS_UNIT_VM_FACTS_SUPPORT_H
#include "tests/unit/vm/support.h"
#include "vm/facts.h"

static inline void facts_machine(Machine *m, const char *text, bool objects) {
  machine(m, text);
  if (!vm_facts_open(m->s, objects)) abort();
}

/* Copies of what is known of an alternative. False: no memory. */
static inline bool copy_alt(const VmAlt *from, VmAlt *to) { return from && (*to = *from, true); }
static inline bool alt_now(VmState *s, VmPoint q, uint32_t alt, const uint64_t *changed, VmAlt *out) { return copy_alt(vm_point_now(s, q, alt, changed), out); }

/* The word and bit of OBJ in a set. */
static inline uint32_t facts_bit(Machine *m, uint32_t obj) {
  uint32_t words = vm_facts_words(m->s), bit = 0;
  uint64_t *sets = calloc(VM_SETS * words, sizeof *sets);
  VmAcc acc = obj << 2 | ACC_W;
  vm_event_sets(m->s, &(VmEvent){ .nown = 1, .own = &acc }, sets);
  while (!(sets[SET_W * words + bit / 64] >> (bit % 64) & 1)) bit++;
  free(sets);
  return bit;
}

static inline bool program_has(const BcProgram *p, BcOp op) {
  for (uint32_t i = 0; i < p->ncode; i++) if (p->code[i].op == op) return true;
  return false;
}

/* Does OBJ exist, and has it a bit? */
static inline bool facts_object(Machine *m, uint32_t obj) {
  const BcProgram *p = m->p;
  if (obj < p->nlocs || obj >= OBJ_VIRTUAL(p, 0)) return true;
  if (obj >= OBJ_THREAD(p, 0)) return obj - OBJ_THREAD(p, 0) < vm_nthreads(m->s) && program_has(p, OP_JOIN);
  return obj - OBJ_MAILBOX(p, 0) < vm_nthreads(m->s) && (p->sends || p->nreceives);
}

static inline const char *facts_name(Machine *m, uint32_t obj) {
  char b[100];
  const BcProgram *p = m->p;
  if (obj < p->nlocs || obj >= OBJ_VIRTUAL(p, 0)) return arena_printf(&m->c.arena, "%s", vm_obj_name(m->s, obj, b, sizeof b));
  bool life = obj >= OBJ_THREAD(p, 0);
  return arena_printf(&m->c.arena, "%s:%s", life ? "life" : "mail", vm_thread_name(m->s, (VmTid)(obj - (life ? OBJ_THREAD(p, 0) : OBJ_MAILBOX(p, 0))), b, sizeof b));
}

static inline const char *sets_text(Machine *m, const uint64_t *sets) {
  const char *s = "";
  uint32_t words = vm_facts_words(m->s);
  for (uint32_t k = 0; k < VM_SETS; k++) {
    const char *one = "";
    for (uint32_t obj = 0; obj < OBJ_COUNT(m->p); obj++) {
      if (!facts_object(m, obj) || (k == SET_X && (obj >= m->p->nlocs || m->p->leaf_type[obj]->kind != T_MUTEX))) continue;
      uint32_t bit = facts_bit(m, obj);
      if (sets[k * words + bit / 64] >> (bit % 64) & 1) one = arena_printf(&m->c.arena, "%s %s", one, facts_name(m, obj));
    }
    if (*one) s = arena_printf(&m->c.arena, "%s%s%c%s", s, *s ? " | " : "", "RWULQX"[k], one);
  }
  return s;
}

static inline VmPoint point(Machine *m, const char *name) { return vm_point(m->s, (VmTid)tid_of(m, name)); }

static inline VmAlt alternative(Machine *m, VmPoint q, uint32_t alt) {
  VmAlt a;
  if (!vm_point_alts(m->s, q) || !copy_alt(vm_point_alt(m->s, q, alt), &a)) abort();
  return a;
}

/* The feet of all alternatives of a point: "R x / W y". */
static inline const char *feet(Machine *m, VmPoint q) {
  const char *s = "";
  for (uint32_t i = 0; i < vm_point_alts(m->s, q); i++) s = arena_printf(&m->c.arena, "%s%s%s", s, i ? " / " : "", sets_text(m, alternative(m, q, i).foot));
  return s;
}
static inline const char *futures(Machine *m, VmPoint q) {
  const char *s = "";
  for (uint32_t i = 0; i < vm_point_alts(m->s, q); i++) s = arena_printf(&m->c.arena, "%s%s%s", s, i ? " / " : "", sets_text(m, alternative(m, q, i).future));
  return s;
}
static inline const char *foot(Machine *m, const char *name) { return feet(m, point(m, name)); }
static inline const char *future(Machine *m, const char *name) { return futures(m, point(m, name)); }

/* The feet along the way from Q while there is only one: "W x; W y; end". */
static inline const char *way(Machine *m, VmPoint q) {
  const char *s = "";
  for (unsigned i = 0; i < 20; i++) {
    if (q == POINT_ANY) return arena_printf(&m->c.arena, "%sany", s);
    s = arena_printf(&m->c.arena, "%s%s; ", s, feet(m, q));
    if (vm_point_alts(m->s, q) > 1) return arena_printf(&m->c.arena, "%seither", s);
    VmAlt a = alternative(m, q, 0);
    if (a.nnext != 1) return arena_printf(&m->c.arena, a.nnext ? "%s%u ways" : "%send", s, a.nnext);
    q = a.next[0];
  }
  return s;
}

/* Sets in which the objects called NAMES ("x m"; life:T too) are written and unlocked; "*": all. */
static inline const uint64_t *changed(Machine *m, const char *names) {
  uint32_t words = vm_facts_words(m->s);
  uint64_t *sets = arena_alloc(&m->c.arena, VM_SETS * words * sizeof *sets);
  if (*names == '*') memset(sets, 255, VM_SETS * words * sizeof *sets);
  for (uint32_t obj = 0; obj < OBJ_COUNT(m->p) && *names != '*'; obj++) {
    if (!facts_object(m, obj)) continue;
    const char *at = strstr(names, facts_name(m, obj));
    if (!at || (at[strlen(facts_name(m, obj))] != 0 && at[strlen(facts_name(m, obj))] != ' ')) continue;
    uint32_t bit = facts_bit(m, obj);
    sets[SET_W * words + bit / 64] |= 1ull << (bit % 64);
    sets[SET_U * words + bit / 64] |= 1ull << (bit % 64);
  }
  return sets;
}

/* As things stand but for what CHANGES: "waits", or the foot, how many ways on. */
static inline const char *now(Machine *m, const char *name, uint32_t alt, const char *changes) {
  VmAlt a;
  if (!vm_point_alts(m->s, point(m, name)) || !alt_now(m->s, point(m, name), alt, changed(m, changes), &a)) abort();
  return a.happens ? arena_printf(&m->c.arena, "%s -> %u", sets_text(m, a.foot), a.nnext) : "waits";
}
#endif
