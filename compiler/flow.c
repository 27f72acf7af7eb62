/* compiler/flow.c -- what lives where. Between steps a thread's dead slots are cleared, so that states differ only in
 * what can still matter; the lists are made here, by liveness (backward) and by what may have been written (forward).
 * Also: how much stack the calls of a function can need. */
#include <string.h>
#include "compiler/emit_int.h"

typedef struct { uint64_t w[MAX_FRAME / 64]; } Bits;
typedef struct {
  const BcProgram *p;
  const BcInstr *code;
  uint32_t entry, end, frame, words;
  uint64_t *live, *dirty;                                    /* per pc: before it */
} Flow;

static void add(uint64_t *b, uint32_t slot, uint32_t n) { for (uint32_t i = slot; i < slot + n; i++) b[i / 64] |= 1ull << (i % 64); }
static void operand(uint64_t *b, uint32_t o, uint32_t n) { if (!(o & 1)) add(b, o >> 1, n); }

static bool wide_value(BcOp op) { return op == OP_STORE || op == OP_CAS || op == OP_SWAP || op == OP_PUSH || op == OP_CONTAINS || op == OP_INSERT || op == OP_REMOVE; }
static uint32_t def_width(const BcInstr *in) {
  switch (in->op) {
    case OP_COPY: case OP_LOAD: case OP_SWAP: case OP_POP: case OP_HEAD: case OP_CHOOSES: return in->n;
    default: return 1;
  }
}

static void table_uses(const Flow *f, const BcInstr *in, uint64_t *use, uint64_t *def) {
  if (in->op == OP_PRINT) {
    const BcPrint *t = &f->p->prints[in->a];
    for (uint32_t i = 0; i < t->n; i++) if (!t->items[i].text) operand(use, t->items[i].operand, t->items[i].type->width);
  }
  if (in->op == OP_RECEIVE) {
    const BcReceive *r = &f->p->receives[in->a];
    for (uint32_t i = 0; i < r->nclauses; i++)
      for (uint32_t k = 0; k < r->clauses[i].npats; k++) {
        const BcPat *q = &r->clauses[i].pats[k];
        if (q->kind == PAT_EQ) operand(use, q->slot, q->width);
        else add(def, q->slot, q->width);
      }
  }
}

static void uses_defs(const Flow *f, const BcInstr *in, uint64_t *use, uint64_t *def) {
  const char *fmt = bc_op_operands[in->op];
  const uint32_t field[5] = { in->a, in->b, in->c, in->d, in->e };
  for (int i = 0; i < 5; i++) {
    if (fmt[i] == 'd') add(def, field[i], def_width(in));
    if (fmt[i] == 'v') operand(use, field[i], wide_value((BcOp)in->op) && !(i == 2 && fmt[1] == 'm') ? in->n : 1);
    if (fmt[i] == 'm' && in->mode == MEM_REF) add(use, field[i], 1);
    if (fmt[i] == 'm' && in->mode == MEM_LOCAL) {            /* a value in place: queue, set, scalar; arrays with computed index escape */
      uint32_t n = in->op == OP_LOAD || in->op == OP_STORE || in->op == OP_CAS || in->op == OP_SWAP ? in->n : 1;
      add(use, field[i], n);
      if (in->op == OP_PUSH || in->op == OP_POP || in->op == OP_INSERT || in->op == OP_REMOVE || in->op == OP_CLEAR || in->op == OP_SWAP || in->op == OP_FADD || in->op == OP_CAS) add(def, field[i], n);
    }
  }
  switch (in->op) {
    case OP_COPY: add(use, in->b, in->n); break;
    case OP_EQN: add(use, in->b, in->n); add(use, in->c, in->n); break;
    case OP_CALL: add(use, in->b + BC_FRAME_HEAD, in->n); add(def, in->b, f->p->funcs[in->a].result->width); break;
    case OP_RET: add(use, in->b, in->n); break;
    case OP_SPAWN: case OP_SEND: add(use, in->c, in->n); break;
    case OP_LOOP0: add(def, in->a, 1); break;
    case OP_LOOP: add(use, in->a, 1); add(def, in->a, 1); break;
    default: break;
  }
  table_uses(f, in, use, def);
}

