/* vm/waits.c -- see waits.h. The pending event's code is run on abstract values: locals are known words until something
 * unknown flows into them, shared memory is unknown, and a test of something unknown goes both ways. A node is a code
 * point with its frame; where paths meet, what differs becomes unknown, so this ends. A read counts when a statement
 * that can block is still ahead of it. When there is too much to follow, everything counts as read: coarse but sound. */
#include "vm/waits.h"
#include <string.h>
#include "vm/state.h"

#define MAX_NODES 256u
#define MAX_WORDS 160u
#define MAX_EDGES 1024u
#define MAX_READS 2048u
#define MAX_OPS 300u

typedef struct { Word w; bool known; } Abs;
static const Abs unknown = { 0, false };
static Abs known(Word w) { return (Abs){ w, true }; }

typedef struct {
  uint32_t pc, fp;                   /* fp: words from the start of the stack */
  uint32_t depth;                    /* of atomic regions */
  bool blocks, queued, ahead;        /* ahead: a blocking statement is reachable */
  uint32_t reads, nreads, nops;      /* into acc; at most one op */
  VmOp op;
  Abs stack[MAX_WORDS];
} Node;

typedef struct { uint32_t from, to; } Edge;
typedef struct { uint64_t key; uint32_t acc, nacc, op, nops; } Entry;

struct Waits {
  Node nodes[MAX_NODES]; uint32_t n;
  uint32_t work[MAX_NODES]; uint32_t nwork;
  Edge edges[MAX_EDGES]; uint32_t nedges;
  VmAcc acc[MAX_READS]; uint32_t nacc;
  bool lost;                         /* too much: everything is read */
  VmState *s;
  VmTid tid;
  /* results */
  Entry *table; size_t slots, used;
  VmAcc *racc; size_t nracc, capracc;
  VmOp *rops; size_t nrops, caprops;
  VmOp shown[MAX_OPS];               /* filtered for the present state */
};
typedef struct Waits Waits;

/* --- recording --- */

static void read_range(Waits *w, Node *n, uint32_t at, uint32_t len) {
  if (w->nacc + len > MAX_READS) { w->lost = true; return; }
  if (!n->nreads) n->reads = w->nacc;
  for (uint32_t i = 0; i < len; i++) w->acc[w->nacc++] = (at + i) << 2 | ACC_R;
  n->nreads += len;
}

static Abs value(const Waits *w, const Node *n, uint32_t o) {
  if (o & 1) return known(w->s->k[o >> 1]);
  uint32_t i = n->fp + (o >> 1);
  return i < MAX_WORDS ? n->stack[i] : unknown;
}

static void set(Waits *w, Node *n, uint32_t slot, Abs v) {
  if (n->fp + slot >= MAX_WORDS) { w->lost = true; return; }
  n->stack[n->fp + slot] = v;
}

/* Where a memory operand is: shared words to read, or own stack words. False: could be anywhere. */
typedef struct { bool shared, constant; uint32_t at, n; bool exact; } Where;

static bool locate(Waits *w, const Node *n, const BcInstr *in, uint32_t len, Where *out) {
  const BcProgram *p = w->s->p;
  Abs off = value(w, n, in->c);
  *out = (Where){ .n = len, .exact = off.known };
  uint32_t base = in->b;
  if (in->mode == MEM_LOCAL) { out->at = n->fp + base + (off.known ? (uint32_t)W_VAL(off.w) : 0); return off.known; }
  if (in->mode == MEM_REF) {
    Abs r = value(w, n, BC_SLOT(in->b));
    if (!r.known) return false;
    if (W_VAL(r.w) < 0) { out->at = (uint32_t)(-1 - W_VAL(r.w)) + (off.known ? (uint32_t)W_VAL(off.w) : 0); return off.known; }
    base = (uint32_t)W_VAL(r.w);
  }
  out->shared = true;
  out->constant = in->mode == MEM_CONST;
  if (off.known) { out->at = base + (uint32_t)W_VAL(off.w); return true; }
  if (base >= p->nlocs) return false;                        /* an array of length 0 */
  const BcVar *v = p->leaf_var[base];                        /* computed from shared data: the whole variable */
  out->at = v->base;
  out->n = v->type->width;
  return true;
}

