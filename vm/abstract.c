/* vm/abstract.c -- see abstract.h. */
#include "vm/abstract.h"
#include <string.h>

static Abs value(const Abstract *x, const AbsState *n, uint32_t o) {
  if (o & 1) return abs_known(x->s->k[o >> 1]);
  uint32_t i = n->fp + (o >> 1);
  return i < ABS_WORDS ? n->stack[i] : abs_unknown();
}

/* Word I of a value operand of N words. */
static Abs part(const Abstract *x, const AbsState *n, uint32_t o, uint32_t words, uint32_t i) {
  return words == 1 ? value(x, n, o) : value(x, n, o + (i << 1));
}

static void set(Abstract *x, AbsState *n, uint32_t slot, Abs v) {
  if (n->fp + slot >= ABS_WORDS) { x->lost = true; return; }
  n->stack[n->fp + slot] = v;
}

static void forget(AbsState *n, uint32_t from) { for (uint32_t i = from; i < ABS_WORDS; i++) n->stack[i] = abs_unknown(); }

static void next(AbsEffect *e, uint32_t pc) { e->next[e->nnext++] = pc; }
static bool too_many(Abstract *x, uint32_t n) { return n > ABS_NEXT && (x->lost = true); }

/* --- shared memory --- */

/* Where a memory operand is: shared words, or own stack words. False: could be anywhere. */
typedef struct { bool shared, constant; uint32_t at, n; bool exact; } Where;

static bool locate(Abstract *x, const AbsState *n, const BcInstr *in, uint32_t len, Where *out) {
  const BcProgram *p = x->s->p;
  Abs off = value(x, n, in->c);
  *out = (Where){ .n = len, .exact = off.known };
  uint32_t base = in->b;
  if (in->mode == MEM_LOCAL) { out->at = n->fp + base + (off.known ? (uint32_t)W_VAL(off.w) : 0); return off.known; }
  if (in->mode == MEM_REF) {
    Abs r = value(x, n, BC_SLOT(in->b));
    if (!r.known) return false;
    if (W_VAL(r.w) < 0) { out->at = (uint32_t)(-1 - W_VAL(r.w)) + (off.known ? (uint32_t)W_VAL(off.w) : 0); return off.known; }
    base = (uint32_t)W_VAL(r.w);
  }
  out->shared = true;
  out->constant = in->mode == MEM_CONST;
  if (off.known) { out->at = base + (uint32_t)W_VAL(off.w); return true; }
  if (base >= p->nlocs) return false;                        /* an array of length 0 */
  const BcVar *v = p->leaf_var[base];                        /* computed from something unknown: the whole variable */
  out->at = v->base;
  out->n = v->type->width;
  return true;
}

static void touch(AbsEffect *e, const Where *at, uint8_t mode) {
  if (at->constant) return;
  e->at = at->at;
  e->n = at->n;
  e->mode = mode;
}

static void wrote(AbsState *n, const Where *at) {
  if (n->ndirty < ABS_DIRTY) { n->dirty[n->ndirty].at = at->at; n->dirty[n->ndirty].n = at->n; }
  if (n->ndirty <= ABS_DIRTY) n->ndirty++;
}

static bool is_dirty(const AbsState *n, uint32_t loc) {
  if (n->ndirty > ABS_DIRTY) return true;
  for (uint32_t i = 0; i < n->ndirty; i++) if (loc - n->dirty[i].at < n->dirty[i].n) return true;
  return false;
}

/* A shared word, as far as the caller knows it and this event did not write it. */
static Abs shared_word(const Abstract *x, const AbsState *n, const Where *at, uint32_t i) {
  if (at->constant && at->exact) return abs_known(x->s->w[at->at + i]);
  return x->read && at->exact && !is_dirty(n, at->at + i) ? x->read(x->ctx, at->at + i) : abs_unknown();
}

/* --- integers --- */

