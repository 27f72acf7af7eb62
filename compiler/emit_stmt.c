/* compiler/emit_stmt.c -- code for statements. */
#include <string.h>
#include "compiler/emit_int.h"

static BcInstr ins(BcOp op, uint32_t a, uint32_t b, uint32_t c) { return (BcInstr){ .op = op, .n = 1, .a = a, .b = b, .c = c }; }

static void statement(Emit *e, const AstNode *n);

static void note_var(Emit *e, const AstNode *n, Sym *s) {
  BcVar v = { n->name->text, s->type, s->base, emit_pc(e), NOWHERE, n->name_span, false, s->ref, false };
  emit_push(e, &e->vars, sizeof v, &v);
}

/* Closes what a jump out of the nest leaves, down to TO (exclusive): critical sections and atomic regions. */
static void leave(Emit *e, const Nest *to) {
  for (Nest *n = e->nest; n != to; n = n->up) {
    if (n->kind == NEST_ATOMIC) emit(e, ins(OP_ENDATOMIC, 0, 0, 0));
    if (n->kind == NEST_CRITICAL) emit(e, ins(OP_LEAVE, n->critical, 0, 0));
  }
}

static void var_stmt(Emit *e, const AstNode *n) {
  Sym *s = sem_of(n)->sym;
  s->base = emit_slots(e, s->type->width);
  uint32_t pc;
  if (n->b) {
    bool r = emit_region_begin(e, n->b, &pc);
    emit_to(e, n->b, s->base);
    emit_region_end(e, r, pc);
  } else emit_default(e, s->type, s->base);
  note_var(e, n, s);
}

static void store(Emit *e, Addr m, const BcType *t, uint32_t v) {
  if (m.mode == MEM_LOCAL && m.off == BC_NOFF) {
    if (t->width == 1) emit(e, ins(OP_MOVE, m.base + m.koff, v, 0));
    else emit(e, (BcInstr){ .op = OP_COPY, .n = (uint16_t)t->width, .a = m.base + m.koff, .b = v >> 1 });
    return;
  }
  emit_mem(e, OP_STORE, v, m, 0, 0, t->width);
}

static void assign_stmt(Emit *e, const AstNode *n) {
  const BcType *t = type_of(n->a);
  if (!t->width) return;
  if (n->op == AST_SET && n->a->kind == N_NAME && sem_of(n->a)->sym->kind == SYM_LOCAL && !sem_of(n->a)->sym->ref && t->width == 1) {
    emit_to(e, n->b, sem_of(n->a)->sym->base);
    return;
  }
  Addr m = emit_addr(e, n->a);
  uint32_t v;
  if (n->op == AST_SET) v = emit_value(e, n->b);
  else {
    uint32_t old = emit_slots(e, 1), d = emit_slots(e, 1);
    emit_load(e, m, 1, old);
    uint32_t by = emit_value(e, n->b);
    emit(e, ins(n->op == AST_PLUS ? OP_ADD : OP_SUB, d, BC_SLOT(old), by));
    v = BC_SLOT(d);
  }
  e->at = n->span;
  store(e, m, t, v);
}

/* A test that jumps to TO when it is WHEN; with statement atomicity its reads are one step. */
static void test(Emit *e, const AstNode *n, bool when, Label *to) {
  uint32_t pc;
  if (!emit_region_begin(e, n, &pc)) { emit_cond(e, n, when, to); return; }
  uint32_t v = emit_slots(e, 1);
  emit_to(e, n, v);
  emit_region_end(e, true, pc);
  emit_jump(e, when ? OP_JNZ : OP_JZ, BC_SLOT(v), 0, to);
}

static void if_stmt(Emit *e, const AstNode *n) {
  Label no = LABEL, end = LABEL;
  test(e, n->a, false, &no);
  emit_block(e, n->b);
  if (!n->c) { emit_bind(e, &no); return; }
  emit_jump(e, OP_JMP, 0, 0, &end);
  emit_bind(e, &no);
  if (n->c->kind == N_IF) statement(e, n->c);
  else emit_block(e, n->c);
  emit_bind(e, &end);
}

