/* vm/facts.c -- see facts.h. Points are interned; an alternative is computed when somebody asks: its event and the local work
 * behind it are run on abstract values (abstract.h), way by way. Where that takes long, ways that meet are merged and what
 * differs becomes unknown. A code point with many variants gets one in which all locals are unknown, so the graph is finite. */
#include "vm/facts.h"
#include <string.h>
#include "vm/abstract.h"

#ifdef DMC_STRESS
enum { MAX_VARIANTS = 4, MAX_STEPS = 200, MAX_CASES = 2 };
#else
enum { MAX_VARIANTS = 1024, MAX_STEPS = 4000, MAX_CASES = 256 };
#endif
enum { MAX_ITEMS = 192, MAX_NEXT = 256, MAX_POINTS = 1 << 20, MAX_READS = 8, BLOCK = 1 << 16 };
#define ALL UINT32_MAX               /* every branch of an either */
enum { KEY_ITEM, KEY_TID, KEY_PC, KEY_FP, KEY_WORDS, KEY_HEAD };       /* then a bit a word, then the words */

/* What is known of the objects an alternative looks at: a word each, or not. */
typedef struct { Word w; bool known; } Seen;
typedef struct Case { struct Case *more; VmAlt alt; Seen seen[MAX_READS]; } Case;

typedef struct {
  VmAlt alt;
  uint64_t *future;                  /* also as alt.future; NULL: not computed */
  bool sure;                         /* what is in SET_L it has locked when it has happened */
  uint32_t reads[MAX_READS], nreads; /* objects it looks at; over MAX_READS: too many to tell cases apart */
  Case *cases; uint32_t ncases;
} Alt;

typedef struct {
  Alt *alts; uint32_t nalts;         /* NULL: not computed */
  uint64_t *future; bool final;
  uint32_t mark;
} Point;

typedef struct Block { struct Block *before; size_t used; uint64_t bytes[]; } Block;
typedef struct { AbsState st; bool fresh; bool queued; } Item;         /* fresh: its event is still to come */
typedef struct { uint64_t key; VmPoint point; } Known;

typedef struct Facts {
  bool objects, nomem, joins;        /* joins: threads' lives have bits */
  uint32_t words, mailboxes, lives, virtuals;          /* bits: leaves, then these */
  Block *block;
  Parts keys;                        /* of points; point = number + 1 */
  Point *points; size_t cap;
  Parts places; uint32_t *variants; size_t cap_variants;     /* points a (thread, pc) */
  Known *known; size_t slots, used;  /* (local state, thread) to its point */
  VmPoint *list; size_t cap_list;    /* points whose future is being computed */
  uint32_t mark;
  /* The walk through one event. */
  Abstract abs;
  AbsEffect effect;
  uint32_t item_of;                  /* the Thread item whose code it is */
  bool merging;
  Item items[MAX_ITEMS]; uint32_t nitems, work[MAX_ITEMS], nwork;
  AbsState at;
  uint64_t *mutexes;                 /* bits that stand for a mutex each */
  uint64_t *crashes;                 /* per Thread item: what a crash touches */
  uint64_t *foot;
  bool chooses, blocks, happens, unsure;
  uint32_t wrote;                    /* a hash of the values written */
  VmPoint next[MAX_NEXT]; uint32_t nnext;
  uint32_t reads[MAX_READS], nreads;
  const uint64_t *changed;           /* NULL: everything is unknown */
  Seen seen[MAX_READS];
  Word *key; size_t cap_key;
} Facts;

/* --- memory that stays --- */

static void *take(VmState *s, size_t bytes) {
  Facts *f = s->facts;
  size_t n = (bytes + 7) / 8;
  if (!f->block || f->block->used + n > BLOCK / 8) {
    size_t size = sizeof(Block) + (n > BLOCK / 8 ? n : BLOCK / 8) * 8;
    Block *b = mem_alloc(s->mem, size);
    if (!b) return f->nomem = true, NULL;
    b->before = f->block;
    f->block = b;
    if (n > BLOCK / 8) return b->used = n, b->bytes;
  }
  void *p = f->block->bytes + f->block->used;
  f->block->used += n;
  return p;
}

static size_t block_size(const Block *b) { return sizeof *b + (b->used > BLOCK / 8 ? b->used : BLOCK / 8) * 8; }

/* As mem_grow, and what is new is zero. */
static bool grow(VmState *s, void **p, size_t *cap, size_t size, size_t want) {
  size_t old = *cap;
  if (!mem_grow(s->mem, p, cap, size, want)) return !(s->facts->nomem = true);
  if (*cap > old) memset((char *)*p + old * size, 0, (*cap - old) * size);
  return true;
}

/* --- bits --- */

uint32_t vm_facts_words(const VmState *s) { return s->facts->words; }

static uint32_t object_bit(const VmState *s, uint32_t obj) {
  const Facts *f = s->facts;
  const BcProgram *p = s->p;
  if (obj < p->nlocs) return obj % FACTS_LEAVES;
  if (obj < OBJ_THREAD(p, 0)) return f->mailboxes + (obj - OBJ_MAILBOX(p, 0)) % 256;
  if (obj < OBJ_VIRTUAL(p, 0)) return f->lives + (obj - OBJ_THREAD(p, 0)) % 256;
  return f->virtuals + (obj - OBJ_VIRTUAL(p, 0)) % 64;
}

static bool has(const uint64_t *set, uint32_t bit) { return set[bit / 64] >> (bit % 64) & 1; }
static void put(uint64_t *set, uint32_t bit) { set[bit / 64] |= 1ull << (bit % 64); }