static Abs imm_arith(BcOp op, Abs x, Abs y) {
  if (!x.known || !y.known || !W_IS_IMM(x.w) || !W_IS_IMM(y.w)) return abs_unknown();
  bool less = (int32_t)x.w < (int32_t)y.w;
  switch (op) {
    case OP_MIN: return less ? x : y;
    case OP_MAX: return less ? y : x;
    case OP_LT: return abs_known(W_IMM(less));
    case OP_LE: return abs_known(W_IMM(less || x.w == y.w));
    case OP_DIV: case OP_MOD: if (y.w == W_IMM(0)) return abs_unknown(); break;
    default: break;
  }
  Word v = val_small(op, x.w, y.w);
  return v == W_NIL ? abs_unknown() : abs_known(v);
}

static void index_op(Abstract *x, AbsState *n, const BcInstr *in) {
  Abs b = value(x, n, in->b), i = value(x, n, in->c);
  bool fine = b.known && i.known && W_IS_IMM(i.w) && W_VAL(i.w) >= 0 && (uint32_t)W_VAL(i.w) < in->d;
  set(x, n, in->a, fine ? abs_known(W_IMM(W_VAL(b.w) + W_VAL(i.w) * (int32_t)in->e)) : abs_unknown());
}

static void addr_op(Abstract *x, AbsState *n, const BcInstr *in) {
  Abs off = value(x, n, in->c), r = in->mode == MEM_REF ? value(x, n, BC_SLOT(in->b)) : abs_known(0);
  if (!off.known || !r.known) { set(x, n, in->a, abs_unknown()); return; }
  int32_t o = W_VAL(off.w), v;
  if (in->mode == MEM_LOCAL) v = -1 - (int32_t)(n->fp + in->b) - o;
  else if (in->mode == MEM_REF) v = W_VAL(r.w) >= 0 ? W_VAL(r.w) + o : W_VAL(r.w) - o;
  else v = (int32_t)in->b + o;
  set(x, n, in->a, abs_known(W_IMM(v)));
}

/* --- memory instructions --- */

static bool wide(BcOp op) { return op == OP_LOAD || op == OP_STORE || op == OP_CAS || op == OP_SWAP; }
static bool has_dest(BcOp op) { return op != OP_STORE && op != OP_PUSH && op != OP_INSERT && op != OP_REMOVE && op != OP_CLEAR; }
static uint32_t dest_words(const BcInstr *in) { return in->op == OP_LOAD || in->op == OP_SWAP || in->op == OP_POP || in->op == OP_HEAD ? in->n : 1; }

static uint8_t mode_of(BcOp op) {
  switch (op) {
    case OP_LOAD: case OP_HEAD: case OP_LEN: case OP_CONTAINS: return ACC_R;
    case OP_STORE: case OP_CLEAR: return ACC_W;
    default: return ACC_RW;
  }
}

/* Does the set or queue Q hold the element of operand d? */
static Abs contains(Abstract *x, const AbsState *n, const BcInstr *in, Word q) {
  const Values *v = &x->s->val;
  uint32_t words = in->n, count = words ? val_len(v, q) / words : 0;
  for (uint32_t k = 0; k < words; k++) if (!part(x, n, in->d, words, k).known) return abs_unknown();
  for (uint32_t i = 0; i < count; i++) {
    bool same = true;
    for (uint32_t k = 0; k < words; k++) same &= val_words(v, q)[i * words + k] == part(x, n, in->d, words, k).w;
    if (same) return abs_known(W_IMM(1));
  }
  return abs_known(W_IMM(0));
}

/* 1 and 0: the comparison succeeds or not; -1: unknown. */
static int cas_succeeds(Abstract *x, const AbsState *n, const BcInstr *in, const Where *at) {
  int result = 1;
  for (uint32_t i = 0; i < in->n; i++) {
    Abs have = shared_word(x, n, at, i), want = part(x, n, in->d, in->n, i);
    if (have.known && want.known && have.w != want.w) return 0;
    if (!have.known || !want.known) result = -1;
  }
  return result;
}

