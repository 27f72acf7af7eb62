/* compiler/emit.c -- the tree to bytecode: building blocks, functions, threads, tables, and the sealed program. */
#include <stdio.h>
#include <string.h>
#include "compiler/emit_int.h"

static const char *const op_names[] = {
#define X(op, name, operands, visible) name,
#include "compiler/opcodes.def"
#undef X
};
const char *const bc_op_operands[] = {
#define X(op, name, operands, visible) operands,
#include "compiler/opcodes.def"
#undef X
};
static const uint8_t op_visible[] = {
#define X(op, name, operands, visible) visible,
#include "compiler/opcodes.def"
#undef X
};
const char *bc_op_name(BcOp op) { return op_names[op]; }

void *emit_push(Emit *e, Vec *v, size_t size, const void *item) {
  if (v->n == v->cap) {
    uint32_t cap = v->cap ? v->cap * 2 : 16;
    void *fresh = arena_alloc(e->p->arena, cap * size);
    if (v->n) memcpy(fresh, v->items, v->n * size);
    v->items = fresh;
    v->cap = cap;
  }
  char *at = (char *)v->items + v->n * size;
  memcpy(at, item, size);
  v->n++;
  return at;
}

uint32_t emit_pc(const Emit *e) { return e->code.n; }
BcInstr *emit_at(Emit *e, uint32_t pc) { return &((BcInstr *)e->code.items)[pc]; }

uint32_t emit(Emit *e, BcInstr in) {
  emit_push(e, &e->code, sizeof in, &in);
  emit_push(e, &e->spans, sizeof e->at, &e->at);
  return e->code.n - 1;
}

void emit_jump(Emit *e, BcOp op, uint32_t b, uint32_t c, Label *to) {
  uint32_t pc = emit(e, (BcInstr){ .op = op, .n = 1, .a = to->pos, .b = b, .c = c });
  if (to->pos == NOWHERE) { emit_at(e, pc)->a = to->chain; to->chain = pc; }
}

void emit_bind(Emit *e, Label *l) {
  l->pos = emit_pc(e);
  for (uint32_t pc = l->chain; pc != NOWHERE;) {
    uint32_t next = emit_at(e, pc)->a;
    emit_at(e, pc)->a = l->pos;
    pc = next;
  }
  l->chain = NOWHERE;
}

uint32_t emit_slots(Emit *e, uint32_t n) {
  uint32_t first = e->top;
  if (n > MAX_FRAME || e->top + n > MAX_FRAME) {
    if (!e->too_large) diag_error(e->p->d, "E0214", e->at, "too many local values here: a function has room for %d words", MAX_FRAME);
    e->too_large = true;
    return BC_FRAME_HEAD;
  }
  e->top += n;
  if (e->top > e->max) e->max = e->top;
  return first;
}

uint32_t emit_word_const(Emit *e, Word w) {
  BcConst *c = e->consts.items;
  for (uint32_t i = 0; i < e->consts.n; i++) if (!c[i].big && c[i].imm == w) return BC_CONST(i);
  BcConst k = { w, NULL };
  emit_push(e, &e->consts, sizeof k, &k);
  return BC_CONST(e->consts.n - 1);
}

uint32_t emit_int_const(Emit *e, mpz_srcptr v) {
  if (mpz_cmp_si(v, W_MIN) >= 0 && mpz_cmp_si(v, W_MAX) <= 0) return emit_word_const(e, W_IMM(mpz_get_si(v)));
  BcConst k = { 0, v };
  emit_push(e, &e->consts, sizeof k, &k);
  return BC_CONST(e->consts.n - 1);
}

uint32_t emit_atomic_begin(Emit *e, BcRegion kind, uint32_t fx) {
  uint32_t does = (fx & FX_BLOCK ? REGION_BLOCKS : 0) | (fx & FX_CHOOSE ? REGION_CHOOSES : 0);
  return emit(e, (BcInstr){ .op = OP_ATOMIC, .n = 1, .b = kind, .c = does });
}