static void add_object(const VmState *s, uint64_t *sets, uint32_t obj, unsigned mode) {
  const Facts *f = s->facts;
  uint32_t bit = object_bit(s, obj);
  if (mode & ACC_R) put(sets, bit);
  if (mode & ACC_W) put(sets + SET_W * f->words, bit);
}

/* Those bits of word I that stand for a mutex each. */
static uint64_t mutex_bits(const VmState *s, uint32_t i) { return s->facts->mutexes[i]; }

static void add_props(const VmState *s, uint64_t *sets, uint32_t loc) {
  for (uint32_t b = s->loc_props ? s->loc_props[loc] : 0; b; b &= b - 1)
    add_object(s, sets, OBJ_VIRTUAL(s->p, s->p->ncriticals + (uint32_t)__builtin_ctz(b)), ACC_RW);
}

/* Mailboxes and lives. A receive that took something commutes with what others do. */
static void add_op(const VmState *s, uint64_t *sets, const VmOp *op) {
  const BcProgram *p = s->p;
  switch (op->kind) {
    case EV_SEND: if (op->copies) add_object(s, sets, OBJ_MAILBOX(p, op->peer), ACC_W); break;
    case EV_AFTER: add_object(s, sets, OBJ_MAILBOX(p, op->peer), ACC_R); break;
    case EV_RECEIVE: if (s->facts->objects) add_object(s, sets, OBJ_MAILBOX(p, op->peer), ACC_R); break;
    default: break;
  }
}

void vm_event_sets(const VmState *s, const VmEvent *ev, uint64_t *out) {
  memset(out, 0, VM_SETS * s->facts->words * sizeof *out);
  for (uint32_t i = 0; i < ev->nown; i++) add_object(s, out, ACC_OBJ(ev->own[i]), ACC_MODE(ev->own[i]));
  for (uint32_t i = 0; i < ev->nownops; i++) add_op(s, out, &ev->ops[i]);
  if (ev->kind == EV_INIT) memset(out, 255, VM_SETS * s->facts->words * sizeof *out);
}

/* The budget that a crash of a thread of ITEM is paid from; NULL: none. */
static const BcFault *crash_budget(const VmState *s, uint32_t item) {
  int32_t i = s->p->threads[item].crash_budget;
  return i >= 0 && s->p->faults[i].bound >= 0 ? &s->p->faults[i] : NULL;
}

static void crash_sets(const VmState *s, uint32_t item, uint64_t *out) {
  const BcFault *b = crash_budget(s, item);
  if (b) add_object(s, out, OBJ_BUDGET(s->p, b->budget), ACC_RW);
}

void vm_crash_sets(const VmState *s, VmTid tid, uint64_t *out) { if ((int)tid != s->init_tid) crash_sets(s, s->id[tid].item, out); }

bool vm_comes_first(const VmState *s, VmTid tid, const uint64_t *foot, const uint64_t *future) {
  const Facts *f = s->facts;
  for (uint32_t i = 0; i < f->words; i++) {
    if (!(foot[SET_R * f->words + i] | foot[SET_W * f->words + i])) continue;      /* as a rule all but one */
    uint64_t hit = vm_sets_hit(foot, future, f->words, f->objects, i);
    if (hit & (future[SET_X * f->words + i] | ~mutex_bits(s, i))) return true;
    for (; hit; hit &= hit - 1) if (s->w[i * 64 + (uint32_t)__builtin_ctzll(hit)] != W_IMM(tid + 1)) return true;
  }
  return false;
}

bool vm_could_unlock(const VmState *s, const uint64_t *sets, VmTid tid, const uint64_t *future) {
  const Facts *f = s->facts;
  for (uint32_t i = 0; i < f->words; i++)
    for (uint64_t b = sets[SET_L * f->words + i] & future[SET_U * f->words + i]; b; b &= b - 1) {
      uint32_t loc = i * 64 + (uint32_t)__builtin_ctzll(b);
      if (s->p->nlocs > FACTS_LEAVES || s->w[loc] == W_IMM(tid + 1)) return true;
    }
  return false;
}

bool vm_waits_for_end(const VmState *s, const uint64_t *sets, VmTid tid) {
  return s->facts->joins && has(sets + SET_Q * s->facts->words, object_bit(s, OBJ_THREAD(s->p, tid)));
}

void vm_may_move(const VmState *s, VmTid tid, uint64_t *sets) {
  if (s->facts->joins) put(sets + SET_W * s->facts->words, object_bit(s, OBJ_THREAD(s->p, tid)));
}

/* Of a mutex that is free the lock, of one that is held the unlock. */
static bool first_on(const VmState *s, const uint64_t *sets, uint32_t bit) {
  uint32_t words = s->facts->words;
  if (!(mutex_bits(s, bit / 64) >> (bit % 64) & 1)) return true;
  return has(sets + (s->w[bit] == W_IMM(0) ? SET_L : SET_U) * words, bit);
}

bool vm_first_now(const VmState *s, const uint64_t *sets) {
  uint32_t words = s->facts->words;
  for (uint32_t i = 0; i < words; i++)
    for (uint64_t b = sets[SET_R * words + i] | sets[SET_W * words + i]; b; b &= b - 1)
      if (first_on(s, sets, i * 64 + (uint32_t)__builtin_ctzll(b))) return true;
  return false;
}

/* --- what is known of shared objects --- */

static Facts *facts_of(void *ctx) { return ((VmState *)ctx)->facts; }

static void look_at(Facts *f, uint32_t obj) {
  for (uint32_t i = 0; i < f->nreads && i < MAX_READS; i++) if (f->reads[i] == obj) return;
  if (f->nreads < MAX_READS) f->reads[f->nreads] = obj;
  if (f->nreads <= MAX_READS) f->nreads++;
}