uint32_t flow_successors(const BcProgram *p, uint32_t pc, uint32_t *out, uint32_t cap) {
  const BcInstr *in = &p->code[pc];
  uint32_t n = 0;
  switch (in->op) {
    case OP_JMP: out[n++] = in->a; return n;
    case OP_RET: case OP_END: case OP_HALT: return 0;
    case OP_RECEIVE: {
      const BcReceive *r = &p->receives[in->a];
      for (uint32_t i = 0; i < r->nclauses && n + 2 < cap; i++) { out[n++] = r->clauses[i].target; if (r->clauses[i].guard) out[n++] = r->clauses[i].guard; }
      if (r->after && n < cap) out[n++] = r->after;
      return n;
    }
    case OP_EITHER: {
      const BcEither *t = &p->eithers[in->a];
      for (uint32_t i = 0; i < t->n && n < cap; i++) out[n++] = t->branches[i].target;
      return n;
    }
    default: break;
  }
  if (bc_op_operands[in->op][0] == 't' && in->op != OP_ATOMIC) out[n++] = in->a;
  out[n++] = pc + 1;
  return n;
}

static void liveness(Flow *f, Arena *a) {
  uint32_t *succ = ARENA_ARRAY(a, uint32_t, FLOW_SUCCESSORS);
  for (bool again = true; again;) {
    again = false;
    for (uint32_t pc = f->end; pc-- > f->entry;) {
      Bits use = { { 0 } }, def = { { 0 } }, out = { { 0 } };
      uses_defs(f, &f->code[pc], use.w, def.w);
      uint32_t n = flow_successors(f->p, pc, succ, FLOW_SUCCESSORS);
      for (uint32_t i = 0; i < n; i++)
        if (succ[i] >= f->entry && succ[i] < f->end)
          for (uint32_t k = 0; k < f->words; k++) out.w[k] |= f->live[(size_t)(succ[i] - f->entry) * f->words + k];
      uint64_t *in = &f->live[(size_t)(pc - f->entry) * f->words];
      for (uint32_t k = 0; k < f->words; k++) {
        uint64_t v = (out.w[k] & ~def.w[k]) | use.w[k];
        again |= v != in[k];
        in[k] = v;
      }
    }
  }
}

static bool stops(const Flow *f, uint32_t pc) { return f->p->visible[pc] != 0; }

static void written(Flow *f, Arena *a, const uint64_t *escaped) {
  uint32_t *succ = ARENA_ARRAY(a, uint32_t, FLOW_SUCCESSORS);
  for (bool again = true; again;) {
    again = false;
    for (uint32_t pc = f->entry; pc < f->end; pc++) {
      Bits use = { { 0 } }, def = { { 0 } };
      uses_defs(f, &f->code[pc], use.w, def.w);
      const uint64_t *in = &f->dirty[(size_t)(pc - f->entry) * f->words], *live = &f->live[(size_t)(pc - f->entry) * f->words];
      uint32_t n = flow_successors(f->p, pc, succ, FLOW_SUCCESSORS);
      for (uint32_t i = 0; i < n; i++) {
        if (succ[i] < f->entry || succ[i] >= f->end) continue;
        uint64_t *to = &f->dirty[(size_t)(succ[i] - f->entry) * f->words];
        for (uint32_t k = 0; k < f->words; k++) {
          uint64_t v = (f->p->visible[pc] == 1 ? in[k] & (live[k] | escaped[k]) : in[k]) | def.w[k];
          again |= (v & ~to[k]) != 0;
          to[k] |= v;
        }
      }
    }
  }
}

static uint32_t *list(Arena *a, const uint64_t *bits, uint32_t words, uint32_t *count) {
  uint32_t n = 0;
  for (uint32_t k = 0; k < words; k++) n += (uint32_t)__builtin_popcountll(bits[k]);
  *count = n;
  if (!n) return NULL;
  uint32_t *out = ARENA_ARRAY(a, uint32_t, n);
  n = 0;
  for (uint32_t k = 0; k < words; k++)
    for (uint64_t b = bits[k]; b; b &= b - 1) out[n++] = k * 64 + (uint32_t)__builtin_ctzll(b);
  return out;
}

/* Guards of receives run in the middle of one: what they do not read is still needed, by the clause or by the next try. */
static bool *guards(const Flow *f, Arena *a) {
  bool *in = ARENA_ARRAY(a, bool, f->end - f->entry + 1);
  for (uint32_t pc = f->entry; pc < f->end; pc++) {
    if (f->code[pc].op != OP_RECEIVE) continue;
    const BcReceive *r = &f->p->receives[f->code[pc].a];
    for (uint32_t i = 0; i < r->nclauses; i++)
      for (uint32_t g = r->clauses[i].guard; g && f->code[g].op != OP_HALT; g++) in[g - f->entry] = true;
  }
  return in;
}