/* Word I of what the instruction puts into its destination. */
static Abs result_word(Abstract *x, const AbsState *n, const BcInstr *in, const Where *at, uint32_t i) {
  const Values *v = &x->s->val;
  Abs q = shared_word(x, n, at, in->op == OP_LOAD || in->op == OP_SWAP ? i : 0);
  if (!q.known || in->op == OP_LOAD || in->op == OP_SWAP || in->op == OP_FADD) return q;
  if (in->op == OP_LEN) return abs_known(W_IMM(in->n ? val_len(v, q.w) / in->n : 0));
  if (in->op == OP_CONTAINS) return contains(x, n, in, q.w);
  return i < val_len(v, q.w) ? abs_known(val_words(v, q.w)[i]) : abs_unknown();
}

static void shared_memory(Abstract *x, AbsState *n, const BcInstr *in, const Where *at, AbsEffect *e) {
  Abs out[ABS_WORDS];
  uint32_t words = has_dest((BcOp)in->op) ? dest_words(in) : 0;
  uint8_t mode = mode_of((BcOp)in->op);
  if (words > ABS_WORDS) { x->lost = true; return; }
  if (in->op == OP_CAS) {
    int same = cas_succeeds(x, n, in, at);
    if (same == 0) mode = ACC_R;
    out[0] = same < 0 ? abs_unknown() : abs_known(W_IMM(same));
  } else
    for (uint32_t i = 0; i < words; i++) out[i] = result_word(x, n, in, at, i);
  touch(e, at, mode);
  if (mode & ACC_W) wrote(n, at);
  for (uint32_t i = 0; i < words; i++) set(x, n, in->a + i, out[i]);
}

static void own_memory(Abstract *x, AbsState *n, const BcInstr *in, const Where *at) {
  uint32_t len = at->n;
  if (at->at + len > ABS_WORDS || (in->op == OP_STORE && len > 1 && n->fp + (in->a >> 1) + len > ABS_WORDS)) { x->lost = true; return; }
  if (in->op == OP_LOAD) { for (uint32_t i = 0; i < len; i++) set(x, n, in->a + i, n->stack[at->at + i]); return; }
  for (uint32_t i = 0; i < len; i++) n->stack[at->at + i] = in->op == OP_STORE ? (len == 1 ? value(x, n, in->a) : n->stack[n->fp + (in->a >> 1) + i]) : abs_unknown();
  for (uint32_t i = 0; has_dest((BcOp)in->op) && i < dest_words(in); i++) set(x, n, in->a + i, abs_unknown());
}

/* An index into something of the thread's own that is unknown: a variable lies above the head of its frame. */
static void somewhere(Abstract *x, AbsState *n, const BcInstr *in) {
  if (in->mode == MEM_REF && !value(x, n, BC_SLOT(in->b)).known) x->lost = true;
  if (mode_of((BcOp)in->op) & ACC_W) forget(n, in->mode == MEM_LOCAL ? n->fp + in->b : 0);
  for (uint32_t i = 0; has_dest((BcOp)in->op) && i < dest_words(in); i++) set(x, n, in->a + i, abs_unknown());
}

static void memory(Abstract *x, AbsState *n, const BcInstr *in, AbsEffect *e) {
  Where at;
  if (!locate(x, n, in, wide((BcOp)in->op) ? in->n : 1, &at)) somewhere(x, n, in);
  else if (at.shared) shared_memory(x, n, in, &at, e);
  else own_memory(x, n, in, &at);
}

static void lock_op(Abstract *x, AbsState *n, const BcInstr *in, AbsEffect *e) {
  Where at;
  if (!locate(x, n, in, 1, &at)) { x->lost = true; return; }
  Abs m = shared_word(x, n, &at, 0);
  bool taken = m.known && m.w != W_IMM(0);
  touch(e, &at, in->op == OP_UNLOCK ? ACC_W : in->op == OP_TRYLOCK && taken ? ACC_R : ACC_RW);
  e->unlocks = in->op == OP_UNLOCK;
  e->locks = in->op == OP_LOCK;
  e->blocks = e->locks && !(taken && m.w == W_IMM(x->tid + 1));       /* held by itself: it fails */
  if (e->mode & ACC_W) wrote(n, &at);
  if (in->op == OP_TRYLOCK) set(x, n, in->a, m.known ? abs_known(W_IMM(!taken)) : abs_unknown());
  if (in->op != OP_LOCK || !taken) next(e, n->pc + 1);
}