/* A mutex that is held stays so until somebody unlocks it; anything else until somebody writes it. */
static Seen seen_leaf(const VmState *s, const uint64_t *changed, uint32_t loc) {
  const Facts *f = s->facts;
  uint32_t bit = object_bit(s, loc);
  bool held = s->p->leaf_type[loc]->kind == T_MUTEX && s->w[loc] != W_IMM(0);
  bool stays = !has(changed + (held ? SET_U : SET_W) * f->words, bit);
  return (Seen){ stays ? s->w[loc] : 0, stays };
}

static Seen seen_object(const VmState *s, const uint64_t *changed, uint32_t obj) {
  const BcProgram *p = s->p;
  if (obj < p->nlocs) return seen_leaf(s, changed, obj);
  bool moves = has(changed + SET_W * s->facts->words, object_bit(s, obj));
  if (obj < OBJ_THREAD(p, 0)) return (Seen){ s->w[s->id[obj - OBJ_MAILBOX(p, 0)].base + TH_MBOX] != W_NIL || moves, true };
  VmThreadStatus st = vm_thread(s, (VmTid)(obj - OBJ_THREAD(p, 0)));
  return (Seen){ st == TH_ENDED || st == TH_CRASHED || moves, true };
}

static Seen seen_now(const Facts *f, uint32_t obj) {
  for (uint32_t i = 0; i < f->nreads && i < MAX_READS; i++) if (f->reads[i] == obj) return f->seen[i];
  return (Seen){ 0, false };
}

static Abs read_leaf(void *ctx, uint32_t loc) {
  Facts *f = facts_of(ctx);
  if (!f->changed) return abs_unknown();
  Seen v = seen_now(f, loc);
  return v.known ? abs_known(v.w) : abs_unknown();
}

static bool passes(void *ctx, const VmOp *op) {
  const VmState *s = ctx;
  Facts *f = s->facts;
  uint32_t obj = op->kind == EV_JOIN ? OBJ_THREAD(s->p, op->peer) : OBJ_MAILBOX(s->p, op->peer);
  if (!f->changed) { look_at(f, obj); return true; }
  Seen v = seen_now(f, obj);
  return !v.known || v.w;
}

/* --- points --- */

static const BcFunc *func_at(const BcProgram *p, uint32_t item, uint32_t pc) {
  const BcFunc *body = &p->threads[item].body;
  if (pc >= body->entry && pc < body->end) return body;
  for (uint32_t i = 0; i < p->nfuncs; i++) if (pc >= p->funcs[i].entry && pc < p->funcs[i].end) return &p->funcs[i];
  return body;
}

/* Everything but how the calls return. False: not even that is known. */
static bool forget_locals(AbsState *st) {
  Abs keep[ABS_WORDS];
  memcpy(keep, st->stack, sizeof keep);
  for (uint32_t i = 0; i < ABS_WORDS; i++) st->stack[i] = abs_unknown();
  for (uint32_t fp = st->fp;; fp = (uint32_t)W_VAL(keep[fp + 1].w) & 0xfffffu) {
    if (fp + 1 >= ABS_WORDS || (fp && (!keep[fp].known || !keep[fp + 1].known))) return false;
    st->stack[fp] = keep[fp];
    st->stack[fp + 1] = keep[fp + 1];
    if (!fp) return true;
  }
}

static uint32_t key_of(VmState *s, const AbsState *st, uint32_t item, VmTid tid, uint32_t words) {
  Facts *f = s->facts;
  uint32_t bits = (words + 31) / 32, n = KEY_HEAD + bits + words;
  if (!grow(s, (void **)&f->key, &f->cap_key, sizeof *f->key, n)) return 0;
  Word *k = f->key;
  k[KEY_ITEM] = item;
  k[KEY_TID] = tid;
  k[KEY_PC] = st->pc;
  k[KEY_FP] = st->fp;
  k[KEY_WORDS] = words;
  memset(k + KEY_HEAD, 0, bits * sizeof *k);
  for (uint32_t i = 0; i < words; i++) {
    k[KEY_HEAD + bits + i] = st->stack[i].known ? st->stack[i].w : 0;
    if (st->stack[i].known) k[KEY_HEAD + i / 32] |= 1u << (i % 32);
  }
  return n;
}

/* One more point at this place? */
static bool another(VmState *s, VmTid tid, uint32_t pc) {
  Facts *f = s->facts;
  Word place[2] = { tid, pc };
  uint32_t id = parts_number(&f->places, place, 2);
  if (id == PART_NONE || !grow(s, (void **)&f->variants, &f->cap_variants, sizeof *f->variants, id + 1u)) return f->nomem = true, false;
  return ++f->variants[id] <= MAX_VARIANTS;
}

static VmPoint add_point(VmState *s, uint32_t n) {
  Facts *f = s->facts;
  uint32_t id = parts_number(&f->keys, f->key, n);
  if (id == PART_NONE || !grow(s, (void **)&f->points, &f->cap, sizeof *f->points, id + 2u)) return f->nomem = true, POINT_NOMEM;
  return id + 1;
}

/* The point at ST, whose dead locals are cleared. REAL: it is one of the present state, which always has its own. */
static VmPoint point_at(VmState *s, AbsState *st, uint32_t item, VmTid tid, bool real) {
  Facts *f = s->facts;
  const BcProgram *p = s->p;
  uint32_t words = st->fp + func_at(p, item, st->pc)->frame;
  if (words > ABS_WORDS) return POINT_ANY;
  for (uint32_t i = p->kill_at[st->pc]; i < p->kill_at[st->pc + 1]; i++) st->stack[st->fp + p->kills[i]] = abs_known(0);
  uint32_t n = key_of(s, st, item, tid, words);
  if (f->nomem) return POINT_NOMEM;
  uint32_t id = parts_find(&f->keys, f->key, n);
  if (id != PART_NONE) return id + 1;
  if (!real && (f->keys.n >= MAX_POINTS || !another(s, tid, st->pc))) {
    if (f->nomem) return POINT_NOMEM;
    if (f->keys.n >= 2 * MAX_POINTS || !forget_locals(st) || !(n = key_of(s, st, item, tid, words))) return f->nomem ? POINT_NOMEM : POINT_ANY;
  }
  return add_point(s, n);
}