static void forget_stack(Node *n) { for (uint32_t i = 0; i < MAX_WORDS; i++) n->stack[i] = unknown; }

/* --- nodes --- */

static void edge(Waits *w, uint32_t from, uint32_t to) {
  if (from == UINT32_MAX) return;
  if (w->nedges == MAX_EDGES) { w->lost = true; return; }
  w->edges[w->nedges++] = (Edge){ from, to };
}

static void go(Waits *w, uint32_t from, const Node *st, uint32_t pc) {
  uint32_t i = 0;
  while (i < w->n && (w->nodes[i].pc != pc || w->nodes[i].fp != st->fp || w->nodes[i].depth != st->depth)) i++;
  if (i == MAX_NODES - 1) { w->lost = true; return; }
  edge(w, from, i);
  Node *t = &w->nodes[i];
  bool fresh = i == w->n, widened = false;
  if (fresh) {
    *t = *st;
    t->pc = pc;
    t->blocks = t->queued = t->ahead = false;
    t->nreads = t->nops = 0;
    w->n++;
  } else
    for (uint32_t k = 0; k < MAX_WORDS; k++)
      if (t->stack[k].known && (!st->stack[k].known || st->stack[k].w != t->stack[k].w)) { t->stack[k] = unknown; widened = true; }
  if ((fresh || widened) && !t->queued) { t->queued = true; w->work[w->nwork++] = i; }
}

/* --- instructions --- */

static Abs imm_arith(BcOp op, Abs x, Abs y) {
  if (!x.known || !y.known || !W_IS_IMM(x.w) || !W_IS_IMM(y.w)) return unknown;
  bool less = (int32_t)x.w < (int32_t)y.w;
  switch (op) {
    case OP_MIN: return less ? x : y;
    case OP_MAX: return less ? y : x;
    case OP_LT: return known(W_IMM(less));
    case OP_LE: return known(W_IMM(less || x.w == y.w));
    case OP_DIV: case OP_MOD: if (y.w == W_IMM(0)) return unknown; break;
    default: break;
  }
  Word v = val_small(op, x.w, y.w);
  return v == W_NIL ? unknown : known(v);
}

static void memory(Waits *w, Node *n, const BcInstr *in) {
  Where at;
  uint32_t len = in->op == OP_LOAD || in->op == OP_STORE || in->op == OP_CAS || in->op == OP_SWAP ? in->n : 1;
  uint32_t out = in->op == OP_LOAD || in->op == OP_SWAP || in->op == OP_POP || in->op == OP_HEAD ? in->n : 1;
  bool has_dest = in->op != OP_STORE && in->op != OP_PUSH && in->op != OP_INSERT && in->op != OP_REMOVE && in->op != OP_CLEAR;
  if (!locate(w, n, in, len, &at)) {
    if (in->mode == MEM_REF && !value(w, n, BC_SLOT(in->b)).known) w->lost = true;
    forget_stack(n);
    return;
  }
  if (at.shared) {
    if (!at.constant && in->op != OP_STORE && in->op != OP_CLEAR) read_range(w, n, at.at, at.n);
    for (uint32_t i = 0; has_dest && i < out; i++) set(w, n, in->a + i, at.constant && at.exact && in->op == OP_LOAD ? known(w->s->w[at.at + i]) : unknown);
    return;
  }
  if (at.at + len > MAX_WORDS || (in->op == OP_STORE && len > 1 && n->fp + (in->a >> 1) + len > MAX_WORDS)) { w->lost = true; return; }
  if (in->op == OP_LOAD) { for (uint32_t i = 0; i < len; i++) set(w, n, in->a + i, n->stack[at.at + i]); return; }
  for (uint32_t i = 0; i < len; i++) n->stack[at.at + i] = in->op == OP_STORE ? (len == 1 ? value(w, n, in->a) : n->stack[n->fp + (in->a >> 1) + i]) : unknown;
  for (uint32_t i = 0; has_dest && i < out; i++) set(w, n, in->a + i, unknown);
}