void emit_atomic_end(Emit *e, uint32_t pc) {
  emit(e, (BcInstr){ .op = OP_ENDATOMIC, .n = 1 });
  emit_at(e, pc)->a = emit_pc(e);
}

static bool in_atomic(const Emit *e) {
  for (const Nest *n = e->nest; n; n = n->up) if (n->kind == NEST_ATOMIC) return true;
  return false;
}

/* With --atomicity statement, N's accesses are one step, unless a call in it keeps its own. */
bool emit_region_begin(Emit *e, const AstNode *n, uint32_t *pc) {
  *pc = 0;
  if (!e->out->statement || in_atomic(e) || sema_accesses(n) < 2 || sema_effects(n) & FX_IMPURE_CALL) return false;
  *pc = emit_atomic_begin(e, REGION_STATEMENT, sema_effects(n));
  return true;
}

void emit_region_end(Emit *e, bool open, uint32_t pc) { if (open) emit_atomic_end(e, pc); }

/* --- functions --- */

static void enter(Emit *e) {
  e->top = e->max = BC_FRAME_HEAD;
  e->nest = NULL;
  e->result = NULL;
  memset(e->escaped, 0, sizeof e->escaped);
  e->vars = (Vec){ 0 };
}

static void param(Emit *e, AstNode *q) {
  Sym *s = sem_of(q)->sym;
  s->base = emit_slots(e, s->ref ? 1 : s->type->width);
  BcVar v = { q->name->text, s->type, s->base, emit_pc(e), NOWHERE, q->name_span, false, s->ref, false };
  emit_push(e, &e->vars, sizeof v, &v);
}

typedef struct { uint64_t escaped[MAX_FRAME / 64]; } Escapes;
typedef struct { uint32_t entry, end, frame, args; Escapes *esc; } Range;

static Range finish(Emit *e, uint32_t entry, uint32_t args) {
  BcVar *v = e->vars.items;
  for (uint32_t i = 0; i < e->vars.n; i++) if (v[i].to == NOWHERE) v[i].to = emit_pc(e);
  Escapes *x = ARENA_NEW(e->p->arena, Escapes);
  memcpy(x->escaped, e->escaped, sizeof x->escaped);
  return (Range){ entry, emit_pc(e), e->max, args, x };
}

static BcFunc function(Emit *e, Sym *s, Range *r) {
  AstNode *n = s->node;
  enter(e);
  e->at = n->name_span;
  e->result = s->type;
  uint32_t entry = emit_pc(e);
  for (AstNode *q = n->list; q; q = q->next) param(e, q);
  if (n->kind == N_THREAD && n->a) param(e, n->a);
  uint32_t args = e->top - BC_FRAME_HEAD;
  if (n->kind == N_FUNCTION && e->top < s->type->width) emit_slots(e, s->type->width - e->top);
  emit_block(e, n->b);
  e->at = (Span){ n->span.file, n->span.end ? n->span.end - 1 : 0, n->span.end };
  emit(e, (BcInstr){ .op = n->kind == N_THREAD ? OP_END : OP_RET, .n = 0 });
  *r = finish(e, entry, args);
  for (uint32_t pc = r->entry; pc < r->end; pc++) if (emit_at(e, pc)->op == OP_RET) emit_at(e, pc)->c = r->frame;
  return (BcFunc){ s->name->text, r->entry, r->end, r->frame, args, e->vars.items, e->vars.n, s->type, s->library, (n->flags & AST_PURE) != 0, n->name_span };
}