static void unpack(VmState *s, VmPoint q, AbsState *st) {
  Facts *f = s->facts;
  uint32_t n;
  const Word *k = parts_words(&f->keys, q - 1, &n);
  uint32_t bits = (k[KEY_WORDS] + 31) / 32;
  st->pc = k[KEY_PC];
  st->fp = k[KEY_FP];
  st->depth = st->ndirty = 0;
  for (uint32_t i = 0; i < ABS_WORDS; i++) {
    bool known = i < k[KEY_WORDS] && k[KEY_HEAD + i / 32] >> (i % 32) & 1;
    st->stack[i] = known ? abs_known(k[KEY_HEAD + bits + i]) : abs_unknown();
    if (i >= k[KEY_WORDS]) st->stack[i] = abs_known(0);
  }
  f->item_of = k[KEY_ITEM];
  f->abs = (Abstract){ .s = s, .tid = (VmTid)k[KEY_TID], .read = read_leaf, .passes = passes, .ctx = s };
}

/* --- the walk through one event --- */

static bool same_place(const Item *x, const AbsState *st, bool fresh) {
  return x->st.pc == st->pc && x->st.fp == st->fp && x->st.depth == st->depth && x->fresh == fresh;
}

/* X covers ST too. True: it did not before. */
static bool widen(Item *x, const AbsState *st) {
  bool more = false;
  for (uint32_t i = 0; i < ABS_WORDS; i++)
    if (x->st.stack[i].known && (!st->stack[i].known || st->stack[i].w != x->st.stack[i].w)) x->st.stack[i] = abs_unknown(), more = true;
  bool same = x->st.ndirty == st->ndirty && memcmp(x->st.dirty, st->dirty, (st->ndirty < ABS_DIRTY ? st->ndirty : ABS_DIRTY) * sizeof *st->dirty) == 0;
  if (!same && x->st.ndirty <= ABS_DIRTY) x->st.ndirty = ABS_DIRTY + 1, more = true;
  return more;
}

static void push(Facts *f, const AbsState *st, uint32_t pc, bool fresh) {
  AbsState there = *st;
  there.pc = pc;
  uint32_t i = f->nitems;
  if (f->merging) for (i = 0; i < f->nitems && !same_place(&f->items[i], &there, fresh); i++) {}
  if (i == MAX_ITEMS) { f->abs.lost = true; return; }
  Item *x = &f->items[i];
  bool isnew = i == f->nitems;
  if (isnew) *x = (Item){ there, fresh, false }, f->nitems++;
  if (!f->merging || x->queued || (!isnew && !widen(x, &there))) return;
  x->queued = true;
  f->work[f->nwork++] = i;
}

/* The next item; without merging the items are a stack. */
static bool pop(Facts *f, bool *fresh) {
  if (f->merging ? !f->nwork : !f->nitems) return false;
  Item *x = f->merging ? &f->items[f->work[--f->nwork]] : &f->items[--f->nitems];
  x->queued = false;
  f->at = x->st;
  *fresh = x->fresh;
  return true;
}

/* An object that the event looks at, and if it has to wait, waits for. */
static void wait_for(VmState *s, Facts *f, uint32_t obj) { put(f->foot + SET_Q * f->words, object_bit(s, obj)); }

static void record_op(VmState *s, Facts *f, const AbsEffect *e) {
  const BcProgram *p = s->p;
  for (unsigned t = e->any_peer ? 0 : e->op.peer; t < (e->any_peer ? 255u : e->op.peer + 1u); t++) {
    VmOp op = e->op;
    op.peer = (VmTid)t;
    add_op(s, f->foot, &op);
    if (op.kind != EV_SEND) wait_for(s, f, op.kind == EV_JOIN ? OBJ_THREAD(p, t) : OBJ_MAILBOX(p, t));
  }
}

static void record(VmState *s, Facts *f, const AbsEffect *e) {
  for (uint32_t obj = e->at; obj < e->at + e->n; obj++) {
    add_object(s, f->foot, obj, e->mode);
    if (e->mode & ACC_W) add_props(s, f->foot, obj);
    if (e->mode & ACC_R && !e->locks) wait_for(s, f, obj);
    if (e->mode & ACC_R && !f->changed) look_at(f, obj);
    if (e->locks) put(f->foot + SET_L * f->words, object_bit(s, obj));
    f->unsure |= e->locks && (e->n > 1 || f->at.depth);      /* one of several; perhaps not on every way */
    if (e->unlocks) put(f->foot + SET_U * f->words, object_bit(s, obj));
    if (!e->locks) put(f->foot + SET_X * f->words, object_bit(s, obj));
  }
  for (uint32_t i = 0; i < e->nbudgets; i++) {
    add_object(s, f->foot, e->budget[i], ACC_RW);
    wait_for(s, f, e->budget[i]);
  }
  if (e->has_op) record_op(s, f, e);
  f->blocks |= e->blocks;
  f->chooses |= e->nbudgets > 0;
}

