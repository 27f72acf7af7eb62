/* vm/exec.c -- the instructions. One loop serves threads (up to the next visible instruction) and code that runs in one
 * go (properties, init, guards). All writes go through vm_put, so whatever happens here can be undone. */
#include <stdio.h>
#include <string.h>
#include "vm/state.h"

/* Registers of a run. */
typedef struct {
  VmState *s;
  VmTid tid;
  uint32_t base, fp, pc;
  uint32_t depth;                    /* of atomic regions */
  size_t mark;                       /* undo log at the start of the outermost region */
  RunMode mode;
  bool late;                         /* the event comes after an either that chose it */
} Run;

#define SLOT(i) (r->fp + (i))

static inline Word val(const Run *r, uint32_t o) { return o & 1 ? r->s->k[o >> 1] : r->s->w[r->fp + (o >> 1)]; }
static inline void set(Run *r, uint32_t slot, Word v) { vm_put(r->s, r->fp + slot, v); }
static inline void kind(Run *r, EvKind k) { if (!r->depth) r->s->evkind = (uint8_t)k; }

static void set_words(Run *r, uint32_t slot, const Word *w, uint32_t n) { for (uint32_t i = 0; i < n; i++) vm_put(r->s, r->fp + slot + i, w[i]); }

/* Index into w of the instruction's memory operand. */
static inline uint32_t where(const Run *r, const BcInstr *in, bool *shared) {
  uint32_t off = (uint32_t)W_VAL(val(r, in->c));
  switch ((BcMode)in->mode) {
    case MEM_SHARED: *shared = true; return in->b + off;
    case MEM_CONST: *shared = false; return in->b + off;
    case MEM_LOCAL: *shared = false; return r->fp + in->b + off;
    case MEM_REF: break;
  }
  int32_t ref = W_VAL(r->s->w[r->fp + in->b]);
  *shared = ref >= 0;
  return ref >= 0 ? (uint32_t)ref + off : r->base + TH_STACK + (uint32_t)(-1 - ref) + off;
}

static bool ref_is_shared(const Run *r, const BcInstr *in) { return W_VAL(r->s->w[r->fp + in->b]) >= 0; }

static void touch_range(Run *r, uint32_t at, uint32_t n, uint32_t mode) { for (uint32_t i = 0; i < n; i++) vm_touch(r->s, at + i, mode); }

static void clear_dead(Run *r) {
  const BcProgram *p = r->s->p;
  if (r->s->keep_dead) return;
  for (uint32_t i = p->kill_at[r->pc]; i < p->kill_at[r->pc + 1]; i++) vm_put(r->s, r->fp + p->kills[i], 0);
}

/* --- failures --- */