static bool empty_body(const AstNode *b) {
  for (const AstNode *x = b->list; x; x = x->next) if (x->kind != N_SKIP) return false;
  return true;
}

static void await_cond(Emit *e, const AstNode *cond, bool want) {
  Label ok = LABEL;
  uint32_t pc = emit_atomic_begin(e, REGION_AWAIT, FX_BLOCK);
  emit_cond(e, cond, want, &ok);
  emit(e, ins(OP_GUARD, 0, BC_NOFF, 0));
  emit_bind(e, &ok);
  emit_atomic_end(e, pc);
  e->out->has_guard = true;
}

static uint32_t counter(Emit *e) {                           /* --loop: iterations of this entry */
  if (e->p->opt->loop_bound < 0) return NOWHERE;
  uint32_t s = emit_slots(e, 1);
  emit(e, ins(OP_LOOP0, s, 0, 0));
  return s;
}

static void tick(Emit *e, uint32_t slot) { if (slot != NOWHERE) emit(e, ins(OP_LOOP, slot, (uint32_t)e->p->opt->loop_bound, 0)); }

static void while_stmt(Emit *e, const AstNode *n) {
  uint32_t fx = n->a ? sema_effects(n->a) : 0;
  if (n->kind == N_WHILE && empty_body(n->b) && fx) {
    if ((sema_accesses(n->a) == 1 || e->out->statement) && !(fx & ~(uint32_t)FX_READ)) { await_cond(e, n->a, false); return; }
    if (!(fx & ~(uint32_t)FX_READ)) {
      diag_hint(e->p->d, "H0401", n->span, "this loop spins, reading step by step");
      diag_help(e->p->d, "`await` reads its whole condition in one step and does not spin");
    }
  }
  if (sema_effects(n)) e->out->has_loop = true;
  Label top = LABEL, end = LABEL;
  uint32_t c = counter(e);
  Nest nest = { NEST_LOOP, 0, &end, &top, e->nest };
  emit_bind(e, &top);
  if (n->kind == N_WHILE) test(e, n->a, false, &end);
  tick(e, c);
  e->nest = &nest;
  emit_block(e, n->b);
  e->nest = nest.up;
  e->at = n->span;
  emit_jump(e, OP_JMP, 0, 0, &top);
  emit_bind(e, &end);
}

static void for_stmt(Emit *e, const AstNode *n) {
  Sym *s = sem_of(n->a)->sym;
  AstNode *r = n->a->a;
  s->base = emit_slots(e, 1);
  uint32_t hi = emit_slots(e, 1), pc, limit;
  bool region = emit_region_begin(e, r, &pc);
  emit_to(e, r->a, s->base);
  if (sem_of(r->b)->value) limit = emit_value(e, r->b);
  else { emit_to(e, r->b, hi); limit = BC_SLOT(hi); }
  emit_region_end(e, region, pc);
  note_var(e, n->a, s);
  Label top = LABEL, next = LABEL, end = LABEL;
  Nest nest = { NEST_LOOP, 0, &end, &next, e->nest };
  emit_bind(e, &top);
  emit_jump(e, OP_JLT, limit, BC_SLOT(s->base), &end);
  e->nest = &nest;
  emit_block(e, n->b);
  e->nest = nest.up;
  emit_bind(e, &next);
  emit(e, ins(OP_ADD, s->base, BC_SLOT(s->base), emit_word_const(e, W_IMM(1))));
  emit_jump(e, OP_JMP, 0, 0, &top);
  emit_bind(e, &end);
}

static void jump_out(Emit *e, const AstNode *n) {
  Nest *loop = e->nest;
  while (loop && loop->kind != NEST_LOOP) loop = loop->up;
  if (!loop) return;
  leave(e, loop);
  emit_jump(e, OP_JMP, 0, 0, n->kind == N_BREAK ? loop->brk : loop->cont);
}