/* What is in the instruction itself. */
static void record_instruction(VmState *s, Facts *f, const BcInstr *in) {
  if (in->op == OP_STORE && in->n == 1) {
    uint32_t slot = f->at.fp + (in->a >> 1);
    f->wrote = f->wrote * 31 + (in->a & 1 ? s->k[in->a >> 1] : slot < ABS_WORDS && f->at.stack[slot].known ? f->at.stack[slot].w : 0);
  }
  if (in->op == OP_ENTER || in->op == OP_LEAVE) add_object(s, f->foot, OBJ_CRITICAL(s->p, in->a), ACC_RW);
  f->chooses |= in->op == OP_CHOOSE || in->op == OP_CHOOSES || (in->op == OP_EITHER && f->at.depth);
}

static void arrive(Facts *f, VmPoint q) {
  f->happens = true;
  if (q == POINT_NOMEM || q == POINT_ANY) { f->abs.lost |= q == POINT_ANY; return; }
  for (uint32_t i = 0; i < f->nnext; i++) if (f->next[i] == q) return;
  if (f->nnext == MAX_NEXT) { f->abs.lost = true; return; }
  f->next[f->nnext++] = q;
}

static bool is_visible(Facts *f, const VmState *s, const AbsState *st) {
  uint8_t v = s->p->visible[st->pc];
  if (v != 2) return v;
  uint32_t slot = st->fp + s->p->code[st->pc].b;
  if (slot >= ABS_WORDS || !st->stack[slot].known) return f->abs.lost = true;
  return W_VAL(st->stack[slot].w) >= 0;
}

/* A thread that the event starts. Its point stands at the start of its code, before the local work that leads to its first event:
 * a walk from there does that work first. */
static void start_child(VmState *s, Facts *f, const BcInstr *in) {
  const BcFunc *body = &s->p->threads[in->b].body;
  AbsState st = { .pc = body->entry };
  for (uint32_t i = 0; i < ABS_WORDS; i++) st.stack[i] = abs_known(0);
  st.stack[1] = abs_known(W_IMM(0));
  for (uint32_t i = 0; i < in->n && BC_FRAME_HEAD + i < ABS_WORDS; i++) {
    uint32_t from = f->at.fp + in->c + i;
    st.stack[BC_FRAME_HEAD + i] = from < ABS_WORDS ? f->at.stack[from] : abs_unknown();
  }
  bool happens = f->happens;
  arrive(f, point_at(s, &st, in->b, ABS_NOBODY, false));
  f->happens = happens;                                      /* the rest of the event may still have to wait */
}

/* Goes on from f->at as f->effect says; with more than one way, all but the first are pushed. */
static bool go_on(Facts *f, bool fresh) {
  const AbsEffect *e = &f->effect;
  for (uint32_t i = 1; i < e->nnext; i++) push(f, &f->at, e->next[i], fresh);
  if (e->nnext) f->at.pc = e->next[0];
  else f->happens |= !e->blocks;                             /* the thread ends, or fails */
  return e->nnext;
}

/* The choice of an either: a branch that can block goes on with its first event, others end with the choice. */
static bool choose_branch(Facts *f, const BcEither *t, uint32_t alt, bool *fresh) {
  for (uint32_t i = 0; alt == ALL && i < t->n; i++) push(f, &f->at, t->branches[i].target, t->branches[i].blocking);
  if (alt == ALL) return false;
  *fresh = t->branches[alt].blocking;
  f->at.pc = t->branches[alt].target;
  return true;
}

/* One instruction of the walk at f->at. False: this way has come to its end. */
static bool advance(VmState *s, Facts *f, uint32_t alt, bool *fresh) {
  const BcInstr *in = &s->p->code[f->at.pc];
  bool visible = is_visible(f, s, &f->at) && !f->at.depth;
  if (f->abs.lost) return false;
  if (visible && !*fresh) {
    arrive(f, point_at(s, &f->at, f->item_of, f->abs.tid, false));
    return false;
  }
  if (visible) *fresh = false;
  if (in->op == OP_SPAWN) start_child(s, f, in);
  record_instruction(s, f, in);
  abs_instruction(&f->abs, &f->at, &f->effect);
  if (f->abs.lost) return false;
  record(s, f, &f->effect);
  return in->op == OP_EITHER && visible ? choose_branch(f, &s->p->eithers[in->a], alt, fresh) : go_on(f, *fresh);
}

/* All ways to the next points. False: too much, or no memory. */
static bool follow(VmState *s, Facts *f, uint32_t alt) {
  bool fresh;
  uint32_t steps = 0;
  while (!f->abs.lost && !f->nomem && pop(f, &fresh))
    while (advance(s, f, alt, &fresh)) {
      if (f->merging) { push(f, &f->at, f->at.pc, fresh); break; }
      if (++steps > MAX_STEPS) return false;
    }
  return !f->abs.lost && !f->nomem;
}

/* Whether an event that never waits could be enabled is no question. */
static void forget_waits(Facts *f) { if (!f->blocks) memset(f->foot + SET_Q * f->words, 0, f->words * sizeof *f->foot); }

static bool try_walk(VmState *s, VmPoint q, uint32_t alt, bool merging) {
  Facts *f = s->facts;
  AbsState st;
  f->nitems = f->nwork = f->nnext = 0;
  f->merging = merging;
  f->chooses = f->blocks = f->happens = f->unsure = false;
  f->wrote = 0;
  memset(f->foot, 0, VM_SETS * f->words * sizeof *f->foot);
  unpack(s, q, &st);
  push(f, &st, st.pc, true);
  bool all = follow(s, f, alt);
  forget_waits(f);
  return all;
}

/* --- alternatives --- */

static uint32_t label_of(const Facts *f) {
  uint64_t h = f->wrote;
  for (uint32_t i = 0; i < SET_Q * f->words; i++) h = (h ^ f->foot[i]) * 0x9e3779b97f4a7c15ull;
  return (uint32_t)(h >> 32);
}