static void index_op(Waits *w, Node *n, const BcInstr *in) {
  Abs b = value(w, n, in->b), i = value(w, n, in->c);
  bool fine = b.known && i.known && W_IS_IMM(i.w) && W_VAL(i.w) >= 0 && (uint32_t)W_VAL(i.w) < in->d;
  set(w, n, in->a, fine ? known(W_IMM(W_VAL(b.w) + W_VAL(i.w) * (int32_t)in->e)) : unknown);
}

static void addr_op(Waits *w, Node *n, const BcInstr *in) {
  Abs off = value(w, n, in->c), r = in->mode == MEM_REF ? value(w, n, BC_SLOT(in->b)) : known(0);
  if (!off.known || !r.known) { set(w, n, in->a, unknown); return; }
  int32_t o = W_VAL(off.w), v;
  if (in->mode == MEM_LOCAL) v = -1 - (int32_t)(n->fp + in->b) - o;
  else if (in->mode == MEM_REF) v = W_VAL(r.w) >= 0 ? W_VAL(r.w) + o : W_VAL(r.w) - o;
  else v = (int32_t)in->b + o;
  set(w, n, in->a, known(W_IMM(v)));
}

static void lock_op(Waits *w, Node *n, const BcInstr *in) {
  Where at;
  if (!locate(w, n, in, 1, &at)) { w->lost = true; return; }
  if (in->op != OP_UNLOCK) read_range(w, n, at.at, at.n);
  if (in->op == OP_LOCK) n->blocks = true;
  if (in->op == OP_TRYLOCK) set(w, n, in->a, unknown);
}

static void choose_set(Waits *w, Node *n, const BcInstr *in) {
  Where at;
  n->blocks = true;
  if (!locate(w, n, in, 1, &at)) { if (in->mode == MEM_REF) w->lost = true; }
  else if (at.shared) read_range(w, n, at.at, at.n);
  for (uint32_t i = 0; i < in->n; i++) set(w, n, in->a + i, unknown);
}

/* Patterns and guards look at the frame: a matcher when it is known there, else any message. */
static uint32_t matcher(Waits *w, const Node *n, const BcInstr *in) {
  VmState *s = w->s;
  uint32_t len = in->n;
  if (n->fp + len > MAX_WORDS || !vm_buf(s, len + 2u)) return 0;
  s->buf[0] = W_IMM(in->a);
  s->buf[1] = W_IMM(w->tid);
  for (uint32_t i = 0; i < len; i++) {
    if (!n->stack[n->fp + i].known) return 0;
    s->buf[i + 2] = n->stack[n->fp + i].w;
  }
  return val_intern(&s->val, VAL_SEQ, s->buf, len + 2u);
}

static void receive(Waits *w, uint32_t self, Node *n, const BcInstr *in, bool last) {
  const BcReceive *t = &w->s->p->receives[in->a];
  n->blocks = !t->after;
  n->nops = 1;
  n->op = (VmOp){ .kind = EV_AFTER, .peer = w->tid, .receive = in->a, .matcher = matcher(w, n, in) };
  w->nodes[self].nops = 1;
  w->nodes[self].op = n->op;
  if (last) return;
  for (uint32_t i = 0; i < t->nclauses; i++)
    for (uint32_t k = 0; k < t->clauses[i].npats; k++)
      for (uint32_t j = 0; t->clauses[i].pats[k].kind == PAT_BIND && j < t->clauses[i].pats[k].width; j++) set(w, n, t->clauses[i].pats[k].slot + j, unknown);
  for (uint32_t i = 0; i < t->nclauses; i++) go(w, self, n, t->clauses[i].target);
  if (t->after) go(w, self, n, t->after);
}

static void join(Waits *w, Node *n, const BcInstr *in) {
  Abs p = value(w, n, in->b);
  n->blocks = true;
  if (!p.known) { w->lost = true; return; }
  if (p.w == W_IMM(0)) return;
  n->nops = 1;
  n->op = (VmOp){ .kind = EV_JOIN, .peer = (VmTid)(W_VAL(p.w) - 1) };
}

/* Whether a send can be lost or doubled is a choice that comes and goes with the budget. */
static void budgets(Waits *w, Node *n, const BcMessage *m) {
  const BcProgram *p = w->s->p;
  const int32_t fault[2] = { m->drop, m->duplicate };
  for (int i = 0; i < 2; i++)
    if (fault[i] >= 0 && p->faults[fault[i]].bound >= 0) { read_range(w, n, OBJ_BUDGET(p, p->faults[fault[i]].budget), 1); n->blocks = true; }
}

