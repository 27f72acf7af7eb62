/* compiler/reach.c -- which instructions can run as far as constants tell.
 * Conditional constant propagation after Wegman and Zadeck (TOPLAS 1991), without their SSA form: what each slot is known to hold
 * before each instruction, along the jumps that such values do not rule out. Calls and spawns make functions and threads start. */
#include <string.h>
#include "compiler/emit_int.h"

#define MANY_WORDS (1u << 22)                /* of knowledge about one function; beyond that its locals are not followed */
#define UNKNOWN W_NIL                        /* known values are immediate */

typedef struct {
  const BcProgram *p;
  Arena *arena;
  bool *possible;                            /* per instruction */
  bool *calls, *starts;                      /* per function, thread */
  bool more;                                 /* a function or thread began to be reached */
  const BcFunc *func;
  uint32_t known;                            /* slots that are followed: those before */
  Word *at;                                  /* per instruction of the function: KNOWN words, before it */
} Reach;

/* --- values --- */

static Word operand(const Reach *r, const Word *slots, uint32_t o) {
  if (!(o & 1)) return (o >> 1) < r->known ? slots[o >> 1] : UNKNOWN;
  const BcConst *c = &r->p->consts[o >> 1];
  return c->big ? UNKNOWN : c->imm;
}

static Word number(int64_t v) { return v >= W_MIN && v <= W_MAX ? W_IMM(v) : UNKNOWN; }

/* What IN puts into its destination, UNKNOWN where that depends on more than constants. */
static Word result(const Reach *r, const BcInstr *in, const Word *slots) {
  Word x = operand(r, slots, in->b), y = in->op == OP_MOVE || in->op == OP_NOT ? x : operand(r, slots, in->c);
  if (x == UNKNOWN || y == UNKNOWN) return UNKNOWN;
  switch (in->op) {
    case OP_MOVE: return x;
    case OP_NOT: return W_IMM(x != W_IMM(1));
    case OP_EQ: return W_IMM(x == y);
    case OP_NE: return W_IMM(x != y);
    case OP_LT: return W_IMM(W_VAL(x) < W_VAL(y));
    case OP_LE: return W_IMM(W_VAL(x) <= W_VAL(y));
    case OP_ADD: return number((int64_t)W_VAL(x) + W_VAL(y));
    case OP_SUB: return number((int64_t)W_VAL(x) - W_VAL(y));
    default: return UNKNOWN;
  }
}

typedef enum { NO, YES, MAYBE } Answer;

static Answer truth(bool yes) { return yes ? YES : NO; }

/* Is the jump of IN taken? A guard that is false is never passed. */
static Answer jumps(const Reach *r, const BcInstr *in, const Word *slots) {
  Word x = operand(r, slots, in->b), y = in->op == OP_JZ || in->op == OP_JNZ ? x : operand(r, slots, in->c);
  if (x == UNKNOWN || y == UNKNOWN) return MAYBE;
  switch (in->op) {
    case OP_JZ: return truth(x != W_IMM(1));
    case OP_JNZ: return truth(x == W_IMM(1));
    case OP_JEQ: return truth(x == y);
    case OP_JNE: return truth(x != y);
    case OP_JLT: return truth(W_VAL(x) < W_VAL(y));
    case OP_JLE: return truth(W_VAL(x) <= W_VAL(y));
    default: return MAYBE;
  }
}

/* --- one instruction --- */

/* From here on slots can change behind the code's back: arrays with computed indices, variables passed by ref. */
static uint32_t first_vague(const Reach *r) {
  uint32_t first = r->func->frame;
  for (uint32_t pc = r->func->entry; pc < r->func->end; pc++) {
    const BcInstr *in = &r->p->code[pc];
    if (bc_op_operands[in->op][1] == 'm' && in->mode == MEM_LOCAL && in->b < first) first = in->b;
  }
  return first;
}

static void transfer(const Reach *r, uint32_t pc, Word *slots) {
  const BcInstr *in = &r->p->code[pc];
  uint64_t written[MAX_FRAME / 64] = { 0 };
  bool simple = bc_op_operands[in->op][0] == 'd' && bc_op_operands[in->op][1] == 'v';
  Word x = simple ? result(r, in, slots) : UNKNOWN;
  flow_written(r->p, pc, written);
  for (uint32_t i = 0; i < r->known; i++)
    if (written[i / 64] >> (i % 64) & 1 || (in->op == OP_CALL && i >= in->b)) slots[i] = UNKNOWN;
  if (x != UNKNOWN && in->a < r->known) slots[in->a] = x;
}