/* What the last walk found, kept. False: no memory. */
static bool keep_walk(VmState *s, bool lost, VmAlt *out) {
  Facts *f = s->facts;
  size_t size = VM_SETS * f->words * sizeof *f->foot;
  if (lost) f->nnext = 1, f->next[0] = POINT_ANY;
  uint64_t *foot = take(s, size);
  VmPoint *next = take(s, (f->nnext + 1) * sizeof *next);
  if (f->nomem) return false;
  memcpy(next, f->next, f->nnext * sizeof *next);
  if (lost) memset(foot, 255, size);
  else memcpy(foot, f->foot, size);
  *out = (VmAlt){ .foot = foot, .next = next, .nnext = f->nnext, .mixed = lost || (f->chooses && f->blocks), .happens = lost || f->happens, .label = label_of(f) };
  return true;
}

/* Runs the alternative, way by way or, where these are too many, merged. */
static bool walk(VmState *s, VmPoint q, uint32_t alt, VmAlt *out) {
  Facts *f = s->facts;
  bool fine = q != POINT_ANY && (try_walk(s, q, alt, false) || (!f->nomem && try_walk(s, q, alt, true)));
  return !f->nomem && keep_walk(s, !fine, out);
}

/* Does the event at PC, if it happens, touch the same whatever shared memory holds? */
static bool is_exact(const BcProgram *p, uint32_t pc) {
  const BcInstr *in = &p->code[pc];
  switch ((BcOp)in->op) {
    case OP_LOAD: case OP_STORE: case OP_SWAP: case OP_FADD: case OP_PUSH: case OP_POP: case OP_HEAD: case OP_LEN: case OP_CONTAINS:
    case OP_INSERT: case OP_REMOVE: case OP_CLEAR: case OP_LOCK: case OP_UNLOCK: case OP_CHOOSE: case OP_CHOOSES: case OP_SPAWN:
    case OP_JOIN: case OP_ENTER: case OP_LEAVE: return true;
    case OP_RECEIVE: return !p->receives[in->a].after;
    case OP_SEND: return p->messages[in->b].drop < 0 && p->messages[in->b].duplicate < 0;
    default: return false;
  }
}

static bool compute_alt(VmState *s, VmPoint q, uint32_t alt, Alt *a, bool either) {
  Facts *f = s->facts;
  f->changed = NULL;
  f->nreads = 0;
  if (!walk(s, q, either ? alt : ALL, &a->alt)) return false;
  a->nreads = f->nreads;
  memcpy(a->reads, f->reads, sizeof a->reads);
  a->sure = !f->unsure;
  uint32_t n;
  bool lost = a->alt.nnext == 1 && a->alt.next[0] == POINT_ANY;
  a->alt.exact = !lost && is_exact(s->p, parts_words(&f->keys, q - 1, &n)[KEY_PC]);
  return true;
}

static Point *point_of(VmState *s, VmPoint q) { return &s->facts->points[q]; }

static bool compute_alts(VmState *s, VmPoint q) {
  const BcInstr *in = NULL;
  uint32_t n;
  if (q != POINT_ANY) in = &s->p->code[parts_words(&s->facts->keys, q - 1, &n)[KEY_PC]];
  bool either = in && in->op == OP_EITHER && s->p->eithers[in->a].n && s->p->eithers[in->a].n <= ABS_NEXT;
  uint32_t nalts = either ? s->p->eithers[in->a].n : 1;
  Alt *alts = take(s, nalts * sizeof *alts);
  if (!alts) return false;
  memset(alts, 0, nalts * sizeof *alts);
  for (uint32_t i = 0; i < nalts; i++) if (!compute_alt(s, q, i, &alts[i], either)) return false;
  point_of(s, q)->alts = alts;                               /* only now: the points may have moved */
  point_of(s, q)->nalts = nalts;
  return true;
}

static bool ready(VmState *s, VmPoint q) {
  bool ok = point_of(s, q)->alts || compute_alts(s, q);
  s->facts->nomem = false;
  return ok;
}

/* --- futures --- */

static bool unite(uint64_t *to, const uint64_t *from, uint32_t words) {
  uint64_t more = 0;
  for (uint32_t i = 0; i < words; i++) {
    more |= from[i] & ~to[i];
    to[i] |= from[i];
  }
  return more;
}

/* What follows an event, as seen from before it: a mutex that it surely locks is not touched before it is locked. */
static bool unite_after(uint64_t *to, const Alt *a, const uint64_t *after, uint32_t words) {
  bool more = unite(to, after, SET_X * words);
  for (uint32_t i = 0; i < words; i++) {
    uint64_t x = after[SET_X * words + i] & ~(a->sure ? a->alt.foot[SET_L * words + i] : 0);
    more |= (x & ~to[SET_X * words + i]) != 0;
    to[SET_X * words + i] |= x;
  }
  return more;
}

static bool listed(VmState *s, VmPoint q, size_t *n) {
  Facts *f = s->facts;
  Point *x = point_of(s, q);
  if (x->final || x->mark == f->mark) return true;
  x->mark = f->mark;
  if (!grow(s, (void **)&f->list, &f->cap_list, sizeof *f->list, *n + 1)) return false;
  f->list[(*n)++] = q;
  return true;
}

static uint32_t item_of(const VmState *s, VmPoint q) {
  uint32_t n;
  return parts_words(&s->facts->keys, q - 1, &n)[KEY_ITEM];
}

static void crash_future(const VmState *s, VmPoint q, uint64_t *sets) { if (q != POINT_ANY) crash_sets(s, item_of(s, q), sets); }

