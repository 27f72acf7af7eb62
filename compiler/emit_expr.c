/* compiler/emit_expr.c -- code for expressions. Results go into slots; constants and plain locals need no code. */
#include <string.h>
#include "compiler/emit_int.h"

static BcInstr ins(BcOp op, uint32_t a, uint32_t b, uint32_t c) { return (BcInstr){ .op = op, .n = 1, .a = a, .b = b, .c = c }; }

static Sym *plain_local(const AstNode *n) {
  Sym *s = n->kind == N_NAME ? sem_of(n)->sym : NULL;
  return s && s->kind == SYM_LOCAL && !s->ref ? s : NULL;
}

/* Does evaluating N change locals (a ref argument, a builtin that writes)? */
static bool mutates(const AstNode *n) {
  if (n->kind == N_CALL) {
    const Sem *m = sem_of(n);
    if (m->builtin && m->builtin != BI_LEN && m->builtin != BI_HEAD && m->builtin != BI_CONTAINS && m->builtin < BI_MIN) return true;
    if (m->sym && m->sym->kind == SYM_FUNC && !(m->sym->node->flags & AST_PURE)) return true;
  }
  const AstNode *kids[3] = { n->a, n->b, n->c };
  for (int i = 0; i < 3; i++) if (kids[i] && kids[i]->kind != N_TYPE && mutates(kids[i])) return true;
  for (const AstNode *l = n->list; l; l = l->next) if (mutates(l)) return true;
  return false;
}

/* --- addresses --- */

static Addr index_addr(Emit *e, const AstNode *n) {
  Addr m = emit_addr(e, n->a);
  const BcType *t = type_of(n->a);
  mpz_srcptr v = sem_of(n->b)->value;
  if (v && mpz_sgn(v) >= 0 && mpz_cmp_ui(v, t->count) < 0) { m.koff += (uint32_t)mpz_get_ui(v) * t->elem->width; return m; }
  uint32_t i = emit_value(e, n->b), d = emit_slots(e, 1);
  emit(e, (BcInstr){ .op = OP_INDEX, .n = 1, .a = d, .b = m.off, .c = i, .d = t->count, .e = t->elem->width });
  m.off = BC_SLOT(d);
  return m;
}

static void escape(Emit *e, uint32_t slot, uint32_t n) {
  for (uint32_t i = slot; i < slot + n && i < MAX_FRAME; i++) e->escaped[i / 64] |= 1ull << (i % 64);
}

Addr emit_addr(Emit *e, const AstNode *n) {
  if (n->kind == N_NAME) {
    Sym *s = sem_of(n)->sym;
    if (s->kind == SYM_SHARED) return (Addr){ s->readonly ? MEM_CONST : MEM_SHARED, s->base, 0, BC_NOFF };
    if (s->kind == SYM_LOCAL) return (Addr){ s->ref ? MEM_REF : MEM_LOCAL, s->base, 0, BC_NOFF };
  }
  if (n->kind == N_INDEX && type_of(n->a)->kind == T_ARRAY) {
    Addr m = index_addr(e, n);
    if (m.mode == MEM_LOCAL && m.off != BC_NOFF) {          /* reached by a computed index: keep the whole variable */
      const AstNode *r = n;
      while (r->kind == N_INDEX || r->kind == N_FIELD) r = r->a;
      escape(e, m.base, type_of(r)->width);
    }
    return m;
  }
  if (n->kind == N_FIELD) {
    Addr m = emit_addr(e, n->a);
    const BcType *t = type_of(n->a);
    for (uint32_t i = 0; i < t->count; i++) if (strcmp(t->fields[i].name, n->name->text) == 0) m.koff += t->fields[i].off;
    return m;
  }
  uint32_t w = type_of(n)->width, slot = emit_slots(e, w ? w : 1);
  emit_to(e, n, slot);
  return (Addr){ MEM_LOCAL, slot, 0, BC_NOFF };
}