static void choose_set(Abstract *x, AbsState *n, const BcInstr *in, AbsEffect *e) {
  Where at;
  bool empty = false;
  e->blocks = true;
  if (!locate(x, n, in, 1, &at)) { if (in->mode == MEM_REF) x->lost = true; }
  else if (at.shared) {
    Abs q = shared_word(x, n, &at, 0);
    empty = q.known && val_len(&x->s->val, q.w) == 0;
    touch(e, &at, ACC_R);
  }
  for (uint32_t i = 0; i < in->n; i++) set(x, n, in->a + i, abs_unknown());
  if (!empty) next(e, n->pc + 1);
}

/* --- threads and messages --- */

static void receive(Abstract *x, AbsState *n, const BcInstr *in, AbsEffect *e) {
  const BcReceive *t = &x->s->p->receives[in->a];
  if (too_many(x, t->nclauses + 1)) return;
  e->blocks = !t->after;
  e->has_op = true;
  e->any_peer = x->tid == ABS_NOBODY;
  e->op = (VmOp){ .kind = t->after ? EV_AFTER : EV_RECEIVE, .peer = x->tid, .receive = in->a };
  bool gets = e->any_peer || !x->passes || x->passes(x->ctx, &e->op);
  for (uint32_t i = 0; i < t->nclauses; i++)
    for (uint32_t k = 0; k < t->clauses[i].npats; k++)
      for (uint32_t j = 0; t->clauses[i].pats[k].kind == PAT_BIND && j < t->clauses[i].pats[k].width; j++) set(x, n, t->clauses[i].pats[k].slot + j, abs_unknown());
  for (uint32_t i = 0; gets && i < t->nclauses; i++) next(e, t->clauses[i].target);
  if (t->after) next(e, t->after);
}

static void join(Abstract *x, AbsState *n, const BcInstr *in, AbsEffect *e) {
  Abs p = value(x, n, in->b);
  if (p.known && p.w == W_IMM(0)) return;                    /* it fails */
  e->blocks = true;
  e->has_op = true;
  e->any_peer = !p.known;
  e->op = (VmOp){ .kind = EV_JOIN, .peer = p.known ? (VmTid)(W_VAL(p.w) - 1) : ABS_NOBODY };
  if (e->any_peer || !x->passes || x->passes(x->ctx, &e->op)) next(e, n->pc + 1);
}

/* Whether a send can be lost or doubled is a choice that comes and goes with the budget. */
static void send(Abstract *x, AbsState *n, const BcInstr *in, AbsEffect *e) {
  const BcProgram *p = x->s->p;
  const BcMessage *m = &p->messages[in->b];
  const int32_t fault[2] = { m->drop, m->duplicate };
  for (int i = 0; i < 2; i++)
    if (fault[i] >= 0 && p->faults[fault[i]].bound >= 0) { e->budget[e->nbudgets++] = OBJ_BUDGET(p, p->faults[fault[i]].budget); e->blocks = true; }
  Abs to = value(x, n, in->a);
  e->has_op = true;
  e->any_peer = !to.known || to.w == W_IMM(0);
  e->op = (VmOp){ .kind = EV_SEND, .peer = e->any_peer ? ABS_NOBODY : (VmTid)(W_VAL(to.w) - 1), .copies = 1 };
  if (!to.known || to.w != W_IMM(0)) next(e, n->pc + 1);
}

/* --- where to go on --- */