static void return_stmt(Emit *e, const AstNode *n) {
  uint32_t slot = 0, w = n->a ? e->result->width : 0, pc;
  if (n->a && w) {
    slot = emit_slots(e, w);
    bool r = emit_region_begin(e, n->a, &pc);
    emit_to(e, n->a, slot);
    emit_region_end(e, r, pc);
  }
  leave(e, NULL);
  emit(e, (BcInstr){ .op = OP_RET, .n = (uint16_t)w, .b = slot });
}

static void nested(Emit *e, NestKind kind, uint32_t critical, const AstNode *body) {
  Nest nest = { kind, critical, NULL, NULL, e->nest };
  e->nest = &nest;
  emit_block(e, body);
  e->nest = nest.up;
}

static void atomic_stmt(Emit *e, const AstNode *n) {
  if (!n->b->list) return;
  uint32_t pc = emit_atomic_begin(e, REGION_ATOMIC, sema_effects(n->b));
  if (sema_effects(n->b) & FX_BLOCK) e->out->has_guard = true;
  nested(e, NEST_ATOMIC, 0, n->b);
  emit_atomic_end(e, pc);
}

static uint32_t critical_index(Emit *e, const Name *name) {
  const char **names = e->criticals.items;
  for (uint32_t i = 0; i < e->criticals.n; i++) if (strcmp(names[i], name->text) == 0) return i;
  emit_push(e, &e->criticals, sizeof name->text, &name->text);
  return e->criticals.n - 1;
}

static void critical_stmt(Emit *e, const AstNode *n) {
  uint32_t k = critical_index(e, n->name);
  e->at = n->name_span;
  emit(e, ins(OP_ENTER, k, 0, 0));
  nested(e, NEST_CRITICAL, k, n->b);
  e->at = n->name_span;
  emit(e, ins(OP_LEAVE, k, 0, 0));
}

/* --- either --- */

static bool starts_blocking(const AstNode *first) {
  if (!first) return false;
  switch (first->kind) {
    case N_AWAIT: case N_JOIN: case N_RECEIVE: return true;
    case N_ATOMIC: return (sema_effects(first->b) & FX_BLOCK) != 0;
    case N_CALLSTMT: return first->a->kind == N_CALL && sem_of(first->a)->builtin == BI_LOCK;
    default: return false;
  }
}

/* Choice and statement are one event: shared reads in the statement's operands join it through a region. */
static bool needs_region(const AstNode *first) {
  if (first->kind == N_JOIN) return sema_accesses(first->a) > 0;
  return first->kind == N_CALLSTMT && sema_accesses(first->a) > 1;
}

static bool pattern_reads(const AstNode *recv) {
  for (const AstNode *c = recv->list; c; c = c->next)
    for (const AstNode *q = c->list; q; q = q->next) if (q->kind == N_PEQ && sema_accesses(q->a)) return true;
  return false;
}

static void branch(Emit *e, const AstNode *b) {
  const AstNode *first = b->list;
  if (!starts_blocking(first) || !needs_region(first)) { emit_block(e, b); return; }
  uint32_t mark = e->top, pc = emit_atomic_begin(e, REGION_ATOMIC, sema_effects(first));
  statement(e, first);
  emit_atomic_end(e, pc);
  for (const AstNode *x = first->next; x; x = x->next) statement(e, x);
  e->top = mark;
}

static void either_stmt(Emit *e, const AstNode *n) {
  uint32_t count = 0, i = 0;
  for (AstNode *b = n->list; b; b = b->next) count++;
  BcBranch *br = ARENA_ARRAY(e->p->arena, BcBranch, count);
  BcEither entry = { br, count };
  emit_push(e, &e->eithers, sizeof entry, &entry);
  emit(e, ins(OP_EITHER, e->eithers.n - 1, 0, 0));
  e->out->has_either = true;
  Label end = LABEL;
  for (AstNode *b = n->list; b; b = b->next, i++) {
    br[i] = (BcBranch){ emit_pc(e), starts_blocking(b->list), b->span };
    if (br[i].blocking && b->list->kind == N_RECEIVE && pattern_reads(b->list)) {
      diag_error(e->p->d, "E0211", b->list->span, "a receive that begins a branch may not read shared data in its patterns");
      diag_help(e->p->d, "copy it into a local before the either");
    }
    branch(e, b);
    if (b->next) emit_jump(e, OP_JMP, 0, 0, &end);
  }
  emit_bind(e, &end);
}