/* Locations of the shared variables that N mentions, callees included. */
static void mentioned(const AstNode *n, uint8_t *locs, uint8_t *seen, const Program *p) {
  if (n->kind == N_TYPE) return;
  const Sym *s = (n->kind == N_NAME || n->kind == N_CALL) && n->sem ? sem_of(n)->sym : NULL;
  if (s && s->kind == SYM_SHARED && !s->readonly) for (uint32_t i = 0; i < s->type->width; i++) locs[s->base + i] = 1;
  if (s && s->kind == SYM_FUNC && !seen[s->base]) { seen[s->base] = 1; mentioned(s->node->b, locs, seen, p); }
  const AstNode *kids[3] = { n->a, n->b, n->c };
  for (int i = 0; i < 3; i++) if (kids[i]) mentioned(kids[i], locs, seen, p);
  for (const AstNode *l = n->list; l; l = l->next) mentioned(l, locs, seen, p);
}

static void prop_locs(Emit *e, const AstNode *n, BcProp *out) {
  uint8_t *locs = ARENA_ARRAY(e->p->arena, uint8_t, e->p->nlocs + 1), *seen = ARENA_ARRAY(e->p->arena, uint8_t, e->p->nfuncs + 1);
  mentioned(n, locs, seen, e->p);
  uint32_t k = 0;
  for (uint32_t i = 0; i < e->p->nlocs; i++) k += locs[i];
  uint32_t *list = ARENA_ARRAY(e->p->arena, uint32_t, k + 1);
  k = 0;
  for (uint32_t i = 0; i < e->p->nlocs; i++) if (locs[i]) list[k++] = i;
  out->locs = list;
  out->nlocs = k;
}

static BcProp prop(Emit *e, const AstNode *n, const char *name, Range *r) {
  enter(e);
  e->at = n->span;
  uint32_t entry = emit_pc(e);
  if (n->b) {
    Nest whole = { NEST_ATOMIC, 0, NULL, NULL, NULL };       /* init and finally are one step as they stand */
    e->nest = &whole;
    emit_block(e, n->b);
    emit(e, (BcInstr){ .op = OP_HALT, .n = 1, .b = BC_NOFF });
  } else emit(e, (BcInstr){ .op = OP_HALT, .n = 1, .b = emit_value(e, n->a) });
  *r = finish(e, entry, 0);
  BcProp out = { .name = name, .entry = entry, .frame = r->frame, .span = n->span, .library = false };
  prop_locs(e, n, &out);
  return out;
}

/* --- tables --- */

static void leaf_types(BcProgram *p, const BcVar *v, const BcType *t, uint32_t at) {
  if (t->kind == T_ARRAY) { for (uint32_t i = 0; i < t->count; i++) leaf_types(p, v, t->elem, at + i * t->elem->width); return; }
  if (t->kind == T_RECORD) { for (uint32_t i = 0; i < t->count; i++) leaf_types(p, v, t->fields[i].type, at + t->fields[i].off); return; }
  p->leaf_var[at] = v;
  p->leaf_type[at] = t;
  p->initial[at] = t->kind == T_QUEUE || t->kind == T_SET ? W_NIL : W_IMM(0);
}

static void initial(Emit *e, const AstNode *n, uint32_t at, Vec *big) {
  mpz_srcptr v = sem_of(n)->value;
  if (!v) {
    for (const AstNode *x = n->list; x; x = x->next) { initial(e, x, at, big); at += type_of(x)->width; }
    return;
  }
  if (mpz_cmp_si(v, W_MIN) >= 0 && mpz_cmp_si(v, W_MAX) <= 0) e->out->initial[at] = W_IMM(mpz_get_si(v));
  else { struct { uint32_t loc; mpz_srcptr big; } item = { at, v }; emit_push(e, big, sizeof item, &item); }
}