static void call(Abstract *x, AbsState *n, const BcInstr *in, AbsEffect *e) {
  const BcFunc *f = &x->s->p->funcs[in->a];
  uint32_t fp = n->fp + in->b;
  if (fp + f->frame > ABS_WORDS) { x->lost = true; return; }
  for (uint32_t i = fp + BC_FRAME_HEAD + in->n; i < fp + f->frame; i++) n->stack[i] = abs_known(0);
  n->stack[fp] = abs_known(W_IMM(n->pc + 1));
  n->stack[fp + 1] = abs_known(W_IMM(n->fp));
  n->fp = fp;
  next(e, f->entry);
}

static void ret(Abstract *x, AbsState *n, const BcInstr *in, AbsEffect *e) {
  Abs pc = n->stack[n->fp], fp = n->stack[n->fp + 1], keep[ABS_WORDS];
  if (!pc.known || !fp.known || n->fp + in->b + in->n > ABS_WORDS) { x->lost = true; return; }
  memcpy(keep, n->stack + n->fp + in->b, in->n * sizeof *keep);
  memcpy(n->stack + n->fp, keep, in->n * sizeof *keep);
  for (uint32_t i = in->n; i < in->c && n->fp + i < ABS_WORDS; i++) n->stack[n->fp + i] = abs_known(0);
  n->fp = (uint32_t)W_VAL(fp.w) & 0xfffffu;
  next(e, (uint32_t)W_VAL(pc.w));
}

static void branch(Abstract *x, AbsState *n, const BcInstr *in, AbsEffect *e) {
  Abs t = abs_unknown();
  if (in->op == OP_JMP) t = abs_known(W_IMM(1));
  else {
    Abs a = value(x, n, in->b), b = value(x, n, in->c);
    switch (in->op) {
      case OP_JZ: if (a.known) t = abs_known(W_IMM(a.w == W_IMM(0))); break;
      case OP_JNZ: if (a.known) t = abs_known(W_IMM(a.w != W_IMM(0))); break;
      case OP_JEQ: if (a.known && b.known) t = abs_known(W_IMM(a.w == b.w)); break;
      case OP_JNE: if (a.known && b.known) t = abs_known(W_IMM(a.w != b.w)); break;
      case OP_JLT: t = imm_arith(OP_LT, a, b); break;
      default: t = imm_arith(OP_LE, a, b); break;
    }
  }
  if (!t.known || t.w != W_IMM(0)) next(e, in->a);
  if (!t.known || t.w == W_IMM(0)) next(e, n->pc + 1);
}

static void guard(Abstract *x, AbsState *n, const BcInstr *in, AbsEffect *e) {
  Abs v = value(x, n, in->b);
  e->blocks = in->op == OP_GUARD && !(v.known && v.w != W_IMM(0));
  if (!v.known || v.w != W_IMM(0)) next(e, n->pc + 1);
}

/* The counter of a bounded loop (--loop). */
static void count_loop(Abstract *x, AbsState *n, const BcInstr *in, AbsEffect *e) {
  Abs c = value(x, n, BC_SLOT(in->a));
  if (c.known && W_VAL(c.w) >= (int32_t)in->b) return;
  set(x, n, in->a, c.known ? abs_known(W_IMM(W_VAL(c.w) + 1)) : c);
  next(e, n->pc + 1);
}

static void copy(Abstract *x, AbsState *n, const BcInstr *in) {
  Abs keep[ABS_WORDS];
  if (n->fp + in->b + in->n > ABS_WORDS) { x->lost = true; return; }
  memcpy(keep, n->stack + n->fp + in->b, in->n * sizeof *keep);
  for (uint32_t i = 0; i < in->n; i++) set(x, n, in->a + i, keep[i]);
}

static Abs thread_pid(Abstract *x, const AbsState *n, const BcInstr *in) {
  Abs i = value(x, n, in->c);
  return i.known && W_IS_IMM(i.w) ? abs_known(W_IMM((int32_t)in->b + W_VAL(i.w) - (int32_t)in->d + 1)) : abs_unknown();
}

static Abs equal(Abs a, Abs b, bool want) { return a.known && b.known ? abs_known(W_IMM((a.w == b.w) == want)) : abs_unknown(); }