static RunResult fail(Run *r, const char *code, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
#include <stdarg.h>
static RunResult fail(Run *r, const char *code, const char *fmt, ...) {
  VmFault *f = vm_fail(r->s, r->tid, r->pc, FAIL_RUNTIME, code);
  va_list ap;
  va_start(ap, fmt);
  vsnprintf(f->text, sizeof f->text, fmt, ap);
  va_end(ap);
  return RUN_FAULT;
}

static RunResult blocked(Run *r, VmWaitKind k, uint32_t lock, int holder) {
  r->s->wait = (VmWait){ k, r->pc, lock, holder };
  return RUN_BLOCKED;
}

static RunResult huge(Run *r) { return fail(r, "R0007", "an integer grows over 2^20 bits"); }

/* --- integers --- */

static RunResult arith(Run *r, const BcInstr *in) {
  Word x = val(r, in->b), y = val(r, in->c), v = W_NIL;
  if ((in->op == OP_DIV || in->op == OP_MOD) && y == W_IMM(0)) return fail(r, "R0001", "division by zero");
  if (W_IS_IMM(x) && W_IS_IMM(y)) v = val_small((BcOp)in->op, x, y);
  if (v == W_NIL) v = val_arith(&r->s->val, (BcOp)in->op, x, y);
  if (v == INT_HUGE) return huge(r);
  set(r, in->a, v);
  return RUN_OK;
}

static inline bool less(const Run *r, Word x, Word y) {
  if (W_IS_IMM(x) && W_IS_IMM(y)) return (int32_t)x < (int32_t)y;
  return val_compare(&r->s->val, x, y) < 0;
}

static RunResult negate(Run *r, const BcInstr *in) {
  Word x = val(r, in->b);
  bool keep = in->op == OP_ABS && !less(r, x, W_IMM(0));
  if (keep) { set(r, in->a, x); return RUN_OK; }
  Word v = W_IS_IMM(x) && W_VAL(x) != W_MIN ? W_IMM(-W_VAL(x)) : val_arith(&r->s->val, OP_SUB, W_IMM(0), x);
  if (v == INT_HUGE) return huge(r);
  set(r, in->a, v);
  return RUN_OK;
}

static const char *int_text(Run *r, Word w, char *buf, size_t n) {
  static const BcType t = { .kind = T_INT, .width = 1 };
  return vm_word_text(r->s, &t, w, buf, n);
}

static RunResult index_op(Run *r, const BcInstr *in) {
  Word i = val(r, in->c);
  char b[40];
  if (!W_IS_IMM(i) || W_VAL(i) < 0 || (uint32_t)W_VAL(i) >= in->d)
    return in->d ? fail(r, "R0002", "index %s is outside 0..%d", int_text(r, i, b, sizeof b), (int)in->d - 1)
                 : fail(r, "R0002", "index %s into an array of length 0", int_text(r, i, b, sizeof b));
  set(r, in->a, W_IMM(W_VAL(val(r, in->b)) + W_VAL(i) * (int32_t)in->e));
  return RUN_OK;
}

static RunResult thread_op(Run *r, const BcInstr *in) {
  Word i = val(r, in->c);
  int32_t lo = (int32_t)in->d;
  char b[40];
  if (!W_IS_IMM(i) || W_VAL(i) < lo || W_VAL(i) - lo >= (int32_t)in->e)
    return !in->e ? fail(r, "R0002", "no thread has index %s; there are none", int_text(r, i, b, sizeof b))
                  : fail(r, "R0002", "no thread has index %s; they are %d..%d", int_text(r, i, b, sizeof b), lo, lo + (int32_t)in->e - 1);
  set(r, in->a, W_IMM((int32_t)in->b + W_VAL(i) - lo + 1));
  return RUN_OK;
}

/* --- calls --- */

static RunResult call(Run *r, const BcInstr *in) {
  const BcFunc *f = &r->s->p->funcs[in->a];
  uint32_t depth = (uint32_t)W_VAL(r->s->w[r->fp + 1]) >> 20, fp = r->fp + in->b;
  if (depth + 1 > MAX_CALL_DEPTH) return fail(r, "R0005", "`%s` is called %u deep", f->name, depth + 1);
  clear_dead(r);
  for (uint32_t i = BC_FRAME_HEAD + in->n; i < f->frame; i++) vm_put(r->s, fp + i, 0);    /* the caller's old temporaries */
  vm_put(r->s, fp, W_IMM(r->pc + 1));
  vm_put(r->s, fp + 1, W_IMM((depth + 1) << 20 | (r->fp - r->base - TH_STACK)));
  r->fp = fp;
  r->pc = f->entry;
  return RUN_OK;
}

static RunResult ret(Run *r, const BcInstr *in) {
  VmState *s = r->s;
  uint32_t fp = r->fp, back = (uint32_t)W_VAL(s->w[fp + 1]) & 0xfffffu;
  r->pc = (uint32_t)W_VAL(s->w[fp]);
  if (!vm_buf(s, in->n)) return RUN_LIMIT;
  if (in->n) memcpy(s->buf, s->w + fp + in->b, in->n * sizeof(Word));
  for (uint32_t i = 0; i < in->n; i++) vm_put(s, fp + i, s->buf[i]);
  for (uint32_t i = in->n; i < in->c; i++) vm_put(s, fp + i, 0);
  r->fp = r->base + TH_STACK + back;
  return RUN_OK;
}

/* --- memory --- */

static RunResult load(Run *r, const BcInstr *in) {
  bool shared;
  uint32_t at = where(r, in, &shared);
  if (shared) { kind(r, EV_READ); touch_range(r, at, in->n, ACC_R); }
  if (in->n == 1) set(r, in->a, r->s->w[at]);
  else for (uint32_t i = 0; i < in->n; i++) set(r, in->a + i, r->s->w[at + i]);
  return RUN_OK;
}

static RunResult store(Run *r, const BcInstr *in) {
  bool shared;
  uint32_t at = where(r, in, &shared);
  if (shared) { kind(r, EV_WRITE); touch_range(r, at, in->n, ACC_W); }
  if (in->n == 1) vm_put(r->s, at, val(r, in->a));
  else for (uint32_t i = 0; i < in->n; i++) vm_put(r->s, at + i, r->s->w[SLOT(in->a >> 1) + i]);
  return RUN_OK;
}

/* Word I of a value operand of N words. */
static inline Word part(const Run *r, uint32_t o, uint32_t n, uint32_t i) { return n == 1 ? val(r, o) : r->s->w[r->fp + (o >> 1) + i]; }

static RunResult cas(Run *r, const BcInstr *in) {
  bool shared, same = true;
  uint32_t at = where(r, in, &shared);
  for (uint32_t i = 0; i < in->n; i++) same &= r->s->w[at + i] == part(r, in->d, in->n, i);
  if (shared) {
    kind(r, EV_RMW);
    touch_range(r, at, in->n, same ? ACC_RW : ACC_R);
    if (!same) r->s->evflags |= EVF_FAILED_CAS;
  }
  for (uint32_t i = 0; same && i < in->n; i++) vm_put(r->s, at + i, part(r, in->e, in->n, i));
  set(r, in->a, W_IMM(same));
  return RUN_OK;
}

static RunResult swap(Run *r, const BcInstr *in) {
  bool shared;
  uint32_t at = where(r, in, &shared);
  if (shared) { kind(r, EV_RMW); touch_range(r, at, in->n, ACC_RW); }
  if (!vm_buf(r->s, in->n)) return RUN_LIMIT;
  memcpy(r->s->buf, r->s->w + at, in->n * sizeof(Word));
  for (uint32_t i = 0; i < in->n; i++) vm_put(r->s, at + i, part(r, in->d, in->n, i));
  set_words(r, in->a, r->s->buf, in->n);
  return RUN_OK;
}

static RunResult fetch_add(Run *r, const BcInstr *in) {
  bool shared;
  uint32_t at = where(r, in, &shared);
  if (shared) { kind(r, EV_RMW); vm_touch(r->s, at, ACC_RW); }
  Word old = r->s->w[at], by = val(r, in->d), v = W_IS_IMM(old) && W_IS_IMM(by) ? val_small(OP_ADD, old, by) : W_NIL;
  if (v == W_NIL) v = val_arith(&r->s->val, OP_ADD, old, by);
  if (v == INT_HUGE) return huge(r);
  vm_put(r->s, at, v);
  set(r, in->a, old);
  return RUN_OK;
}

/* --- queues and sets: one location, an interned sequence of elements of n words --- */

static uint32_t find_elem(const Run *r, Word seq, const BcInstr *in, bool *found) {
  const Word *w = val_words(&r->s->val, seq);
  uint32_t n = in->n, count = n ? val_len(&r->s->val, seq) / n : 0;
  bool sorted = seq != W_NIL && val_kind(&r->s->val, seq) == VAL_SET;
  *found = false;
  for (uint32_t i = 0; i < count; i++) {
    int c = 0;
    for (uint32_t k = 0; k < n && !c; k++) c = sorted ? val_compare(&r->s->val, w[i * n + k], part(r, in->d, n, k)) : w[i * n + k] != part(r, in->d, n, k);
    if (!c) { *found = true; return i; }
    if (sorted && c > 0) return i;
  }
  return count;
}

/* SEQ with CUT words at AT replaced by N words of operand D (N may be 0). */
static Word spliced(Run *r, ValKind k, Word seq, uint32_t at, uint32_t cut, const BcInstr *in, uint32_t n) {
  VmState *s = r->s;
  uint32_t len = val_len(&s->val, seq);
  if (!vm_buf(s, (size_t)len + n)) return W_NIL;
  const Word *w = val_words(&s->val, seq);
  if (at) memcpy(s->buf, w, at * sizeof(Word));
  for (uint32_t i = 0; i < n; i++) s->buf[at + i] = part(r, in->d, in->n, i);
  if (len > at + cut) memcpy(s->buf + at + n, w + at + cut, (len - at - cut) * sizeof(Word));
  return val_intern(&s->val, k, s->buf, len - cut + n);
}

static RunResult data(Run *r, const BcInstr *in) {
  VmState *s = r->s;
  bool shared, found;
  uint32_t at = where(r, in, &shared), n = in->n, i;
  Word q = s->w[at];
  uint32_t len = val_len(&s->val, q);
  bool reads = in->op == OP_HEAD || in->op == OP_LEN || in->op == OP_CONTAINS;
  if (shared) { kind(r, EV_DATA); vm_touch(s, at, reads ? ACC_R : in->op == OP_CLEAR ? ACC_W : ACC_RW); }
  switch (in->op) {
    case OP_PUSH: vm_put(s, at, spliced(r, VAL_SEQ, q, len, 0, in, n)); break;
    case OP_POP: case OP_HEAD:
      if (!len) return fail(r, "R0003", "%s of an empty queue", in->op == OP_POP ? "pop" : "head");
      for (i = 0; i < n; i++) set(r, in->a + i, val_words(&s->val, q)[i]);
      if (in->op == OP_POP) vm_put(s, at, spliced(r, VAL_SEQ, q, 0, n, in, 0));
      break;
    case OP_LEN: set(r, in->a, W_IMM(n ? len / n : 0)); break;
    case OP_CONTAINS: find_elem(r, q, in, &found); set(r, in->a, W_IMM(found)); break;
    case OP_INSERT:
      i = find_elem(r, q, in, &found);
      if (!found) vm_put(s, at, spliced(r, VAL_SET, q, i * n, 0, in, n));
      break;
    case OP_REMOVE:
      i = find_elem(r, q, in, &found);
      if (found) vm_put(s, at, spliced(r, VAL_SET, q, i * n, n, in, 0));
      break;
    default: vm_put(s, at, W_NIL);
  }
  return RUN_OK;
}

/* --- locks --- */

static const char *holder_name(Run *r, Word m, char *buf, size_t n) {
  return W_VAL(m) ? vm_thread_name(r->s, (VmTid)(W_VAL(m) - 1), buf, n) : "nobody";
}

static RunResult lock_op(Run *r, const BcInstr *in) {
  VmState *s = r->s;
  bool shared;
  uint32_t at = where(r, in, &shared);
  Word m = s->w[at], me = W_IMM(r->tid + 1);
  char a[64], b[64];
  if (!r->depth) s->evlock = at;
  switch (in->op) {
    case OP_LOCK:
      kind(r, EV_LOCK);
      vm_touch(s, at, m == me ? ACC_R : ACC_RW);
      if (r->depth) s->evflags |= EVF_GUARDED;
      if (m == me) return fail(r, "R0004", "locks `%s`, which it holds already", vm_loc_name(s->p, at, a, sizeof a));
      if (m != W_IMM(0)) return blocked(r, WAIT_LOCK, at, W_VAL(m) - 1);
      vm_put(s, at, me);
      break;
    case OP_UNLOCK:
      kind(r, EV_UNLOCK);
      if (m != me) {
        vm_touch(s, at, ACC_R);
        return fail(r, "R0004", "unlocks `%s`, which %s holds", vm_loc_name(s->p, at, a, sizeof a), holder_name(r, m, b, sizeof b));
      }
      vm_touch(s, at, ACC_W);
      vm_put(s, at, W_IMM(0));
      break;
    default:
      kind(r, EV_TRYLOCK);
      vm_touch(s, at, m == W_IMM(0) ? ACC_RW : ACC_R);
      if (m != W_IMM(0)) s->evflags |= EVF_TRYLOCK_FAILED;
      else vm_put(s, at, me);
      set(r, in->a, W_IMM(m == W_IMM(0)));
  }
  return RUN_OK;
}

/* --- choices --- */

/* The next digit of the choice, below RADIX; -1: this action has another digit there. */
static int digit(VmState *s, uint32_t radix) {
  if (s->digit == MAX_DIGITS) { s->limit = "choices"; return -1; }
  if (s->digit == s->nscript) s->script[s->nscript++] = 0;
  s->radix[s->digit] = radix;
  uint32_t d = s->script[s->digit];
  if (d >= radix) { s->bad_digit = true; return -1; }
  s->digit++;
  return (int)d;
}

static RunResult no_digit(Run *r) { return r->s->limit ? RUN_LIMIT : blocked(r, WAIT_CHOICE, UINT32_MAX, -1); }

static RunResult choose(Run *r, const BcInstr *in) {
  Word lo = val(r, in->b), hi = val(r, in->c);
  kind(r, EV_CHOOSE);
  if (r->depth && !(in->b & in->c & 1)) r->s->evflags |= EVF_GUARDED;   /* tried again when its bounds have changed */
  if (less(r, hi, lo)) return blocked(r, WAIT_CHOICE, UINT32_MAX, -1);
  Word span = W_IS_IMM(lo) && W_IS_IMM(hi) ? (((int64_t)W_VAL(hi) - W_VAL(lo)) <= W_MAX ? W_IMM(W_VAL(hi) - W_VAL(lo)) : 0)
                                          : val_arith(&r->s->val, OP_SUB, hi, lo);
  if (!W_IS_IMM(span) || (uint32_t)W_VAL(span) >= MAX_CHOICES) return fail(r, "R0010", "a choice between more than %u values", MAX_CHOICES);
  int d = digit(r->s, (uint32_t)W_VAL(span) + 1);
  if (d < 0) return no_digit(r);
  int64_t v = W_IS_IMM(lo) ? (int64_t)W_VAL(lo) + d : (int64_t)W_MAX + 1;
  Word value = v <= W_MAX ? W_IMM(v) : val_arith(&r->s->val, OP_ADD, lo, W_IMM(d));
  if (!r->depth) r->s->chosen = value;
  set(r, in->a, value);
  return RUN_OK;
}

static RunResult choose_set(Run *r, const BcInstr *in) {
  VmState *s = r->s;
  bool shared;
  uint32_t at = where(r, in, &shared);
  kind(r, EV_CHOOSE);
  if (shared) vm_touch(s, at, ACC_R);
  s->evflags |= EVF_GUARDED;
  uint32_t count = in->n ? val_len(&s->val, s->w[at]) / in->n : 0;
  if (!count) return blocked(r, WAIT_GUARD, UINT32_MAX, -1);
  if (count > MAX_CHOICES) return fail(r, "R0010", "a choice between more than %u values", MAX_CHOICES);
  int d = digit(s, count);
  if (d < 0) return no_digit(r);
  for (uint32_t i = 0; i < in->n; i++) set(r, in->a + i, val_words(&s->val, s->w[at])[(uint32_t)d * in->n + i]);
  return RUN_OK;
}

/* --- threads and messages --- */

static RunResult spawn(Run *r, const BcInstr *in) {
  VmState *s = r->s;
  uint32_t nth = (uint32_t)W_VAL(s->w[r->base + TH_SPAWNS]);
  if (!vm_births(s)) return fail(r, "R0009", "more than %d threads", VM_MAX_THREADS);
  int child = vm_identity(s, r->tid, nth, in->b);
  if (child < 0) return RUN_LIMIT;
  kind(r, EV_SPAWN);
  vm_op(s, (VmOp){ .kind = EV_SPAWN, .peer = (VmTid)child });
  vm_put(s, r->base + TH_SPAWNS, W_IMM(nth + 1));
  uint32_t b = s->id[child].base;
  vm_put(s, b + TH_PC, W_IMM(s->p->threads[in->b].body.entry));
  vm_put(s, b + TH_FP, W_IMM(0));
  vm_put(s, b + TH_MBOX, W_NIL);
  vm_put(s, b + TH_SPAWNS, W_IMM(0));
  vm_put(s, b + TH_STACK + 1, W_IMM(0));
  for (uint32_t i = 0; i < in->n; i++) vm_put(s, b + TH_STACK + BC_FRAME_HEAD + i, s->w[SLOT(in->c) + i]);
  set(r, in->a, W_IMM(child + 1));
  exec_start(s, (VmTid)child);
  return s->limit ? RUN_LIMIT : RUN_OK;
}

static RunResult join(Run *r, const BcInstr *in) {
  VmState *s = r->s;
  Word p = val(r, in->b);
  kind(r, EV_JOIN);
  if (r->depth) s->evflags |= EVF_GUARDED;
  if (p == W_IMM(0)) return fail(r, "R0008", "join of no pid");
  VmTid t = (VmTid)(W_VAL(p) - 1);
  VmThreadStatus st = vm_thread(s, t);
  vm_op(s, (VmOp){ .kind = EV_JOIN, .peer = t });
  return st == TH_ENDED || st == TH_CRASHED ? RUN_OK : blocked(r, WAIT_JOIN, UINT32_MAX, t);
}

/* 1, or by choice 0 (dropped) or 2 (duplicated); -1: another action. Budgets are paid here. */
static int copies(Run *r, const BcMessage *m) {
  VmState *s = r->s;
  const BcProgram *p = s->p;
  int options[3] = { 1, 0, 0 }, n = 1;
  const int32_t fault[2] = { m->drop, m->duplicate };
  for (int i = 0; i < 2; i++) {
    if (fault[i] < 0) continue;
    const BcFault *f = &p->faults[fault[i]];
    if (f->bound >= 0) vm_touch(s, OBJ_BUDGET(p, f->budget), ACC_R);
    if (f->bound < 0 || W_VAL(s->w[s->budget + f->budget]) > 0) options[n++] = i ? 2 : 0;
  }
  if (n == 1) return 1;
  int d = digit(s, (uint32_t)n);
  if (d <= 0) return d < 0 ? -1 : 1;
  const BcFault *f = &p->faults[fault[options[d] == 2]];
  if (f->bound >= 0) {
    vm_touch(s, OBJ_BUDGET(p, f->budget), ACC_RW);
    vm_put(s, s->budget + f->budget, W_IMM(W_VAL(s->w[s->budget + f->budget]) - 1));
  }
  return options[d];
}

static RunResult send(Run *r, const BcInstr *in) {
  VmState *s = r->s;
  Word p = val(r, in->a);
  kind(r, EV_SEND);
  if (p == W_IMM(0)) return fail(r, "R0008", "send to no pid");
  VmTid to = (VmTid)(W_VAL(p) - 1);
  uint32_t box = s->id[to].base + TH_MBOX;
  if (!vm_buf(s, in->n + 1u)) return RUN_LIMIT;
  s->buf[0] = W_IMM(in->b);
  memcpy(s->buf + 1, s->w + SLOT(in->c), in->n * sizeof(Word));
  Word msg = val_intern(&s->val, VAL_MSG, s->buf, in->n + 1u);
  int n = copies(r, &s->p->messages[in->b]);
  if (n < 0) return no_digit(r);
  vm_op(s, (VmOp){ .kind = EV_SEND, .peer = to, .copies = (uint8_t)n, .msg = msg });
  VmThreadStatus st = vm_thread(s, to);
  if (st == TH_ENDED || st == TH_CRASHED) return RUN_OK;
  uint32_t len = val_len(&s->val, s->w[box]);
  if (!vm_buf(s, len + 2u)) return RUN_LIMIT;
  if (len) memcpy(s->buf, val_words(&s->val, s->w[box]), len * sizeof(Word));
  for (int i = 0; i < n; i++) s->buf[len++] = msg;
  vm_put(s, box, val_intern(&s->val, VAL_SEQ, s->buf, len));
  return RUN_OK;
}

static bool fits(const Run *r, const BcClause *c, Word msg) {
  const Word *w = val_words(&r->s->val, msg);
  if (w[0] != W_IMM(c->message)) return false;
  for (uint32_t i = 0; i < c->npats; i++) {
    const BcPat *q = &c->pats[i];
    for (uint32_t k = 0; q->kind == PAT_EQ && k < q->width; k++) if (w[1 + q->off + k] != part(r, q->slot, q->width, k)) return false;
  }
  return true;
}

static void bind(Run *r, const BcClause *c, Word msg) {
  for (uint32_t i = 0; i < c->npats; i++) {
    const BcPat *q = &c->pats[i];
    for (uint32_t k = 0; q->kind == PAT_BIND && k < q->width; k++) set(r, q->slot + k, val_words(&r->s->val, msg)[1 + q->off + k]);
  }
}

/* The first clause that takes MSG; on success its variables are bound. A guard that fails at run time takes the
 * message too, and the receive fails with it: *CLAUSE is then UINT32_MAX. */
static bool match(Run *r, const BcReceive *t, Word msg, uint32_t *clause) {
  VmState *s = r->s;
  for (uint32_t i = 0; i < t->nclauses; i++) {
    const BcClause *c = &t->clauses[i];
    if (!fits(r, c, msg)) continue;
    size_t mark = s->nlog;
    *clause = i;
    bind(r, c, msg);
    if (!c->guard) return true;
    uint32_t nfaults = s->nfaults;
    Word keep = s->result;
    RunResult x = exec_run(s, r->tid, r->base, r->fp, c->guard, RUN_CODE);
    bool yes = x == RUN_OK && s->result == W_IMM(1);
    s->result = keep;
    if (yes) return true;
    if (x == RUN_FAULT) return *clause = UINT32_MAX, true;
    s->nfaults = nfaults;
    vm_restore(s, mark);
  }
  return false;
}

bool exec_match(VmState *s, VmTid tid, uint32_t base, uint32_t fp, const BcReceive *t, Word msg, uint32_t *clause) {
  Run r = { .s = s, .tid = tid, .base = base, .fp = fp };
  return match(&r, t, msg, clause);
}

/* A receive's table and the frame its patterns and guards look at, as one value: vm_matches can ask later. */
static uint32_t matcher(Run *r, const BcInstr *in) {
  VmState *s = r->s;
  uint32_t most = 0;
  const BcReceive *t = &s->p->receives[in->a];
  for (uint32_t i = 0; i < t->nclauses; i++) {
    for (uint32_t k = 0; k < t->clauses[i].npats; k++) {
      const BcPat *q = &t->clauses[i].pats[k];
      uint32_t end = q->kind == PAT_BIND ? q->slot + q->width : q->slot & 1 ? 0 : (q->slot >> 1) + q->width;
      if (end > most) most = end;
    }
  }
  if (in->n > most) most = in->n;                            /* n: slots that guards look at */
  if (!vm_buf(s, most + 2u)) return 0;
  s->buf[0] = W_IMM(in->a);
  s->buf[1] = W_IMM(r->tid);
  memcpy(s->buf + 2, s->w + r->fp, most * sizeof(Word));
  return val_intern(&s->val, VAL_SEQ, s->buf, most + 2u);
}

static RunResult receive(Run *r, const BcInstr *in) {
  VmState *s = r->s;
  const BcReceive *t = &s->p->receives[in->a];
  Word box = s->w[r->base + TH_MBOX];
  uint32_t n = val_len(&s->val, box), clause;
  bool fails = s->failing_guards && (r->depth || r->late);   /* instead of waiting */
  VmOp op = { .kind = EV_RECEIVE, .peer = r->tid, .copies = 1, .receive = in->a };
  if (s->record_matchers || t->after || fails) op.matcher = matcher(r, in);
  if (r->depth && !t->after) s->evflags |= EVF_GUARDED;
  for (uint32_t i = 0; i < n; i++) {
    Word msg = val_words(&s->val, box)[i];
    if (!match(r, t, msg, &clause)) continue;
    kind(r, EV_RECEIVE);
    op.msg = msg;
    op.pos = i;
    vm_op(s, op);
    if (!vm_buf(s, n)) return RUN_LIMIT;
    const Word *w = val_words(&s->val, box);
    if (i) memcpy(s->buf, w, i * sizeof(Word));
    if (n > i + 1) memcpy(s->buf + i, w + i + 1, (n - i - 1) * sizeof(Word));
    vm_put(s, r->base + TH_MBOX, val_intern(&s->val, VAL_SEQ, s->buf, n - 1));
    if (clause == UINT32_MAX) return RUN_FAULT;
    r->pc = t->clauses[clause].target;
    return RUN_OK;
  }
  op.copies = 0;
  if (!t->after && fails) { op.kind = EV_AFTER; vm_op(s, op); }
  if (!t->after) { kind(r, EV_RECEIVE); s->wait_matcher = op.matcher; return blocked(r, WAIT_RECEIVE, UINT32_MAX, -1); }
  kind(r, EV_AFTER);
  op.kind = EV_AFTER;
  vm_op(s, op);
  r->pc = t->after;
  return RUN_OK;
}

/* The owner's word is tid + 1, and 256 more for each time it entered again: only two threads inside are a violation. */
static RunResult critical(Run *r, const BcInstr *in) {
  VmState *s = r->s;
  uint32_t at = s->crit + in->a;
  kind(r, in->op == OP_ENTER ? EV_ENTER : EV_LEAVE);
  vm_touch(s, OBJ_CRITICAL(s->p, in->a), ACC_RW);
  int32_t owner = W_VAL(s->w[at]) & 255, again = W_VAL(s->w[at]) >> 8;
  if (in->op == OP_LEAVE) {
    if (owner == r->tid + 1) vm_put(s, at, again ? W_IMM(owner | (again - 1) << 8) : W_IMM(0));
    return RUN_OK;
  }
  if (owner == r->tid + 1) { vm_put(s, at, W_IMM(owner | (again + 1) << 8)); return RUN_OK; }
  if (owner) {
    char b[64], c[64];
    VmFault *f = vm_fail(s, r->tid, r->pc, FAIL_CRITICAL, NULL);
    snprintf(f->text, sizeof f->text, "critical %s: %s enters while %s is inside", s->p->criticals[in->a],
             vm_thread_name(s, r->tid, b, sizeof b), vm_thread_name(s, (VmTid)(owner - 1), c, sizeof c));
    return RUN_FAULT;
  }
  vm_put(s, at, W_IMM(r->tid + 1));
  return RUN_OK;
}

/* --- the rest --- */

static void addr_op(Run *r, const BcInstr *in) {
  int32_t off = W_VAL(val(r, in->c)), v;
  if (in->mode == MEM_LOCAL) v = -1 - (int32_t)(r->fp + in->b - r->base - TH_STACK) - off;
  else if (in->mode == MEM_REF) { v = W_VAL(r->s->w[r->fp + in->b]); v = v >= 0 ? v + off : v - off; }
  else v = (int32_t)in->b + off;
  set(r, in->a, W_IMM(v));
}

static void print_op(Run *r, const BcInstr *in) {
  VmState *s = r->s;
  if (!s->print) return;
  char line[1024], part_text[400];
  size_t n = 0;
  const BcPrint *t = &s->p->prints[in->a];
  for (uint32_t i = 0; i < t->n && n + 1 < sizeof line; i++) {
    const BcPrintItem *it = &t->items[i];
    const char *text = it->text;
    if (!text) text = it->operand & 1 ? vm_words_text(s, it->type, &s->k[it->operand >> 1], part_text, sizeof part_text)
                                      : vm_words_text(s, it->type, &s->w[SLOT(it->operand >> 1)], part_text, sizeof part_text);
    n += (size_t)snprintf(line + n, sizeof line - n, "%s%s", i ? " " : "", text);
    if (n >= sizeof line) n = sizeof line - 1;
  }
  line[n] = 0;
  s->print(s->print_ctx, r->tid, line);
}

static RunResult assert_op(Run *r, const BcInstr *in) {
  VmFault *f = vm_fail(r->s, r->tid, r->pc, FAIL_ASSERT, NULL);
  snprintf(f->text, sizeof f->text, "%s", in->a ? r->s->p->strings[in->a] : "assertion failed");
  return RUN_FAULT;
}

static RunResult stopped(Run *r) {
  if (r->s->in_init) return blocked(r, WAIT_NONE, UINT32_MAX, -1);      /* the branch is discarded */
  return RUN_STOPPED;
}

void exec_only_read(VmState *s) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < s->nacc; i++) s->acc[i] = (s->acc[i] & ~3u) | ACC_R;
  for (uint32_t i = 0; i < s->nops; i++) {
    if (s->ops[i].kind == EV_SEND || s->ops[i].kind == EV_SPAWN) continue;
    s->ops[n] = s->ops[i];
    s->ops[n++].copies = 0;
  }
  s->nops = n;
}

