/* vm/waits.c -- see waits.h. The pending event's code is run on abstract values, all of shared memory being unknown. A node is a
 * code point with its frame; where paths meet, what differs becomes unknown, so this ends. A read counts when a statement
 * that can block is still ahead of it. When there is too much to follow, everything counts as read: coarse but sound. */
#include "vm/waits.h"
#include <string.h>
#include "vm/abstract.h"

#define MAX_NODES 256u
#define MAX_EDGES 1024u
#define MAX_READS 2048u
#define MAX_OPS 300u

typedef struct {
  AbsState st;
  bool blocks, queued, ahead;        /* ahead: a blocking statement is reachable */
  uint32_t reads, nreads, nops;      /* into acc; at most one op */
  VmOp op;
} Node;

typedef struct { uint32_t from, to; } Edge;
typedef struct { uint64_t key; uint32_t acc, nacc, op, nops; } Entry;

struct Waits {
  Abstract abs;
  Node nodes[MAX_NODES]; uint32_t n;
  uint32_t work[MAX_NODES]; uint32_t nwork;
  Edge edges[MAX_EDGES]; uint32_t nedges;
  VmAcc acc[MAX_READS]; uint32_t nacc;
  AbsState at; AbsEffect effect;     /* of the instruction being looked at */
  VmState *s;
  VmTid tid;
  /* results */
  Entry *table; size_t slots, used;
  VmAcc *racc; size_t nracc, capracc;
  VmOp *rops; size_t nrops, caprops;
  VmOp shown[MAX_OPS];               /* filtered for the present state */
};
typedef struct Waits Waits;

/* --- nodes --- */

static void edge(Waits *w, uint32_t from, uint32_t to) {
  if (from == UINT32_MAX) return;
  if (w->nedges == MAX_EDGES) { w->abs.lost = true; return; }
  w->edges[w->nedges++] = (Edge){ from, to };
}

static void go(Waits *w, uint32_t from, const AbsState *st, uint32_t pc) {
  uint32_t i = 0;
  while (i < w->n && (w->nodes[i].st.pc != pc || w->nodes[i].st.fp != st->fp || w->nodes[i].st.depth != st->depth)) i++;
  if (i == MAX_NODES) { w->abs.lost = true; return; }
  edge(w, from, i);
  Node *t = &w->nodes[i];
  bool fresh = i == w->n, widened = false;
  if (fresh) {
    t->st = *st;
    t->st.pc = pc;
    t->blocks = t->queued = t->ahead = false;
    t->nreads = t->nops = 0;
    w->n++;
  } else
    for (uint32_t k = 0; k < ABS_WORDS; k++)
      if (t->st.stack[k].known && (!st->stack[k].known || st->stack[k].w != t->st.stack[k].w)) { t->st.stack[k] = abs_unknown(); widened = true; }
  if ((fresh || widened) && !t->queued) { t->queued = true; w->work[w->nwork++] = i; }
}

/* --- instructions --- */

static void read_objects(Waits *w, Node *n, uint32_t at, uint32_t len) {
  if (w->nacc + len > MAX_READS) { w->abs.lost = true; return; }
  if (!n->nreads) n->reads = w->nacc;
  for (uint32_t i = 0; i < len; i++) w->acc[w->nacc++] = (at + i) << 2 | ACC_R;
  n->nreads += len;
}

/* Patterns and guards look at the frame: a matcher when it is known there, else any message. */
static uint32_t matcher(Waits *w, const AbsState *n, const BcInstr *in) {
  VmState *s = w->s;
  uint32_t len = in->n;
  if (n->fp + len > ABS_WORDS || !vm_buf(s, len + 2u)) return 0;
  s->buf[0] = W_IMM(in->a);
  s->buf[1] = W_IMM(w->tid);
  for (uint32_t i = 0; i < len; i++) {
    if (!n->stack[n->fp + i].known) return 0;
    s->buf[i + 2] = n->stack[n->fp + i].w;
  }
  return val_intern(&s->val, VAL_SEQ, s->buf, len + 2u);
}

/* What the instruction reads and waits for; BEFORE is the state it was done in. */
static void record(Waits *w, Node *n, const AbsState *before) {
  const AbsEffect *e = &w->effect;
  const BcInstr *in = &w->s->p->code[before->pc];
  n->nreads = n->nops = 0;
  n->blocks = e->blocks;
  if (e->n && e->mode & ACC_R) read_objects(w, n, e->at, e->n);
  for (uint32_t i = 0; i < e->nbudgets; i++) read_objects(w, n, e->budget[i], 1);
  if (!e->has_op || e->op.kind == EV_SEND) return;
  if (e->any_peer) { w->abs.lost = true; return; }
  n->nops = 1;
  n->op = e->op;
  if (in->op == OP_RECEIVE) { n->op.kind = EV_AFTER; n->op.matcher = matcher(w, before, in); }
}

/* Does the pending event end with the instruction at ST? AFTER: the state behind it. */
static bool is_last(const Waits *w, const AbsState *st, const AbsState *after) {
  BcOp op = (BcOp)w->s->p->code[st->pc].op;
  if (op == OP_ENDATOMIC) return !after->depth;
  return w->s->p->visible[st->pc] && !st->depth && op != OP_ATOMIC && op != OP_EITHER;
}

/* Branches of an either that cannot block are events of their own: their choice waits for nothing. */
static bool part_of_event(const Waits *w, const AbsState *st, uint32_t i) {
  const BcInstr *in = &w->s->p->code[st->pc];
  return in->op != OP_EITHER || st->depth || w->s->p->eithers[in->a].branches[i].blocking;
}

static void instruction(Waits *w, uint32_t self) {
  const AbsState before = w->nodes[self].st;
  w->at = before;
  abs_instruction(&w->abs, &w->at, &w->effect);
  if (w->abs.lost) return;
  record(w, &w->nodes[self], &before);
  if (is_last(w, &before, &w->at)) return;
  for (uint32_t i = 0; i < w->effect.nnext && !w->abs.lost; i++)
    if (part_of_event(w, &before, i)) go(w, self, &w->at, w->effect.next[i]);
}

/* --- one question --- */

static bool follow(Waits *w) {
  while (w->nwork && !w->abs.lost) {
    uint32_t i = w->work[--w->nwork];
    w->nodes[i].queued = false;
    instruction(w, i);
  }
  return !w->abs.lost;
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
  w->abs = (Abstract){ .s = s, .tid = tid };
  w->tid = tid;
  memset(&w->at, 0, sizeof w->at);
  w->at.fp = (uint32_t)W_VAL(s->w[b + TH_FP]);
  for (uint32_t i = 0; i < ABS_WORDS; i++) w->at.stack[i] = i < words ? abs_known(s->w[b + TH_STACK + i]) : abs_unknown();
  bool fits = w->at.fp + 16 < ABS_WORDS;
  if (fits) go(w, UINT32_MAX, &w->at, vm_pc(s, tid));
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