static void call(Waits *w, uint32_t self, Node *n, const BcInstr *in) {
  const BcFunc *f = &w->s->p->funcs[in->a];
  uint32_t fp = n->fp + in->b;
  if (fp + f->frame > MAX_WORDS) { w->lost = true; return; }
  for (uint32_t i = fp + BC_FRAME_HEAD + in->n; i < fp + f->frame; i++) n->stack[i] = known(0);
  n->stack[fp] = known(W_IMM(n->pc + 1));
  n->stack[fp + 1] = known(W_IMM(n->fp));
  n->fp = fp;
  go(w, self, n, f->entry);
}

static void ret(Waits *w, uint32_t self, Node *n, const BcInstr *in) {
  Abs pc = n->stack[n->fp], fp = n->stack[n->fp + 1], keep[MAX_WORDS];
  if (!pc.known || !fp.known || n->fp + in->b + in->n > MAX_WORDS) { w->lost = true; return; }
  memcpy(keep, n->stack + n->fp + in->b, in->n * sizeof *keep);
  memcpy(n->stack + n->fp, keep, in->n * sizeof *keep);
  uint32_t back = (uint32_t)W_VAL(fp.w) & 0xfffffu;
  n->fp = back;
  go(w, self, n, (uint32_t)W_VAL(pc.w));
}

static void branch(Waits *w, uint32_t self, Node *n, const BcInstr *in) {
  Abs t = unknown;
  if (in->op == OP_JMP) t = known(W_IMM(1));
  else {
    Abs x = value(w, n, in->b), y = value(w, n, in->c);
    switch (in->op) {
      case OP_JZ: if (x.known) t = known(W_IMM(x.w == W_IMM(0))); break;
      case OP_JNZ: if (x.known) t = known(W_IMM(x.w != W_IMM(0))); break;
      case OP_JEQ: if (x.known && y.known) t = known(W_IMM(x.w == y.w)); break;
      case OP_JNE: if (x.known && y.known) t = known(W_IMM(x.w != y.w)); break;
      case OP_JLT: t = imm_arith(OP_LT, x, y); break;
      default: t = imm_arith(OP_LE, x, y); break;
    }
  }
  if (!t.known || t.w != W_IMM(0)) go(w, self, n, in->a);
  if (!t.known || t.w == W_IMM(0)) go(w, self, n, n->pc + 1);
}

static void guard(Waits *w, uint32_t self, Node *n, const BcInstr *in) {
  Abs v = value(w, n, in->b);
  if (in->op == OP_GUARD && !(v.known && v.w != W_IMM(0))) w->nodes[self].blocks = true;
  if (!v.known || v.w != W_IMM(0)) go(w, self, n, n->pc + 1);
}