/* A region that fails leaves nothing but what it read. */
static void discard(Run *r) {
  VmState *s = r->s;
  if (!r->depth || r->mode != RUN_STEP) return;
  vm_restore(s, r->mark);
  exec_only_read(s);
  uint32_t n = 0;                                            /* threads it started have not failed: they were never born */
  for (uint32_t i = 0; i < s->nfaults; i++) if (s->faults[i].tid == r->tid) s->faults[n++] = s->faults[i];
  s->nfaults = n;
  s->evflags &= (uint8_t)~EVF_FAULT;
}

static RunResult ended(Run *r, RunResult x, VmThreadStatus how, uint8_t flag) {
  if (r->mode == RUN_CODE) return x;
  discard(r);
  vm_die(r->s, r->tid, how);
  r->s->evflags |= flag;
  return x == RUN_STOPPED ? RUN_OK : x;
}

static void stop(Run *r) {
  clear_dead(r);
  vm_put(r->s, r->base + TH_PC, W_IMM(r->pc));
  vm_put(r->s, r->base + TH_FP, W_IMM(r->fp - r->base - TH_STACK));
}

#define NEXT r->pc++; break
#define DO(call) { x = (call); if (x != RUN_OK) goto out; } NEXT
#define JUMP(test) if (test) { if (in->a <= r->pc) r->s->evflags |= EVF_LOOPED; r->pc = in->a; } else r->pc++; break