/* --- messages --- */

static void send_stmt(Emit *e, const AstNode *n) {
  Sym *m = sem_of(n->b)->sym;
  uint32_t pid = n->b->list ? emit_stable(e, n->a, n->b) : emit_value(e, n->a), w = 0;
  for (AstNode *a = n->b->list; a; a = a->next) w += type_of(a)->width;
  uint32_t base = emit_slots(e, w ? w : 1), at = base;
  for (AstNode *a = n->b->list; a; a = a->next) { emit_to(e, a, at); at += type_of(a)->width; }
  e->at = n->span;
  emit(e, (BcInstr){ .op = OP_SEND, .n = (uint16_t)w, .a = pid, .b = m->base, .c = base });
  e->out->sends = true;
}

static uint32_t count_pats(const AstNode *c) {
  uint32_t k = 0;
  for (const AstNode *q = c->list; q; q = q->next) k += q->kind != N_PANY;
  return k;
}

/* Values compared with are evaluated before the receive, in order. */
static void pattern_table(Emit *e, const AstNode *c, BcClause *out) {
  Sym *m = sem_of(c)->sym;
  BcPat *pats = ARENA_ARRAY(e->p->arena, BcPat, count_pats(c) + 1);
  uint32_t k = 0, off = 0;
  const AstNode *f = m->node->list;
  for (const AstNode *q = c->list; q; q = q->next, f = f->next) {
    uint32_t w = ((const BcType *)f->a->sem)->width;
    if (q->kind == N_PEQ) pats[k++] = (BcPat){ PAT_EQ, off, w, emit_stable(e, q->a, q->a) };
    if (q->kind == N_PBIND) {
      Sym *s = sem_of(q)->sym;
      s->base = emit_slots(e, w);
      pats[k++] = (BcPat){ PAT_BIND, off, w, s->base };
    }
    off += w;
  }
  *out = (BcClause){ m->base, pats, k, 0, 0, c->span };
}

static void clause_body(Emit *e, const AstNode *c) {
  for (const AstNode *q = c->list; q; q = q->next) if (q->kind == N_PBIND) note_var(e, q, sem_of(q)->sym);
  emit_block(e, c->b);
}

static void receive_stmt(Emit *e, const AstNode *n) {
  uint32_t count = 0, i = 0;
  for (AstNode *c = n->list; c; c = c->next) count += !(c->flags & AST_AFTER);
  BcClause *cl = ARENA_ARRAY(e->p->arena, BcClause, count + 1);
  for (AstNode *c = n->list; c; c = c->next) if (!(c->flags & AST_AFTER)) pattern_table(e, c, &cl[i++]);
  BcReceive entry = { cl, count, 0 };
  emit_push(e, &e->receives, sizeof entry, &entry);
  uint32_t index = e->receives.n - 1;
  emit(e, (BcInstr){ .op = OP_RECEIVE, .n = (uint16_t)e->top, .a = index });
  Label end = LABEL;
  i = 0;
  for (AstNode *c = n->list; c; c = c->next) {
    if (c->flags & AST_AFTER) ((BcReceive *)e->receives.items)[index].after = emit_pc(e);
    else cl[i++].target = emit_pc(e);
    clause_body(e, c);
    emit_jump(e, OP_JMP, 0, 0, &end);
  }
  i = 0;
  for (AstNode *c = n->list; c; c = c->next) {               /* guards stand out of line: code that ends in halt */
    if (c->flags & AST_AFTER) continue;
    if (c->a) { cl[i].guard = emit_pc(e); emit(e, ins(OP_HALT, 0, emit_value(e, c->a), 0)); }
    i++;
  }
  emit_bind(e, &end);
}

/* --- the rest --- */