static Addr settled(Emit *e, Addr m) {
  if (m.mode != MEM_REF) { m.base += m.koff; m.koff = 0; return m; }
  if (!m.koff) return m;
  uint32_t k = emit_word_const(e, W_IMM(m.koff));
  if (m.off == BC_NOFF) m.off = k;
  else {
    uint32_t d = emit_slots(e, 1);
    emit(e, ins(OP_ADD, d, m.off, k));
    m.off = BC_SLOT(d);
  }
  m.koff = 0;
  return m;
}

void emit_mem(Emit *e, BcOp op, uint32_t a, Addr m, uint32_t d, uint32_t ee, uint32_t n) {
  m = settled(e, m);
  emit(e, (BcInstr){ .op = op, .mode = m.mode, .n = (uint16_t)n, .a = a, .b = m.base, .c = m.off, .d = d, .e = ee });
}

void emit_load(Emit *e, Addr m, uint32_t width, uint32_t slot) {
  if (!width) return;
  if (m.mode == MEM_LOCAL && m.off == BC_NOFF) {
    if (width == 1) emit(e, ins(OP_MOVE, slot, BC_SLOT(m.base + m.koff), 0));
    else emit(e, (BcInstr){ .op = OP_COPY, .n = (uint16_t)width, .a = slot, .b = m.base + m.koff });
    return;
  }
  emit_mem(e, OP_LOAD, slot, m, 0, 0, width);
}

void emit_default(Emit *e, const BcType *t, uint32_t slot) {
  switch (t->kind) {
    case T_RECORD: for (uint32_t i = 0; i < t->count; i++) emit_default(e, t->fields[i].type, slot + t->fields[i].off); break;
    case T_ARRAY: for (uint32_t i = 0; i < t->count; i++) emit_default(e, t->elem, slot + i * t->elem->width); break;
    case T_QUEUE: case T_SET: emit(e, ins(OP_MOVE, slot, emit_word_const(e, W_NIL), 0)); break;
    case T_INT: case T_BOOL: case T_PID: case T_MUTEX: case T_ENUM: emit(e, ins(OP_MOVE, slot, BC_NOFF, 0)); break;
    case T_VOID: case T_STRING: case T_ERROR: break;
  }
}

/* --- conditions --- */

static void compare_jump(Emit *e, const AstNode *n, bool when, Label *to) {
  uint32_t w = type_of(n->a)->width;
  if (w != 1) {
    uint32_t x = emit_stable(e, n->a, n->b), y = emit_value(e, n->b), d = emit_slots(e, 1);
    emit(e, (BcInstr){ .op = OP_EQN, .n = (uint16_t)w, .a = d, .b = x >> 1, .c = y >> 1 });
    emit_jump(e, (n->op == AST_EQ) == when ? OP_JNZ : OP_JZ, BC_SLOT(d), 0, to);
    return;
  }
  uint32_t x = emit_stable(e, n->a, n->b), y = emit_value(e, n->b);
  switch (n->op) {
    case AST_EQ: emit_jump(e, when ? OP_JEQ : OP_JNE, x, y, to); break;
    case AST_NE: emit_jump(e, when ? OP_JNE : OP_JEQ, x, y, to); break;
    case AST_LT: if (when) emit_jump(e, OP_JLT, x, y, to); else emit_jump(e, OP_JLE, y, x, to); break;
    case AST_GT: if (when) emit_jump(e, OP_JLT, y, x, to); else emit_jump(e, OP_JLE, x, y, to); break;
    case AST_LE: if (when) emit_jump(e, OP_JLE, x, y, to); else emit_jump(e, OP_JLT, y, x, to); break;
    case AST_GE: if (when) emit_jump(e, OP_JLE, y, x, to); else emit_jump(e, OP_JLT, x, y, to); break;
    default: break;
  }
}

static void logic_jump(Emit *e, const AstNode *n, bool when, Label *to) {
  if ((n->op == AST_OR) == when) {                           /* either operand decides */
    emit_cond(e, n->a, when, to);
    emit_cond(e, n->b, when, to);
    return;
  }
  Label skip = LABEL;
  emit_cond(e, n->a, !when, &skip);
  emit_cond(e, n->b, when, to);
  emit_bind(e, &skip);
}