void abs_instruction(Abstract *x, AbsState *n, AbsEffect *e) {
  const BcProgram *p = x->s->p;
  const BcInstr *in = &p->code[n->pc];
  e->n = e->nnext = e->nbudgets = 0;
  e->locks = e->unlocks = e->blocks = e->has_op = e->any_peer = false;
  switch ((BcOp)in->op) {
    case OP_MOVE: set(x, n, in->a, value(x, n, in->b)); break;
    case OP_COPY: copy(x, n, in); break;
    case OP_ADD: case OP_SUB: case OP_MUL: case OP_DIV: case OP_MOD: case OP_MIN: case OP_MAX: case OP_LT: case OP_LE:
      set(x, n, in->a, imm_arith((BcOp)in->op, value(x, n, in->b), value(x, n, in->c)));
      break;
    case OP_EQ: case OP_NE: set(x, n, in->a, equal(value(x, n, in->b), value(x, n, in->c), in->op == OP_EQ)); break;
    case OP_NOT: set(x, n, in->a, equal(value(x, n, in->b), abs_known(W_IMM(0)), true)); break;
    case OP_NEG: set(x, n, in->a, imm_arith(OP_SUB, abs_known(W_IMM(0)), value(x, n, in->b))); break;
    case OP_ABS: case OP_EQN: case OP_SPAWN: set(x, n, in->a, abs_unknown()); break;
    case OP_INDEX: index_op(x, n, in); break;
    case OP_ADDR: addr_op(x, n, in); break;
    case OP_SELF: set(x, n, in->a, x->tid == ABS_NOBODY ? abs_unknown() : abs_known(W_IMM(x->tid + 1))); break;
    case OP_THREAD: set(x, n, in->a, thread_pid(x, n, in)); break;
    case OP_CHOOSE: {
      Abs some = imm_arith(OP_LE, value(x, n, in->b), value(x, n, in->c));
      e->blocks = !some.known || some.w == W_IMM(0);         /* an empty range */
      set(x, n, in->a, abs_unknown());
      if (some.known && some.w == W_IMM(0)) return;
      break;
    }
    case OP_LOOP0: set(x, n, in->a, abs_known(W_IMM(0))); break;
    case OP_LOOP: count_loop(x, n, in, e); return;
    case OP_LOAD: case OP_STORE: case OP_CAS: case OP_SWAP: case OP_FADD: case OP_PUSH: case OP_POP: case OP_HEAD: case OP_LEN:
    case OP_CONTAINS: case OP_INSERT: case OP_REMOVE: case OP_CLEAR: memory(x, n, in, e); break;
    case OP_LOCK: case OP_UNLOCK: case OP_TRYLOCK: lock_op(x, n, in, e); return;
    case OP_CHOOSES: choose_set(x, n, in, e); return;
    case OP_JOIN: join(x, n, in, e); return;
    case OP_RECEIVE: receive(x, n, in, e); return;
    case OP_SEND: send(x, n, in, e); return;
    case OP_CALL: call(x, n, in, e); return;
    case OP_RET: ret(x, n, in, e); return;
    case OP_JMP: case OP_JZ: case OP_JNZ: case OP_JEQ: case OP_JNE: case OP_JLT: case OP_JLE: branch(x, n, in, e); return;
    case OP_GUARD: case OP_ASSERT: case OP_ASSUME: guard(x, n, in, e); return;
    case OP_EITHER:
      if (too_many(x, p->eithers[in->a].n)) return;
      for (uint32_t i = 0; i < p->eithers[in->a].n; i++) next(e, p->eithers[in->a].branches[i].target);
      return;
    case OP_ATOMIC: n->depth++; break;
    case OP_ENDATOMIC: if (n->depth) n->depth--; break;
    case OP_END: case OP_HALT: return;
    case OP_NOP: case OP_PRINT: case OP_ENTER: case OP_LEAVE: case OP_COUNT: break;
  }
  next(e, n->pc + 1);
}