static void shared_vars(Emit *e) {
  Program *p = e->p;
  BcProgram *o = e->out;
  BcVar *vars = ARENA_ARRAY(p->arena, BcVar, p->nshared + 1);
  Vec big = { 0 };
  o->nlocs = p->nlocs;
  o->initial = ARENA_ARRAY(p->arena, Word, p->nlocs + 1);
  o->leaf_var = ARENA_ARRAY(p->arena, const BcVar *, p->nlocs + 1);
  o->leaf_type = ARENA_ARRAY(p->arena, const BcType *, p->nlocs + 1);
  for (uint32_t i = 0; i < p->nshared; i++) {
    Sym *s = p->shared[i];
    vars[i] = (BcVar){ s->name->text, s->type, s->base, 0, 0, s->node->name_span, false, false, s->library };
    leaf_types(o, &vars[i], s->type, s->base);
    if (s->node->b) initial(e, s->node->b, s->base, &big);
  }
  o->vars = vars;
  o->nvars = p->nshared;
  o->initial_big = big.items;
  o->ninitial_big = big.n;
}

static void messages(Emit *e) {
  Program *p = e->p;
  BcMessage *ms = ARENA_ARRAY(p->arena, BcMessage, p->nmessages + 1);
  for (uint32_t i = 0; i < p->nmessages; i++) {
    AstNode *n = p->messages[i]->node;
    uint32_t k = 0;
    for (AstNode *f = n->list; f; f = f->next) k++;
    BcField *fs = ARENA_ARRAY(p->arena, BcField, k + 1);
    ms[i] = (BcMessage){ n->name->text, fs, k, 0, -1, -1 };
    k = 0;
    for (AstNode *f = n->list; f; f = f->next) {
      fs[k] = (BcField){ f->name->text, f->a->sem, ms[i].width };
      ms[i].width += fs[k++].type->width;
    }
  }
  e->out->messages = ms;
  e->out->nmessages = p->nmessages;
}

static void faults(Emit *e) {
  Program *p = e->p;
  BcFault *fs = ARENA_ARRAY(p->arena, BcFault, p->nfaults + 1);
  for (uint32_t i = 0; i < p->nfaults; i++) {
    AstNode *n = p->faults[i];
    int32_t bound = n->a ? (int32_t)mpz_get_si(sem_of(n->a)->value) : -1;
    fs[i] = (BcFault){ n->op == AST_CRASH ? FAULT_CRASH : n->op == AST_DROP ? FAULT_DROP : FAULT_DUPLICATE, 0, bound, 0, n->span };
    if (bound >= 0) fs[i].budget = e->out->nbudgets++;
    if (n->op == AST_CRASH) {
      for (uint32_t t = 0; t < p->nthreads; t++) if (p->threads[t]->name == n->name) { fs[i].target = t; e->out->threads[t].crash_budget = (int32_t)i; }
      continue;
    }
    BcMessage *ms = (BcMessage *)(uintptr_t)e->out->messages;
    for (uint32_t m = 0; m < p->nmessages; m++) if (p->messages[m]->name == n->name) {
      fs[i].target = m;
      *(n->op == AST_DROP ? &ms[m].drop : &ms[m].duplicate) = (int32_t)i;
    }
  }
  e->out->faults = fs;
  e->out->nfaults = p->nfaults;
}

static void params_text(Emit *e) {
  Program *p = e->p;
  e->out->params = arena_alloc(p->arena, sizeof *e->out->params * (p->nconsts + 1));
  for (uint32_t i = 0; i < p->nconsts; i++) {
    Sym *s = p->consts[i];
    if (!(s->node->flags & AST_PARAM) || !s->value) continue;
    const char *t;
    if (s->type->kind == T_BOOL) t = mpz_sgn(s->value) ? "true" : "false";
    else if (s->type->kind == T_ENUM) t = s->type->members[mpz_get_ui(s->value)];
    else {
      t = arena_alloc(p->arena, mpz_sizeinbase(s->value, 10) + 3);
      mpz_get_str((char *)(uintptr_t)t, 10, s->value);
    }
    e->out->params[e->out->nparams].name = s->name->text;
    e->out->params[e->out->nparams++].text = t;
  }
}

/* --- the whole --- */

typedef struct { Range *ranges; uint32_t n; } Ranges;