void flow_kills(Emit *e, uint32_t entry, uint32_t end, uint32_t frame, uint32_t args, uint32_t **kill_lists, uint32_t *kill_counts) {
  Arena *a = e->p->arena;
  Flow f = { .p = e->out, .code = e->out->code, .entry = entry, .end = end, .frame = frame, .words = (frame + 63) / 64 };
  f.live = ARENA_ARRAY(a, uint64_t, (size_t)(end - entry) * f.words);
  f.dirty = ARENA_ARRAY(a, uint64_t, (size_t)(end - entry) * f.words);
  liveness(&f, a);
  add(f.dirty, BC_FRAME_HEAD, args);
  written(&f, a, e->escaped);
  const bool *in_guard = guards(&f, a);
  for (uint32_t pc = entry; pc < end; pc++) {
    bool call = f.code[pc].op == OP_CALL;
    if (in_guard[pc - entry] || (!stops(&f, pc) && !call)) continue;
    Bits use = { { 0 } }, def = { { 0 } }, kill;
    const uint64_t *dirty = &f.dirty[(size_t)(pc - entry) * f.words];
    const uint64_t *live = &f.live[(size_t)((call ? pc + 1 : pc) - entry) * f.words];
    if (call) uses_defs(&f, &f.code[pc], use.w, def.w);
    for (uint32_t k = 0; k < f.words; k++) {
      kill.w[k] = dirty[k] & ~live[k] & ~e->escaped[k];
      for (uint32_t i = 0; call && i < 64; i++) if (k * 64 + i >= f.code[pc].b) kill.w[k] &= ~(1ull << i);   /* from b on: the callee's */
    }
    kill_lists[pc] = list(a, kill.w, f.words, &kill_counts[pc]);
  }
}

void flow_written(const BcProgram *p, uint32_t pc, uint64_t *slots) {
  Flow f = { .p = p, .code = p->code };
  Bits use = { { 0 } };
  uses_defs(&f, &p->code[pc], use.w, slots);
}

/* --- stacks --- */

uint32_t flow_need(const BcProgram *p, const uint32_t *need, uint32_t entry, uint32_t end, uint32_t frame) {
  uint32_t most = frame;
  for (uint32_t pc = entry; pc < end; pc++)
    if (p->code[pc].op == OP_CALL) {
      uint32_t n = p->code[pc].b + need[p->code[pc].a];
      if (n > most) most = n;
    }
  return most;
}

/* Can a call of F lead to a call of TO? */
static bool reaches(const BcProgram *p, uint32_t f, uint32_t to, bool *seen) {
  for (uint32_t pc = p->funcs[f].entry; pc < p->funcs[f].end; pc++) {
    uint32_t g = p->code[pc].a;
    if (p->code[pc].op != OP_CALL || seen[g]) continue;
    seen[g] = true;
    if (g == to || reaches(p, g, to, seen)) return true;
  }
  return false;
}

/* Bottom up. What is left over is recursive, or leads to recursion, and gets room for the deepest allowed: 256 frames of
 * recursive functions, and once each of the others. */
bool flow_stacks(BcProgram *p, Arena *a, uint32_t *need) {
  bool *done = ARENA_ARRAY(a, bool, p->nfuncs + 1);
  bool recursive = false;
  for (uint32_t round = 0; round <= p->nfuncs; round++)
    for (uint32_t f = 0; f < p->nfuncs; f++) {
      bool ready = !done[f];
      for (uint32_t pc = p->funcs[f].entry; ready && pc < p->funcs[f].end; pc++)
        if (p->code[pc].op == OP_CALL && !done[p->code[pc].a]) ready = false;
      if (!ready) continue;
      need[f] = flow_need(p, need, p->funcs[f].entry, p->funcs[f].end, p->funcs[f].frame);
      done[f] = true;
    }
  uint32_t widest = 0, deep = 0, once = 0;
  for (uint32_t f = 0; f < p->nfuncs; f++) {
    if (done[f] && need[f] > deep) deep = need[f];
    if (done[f]) continue;
    bool *seen = ARENA_ARRAY(a, bool, p->nfuncs);
    if (!reaches(p, f, f, seen)) once += p->funcs[f].frame;
    else if (p->funcs[f].frame > widest) widest = p->funcs[f].frame;
  }
  for (uint32_t f = 0; f < p->nfuncs; f++) if (!done[f]) { need[f] = 258 * widest + deep + once; recursive = true; }
  return recursive;
}