/* One instruction; N is a copy of node SELF that becomes its successors' state. */
static void instruction(Waits *w, uint32_t self, Node *n) {
  VmState *s = w->s;
  const BcInstr *in = &s->p->code[n->pc];
  bool last = s->p->visible[n->pc] && !n->depth && in->op != OP_ATOMIC && in->op != OP_EITHER;
  switch ((BcOp)in->op) {
    case OP_MOVE: set(w, n, in->a, value(w, n, in->b)); break;
    case OP_COPY: {
      Abs keep[MAX_WORDS];
      if (n->fp + in->b + in->n > MAX_WORDS) { w->lost = true; return; }
      memcpy(keep, n->stack + n->fp + in->b, in->n * sizeof *keep);
      for (uint32_t i = 0; i < in->n; i++) set(w, n, in->a + i, keep[i]);
      break;
    }
    case OP_ADD: case OP_SUB: case OP_MUL: case OP_DIV: case OP_MOD: case OP_MIN: case OP_MAX: case OP_LT: case OP_LE:
      set(w, n, in->a, imm_arith((BcOp)in->op, value(w, n, in->b), value(w, n, in->c)));
      break;
    case OP_EQ: case OP_NE: {
      Abs x = value(w, n, in->b), y = value(w, n, in->c);
      set(w, n, in->a, x.known && y.known ? known(W_IMM((x.w == y.w) == (in->op == OP_EQ))) : unknown);
      break;
    }
    case OP_NOT: { Abs x = value(w, n, in->b); set(w, n, in->a, x.known ? known(W_IMM(x.w == W_IMM(0))) : unknown); break; }
    case OP_NEG: set(w, n, in->a, imm_arith(OP_SUB, known(W_IMM(0)), value(w, n, in->b))); break;
    case OP_ABS: case OP_EQN: set(w, n, in->a, unknown); break;
    case OP_INDEX: index_op(w, n, in); break;
    case OP_ADDR: addr_op(w, n, in); break;
    case OP_SELF: set(w, n, in->a, known(W_IMM(w->tid + 1))); break;
    case OP_THREAD: {
      Abs i = value(w, n, in->c);
      set(w, n, in->a, i.known && W_IS_IMM(i.w) ? known(W_IMM((int32_t)in->b + W_VAL(i.w) - (int32_t)in->d + 1)) : unknown);
      break;
    }
    case OP_CHOOSE: {
      Abs some = imm_arith(OP_LE, value(w, n, in->b), value(w, n, in->c));
      n->blocks = !some.known || some.w == W_IMM(0);         /* an empty range */
      set(w, n, in->a, unknown);
      break;
    }
    case OP_LOOP0: case OP_LOOP: case OP_SPAWN: set(w, n, in->a, unknown); break;
    case OP_LOAD: case OP_STORE: case OP_CAS: case OP_SWAP: case OP_FADD: case OP_PUSH: case OP_POP: case OP_HEAD: case OP_LEN:
    case OP_CONTAINS: case OP_INSERT: case OP_REMOVE: case OP_CLEAR: memory(w, n, in); break;
    case OP_LOCK: case OP_UNLOCK: case OP_TRYLOCK: lock_op(w, n, in); break;
    case OP_CHOOSES: choose_set(w, n, in); break;
    case OP_JOIN: join(w, n, in); break;
    case OP_RECEIVE: receive(w, self, n, in, last); w->nodes[self].blocks = n->blocks; return;
    case OP_CALL: call(w, self, n, in); return;
    case OP_RET: ret(w, self, n, in); return;
    case OP_JMP: case OP_JZ: case OP_JNZ: case OP_JEQ: case OP_JNE: case OP_JLT: case OP_JLE: branch(w, self, n, in); return;
    case OP_GUARD: case OP_ASSERT: case OP_ASSUME: guard(w, self, n, in); return;
    case OP_EITHER: {
      const BcEither *t = &s->p->eithers[in->a];
      for (uint32_t i = 0; i < t->n; i++) if (n->depth || t->branches[i].blocking) go(w, self, n, t->branches[i].target);
      return;
    }
    case OP_ATOMIC: n->depth++; break;
    case OP_ENDATOMIC: if (n->depth) n->depth--; last = !n->depth; break;
    case OP_END: case OP_HALT: return;
    case OP_SEND: budgets(w, n, &s->p->messages[in->b]); break;
    case OP_NOP: case OP_PRINT: case OP_ENTER: case OP_LEAVE: case OP_COUNT: break;
  }
  w->nodes[self].blocks = n->blocks;
  w->nodes[self].reads = n->reads;
  w->nodes[self].nreads = n->nreads;
  w->nodes[self].nops = n->nops;
  w->nodes[self].op = n->op;
  if (!last && !w->lost) go(w, self, n, n->pc + 1);
}

/* --- one question --- */

static bool follow(Waits *w) {
  Node *n = &w->nodes[MAX_NODES - 1];                        /* the last node is a work place */
  while (w->nwork && !w->lost && w->n < MAX_NODES - 1) {
    uint32_t i = w->work[--w->nwork];
    w->nodes[i].queued = false;
    *n = w->nodes[i];
    n->nreads = n->nops = 0;
    n->blocks = false;
    instruction(w, i, n);
  }
  return !w->lost && !w->nwork;
}