void emit_cond(Emit *e, const AstNode *n, bool when, Label *to) {
  mpz_srcptr v = sem_of(n)->value;
  if (v) {
    if ((mpz_sgn(v) != 0) == when) emit_jump(e, OP_JMP, 0, 0, to);
    return;
  }
  if (n->kind == N_UNARY && n->op == AST_NOT) { emit_cond(e, n->a, !when, to); return; }
  if (n->kind == N_BINARY && (n->op == AST_AND || n->op == AST_OR)) { logic_jump(e, n, when, to); return; }
  if (n->kind == N_BINARY && n->op >= AST_EQ && n->op <= AST_GE) { compare_jump(e, n, when, to); return; }
  emit_jump(e, when ? OP_JNZ : OP_JZ, emit_value(e, n), 0, to);
}

/* 0 or 1 by jumps: the slot is written only after everything was read. */
static void cond_to(Emit *e, const AstNode *n, uint32_t slot) {
  Label no = LABEL, end = LABEL;
  emit_cond(e, n, false, &no);
  emit(e, ins(OP_MOVE, slot, emit_word_const(e, W_IMM(1)), 0));
  emit_jump(e, OP_JMP, 0, 0, &end);
  emit_bind(e, &no);
  emit(e, ins(OP_MOVE, slot, BC_NOFF, 0));
  emit_bind(e, &end);
}

/* --- values --- */

static void binary_to(Emit *e, const AstNode *n, uint32_t slot) {
  if (n->op < AST_ADD) {
    static const struct { BcOp op; bool swap; } cmp[] = { { OP_EQ, 0 }, { OP_NE, 0 }, { OP_LT, 0 }, { OP_LT, 1 }, { OP_LE, 0 }, { OP_LE, 1 } };
    if (n->op < AST_EQ || type_of(n->a)->width != 1) { cond_to(e, n, slot); return; }
    uint32_t x = emit_stable(e, n->a, n->b), y = emit_value(e, n->b);
    bool swap = cmp[n->op - AST_EQ].swap;
    emit(e, ins(cmp[n->op - AST_EQ].op, slot, swap ? y : x, swap ? x : y));
    return;
  }
  static const BcOp ops[] = { OP_ADD, OP_SUB, OP_MUL, OP_DIV, OP_MOD };
  uint32_t x = emit_stable(e, n->a, n->b), y = emit_value(e, n->b);
  emit(e, ins(ops[n->op - AST_ADD], slot, x, y));
}

static void quant_loop(Emit *e, const AstNode *n, const AstNode *b, uint32_t acc, Label *end) {
  if (!b) {
    switch (n->op) {
      case AST_FORALL: case AST_EXISTS: {
        Label next = LABEL;
        emit_cond(e, n->a, n->op == AST_FORALL, &next);
        emit(e, ins(OP_MOVE, acc, emit_word_const(e, W_IMM(n->op == AST_EXISTS)), 0));
        emit_jump(e, OP_JMP, 0, 0, end);
        emit_bind(e, &next);
        break;
      }
      case AST_COUNT: {
        Label next = LABEL;
        emit_cond(e, n->a, false, &next);
        emit(e, ins(OP_ADD, acc, BC_SLOT(acc), emit_word_const(e, W_IMM(1))));
        emit_bind(e, &next);
        break;
      }
      default: emit(e, ins(OP_ADD, acc, BC_SLOT(acc), emit_value(e, n->a)));
    }
    return;
  }
  Sym *v = sem_of(b)->sym;
  v->base = emit_slots(e, 1);
  emit_to(e, b->a->a, v->base);
  uint32_t hi = emit_stable(e, b->a->b, n->a);
  Label top = LABEL, out = LABEL;
  emit_bind(e, &top);
  emit_jump(e, OP_JLT, hi, BC_SLOT(v->base), &out);
  uint32_t mark = e->top;
  quant_loop(e, n, b->next, acc, end);
  e->top = mark;
  emit(e, ins(OP_ADD, v->base, BC_SLOT(v->base), emit_word_const(e, W_IMM(1))));
  emit_jump(e, OP_JMP, 0, 0, &top);
  emit_bind(e, &out);
}