static void threads(Emit *e, Ranges *rs) {
  Program *p = e->p;
  e->out->threads = ARENA_ARRAY(p->arena, BcThread, p->nthreads + 1);
  e->out->nthreads = p->nthreads;
  e->out->nstatic = p->nstatic;
  for (uint32_t i = 0; i < p->nthreads; i++) {
    Sym *s = p->threads[i];
    int32_t lo, hi;
    sema_thread_range(s, &lo, &hi);
    BcThread *t = &e->out->threads[i];
    bool spawned = (s->node->flags & AST_SPAWNED) != 0;
    *t = (BcThread){ .name = s->name->text, .daemon = (s->node->flags & AST_DAEMON) != 0, .spawned = spawned, .replicated = s->node->a != NULL,
                     .lo = lo, .first = s->base, .count = spawned || hi < lo ? 0 : (uint32_t)(hi - lo + 1), .crash_budget = -1 };
    t->body = function(e, s, &rs->ranges[rs->n++]);
    e->out->has_spawn |= spawned;
  }
}

static void seal(Emit *e) {
  BcProgram *o = e->out;
  o->code = e->code.items;
  o->ncode = e->code.n;
  o->spans = e->spans.items;
  o->consts = e->consts.items;
  o->nconsts = e->consts.n;
  o->receives = e->receives.items;
  o->nreceives = e->receives.n;
  o->eithers = e->eithers.items;
  o->neithers = e->eithers.n;
  o->prints = e->prints.items;
  o->nprints = e->prints.n;
  o->strings = e->strings.items;
  o->nstrings = e->strings.n;
  o->criticals = e->criticals.items;
  o->ncriticals = e->criticals.n;
  o->visible = ARENA_ARRAY(e->p->arena, uint8_t, o->ncode);
  for (uint32_t i = 0; i < o->ncode; i++) {
    const BcInstr *in = &o->code[i];
    uint8_t v = op_visible[in->op];
    o->visible[i] = v < 2 ? v : in->mode == MEM_SHARED ? 1 : in->mode == MEM_REF ? 2 : 0;
    if (in->op == OP_CHOOSE || in->op == OP_CHOOSES) o->has_choose = true;
    if (in->op == OP_CHOOSES) o->has_guard = true;
  }
}

static void kills(Emit *e, const Ranges *rs) {
  BcProgram *o = e->out;
  uint32_t **lists = ARENA_ARRAY(e->p->arena, uint32_t *, o->ncode + 1), *counts = ARENA_ARRAY(e->p->arena, uint32_t, o->ncode + 1);
  for (uint32_t i = 0; i < rs->n; i++) {
    memcpy(e->escaped, rs->ranges[i].esc->escaped, sizeof e->escaped);
    flow_kills(e, rs->ranges[i].entry, rs->ranges[i].end, rs->ranges[i].frame, rs->ranges[i].args, lists, counts);
  }
  uint32_t total = 0, *at = ARENA_ARRAY(e->p->arena, uint32_t, o->ncode + 1);
  for (uint32_t i = 0; i < o->ncode; i++) { at[i] = total; total += counts[i]; }
  at[o->ncode] = total;
  uint32_t *all = ARENA_ARRAY(e->p->arena, uint32_t, total + 1);
  for (uint32_t i = 0; i < o->ncode; i++) if (counts[i]) memcpy(all + at[i], lists[i], counts[i] * sizeof *all);
  o->kill_at = at;
  o->kills = all;
}