/* What is known at PC becomes what is known both there and in SLOTS. True: that is news. */
static bool arrive(Reach *r, uint32_t pc, const Word *slots) {
  if (pc < r->func->entry || pc >= r->func->end) return r->possible[pc] ? false : (r->possible[pc] = true);
  Word *to = r->at + (size_t)(pc - r->func->entry) * r->known;
  bool news = !r->possible[pc];
  if (news && r->known) memcpy(to, slots, r->known * sizeof *to);
  for (uint32_t i = 0; i < r->known && !news; i++) news = to[i] != slots[i] && to[i] != UNKNOWN;
  for (uint32_t i = 0; i < r->known; i++) if (to[i] != slots[i]) to[i] = UNKNOWN;
  r->possible[pc] = true;
  return news;
}

static void begins(Reach *r, const BcInstr *in) {
  bool *what = in->op == OP_CALL ? &r->calls[in->a] : in->op == OP_SPAWN ? &r->starts[in->b] : NULL;
  if (!what || *what) return;
  *what = r->more = true;
}

/* Successors of PC that its constants leave over. */
static uint32_t successors(const Reach *r, uint32_t pc, const Word *slots, uint32_t *out) {
  const BcInstr *in = &r->p->code[pc];
  bool jump = bc_op_operands[in->op][0] == 't' && in->op != OP_ATOMIC && in->op != OP_JMP;
  Answer yes = jump ? jumps(r, in, slots) : MAYBE;
  if (in->op == OP_GUARD && operand(r, slots, in->b) == W_IMM(0)) return 0;
  if (yes == MAYBE) return flow_successors(r->p, pc, out, FLOW_SUCCESSORS);
  out[0] = yes == YES ? in->a : pc + 1;
  return 1;
}

/* --- functions --- */

/* Passes over the code until nothing is news. */
static void follow(Reach *r) {
  uint32_t *next = ARENA_ARRAY(r->arena, uint32_t, FLOW_SUCCESSORS);
  Word *slots = ARENA_ARRAY(r->arena, Word, r->known + 1);
  for (bool again = true; again;) {
    again = false;
    for (uint32_t pc = r->func->entry; pc < r->func->end; pc++) {
      if (!r->possible[pc]) continue;
      if (r->known) memcpy(slots, r->at + (size_t)(pc - r->func->entry) * r->known, r->known * sizeof *slots);
      begins(r, &r->p->code[pc]);
      uint32_t n = successors(r, pc, slots, next);
      transfer(r, pc, slots);
      for (uint32_t i = 0; i < n; i++) again |= arrive(r, next[i], slots);
    }
  }
}

static void function(Reach *r, const BcFunc *f) {
  size_t n = f->end - f->entry;
  if (!n || r->possible[f->entry]) return;
  r->func = f;
  r->known = first_vague(r);
  if (n * r->known > MANY_WORDS) r->known = 0;
  r->at = ARENA_ARRAY(r->arena, Word, n * r->known + 1);
  r->possible[f->entry] = true;              /* parameters and all else unknown: the words are 0 */
  follow(r);
}

/* An await that constants make false is never passed. */
static void drop_awaits(Reach *r) {
  for (uint32_t pc = 0; pc < r->p->ncode; pc++) {
    const BcInstr *in = &r->p->code[pc];
    if (in->op != OP_ATOMIC || in->b != REGION_AWAIT || r->possible[in->a - 1]) continue;
    for (uint32_t i = pc; i < in->a; i++) r->possible[i] = false;
  }
}

bool *bc_possible(const BcProgram *p, Arena *a) {
  Reach r = { .p = p, .arena = a, .more = true };
  r.possible = ARENA_ARRAY(a, bool, p->ncode + 1);
  r.calls = ARENA_ARRAY(a, bool, p->nfuncs + 1);
  r.starts = ARENA_ARRAY(a, bool, p->nthreads + 1);
  for (uint32_t i = 0; i < p->nthreads; i++) r.starts[i] = !p->threads[i].spawned && p->threads[i].count > 0;
  while (r.more) {
    r.more = false;
    for (uint32_t i = 0; i < p->nthreads; i++) if (r.starts[i]) function(&r, &p->threads[i].body);
    for (uint32_t i = 0; i < p->nfuncs; i++) if (r.calls[i]) function(&r, &p->funcs[i]);
  }
  drop_awaits(&r);
  return r.possible;
}