static void quant_to(Emit *e, const AstNode *n, uint32_t slot) {
  uint32_t acc = emit_slots(e, 1);
  emit(e, ins(OP_MOVE, acc, emit_word_const(e, W_IMM(n->op == AST_FORALL)), 0));
  Label end = LABEL;
  quant_loop(e, n, n->list, acc, &end);
  emit_bind(e, &end);
  emit(e, ins(OP_MOVE, slot, BC_SLOT(acc), 0));
}

static void ref_arg(Emit *e, const AstNode *n, uint32_t slot) {
  Addr m = emit_addr(e, n);
  if (m.mode == MEM_LOCAL) escape(e, m.base, type_of(n)->width + m.koff);
  emit_mem(e, OP_ADDR, slot, m, 0, 0, 1);
}

static void call_to(Emit *e, const AstNode *n, uint32_t slot) {
  Sym *f = sem_of(n)->sym;
  uint32_t args = 0, w = f->type->width;
  for (AstNode *q = f->node->list; q; q = q->next) args += q->flags & AST_REF ? 1 : sem_of(q)->type->width;
  uint32_t room = BC_FRAME_HEAD + args, base = emit_slots(e, room > w ? room : w);
  uint32_t at = base + BC_FRAME_HEAD;
  const AstNode *a = n->list;
  for (AstNode *q = f->node->list; q; q = q->next, a = a->next) {
    if (q->flags & AST_REF) { ref_arg(e, a, at); at++; }
    else { emit_to(e, a, at); at += type_of(a)->width; }
  }
  emit(e, (BcInstr){ .op = OP_CALL, .n = (uint16_t)args, .a = f->base, .b = base });
  if (slot == NOWHERE || !w) return;
  if (w == 1) emit(e, ins(OP_MOVE, slot, BC_SLOT(base), 0));
  else emit(e, (BcInstr){ .op = OP_COPY, .n = (uint16_t)w, .a = slot, .b = base });
}

static void builtin_to(Emit *e, const AstNode *n, uint32_t slot) {
  AstNode *x = n->list, *y = x->next;
  Builtin b = sem_of(n)->builtin;
  if (b == BI_MIN || b == BI_MAX) {
    uint32_t p = emit_stable(e, x, y), q = emit_value(e, y);
    emit(e, ins(b == BI_MIN ? OP_MIN : OP_MAX, slot, p, q));
    return;
  }
  if (b == BI_ABS) { emit(e, ins(OP_ABS, slot, emit_value(e, x), 0)); return; }
  Addr m = emit_addr(e, x);
  const BcType *t = type_of(x);
  uint32_t ew = t->kind == T_QUEUE || t->kind == T_SET ? t->elem->width : t->width, d = 0, ee = 0;
  if (slot == NOWHERE) slot = emit_slots(e, type_of(n)->width ? type_of(n)->width : 1);
  if (y) d = y->next ? emit_stable(e, y, y->next) : emit_value(e, y);
  if (y && y->next) ee = emit_value(e, y->next);
  static const BcOp ops[] = { [BI_LOCK] = OP_LOCK, [BI_UNLOCK] = OP_UNLOCK, [BI_TRYLOCK] = OP_TRYLOCK, [BI_CAS] = OP_CAS, [BI_SWAP] = OP_SWAP,
    [BI_FETCH_ADD] = OP_FADD, [BI_PUSH] = OP_PUSH, [BI_POP] = OP_POP, [BI_HEAD] = OP_HEAD, [BI_LEN] = OP_LEN, [BI_CONTAINS] = OP_CONTAINS,
    [BI_ADD] = OP_INSERT, [BI_REMOVE] = OP_REMOVE, [BI_CLEAR] = OP_CLEAR };
  emit_mem(e, ops[b], slot, m, d, ee, ew);
}

static void parts_to(Emit *e, const AstNode *list, uint32_t slot, uint32_t width) {
  uint32_t tmp = emit_slots(e, width), at = tmp;             /* not in place: parts may read the destination */
  for (const AstNode *x = list; x; x = x->next) { emit_to(e, x, at); at += type_of(x)->width; }
  if (width) emit(e, (BcInstr){ .op = OP_COPY, .n = (uint16_t)width, .a = slot, .b = tmp });
}