/* The points reached from Q whose future is unknown, each with what its own event touches. */
static bool collect(VmState *s, VmPoint q, size_t *n) {
  Facts *f = s->facts;
  uint32_t sets = VM_SETS * f->words;
  f->mark++;
  if (!listed(s, q, n)) return false;
  for (size_t i = 0; i < *n; i++) {
    VmPoint at = f->list[i];
    if (!ready(s, at)) return false;
    uint64_t *future = take(s, sets * sizeof *future);
    if (!future) return false;
    memset(future, 0, sets * sizeof *future);
    crash_future(s, at, future);
    for (uint32_t k = 0; k < point_of(s, at)->nalts; k++) {
      const VmAlt *a = &point_of(s, at)->alts[k].alt;
      unite(future, a->foot, sets);
      for (uint32_t j = 0; j < a->nnext; j++) if (!listed(s, a->next[j], n)) return false;
    }
    point_of(s, at)->future = future;
  }
  return true;
}

static bool spread(VmState *s, VmPoint q) {
  Point *x = point_of(s, q);
  bool more = false;
  for (uint32_t k = 0; k < x->nalts; k++) {
    const Alt *a = &x->alts[k];
    for (uint32_t j = 0; j < a->alt.nnext; j++) more |= unite_after(x->future, a, point_of(s, a->alt.next[j])->future, s->facts->words);
  }
  return more;
}

static bool alt_future(VmState *s, Point *x, Alt *a) {
  uint32_t sets = VM_SETS * s->facts->words;
  a->future = x->nalts == 1 ? x->future : take(s, sets * sizeof *a->future);
  if (!a->future) return false;
  a->alt.future = a->future;
  if (x->nalts == 1) return true;
  memcpy(a->future, a->alt.foot, sets * sizeof *a->future);
  for (uint32_t j = 0; j < a->alt.nnext; j++) unite_after(a->future, a, point_of(s, a->alt.next[j])->future, s->facts->words);
  return true;
}

static bool compute_future(VmState *s, VmPoint q) {
  Facts *f = s->facts;
  size_t n = 0;
  if (!collect(s, q, &n)) return false;
  for (bool again = true; again;) {
    again = false;
    for (size_t i = n; i-- > 0;) again |= spread(s, f->list[i]);
  }
  for (size_t i = 0; i < n; i++) {
    Point *x = point_of(s, f->list[i]);
    for (uint32_t k = 0; k < x->nalts; k++) if (!alt_future(s, x, &x->alts[k])) return false;
    crash_future(s, f->list[i], x->future);
  }
  for (size_t i = 0; i < n; i++) point_of(s, f->list[i])->final = true;
  return true;
}

/* --- what others ask --- */

uint32_t vm_point_alts(VmState *s, VmPoint q) {
  Point *x = point_of(s, q);
  return x->alts ? x->nalts : ready(s, q) ? point_of(s, q)->nalts : 0;
}

static inline Alt *alt_of(VmState *s, VmPoint q, uint32_t alt) {
  if (!point_of(s, q)->final && !compute_future(s, q)) return s->facts->nomem = false, NULL;
  return &point_of(s, q)->alts[alt];
}

const VmAlt *vm_point_alt(VmState *s, VmPoint q, uint32_t alt) {
  Alt *a = alt_of(s, q, alt);
  return a ? &a->alt : NULL;
}

static bool same_case(const Case *c, const Seen *seen, uint32_t n) {
  for (uint32_t i = 0; i < n; i++) if (c->seen[i].known != seen[i].known || c->seen[i].w != seen[i].w) return false;
  return true;
}

static const VmAlt *add_case(VmState *s, VmPoint q, uint32_t alt, bool either, const uint64_t *changed) {
  Facts *f = s->facts;
  Case *c = take(s, sizeof *c);
  if (!c) return f->nomem = false, NULL;
  f->changed = changed;
  bool ok = walk(s, q, either ? alt : ALL, &c->alt);
  f->changed = NULL;
  if (!ok) return f->nomem = false, NULL;
  Alt *a = &point_of(s, q)->alts[alt];
  c->alt.future = a->alt.future;
  c->alt.exact = a->alt.exact;
  c->alt.mixed = a->alt.mixed;
  memcpy(c->seen, f->seen, sizeof c->seen);
  c->more = a->cases;
  a->cases = c;
  a->ncases++;
  return &c->alt;
}

const uint64_t *vm_point_crash(const VmState *s, VmPoint q) {
  const BcFault *b = q == POINT_ANY ? NULL : crash_budget(s, item_of(s, q));
  if (!b || W_VAL(s->w[s->budget + b->budget]) <= 0) return NULL;
  return s->facts->crashes + (size_t)item_of(s, q) * VM_SETS * s->facts->words;
}

const VmAlt *vm_point_now(VmState *s, VmPoint q, uint32_t alt, const uint64_t *changed) {
  Facts *f = s->facts;
  Alt *a = alt_of(s, q, alt);
  bool some = false;
  if (!a) return NULL;
  if (a->nreads - 1 >= MAX_READS) return &a->alt;            /* none, or too many */
  for (uint32_t i = 0; i < a->nreads; i++) {
    f->seen[i] = seen_object(s, changed, a->reads[i]);
    some |= f->seen[i].known;
  }
  if (!some) return &a->alt;
  for (const Case *c = a->cases; c; c = c->more) if (same_case(c, f->seen, a->nreads)) return &c->alt;
  if (a->ncases >= MAX_CASES) return &a->alt;
  f->nreads = a->nreads;
  memcpy(f->reads, a->reads, sizeof f->reads);
  return add_case(s, q, alt, point_of(s, q)->nalts > 1, changed);
}