static RunResult loop(Run *r, bool fresh) {
  VmState *s = r->s;
  const BcProgram *p = s->p;
  uint32_t left = STEP_BUDGET;
  RunResult x = RUN_OK;
  for (;;) {
    const BcInstr *in = &p->code[r->pc];
    uint8_t visible = p->visible[r->pc];
    if (visible && (visible == 1 || ref_is_shared(r, in))) {
      if (r->depth) clear_dead(r);
      else if (fresh) { fresh = false; if (r->late) clear_dead(r); }
      else { s->executed += STEP_BUDGET - left; stop(r); return RUN_OK; }
    }
    s->cov[r->pc] = 1;
    if (!--left) { x = fail(r, "R0006", "over %u instructions without a visible step: this loop may never end", STEP_BUDGET); goto out; }
    switch ((BcOp)in->op) {
      case OP_NOP: NEXT;
      case OP_MOVE: set(r, in->a, val(r, in->b)); NEXT;
      case OP_COPY:
        if (!vm_buf(s, in->n)) { x = RUN_LIMIT; goto out; }
        memcpy(s->buf, s->w + SLOT(in->b), in->n * sizeof(Word));
        set_words(r, in->a, s->buf, in->n);
        NEXT;
      case OP_ADD: case OP_SUB: case OP_MUL: case OP_DIV: case OP_MOD: DO(arith(r, in));
      case OP_MIN: { Word a = val(r, in->b), b = val(r, in->c); set(r, in->a, less(r, b, a) ? b : a); NEXT; }
      case OP_MAX: { Word a = val(r, in->b), b = val(r, in->c); set(r, in->a, less(r, a, b) ? b : a); NEXT; }
      case OP_NEG: case OP_ABS: DO(negate(r, in));
      case OP_NOT: set(r, in->a, W_IMM(val(r, in->b) == W_IMM(0))); NEXT;
      case OP_EQ: set(r, in->a, W_IMM(val(r, in->b) == val(r, in->c))); NEXT;
      case OP_NE: set(r, in->a, W_IMM(val(r, in->b) != val(r, in->c))); NEXT;
      case OP_LT: set(r, in->a, W_IMM(less(r, val(r, in->b), val(r, in->c)))); NEXT;
      case OP_LE: set(r, in->a, W_IMM(!less(r, val(r, in->c), val(r, in->b)))); NEXT;
      case OP_EQN: set(r, in->a, W_IMM(memcmp(s->w + SLOT(in->b), s->w + SLOT(in->c), in->n * sizeof(Word)) == 0)); NEXT;
      case OP_JMP: JUMP(true);
      case OP_JZ: JUMP(val(r, in->b) == W_IMM(0));
      case OP_JNZ: JUMP(val(r, in->b) != W_IMM(0));
      case OP_JEQ: JUMP(val(r, in->b) == val(r, in->c));
      case OP_JNE: JUMP(val(r, in->b) != val(r, in->c));
      case OP_JLT: JUMP(less(r, val(r, in->b), val(r, in->c)));
      case OP_JLE: JUMP(!less(r, val(r, in->c), val(r, in->b)));
      case OP_INDEX: DO(index_op(r, in));
      case OP_ADDR: addr_op(r, in); NEXT;
      case OP_SELF: set(r, in->a, W_IMM(r->tid == VM_MAX_THREADS ? 0 : r->tid + 1)); NEXT;   /* init, properties: no pid */
      case OP_THREAD: DO(thread_op(r, in));
      case OP_CALL: x = call(r, in); if (x != RUN_OK) goto out; break;
      case OP_RET: x = ret(r, in); if (x != RUN_OK) goto out; break;
      case OP_ASSERT: if (val(r, in->b) != W_IMM(0)) { NEXT; } x = assert_op(r, in); goto out;
      case OP_ASSUME: if (val(r, in->b) != W_IMM(0)) { NEXT; } x = stopped(r); goto out;
      case OP_PRINT: print_op(r, in); NEXT;
      case OP_LOOP0: set(r, in->a, W_IMM(0)); NEXT;
      case OP_LOOP:
        if (r->mode == RUN_CODE) { NEXT; }                   /* init, finally, properties run to their end */
        if (W_VAL(s->w[SLOT(in->a)]) >= (int32_t)in->b) { s->executed += STEP_BUDGET - left; return ended(r, RUN_STOPPED, TH_CUT, EVF_STOPPED); }
        set(r, in->a, W_IMM(W_VAL(s->w[SLOT(in->a)]) + 1));
        NEXT;
      case OP_END:
        s->executed += STEP_BUDGET - left;
        vm_die(s, r->tid, TH_ENDED);
        s->evflags |= EVF_ENDED;
        return RUN_OK;
      case OP_HALT: s->result = val(r, in->b); s->executed += STEP_BUDGET - left; return RUN_OK;
      case OP_GUARD: if (val(r, in->b) != W_IMM(0)) { NEXT; } x = blocked(r, WAIT_GUARD, UINT32_MAX, -1); goto out;
      case OP_LOAD: DO(load(r, in));
      case OP_STORE: DO(store(r, in));
      case OP_CAS: DO(cas(r, in));
      case OP_SWAP: DO(swap(r, in));
      case OP_FADD: DO(fetch_add(r, in));
      case OP_PUSH: case OP_POP: case OP_HEAD: case OP_LEN: case OP_CONTAINS: case OP_INSERT: case OP_REMOVE: case OP_CLEAR: DO(data(r, in));
      case OP_LOCK: case OP_UNLOCK: case OP_TRYLOCK: DO(lock_op(r, in));
      case OP_CHOOSE: DO(choose(r, in));
      case OP_CHOOSES: DO(choose_set(r, in));
      case OP_SPAWN: DO(spawn(r, in));
      case OP_JOIN: DO(join(r, in));
      case OP_SEND: DO(send(r, in));
      case OP_RECEIVE: x = receive(r, in); if (x != RUN_OK) goto out; break;
      case OP_ENTER: case OP_LEAVE: DO(critical(r, in));
      case OP_EITHER: {
        const BcEither *t = &p->eithers[in->a];
        int d = digit(s, t->n);
        if (d < 0) { x = no_digit(r); goto out; }
        kind(r, EV_CHOOSE);
        r->pc = t->branches[d].target;
        if (t->branches[d].blocking && !r->depth) { fresh = r->late = true; s->evflags |= EVF_GUARDED; }
        break;
      }
      case OP_ATOMIC:
        if (!r->depth++) {
          s->evkind = in->b == REGION_AWAIT ? EV_AWAIT : EV_ATOMIC;
          r->mark = s->nlog;
        }
        if (in->b == REGION_AWAIT) s->evflags |= EVF_GUARDED;
        NEXT;
      case OP_ENDATOMIC: if (r->depth) r->depth--; NEXT;
      case OP_COUNT: break;
    }
  }
out:
  s->executed += STEP_BUDGET - left;
  if (x == RUN_FAULT) return ended(r, x, TH_FAILED, EVF_FAULT);
  if (x == RUN_STOPPED) return ended(r, x, TH_STOPPED, EVF_STOPPED);
  if (x == RUN_BLOCKED && s->wait.kind != WAIT_NONE && p->code[r->pc].op == OP_GUARD) s->wait.pc = r->pc;
  return x;
}

RunResult exec_run(VmState *s, VmTid tid, uint32_t base, uint32_t fp, uint32_t pc, RunMode mode) {
  Run r = { .s = s, .tid = tid, .base = base, .fp = fp, .pc = pc, .mode = mode, .depth = mode == RUN_CODE };
  return loop(&r, mode == RUN_STEP);
}

void exec_start(VmState *s, VmTid tid) {
  uint32_t b = s->id[tid].base;
  uint8_t keep_kind = s->evkind, keep_flags = s->evflags;
  uint32_t lock = s->evlock;
  RunResult x = exec_run(s, tid, b, b + TH_STACK, s->p->threads[s->id[tid].item].body.entry, RUN_START);
  s->evkind = keep_kind;
  s->evlock = lock;
  s->evflags = (uint8_t)(keep_flags | (x == RUN_FAULT ? EVF_FAULT : 0));
}