static void check_stmt(Emit *e, const AstNode *n) {
  Label ok = LABEL;
  uint32_t text = 0;
  if (sem_of(n->a)->value && mpz_sgn(sem_of(n->a)->value)) { emit(e, ins(OP_NOP, 0, 0, 0)); return; }   /* true as it stands */
  if (n->kind == N_ASSERT && n->str) { emit_push(e, &e->strings, sizeof n->str, &n->str); text = e->strings.n - 1; }
  test(e, n->a, true, &ok);
  e->at = n->span;
  emit(e, ins(n->kind == N_ASSERT ? OP_ASSERT : OP_ASSUME, text, BC_NOFF, 0));
  emit_bind(e, &ok);
}

static void print_stmt(Emit *e, const AstNode *n) {
  uint32_t count = 0, i = 0, pc;
  for (AstNode *x = n->list; x; x = x->next) count++;
  BcPrintItem *items = ARENA_ARRAY(e->p->arena, BcPrintItem, count);
  bool r = emit_region_begin(e, n, &pc);
  for (AstNode *x = n->list; x; x = x->next, i++) {
    if (x->kind == N_STRING) items[i].text = x->str;
    else items[i] = (BcPrintItem){ NULL, emit_stable(e, x, n), type_of(x) };
  }
  emit_region_end(e, r, pc);
  BcPrint entry = { items, count };
  emit_push(e, &e->prints, sizeof entry, &entry);
  emit(e, ins(OP_PRINT, e->prints.n - 1, 0, 0));
}

static bool wrapped(const AstNode *n) {
  return n->kind == N_ASSIGN || n->kind == N_DISCARD || n->kind == N_CALLSTMT || n->kind == N_SEND || n->kind == N_JOIN;
}

static void simple(Emit *e, const AstNode *n) {
  switch (n->kind) {
    case N_ASSIGN: assign_stmt(e, n); break;
    case N_DISCARD: emit_value(e, n->a); break;
    case N_CALLSTMT: {
      uint32_t w = type_of(n->a)->width;
      emit_to(e, n->a, emit_slots(e, w ? w : 1));
      break;
    }
    case N_SEND: send_stmt(e, n); break;
    case N_JOIN: { uint32_t v = emit_value(e, n->a); e->at = n->span; emit(e, ins(OP_JOIN, 0, v, 0)); break; }
    default: break;
  }
}

static void statement(Emit *e, const AstNode *n) {
  uint32_t mark = e->top, pc;
  e->at = n->span;
  if (wrapped(n)) {
    bool r = emit_region_begin(e, n, &pc);
    simple(e, n);
    emit_region_end(e, r, pc);
    e->top = mark;
    return;
  }
  switch (n->kind) {
    case N_VAR: var_stmt(e, n); return;                      /* keeps its slots until the block ends */
    case N_BLOCK: emit_block(e, n); break;
    case N_SKIP: emit(e, ins(OP_NOP, 0, 0, 0)); break;
    case N_IF: if_stmt(e, n); break;
    case N_WHILE: case N_LOOP: while_stmt(e, n); break;
    case N_FOR: for_stmt(e, n); break;
    case N_BREAK: case N_CONTINUE: jump_out(e, n); break;
    case N_RETURN: return_stmt(e, n); break;
    case N_EXIT: emit(e, ins(OP_END, 0, 0, 0)); break;
    case N_ATOMIC: atomic_stmt(e, n); break;
    case N_AWAIT: await_cond(e, n->a, true); break;
    case N_CRITICAL: critical_stmt(e, n); break;
    case N_EITHER: either_stmt(e, n); break;
    case N_ASSERT: case N_ASSUME: check_stmt(e, n); break;
    case N_PRINT: print_stmt(e, n); break;
    case N_RECEIVE: receive_stmt(e, n); break;
    default: break;
  }
  e->top = mark;
}

void emit_block(Emit *e, const AstNode *n) {
  uint32_t mark = e->top, var = e->vars.n;
  for (const AstNode *x = n->list; x; x = x->next) statement(e, x);
  BcVar *vars = e->vars.items;
  for (uint32_t i = var; i < e->vars.n; i++) if (vars[i].to == NOWHERE) vars[i].to = emit_pc(e);
  e->top = mark;
}