uint32_t vm_action_alt(VmState *s, VmTid tid, uint32_t choice) {
  uint32_t pc = (int)tid == s->init_tid ? UINT32_MAX : vm_pc(s, tid);
  if (pc == UINT32_MAX || s->p->code[pc].op != OP_EITHER) return 0;
  VmPoint q = vm_point(s, tid);
  if (q == POINT_ANY || q == POINT_NOMEM || !vm_unpack_choice(s, choice)) return 0;
  return s->script[0] < vm_point_alts(s, q) ? s->script[0] : 0;
}

static VmPoint real_point(VmState *s, VmTid tid) {
  AbsState st = { .pc = vm_pc(s, tid) };
  uint32_t b = s->id[tid].base, item = s->id[tid].item, words;
  st.fp = (uint32_t)W_VAL(s->w[b + TH_FP]);
  words = st.fp + func_at(s->p, item, st.pc)->frame;
  if (words > ABS_WORDS) return POINT_ANY;
  for (uint32_t i = 0; i < words; i++) st.stack[i] = abs_known(s->w[b + TH_STACK + i]);
  VmPoint q = point_at(s, &st, item, tid, true);
  s->facts->nomem = false;
  return q;
}

static Known *known_slot(Facts *f, uint64_t key) {
  size_t i = (size_t)(key * 0x9e3779b97f4a7c15ull >> 32) & (f->slots - 1);
  while (f->known[i].key && f->known[i].key != key) i = (i + 1) & (f->slots - 1);
  return &f->known[i];
}

static bool grow_known(VmState *s) {
  Facts *f = s->facts;
  size_t slots = f->slots ? f->slots * 2 : 64, old = f->slots;
  Known *t = mem_alloc(s->mem, slots * sizeof *t), *from = f->known;
  if (!t) return false;
  f->known = t;
  f->slots = slots;
  for (size_t i = 0; i < old; i++) if (from[i].key) *known_slot(f, from[i].key) = from[i];
  mem_free(s->mem, from, old * sizeof *t);
  return true;
}

VmPoint vm_point(VmState *s, VmTid tid) {
  Facts *f = s->facts;
  if ((int)tid == s->init_tid) return POINT_ANY;
  if ((f->used + 1) * 2 > f->slots && !grow_known(s)) return POINT_NOMEM;
  uint32_t id = vm_part_number(s, tid);
  if (id == PART_NONE) return POINT_NOMEM;
  Known *k = known_slot(f, ((uint64_t)id << 8 | tid) + 1);
  if (k->key) return k->point;
  VmPoint q = real_point(s, tid);
  if (q == POINT_NOMEM) return q;
  *k = (Known){ ((uint64_t)id << 8 | tid) + 1, q };
  f->used++;
  return q;
}

/* --- opening and closing --- */

static bool joins(const BcProgram *p) {
  for (uint32_t i = 0; i < p->ncode; i++) if (p->code[i].op == OP_JOIN) return true;
  return false;
}

static void find_mutexes(VmState *s) {
  memset(s->facts->mutexes, 0, s->facts->words * sizeof(uint64_t));
  for (uint32_t i = 0; i < s->p->nlocs && s->p->nlocs <= FACTS_LEAVES; i++) if (s->p->leaf_type[i]->kind == T_MUTEX) put(s->facts->mutexes, i);
}

static void find_crashes(VmState *s) {
  size_t sets = VM_SETS * s->facts->words;
  memset(s->facts->crashes, 0, s->p->nthreads * sets * sizeof(uint64_t));
  for (uint32_t i = 0; i < s->p->nthreads; i++) crash_sets(s, i, s->facts->crashes + i * sets);
}

bool vm_facts_open(VmState *s, bool objects) {
  const BcProgram *p = s->p;
  Facts *f = s->facts = mem_alloc(s->mem, sizeof *f);
  if (!f) return false;
  f->objects = objects;
  f->mailboxes = p->nlocs < FACTS_LEAVES ? p->nlocs : FACTS_LEAVES;
  f->lives = f->mailboxes + (p->sends || p->nreceives ? 256 : 0);
  f->joins = joins(p);
  f->virtuals = f->lives + (f->joins ? 256 : 0);
  uint32_t n = OBJ_COUNT(p) - OBJ_VIRTUAL(p, 0);
  f->words = (f->virtuals + (n < 64 ? n : 64) + 64) / 64;    /* one word at least */
  parts_init(&f->keys, s->mem);
  parts_init(&f->places, s->mem);
  f->foot = take(s, VM_SETS * f->words * sizeof *f->foot);
  f->mutexes = take(s, f->words * sizeof *f->mutexes);
  f->crashes = take(s, p->nthreads * VM_SETS * f->words * sizeof *f->crashes);
  if (f->mutexes) find_mutexes(s);
  if (f->crashes) find_crashes(s);
  bool ok = f->foot && f->mutexes && f->crashes && grow(s, (void **)&f->points, &f->cap, sizeof *f->points, 1);
  f->nomem = false;
  return ok;
}

void vm_facts_free(VmState *s) {
  Facts *f = s->facts;
  if (!f) return;
  while (f->block) {
    Block *b = f->block;
    f->block = b->before;
    mem_free(s->mem, b, block_size(b));
  }
  parts_deinit(&f->keys);
  parts_deinit(&f->places);
  mem_free(s->mem, f->points, f->cap * sizeof *f->points);
  mem_free(s->mem, f->variants, f->cap_variants * sizeof *f->variants);
  mem_free(s->mem, f->known, f->slots * sizeof *f->known);
  mem_free(s->mem, f->list, f->cap_list * sizeof *f->list);
  mem_free(s->mem, f->key, f->cap_key * sizeof *f->key);
  mem_free(s->mem, f, sizeof *f);
  s->facts = NULL;
}