#define MAX_STACK (1u << 19)
static bool stacks(Emit *e) {
  BcProgram *o = e->out;
  uint32_t *need = ARENA_ARRAY(e->p->arena, uint32_t, o->nfuncs + 1);
  flow_stacks(o, e->p->arena, need);
  uint32_t most = 64;
  for (uint32_t i = 0; i < o->nthreads; i++) {
    BcFunc *f = &o->threads[i].body;
    o->threads[i].stack = flow_need(o, need, f->entry, f->end, f->frame);
    if (o->threads[i].stack > most) most = o->threads[i].stack;
  }
  for (uint32_t i = 0; i < o->nfuncs; i++) if (need[i] + MAX_FRAME > most) most = need[i] + MAX_FRAME;
  if (most < MAX_FRAME) most = MAX_FRAME;
  o->scratch = most;
  if (most < MAX_STACK) return true;
  const BcFunc *wide = &o->funcs[0];                         /* only calls need that much */
  for (uint32_t i = 1; i < o->nfuncs; i++) if (need[i] + MAX_FRAME >= MAX_STACK && o->funcs[i].frame > wide->frame) wide = &o->funcs[i];
  diag_error(e->p->d, "E0214", wide->span, "`%s` has %u words of locals, too many for calls that nest 256 deep", wide->name, wide->frame);
  diag_help(e->p->d, "recursion needs room for that many calls; keep large arrays in shared variables");
  return false;
}

static const BcProgram *compile(Emit *e) {
  Program *p = e->p;
  BcProgram *o = e->out;
  const char *none = "";
  emit_push(e, &e->strings, sizeof none, &none);
  emit_word_const(e, W_IMM(0));                              /* BC_NOFF */
  emit(e, (BcInstr){ .op = OP_NOP, .n = 1 });                /* pc 0 means "none" in tables */
  shared_vars(e);
  messages(e);
  uint32_t total = p->nfuncs + p->nthreads + p->ninvariants + p->ncovers + 2;
  Ranges rs = { ARENA_ARRAY(p->arena, Range, total), 0 };
  BcFunc *fs = ARENA_ARRAY(p->arena, BcFunc, p->nfuncs + 1);
  o->funcs = fs;
  o->nfuncs = p->nfuncs;
  for (uint32_t i = 0; i < p->nfuncs; i++) fs[i] = function(e, p->funcs[i], &rs.ranges[rs.n++]);
  threads(e, &rs);
  BcProp *inv = ARENA_ARRAY(p->arena, BcProp, p->ninvariants + 1), *cov = ARENA_ARRAY(p->arena, BcProp, p->ncovers + 1);
  for (uint32_t i = 0; i < p->ninvariants; i++) inv[i] = prop(e, p->invariants[i], p->invariants[i]->name->text, &rs.ranges[rs.n++]);
  for (uint32_t i = 0; i < p->ncovers; i++) cov[i] = prop(e, p->covers[i], p->covers[i]->name->text, &rs.ranges[rs.n++]);
  if (p->init) o->init = prop(e, p->init, "init", &rs.ranges[rs.n++]);
  if (p->finally_) o->finally_ = prop(e, p->finally_, "finally", &rs.ranges[rs.n++]);
  o->init_chooses = p->init && sema_effects(p->init->b) & FX_CHOOSE;
  o->invariants = inv;
  o->ninvariants = p->ninvariants;
  o->covers = cov;
  o->ncovers = p->ncovers;
  faults(e);
  params_text(e);
  seal(e);
  if (p->d->errors) return NULL;
  kills(e, &rs);
  return stacks(e) ? o : NULL;
}

const BcProgram *bc_compile(const Ast *ast, const Sources *sources, BcOptions *opt, Diags *d) {
  Program *p = ARENA_NEW(opt->arena, Program);
  *p = (Program){ .opt = opt, .sources = sources, .d = d, .arena = opt->arena };
  if (d->errors || !sema_program(p, ast)) return NULL;
  Emit *e = ARENA_NEW(opt->arena, Emit);
  e->p = p;
  e->out = ARENA_NEW(opt->arena, BcProgram);
  e->out->sources = sources;
  e->out->path = sources->files[ast->file->span.file]->path;
  e->out->loop_bound = opt->loop_bound;
  e->out->statement = opt->statement || ast->thesis;
  return compile(e);
}