static void look_ahead(Waits *w) {
  for (uint32_t i = 0; i < w->n; i++) w->nodes[i].ahead = w->nodes[i].blocks;
  for (bool again = true; again;) {
    again = false;
    for (uint32_t i = 0; i < w->nedges; i++)
      if (w->nodes[w->edges[i].to].ahead && !w->nodes[w->edges[i].from].ahead) again = w->nodes[w->edges[i].from].ahead = true;
  }
}

static bool add_result(Waits *w, VmAcc a) {
  if (w->nracc == w->capracc && !mem_grow(w->s->mem, (void **)&w->racc, &w->capracc, sizeof *w->racc, w->nracc + 1)) return false;
  w->racc[w->nracc++] = a;
  return true;
}

static bool add_op(Waits *w, VmOp op) {
  if (w->nrops == w->caprops && !mem_grow(w->s->mem, (void **)&w->rops, &w->caprops, sizeof *w->rops, w->nrops + 1)) return false;
  w->rops[w->nrops++] = op;
  return true;
}

static void sort_unique(VmAcc *a, uint32_t *n) {
  uint32_t k = 0;
  for (uint32_t i = 1; i < *n; i++) {
    VmAcc x = a[i];
    uint32_t j = i;
    for (; j && a[j - 1] > x; j--) a[j] = a[j - 1];
    a[j] = x;
  }
  for (uint32_t i = 0; i < *n; i++) if (!k || a[k - 1] != a[i]) a[k++] = a[i];
  *n = k;
}

static bool harvest(Waits *w, Entry *e, bool whole) {
  e->acc = (uint32_t)w->nracc;
  e->op = (uint32_t)w->nrops;
  if (!whole) {
    for (uint32_t i = 0; i < w->s->p->nlocs; i++) if (!add_result(w, i << 2 | ACC_R)) return false;
    if (!add_op(w, (VmOp){ .kind = EV_AFTER, .peer = w->tid })) return false;
    for (unsigned t = 0; t < VM_MAX_THREADS; t++)            /* also those not born yet: the answer is kept */
      if (t != w->tid && !add_op(w, (VmOp){ .kind = EV_JOIN, .peer = (VmTid)t })) return false;
    for (uint32_t i = 0; i < w->s->p->nbudgets; i++) if (!add_result(w, OBJ_BUDGET(w->s->p, i) << 2 | ACC_R)) return false;
  } else {
    look_ahead(w);
    for (uint32_t i = 0; i < w->n; i++) {
      const Node *n = &w->nodes[i];
      if (!n->ahead) continue;
      for (uint32_t k = 0; k < n->nreads; k++) if (!add_result(w, w->acc[n->reads + k])) return false;
      if (n->nops && !add_op(w, n->op)) return false;
    }
  }
  e->nacc = (uint32_t)w->nracc - e->acc;
  sort_unique(w->racc + e->acc, &e->nacc);
  w->nracc = e->acc + e->nacc;
  e->nops = (uint32_t)w->nrops - e->op;
  return true;
}

static bool compute(Waits *w, VmTid tid, Entry *e) {
  VmState *s = w->s;
  uint32_t b = s->id[tid].base, words = s->p->threads[s->id[tid].item].stack;
  w->n = w->nwork = w->nedges = w->nacc = 0;
  w->lost = false;
  w->tid = tid;
  Node *n = &w->nodes[MAX_NODES - 1];
  memset(n, 0, sizeof *n);
  n->fp = (uint32_t)W_VAL(s->w[b + TH_FP]);
  for (uint32_t i = 0; i < MAX_WORDS; i++) n->stack[i] = i < words ? known(s->w[b + TH_STACK + i]) : unknown;
  bool fits = n->fp + 16 < MAX_WORDS;
  if (fits) go(w, UINT32_MAX, n, vm_pc(s, tid));
  return harvest(w, e, fits && follow(w));
}

/* --- results are kept by (local state, thread) --- */

static Entry *slot(Waits *w, uint64_t key) {
  size_t i = (size_t)(key * 0x9e3779b97f4a7c15ull >> 32) & (w->slots - 1);
  while (w->table[i].key && w->table[i].key != key) i = (i + 1) & (w->slots - 1);
  return &w->table[i];
}

