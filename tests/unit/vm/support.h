/* tests/unit/vm/support.h -- a machine from text, driven by thread names; states, footprints and operations as text.
 * Every step is also undone and done again: both times the encoding must be the same. */
#ifndef TESTS_UNIT_VM_SUPPORT_H
#define TESTS_UNIT_VM_SUPPORT_H
#include "tests/unit/compiler/support.h"
#include "vm/vm.h"

typedef struct {
  Comp c;
  Mem mem;
  const BcProgram *p;
  VmState *s;
  VmEvent ev;                        /* of the last step */
  const char *broken;                /* an undo that went wrong, or NULL */
} Machine;

static inline void machine_finish(Machine *m) {
  comp_finish(&m->c);
  m->p = m->c.p;
  m->broken = NULL;
  memset(&m->ev, 0, sizeof m->ev);
  mem_init(&m->mem, 0);
  if (!m->p) { fprintf(stderr, "%s", comp_report(&m->c)); abort(); }
  m->s = vm_new(m->p, &m->mem);
}
static inline void machine(Machine *m, const char *text) { comp_parse(&m->c, text); machine_finish(m); }
/* Everything goes back: mem_deinit asserts it. */
static inline void machine_done(Machine *m) { vm_free(m->s); mem_deinit(&m->mem); comp_done(&m->c); }

/* "T[1]" to its tid; the machine's number of threads when there is none. */
static inline unsigned tid_of(const Machine *m, const char *name) {
  char b[64];
  unsigned t = 0;
  while (t < vm_nthreads(m->s) && strcmp(vm_thread_name(m->s, (VmTid)t, b, sizeof b), name) != 0) t++;
  return t;
}

typedef struct { uint8_t *at; size_t len; } Bytes;
static inline Bytes encoded(Machine *m, bool portable) {
  size_t len;
  const uint8_t *b = vm_encode(m->s, &len, portable);
  Bytes out = { arena_alloc(&m->c.arena, len + 1), len };
  memcpy(out.at, b, len);
  return out;
}
static inline bool same(Bytes x, Bytes y) { return x.len == y.len && memcmp(x.at, y.at, x.len) == 0; }

static inline VmStatus step_tid(Machine *m, unsigned t, uint32_t choice) {
  if (t >= vm_nthreads(m->s)) { m->broken = "no such thread"; return VM_BLOCKED; }
  Bytes before = encoded(m, true);
  VmMark mark = vm_save(m->s);
  VmStatus x = vm_step(m->s, (VmTid)t, choice, &m->ev);
  Bytes after = encoded(m, true);
  vm_restore(m->s, mark);
  if (!same(before, encoded(m, true))) m->broken = "undo gives another state";
  if (vm_step(m->s, (VmTid)t, choice, &m->ev) != x) m->broken = "redo gives another status";
  if (!same(after, encoded(m, true))) m->broken = "redo gives another state";
  if (x == VM_BLOCKED && !same(before, after)) m->broken = "a blocked step left something";
  return x;
}

/* One step of thread NAME with a choice given as digits, "0.2", or NULL. */
static inline VmStatus step_with(Machine *m, const char *name, const char *digits) {
  uint32_t choice = 0;
  if (digits && !vm_choice_parse(m->s, digits, &choice)) { m->broken = "no such choice"; return VM_BLOCKED; }
  return step_tid(m, tid_of(m, name), choice);
}
static inline VmStatus step(Machine *m, const char *name) { return step_with(m, name, NULL); }
/* Runs thread NAME, always the first choice, until it cannot go on; returns its number of steps. */
static inline unsigned run(Machine *m, const char *name) {
  unsigned n = 0;
  VmTid t = (VmTid)tid_of(m, name);
  const VmAction *a;
  while (n < 1000 && vm_thread(m->s, t) == TH_RUNNING && vm_thread_actions(m->s, t, &a) && step_tid(m, t, a[0].choice) != VM_BLOCKED) n++;
  return n;
}

/* Value of the leaf called NAME ("a[1].x"), as text. */
static inline const char *value(const Machine *m, const char *name) {
  static char out[4][400];
  static int k;
  char b[100];
  char *buf = out[k++ & 3];
  for (uint32_t loc = 0; loc < m->p->nlocs; loc++)
    if (strcmp(vm_loc_name(m->p, loc, b, sizeof b), name) == 0) return vm_word_text(m->s, m->p->leaf_type[loc], vm_value(m->s, loc), buf, 400);
  return "?";
}

/* "R x, RW q": the footprint of the last step. */
static inline const char *footprint(Machine *m) {
  const char *s = "", *modes[] = { "?", "R", "W", "RW" };
  char b[100];
  for (uint32_t i = 0; i < m->ev.nacc; i++)
    s = arena_printf(&m->c.arena, "%s%s%s %s", s, i ? ", " : "", modes[ACC_MODE(m->ev.acc[i])], vm_obj_name(m->s, ACC_OBJ(m->ev.acc[i]), b, sizeof b));
  return s;
}

/* "send M(1) to B x1, receive M(1) @0": its operations. */
static inline const char *operations(Machine *m) {
  const char *s = "";
  char b[100], c[100];
  for (uint32_t i = 0; i < m->ev.nops; i++) {
    const VmOp *o = &m->ev.ops[i];
    const char *msg = o->msg ? vm_message_text(m->s, o->msg, b, sizeof b) : "", *peer = vm_thread_name(m->s, o->peer, c, sizeof c), *one;
    switch (o->kind) {
      case EV_SEND: one = arena_printf(&m->c.arena, "send %s to %s x%d", msg, peer, o->copies); break;
      case EV_RECEIVE: one = arena_printf(&m->c.arena, "receive %s @%u", msg, o->pos); break;
      case EV_AFTER: one = "after"; break;
      case EV_SPAWN: one = arena_printf(&m->c.arena, "spawn %s", peer); break;
      case EV_JOIN: one = arena_printf(&m->c.arena, "join %s", peer); break;
      default: one = "?";
    }
    s = arena_printf(&m->c.arena, "%s%s%s", s, i ? ", " : "", one);
  }
  return s;
}

static inline const char *described(Machine *m) {
  static char b[400];
  return vm_describe(m->s, &m->ev, b, sizeof b);
}

/* Enabled choices of NAME: "0 1 crash"; "-" when there is none. */
static inline const char *choices(Machine *m, const char *name) {
  const VmAction *a;
  const char *s = "";
  char b[64];
  size_t n = vm_thread_actions(m->s, (VmTid)tid_of(m, name), &a);
  for (size_t i = 0; i < n && n != SIZE_MAX; i++) s = arena_printf(&m->c.arena, "%s%s%s", s, i ? " " : "", vm_choice_text(m->s, a[i].choice, b, sizeof b));
  return n == SIZE_MAX ? vm_limit(m->s) : n ? s : "-";
}

/* Line:col of the last fault. */
static inline const char *fault_place(Machine *m) {
  Place at = src_place(&m->c.sources, m->p->spans[vm_fault(m->s)->pc]);
  return arena_printf(&m->c.arena, "%u:%u", at.line, at.col);
}

#define UNBROKEN(m) ASSERT_EQm((m)->broken, NULL, (m)->broken)
#define DONE(m) do { UNBROKEN(m); machine_done(m); PASS(); } while (0)
#endif