static void spawn_to(Emit *e, const AstNode *n, uint32_t slot) {
  Sym *t = sem_of(n)->sym;
  uint32_t w = 0;
  for (AstNode *a = n->list; a; a = a->next) w += type_of(a)->width;
  uint32_t base = emit_slots(e, w ? w : 1), at = base;
  for (AstNode *a = n->list; a; a = a->next) { emit_to(e, a, at); at += type_of(a)->width; }
  uint32_t item = 0;
  while (e->p->threads[item] != t) item++;
  emit(e, (BcInstr){ .op = OP_SPAWN, .n = (uint16_t)w, .a = slot, .b = item, .c = base });
}

static void choose_to(Emit *e, const AstNode *n, uint32_t slot) {
  if (n->op == AST_CHOOSE_BOOL) {
    BcInstr in = ins(OP_CHOOSE, slot, BC_NOFF, emit_word_const(e, W_IMM(1)));
    in.mode = 1;                                             /* for wording: the choice is a bool */
    emit(e, in);
    return;
  }
  if (n->op == AST_CHOOSE_RANGE) {
    uint32_t lo = emit_stable(e, n->a->a, n->a->b), hi = emit_value(e, n->a->b);
    emit(e, ins(OP_CHOOSE, slot, lo, hi));
    return;
  }
  emit_mem(e, OP_CHOOSES, slot, emit_addr(e, n->a), 0, 0, type_of(n)->width);
}

static void thread_to(Emit *e, const AstNode *n, uint32_t slot) {
  Sym *t = sem_of(n)->sym;
  int32_t lo, hi;
  sema_thread_range(t, &lo, &hi);
  uint32_t i = emit_value(e, n->b);
  emit(e, (BcInstr){ .op = OP_THREAD, .n = 1, .a = slot, .b = t->base, .c = i, .d = (uint32_t)lo, .e = (uint32_t)(hi >= lo ? hi - lo + 1 : 0) });
}

void emit_to(Emit *e, const AstNode *n, uint32_t slot) {
  uint32_t mark = e->top;
  Span at = e->at;
  mpz_srcptr v = sem_of(n)->value;
  uint32_t w = type_of(n)->width;
  e->at = n->span;
  if (v) emit(e, ins(OP_MOVE, slot, emit_int_const(e, v), 0));
  else switch (n->kind) {
    case N_SELF: emit(e, ins(OP_SELF, slot, 0, 0)); break;
    case N_UNARY:
      if (n->op == AST_NOT) emit(e, ins(OP_NOT, slot, emit_value(e, n->a), 0));
      else emit(e, ins(OP_NEG, slot, emit_value(e, n->a), 0));
      break;
    case N_BINARY: binary_to(e, n, slot); break;
    case N_QUANT: quant_to(e, n, slot); break;
    case N_ARRAY: parts_to(e, n->list, slot, w); break;
    case N_CALL:
      if (sem_of(n)->builtin) builtin_to(e, n, slot);
      else if (sem_of(n)->sym->kind == SYM_FUNC) call_to(e, n, slot);
      else parts_to(e, n->list, slot, w);
      break;
    case N_SPAWN: spawn_to(e, n, slot); break;
    case N_CHOOSE: choose_to(e, n, slot); break;
    case N_INDEX:
      if (type_of(n->a)->kind != T_ARRAY) { thread_to(e, n, slot); break; }
      emit_load(e, emit_addr(e, n), w, slot);
      break;
    default: emit_load(e, emit_addr(e, n), w, slot);
  }
  e->at = at;
  e->top = mark;
}

uint32_t emit_value(Emit *e, const AstNode *n) {
  mpz_srcptr v = sem_of(n)->value;
  if (v) return emit_int_const(e, v);
  if (plain_local(n)) return BC_SLOT(plain_local(n)->base);
  uint32_t w = type_of(n)->width, d = emit_slots(e, w ? w : 1);
  emit_to(e, n, d);
  return BC_SLOT(d);
}

uint32_t emit_stable(Emit *e, const AstNode *n, const AstNode *later) {
  if (sem_of(n)->value || !plain_local(n) || !mutates(later)) return emit_value(e, n);
  uint32_t w = type_of(n)->width, d = emit_slots(e, w);
  emit_to(e, n, d);
  return BC_SLOT(d);
}