static bool grow_slots(Waits *w) {
  size_t slots = w->slots ? w->slots * 2 : 64, old = w->slots;
  Entry *t = mem_alloc(w->s->mem, slots * sizeof *t), *from = w->table;
  if (!t) return false;
  w->table = t;
  w->slots = slots;
  for (size_t i = 0; i < old; i++) if (from[i].key) *slot(w, from[i].key) = from[i];
  mem_free(w->s->mem, from, old * sizeof *t);
  return true;
}

static Waits *waits_of(VmState *s) {
  if (!s->waits && (s->waits = mem_alloc(s->mem, sizeof *s->waits))) s->waits->s = s;
  return s->waits;
}

void vm_waits_free(VmState *s) {
  Waits *w = s->waits;
  if (!w) return;
  mem_free(s->mem, w->table, w->slots * sizeof *w->table);
  mem_free(s->mem, w->racc, w->capracc * sizeof *w->racc);
  mem_free(s->mem, w->rops, w->caprops * sizeof *w->rops);
  mem_free(s->mem, w, sizeof *w);
}

/* A receive for which a message is there already waits no more: it looked at the message, and so comes after its send. */
static VmOp present(VmState *s, const VmOp *op) {
  if (op->kind != EV_AFTER || !op->matcher) return *op;
  Word box = s->w[s->id[op->peer].base + TH_MBOX];
  for (uint32_t i = 0; i < val_len(&s->val, box); i++) {
    Word msg = val_words(&s->val, box)[i];
    if (vm_matches(s, op->matcher, msg)) return (VmOp){ .kind = EV_RECEIVE, .peer = op->peer, .msg = msg, .pos = i, .receive = op->receive, .matcher = op->matcher };
  }
  return *op;
}

bool vm_waits(VmState *s, VmTid tid, VmWaits *out) {
  *out = (VmWaits){ 0 };
  if (vm_thread(s, tid) != TH_RUNNING || (int)tid == s->init_tid) return true;
  Waits *w = waits_of(s);
  if (!w || ((w->used + 1) * 2 > w->slots && !grow_slots(w))) return !(s->nomem = true);
  uint32_t id = vm_part_number(s, tid);
  if (id == PART_NONE) return !(s->nomem = true);
  uint64_t key = ((uint64_t)id << 8 | tid) + 1;
  Entry *e = slot(w, key);
  if (!e->key) {
    if (!compute(w, tid, e)) return !(s->nomem = true);
    e->key = key;
    w->used++;
  }
  out->acc = w->racc + e->acc;
  out->nacc = e->nacc;
  for (uint32_t i = 0; i < e->nops && out->nops < MAX_OPS; i++) w->shown[out->nops++] = present(s, &w->rops[e->op + i]);
  out->ops = w->shown;
  return true;
}

void vm_footprints(VmState *s, bool on) { s->footprints = on; }

/* --- kinds of pending events --- */

static bool can_block(const BcEither *t) {
  for (uint32_t i = 0; i < t->n; i++) if (t->branches[i].blocking) return true;
  return false;
}

static const BcInstr *pending(const VmState *s, VmTid tid) {
  uint32_t pc = (int)tid == s->init_tid ? UINT32_MAX : vm_pc(s, tid);
  return pc == UINT32_MAX ? NULL : &s->p->code[pc];
}

bool vm_is_guard(const VmState *s, VmTid tid) {
  const BcInstr *in = pending(s, tid);
  if (!in || s->failing_guards) return false;
  if (in->op == OP_ATOMIC) return in->c & REGION_BLOCKS;
  return in->op == OP_CHOOSES || (in->op == OP_EITHER && can_block(&s->p->eithers[in->a]));
}

bool vm_has_choices(const VmState *s, VmTid tid) {
  const BcInstr *in = pending(s, tid);
  if (!in) return (int)tid == s->init_tid;
  switch ((BcOp)in->op) {
    case OP_CHOOSE: case OP_CHOOSES: case OP_EITHER: return true;
    case OP_ATOMIC: return in->c & REGION_CHOOSES || s->p->nfaults;
    case OP_SEND: return s->p->messages[in->b].drop >= 0 || s->p->messages[in->b].duplicate >= 0;
    default: return false;
  }
}

bool vm_can_crash(const VmState *s, VmTid tid) { return (int)tid != s->init_tid && s->p->threads[s->id[tid].item].crash_budget >= 0; }
