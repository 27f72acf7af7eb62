/* compiler/sema_expr.c -- types and constant values of expressions. */
#include <string.h>
#include "compiler/sema_int.h"

const BcType type_int = { T_INT, 1, "int", NULL, 0, NULL, NULL };
const BcType type_bool = { T_BOOL, 1, "bool", NULL, 0, NULL, NULL };
const BcType type_pid = { T_PID, 1, "pid", NULL, 0, NULL, NULL };
const BcType type_mutex = { T_MUTEX, 1, "mutex", NULL, 0, NULL, NULL };
const BcType type_void = { T_VOID, 0, "void", NULL, 0, NULL, NULL };
const BcType type_string = { T_STRING, 0, "string", NULL, 0, NULL, NULL };
const BcType type_error = { T_ERROR, 1, "?", NULL, 0, NULL, NULL };

static const struct { const char *name; unsigned args, flags; } builtins[] = {
  { "", 0, 0 },
#define X(id, name, args, flags) { name, args, flags },
#include "compiler/intrinsics.def"
#undef X
};

static Builtin builtin_of(const Name *n) {
  for (int i = 1; i < BI_COUNT; i++) if (strcmp(builtins[i].name, n->text) == 0) return (Builtin)i;
  return BI_NONE;
}

/* A read-only copy whose limbs live in the arena, so that nothing is left to free. */
mpz_srcptr sema_mpz(Program *p, mpz_srcptr v) {
  size_t n = mpz_size(v);
  mp_limb_t *limbs = ARENA_ARRAY(p->arena, mp_limb_t, n + 1);
  if (n) memcpy(limbs, mpz_limbs_read(v), n * sizeof *limbs);
  mpz_ptr copy = ARENA_NEW(p->arena, __mpz_struct);
  return mpz_roinit_n(copy, limbs, mpz_sgn(v) < 0 ? -(mp_size_t)n : (mp_size_t)n);
}

mpz_srcptr sema_si(Program *p, long v) {
  mpz_t t;
  mpz_init_set_si(t, v);
  mpz_srcptr r = sema_mpz(p, t);
  mpz_clear(t);
  return r;
}

Sem *sema_note(Sema *s, AstNode *n, const BcType *t) {
  Sem *m = n->sem ? n->sem : ARENA_NEW(s->p->arena, Sem);
  m->type = t;
  n->sem = m;
  return m;
}

static const BcType *is(Sema *s, AstNode *n, const BcType *t) { sema_note(s, n, t); return t; }
static const BcType *valued(Sema *s, AstNode *n, const BcType *t, mpz_srcptr v) { sema_note(s, n, t)->value = v; return t; }

static bool mismatch(Sema *s, AstNode *n, const BcType *want, const BcType *got, const char *what) {
  char a[80], b[80];
  if (got->kind == T_ERROR || want->kind == T_ERROR) return false;
  diag_error(s->p->d, "E0203", n->span, "%s must be %s, but this is %s", what, type_text(want, a, sizeof a), type_text(got, b, sizeof b));
  if (want->kind == T_BOOL && n->kind == N_INT) diag_help(s->p->d, "write `%s`", mpz_sgn(n->num) ? "true" : "false");
  else if (want->kind == T_BOOL && got->kind == T_INT) diag_help(s->p->d, "there is no implicit conversion: write a comparison such as `... != 0`");
  if (want->kind == T_INT && got->kind == T_BOOL) diag_help(s->p->d, "there is no implicit conversion from bool to int");
  return false;
}

bool sema_expect(Sema *s, AstNode *n, const BcType *t, const char *what) {
  const BcType *got = sema_expr(s, n);
  if (type_equal(t, got)) return got->kind != T_ERROR;
  return mismatch(s, n, t, got, what);
}

void sema_suggest(Sema *s, const Name *name) {
  const char *all[1024];
  size_t n = 0;
  for (uint32_t i = 0; i < s->nlocals && n < 1024; i++) all[n++] = s->locals[i]->name->text;
  for (int h = 0; h < 256; h++)
    for (Sym *g = s->p->globals[h]; g && n < 1000; g = g->hash_next) all[n++] = g->name->text;
  for (int i = 1; i < BI_COUNT && n < 1024; i++) all[n++] = builtins[i].name;
  const char *near = diag_nearest(name->text, all, n);
  if (near) diag_help(s->p->d, "did you mean `%s`?", near);
}

static const BcType *unknown(Sema *s, AstNode *n, const char *what) {
  diag_error(s->p->d, "E0201", n->name_span, "unknown %s `%s`", what, n->name->text);
  if (!(n->kind == N_CALL ? hint_function(s, n->name->text) : hint_name(s, n->name))) sema_suggest(s, n->name);
  return is(s, n, &type_error);
}

static bool no_shared_here(Sema *s, AstNode *n) {
  if (s->ctx == CTX_WHEN) {
    diag_error(s->p->d, "E0211", n->span, "`when` may not read shared variable `%s`", n->name->text);
    diag_help(s->p->d, "copy it into a local before the receive and use the local");
    return false;
  }
  if (s->ctx == CTX_CONST) return diag_error(s->p->d, "E0206", n->span, "`%s` is a shared variable; a constant is needed here", n->name->text);
  return true;
}

static const char *first_value(const BcType *t) {
  return t->kind == T_BOOL ? "false" : t->kind == T_PID ? "no pid" : t->kind == T_ENUM && t->count ? t->members[0] : "0";
}

static const char *article(const char *word) { return strchr("aeiou", word[0]) ? "an" : "a"; }

static const BcType *name_expr(Sema *s, AstNode *n) {
  Sym *sym = sema_lookup(s, n);
  if (!sym) return unknown(s, n, "name");
  sema_resolve(s->p, sym);
  Sem *m = sema_note(s, n, sym->type ? sym->type : &type_error);
  m->sym = sym;
  switch (sym->kind) {
    case SYM_CONST: m->value = sym->value; return m->type;
    case SYM_MEMBER: m->value = sym->value; return m->type;
    case SYM_SHARED: if (!sym->readonly) no_shared_here(s, n); return m->type;
    case SYM_LOCAL:
      if (!sym->declared_init && !sym->assigned && !sym->warned && m->type->width == 1 && m->type->kind <= T_ENUM) {
        sym->warned = true;
        diag_warn(s->p->d, "W0301", n->span, "`%s` is read before anything is assigned to it; it is %s then", n->name->text, first_value(m->type));
      }
      return m->type;
    case SYM_THREAD:
      if (sym->node->flags & AST_SPAWNED) {
        diag_error(s->p->d, "E0209", n->span, "`%s` is started by spawn; its name alone is no pid", n->name->text);
        diag_help(s->p->d, "keep the pid: `pid p = spawn %s(...)`", n->name->text);
        return is(s, n, &type_error);
      }
      if (sym->node->a) {
        diag_error(s->p->d, "E0209", n->span, "`%s` is a family of threads, not one thread", n->name->text);
        diag_help(s->p->d, "write `%s[i]` for one of them", n->name->text);
        return is(s, n, &type_error);
      }
      m->value = sema_si(s->p, (long)sym->base + 1);
      return m->type = &type_pid;
    case SYM_FUNC: case SYM_MESSAGE: case SYM_TYPE: case SYM_PROP:
      diag_error(s->p->d, "E0209", n->span, "`%s` is %s %s, not a value", n->name->text, article(ast_kind_name(sym->node->kind)), ast_kind_name(sym->node->kind));
      return is(s, n, &type_error);
  }
  return m->type;
}

static const BcType *index_expr(Sema *s, AstNode *n) {
  if (n->a->kind == N_NAME) {
    Sym *sym = sema_lookup(s, n->a);
    if (sym && sym->kind == SYM_THREAD && sym->node->a) {
      sema_resolve(s->p, sym);
      sema_note(s, n->a, &type_pid)->sym = sym;
      if (!sema_expect(s, n->b, &type_int, "a thread's index")) return is(s, n, &type_pid);
      mpz_srcptr v = sem_of(n->b)->value;
      int32_t lo, hi;
      sema_thread_range(sym, &lo, &hi);
      if (v && hi < lo) diag_warn(s->p->d, "W0303", n->b->span, "there are no threads `%s`: this fails with R0002 when it runs", n->a->name->text);
      else if (v && (mpz_cmp_si(v, lo) < 0 || mpz_cmp_si(v, hi) > 0))
        diag_warn(s->p->d, "W0303", n->b->span, "`%s` has the indices %d..%d: this fails with R0002 when it runs", n->a->name->text, lo, hi);
      Sem *m = sema_note(s, n, &type_pid);
      m->sym = sym;
      if (v && mpz_cmp_si(v, lo) >= 0 && mpz_cmp_si(v, hi) <= 0) m->value = sema_si(s->p, (long)sym->base + mpz_get_si(v) - lo + 1);
      return &type_pid;
    }
  }
  const BcType *t = sema_expr(s, n->a);
  sema_expect(s, n->b, &type_int, "an index");
  if (t->kind == T_ERROR) return is(s, n, t);
  if (t->kind != T_ARRAY) {
    char b[80];
    diag_error(s->p->d, "E0203", n->a->span, "only arrays can be indexed, and this is %s", type_text(t, b, sizeof b));
    return is(s, n, &type_error);
  }
  mpz_srcptr v = sem_of(n->b)->value;
  if (v && !t->count) diag_warn(s->p->d, "W0303", n->b->span, "this array has no elements: this fails with R0002 when it runs");
  else if (v && (mpz_sgn(v) < 0 || mpz_cmp_ui(v, t->count) >= 0))
    diag_warn(s->p->d, "W0303", n->b->span, "index outside 0..%d: this fails with R0002 when it runs", (int)t->count - 1);
  return is(s, n, t->elem);
}

static const BcType *field_expr(Sema *s, AstNode *n) {
  const BcType *t = sema_expr(s, n->a);
  if (t->kind == T_ERROR) return is(s, n, t);
  if (t->kind == T_RECORD)
    for (uint32_t i = 0; i < t->count; i++)
      if (strcmp(t->fields[i].name, n->name->text) == 0) return is(s, n, t->fields[i].type);
  char b[80];
  diag_error(s->p->d, "E0218", n->name_span, "%s has no field `%s`", type_text(t, b, sizeof b), n->name->text);
  if (t->kind == T_PID) hint_field(s, n);
  if (t->kind == T_RECORD) {
    const char *names[64];
    size_t k = 0;
    for (uint32_t i = 0; i < t->count && k < 64; i++) names[k++] = t->fields[i].name;
    const char *near = diag_nearest(n->name->text, names, k);
    if (near) diag_help(s->p->d, "did you mean `%s`?", near);
  }
  return is(s, n, &type_error);
}

/* --- operators --- */

static mpz_srcptr fold(Program *p, AstOp op, mpz_srcptr x, mpz_srcptr y) {
  mpz_t r;
  mpz_init(r);
  switch (op) {
    case AST_ADD: mpz_add(r, x, y); break;
    case AST_SUB: mpz_sub(r, x, y); break;
    case AST_MUL: mpz_mul(r, x, y); break;
    case AST_DIV: mpz_fdiv_q(r, x, y); break;
    case AST_MOD: mpz_fdiv_r(r, x, y); break;
    case AST_EQ: mpz_set_si(r, mpz_cmp(x, y) == 0); break;
    case AST_NE: mpz_set_si(r, mpz_cmp(x, y) != 0); break;
    case AST_LT: mpz_set_si(r, mpz_cmp(x, y) < 0); break;
    case AST_GT: mpz_set_si(r, mpz_cmp(x, y) > 0); break;
    case AST_LE: mpz_set_si(r, mpz_cmp(x, y) <= 0); break;
    case AST_GE: mpz_set_si(r, mpz_cmp(x, y) >= 0); break;
    default: break;
  }
  mpz_srcptr v = sema_mpz(p, r);
  mpz_clear(r);
  return v;
}

static const BcType *logic_expr(Sema *s, AstNode *n) {
  bool l = sema_expect(s, n->a, &type_bool, "an operand of && and ||");
  bool r = sema_expect(s, n->b, &type_bool, "an operand of && and ||");
  mpz_srcptr x = l ? sem_of(n->a)->value : NULL, y = r ? sem_of(n->b)->value : NULL;
  Sem *m = sema_note(s, n, &type_bool);
  bool absorbing = n->op == AST_OR;                 /* true || e is true, false && e is false, e unevaluated */
  if (x && (mpz_sgn(x) != 0) == absorbing) m->value = x;
  else if (x && y) m->value = y;
  return &type_bool;
}

static const BcType *compare_expr(Sema *s, AstNode *n) {
  const BcType *t = sema_expr(s, n->a), *u = sema_expr(s, n->b);
  bool order = n->op != AST_EQ && n->op != AST_NE;
  if (t->kind != T_ERROR && u->kind != T_ERROR) {
    char a[80], b[80];
    if (!type_equal(t, u)) {
      diag_error(s->p->d, "E0203", n->span, "cannot compare %s with %s", type_text(t, a, sizeof a), type_text(u, b, sizeof b));
    } else if (order ? t->kind != T_INT : type_has_mutex(t) || t->kind == T_VOID || t->kind == T_STRING) {
      diag_error(s->p->d, "E0203", n->span, "values of type %s cannot be compared with `%s`", type_text(t, a, sizeof a), ast_op_text(n->op));
    }
  }
  Sem *m = sema_note(s, n, &type_bool);
  mpz_srcptr x = sem_of(n->a)->value, y = sem_of(n->b)->value;
  if (x && y) m->value = fold(s->p, n->op, x, y);
  return &type_bool;
}

static const BcType *arith_expr(Sema *s, AstNode *n) {
  bool l = sema_expect(s, n->a, &type_int, "an operand of arithmetic");
  bool r = sema_expect(s, n->b, &type_int, "an operand of arithmetic");
  Sem *m = sema_note(s, n, &type_int);
  mpz_srcptr x = l ? sem_of(n->a)->value : NULL, y = r ? sem_of(n->b)->value : NULL;
  if (!x || !y) return &type_int;
  bool zero = (n->op == AST_DIV || n->op == AST_MOD) && mpz_sgn(y) == 0;
  if (zero && s->ctx == CTX_CONST) diag_error(s->p->d, "E0206", n->span, "division by zero in a constant");
  bool huge = mpz_sizeinbase(x, 2) + mpz_sizeinbase(y, 2) > (1u << 20);     /* left to the run: R0007 */
  if (!zero && !huge) m->value = fold(s->p, n->op, x, y);
  return &type_int;
}

static const BcType *binary_expr(Sema *s, AstNode *n) {
  if (n->op == AST_OR || n->op == AST_AND) return logic_expr(s, n);
  if (n->op >= AST_EQ && n->op <= AST_GE) return compare_expr(s, n);
  return arith_expr(s, n);
}

static const BcType *unary_expr(Sema *s, AstNode *n) {
  const BcType *t = n->op == AST_NOT ? &type_bool : &type_int;
  bool ok = sema_expect(s, n->a, t, n->op == AST_NOT ? "the operand of !" : "the operand of -");
  Sem *m = sema_note(s, n, t);
  mpz_srcptr x = ok ? sem_of(n->a)->value : NULL;
  if (x) m->value = n->op == AST_NOT ? sema_si(s->p, mpz_sgn(x) == 0) : fold(s->p, AST_SUB, sema_si(s->p, 0), x);
  return t;
}

/* --- calls --- */

/* N is about to be written: its first mention is no read. */
void sema_will_assign(Sema *s, AstNode *n) {
  while (n->kind == N_INDEX || n->kind == N_FIELD) n = n->a;
  Sym *sym = n->kind == N_NAME ? sema_lookup(s, n) : NULL;
  if (sym && sym->kind == SYM_LOCAL) sym->assigned = true;
}

static uint32_t list_len(const AstNode *l) { uint32_t n = 0; for (; l; l = l->next) n++; return n; }

static bool arity(Sema *s, AstNode *n, uint32_t want) {
  uint32_t got = list_len(n->list);
  if (got == want) return true;
  diag_error(s->p->d, "E0205", n->span, "`%s` takes %u argument%s, not %u", n->name->text, want, want == 1 ? "" : "s", got);
  for (AstNode *a = n->list; a; a = a->next) sema_expr(s, a);
  return false;
}

/* Arguments against declared parameters (function, message, record fields, spawned thread). */
static void arguments(Sema *s, AstNode *n, AstNode *params, const char *what) {
  if (!arity(s, n, list_len(params))) return;
  AstNode *a = n->list;
  for (AstNode *q = params; q; q = q->next, a = a->next) {
    const BcType *t = sema_type(s->p, q->a);
    if (!(q->flags & AST_REF)) {
      char label[160];
      snprintf(label, sizeof label, "%s `%.60s` of `%.60s`", what, q->name->text, n->name->text);
      sema_expect(s, a, t, label);
      continue;
    }
    sema_will_assign(s, a);
    const BcType *got = sema_expr(s, a);
    char x[80], y[80];
    if (got->kind == T_ERROR) continue;
    if (!type_equal(t, got))
      diag_error(s->p->d, "E0203", a->span, "`ref %s` needs %s, but this is %s", q->name->text, type_text(t, x, sizeof x), type_text(got, y, sizeof y));
    else sema_lvalue(s, a, true);
  }
}

static bool elem_arg(Sema *s, AstNode *n, AstNode *arg, const BcType *t) {
  char label[100];
  snprintf(label, sizeof label, "the element given to `%s`", n->name->text);
  return sema_expect(s, arg, t, label);
}

static const BcType *needs(Sema *s, AstNode *n, AstNode *arg, const BcType *got, const char *want) {
  char b[80];
  if (got->kind != T_ERROR)
    diag_error(s->p->d, "E0203", arg->span, "`%s` needs %s, but this is %s", n->name->text, want, type_text(got, b, sizeof b));
  return is(s, n, &type_error);
}

static const BcType *minmax(Sema *s, AstNode *n, Builtin b) {
  bool ok = true;
  for (AstNode *a = n->list; a; a = a->next) ok &= sema_expect(s, a, &type_int, "an argument of min, max and abs");
  Sem *m = sema_note(s, n, &type_int);
  mpz_srcptr x = ok ? sem_of(n->list)->value : NULL;
  if (!x) return &type_int;
  if (b == BI_ABS) { m->value = mpz_sgn(x) < 0 ? fold(s->p, AST_SUB, sema_si(s->p, 0), x) : x; return &type_int; }
  mpz_srcptr y = sem_of(n->list->next)->value;
  if (y) m->value = (mpz_cmp(x, y) < 0) == (b == BI_MIN) ? x : y;
  return &type_int;
}

/* A pure function may change its own variables, also by builtins. */
static bool own_variable(Sema *s, const AstNode *x) {
  while (x->kind == N_INDEX || x->kind == N_FIELD) x = x->a;
  const Sym *v = x->kind == N_NAME ? sema_lookup(s, x) : NULL;
  return v && v->kind == SYM_LOCAL && !v->ref && s->owner && s->owner->kind == SYM_FUNC && s->owner->node->flags & AST_PURE;
}

static const BcType *builtin_expr(Sema *s, AstNode *n, Builtin b) {
  Sem *m = sema_note(s, n, &type_error);
  m->builtin = b;
  if (!arity(s, n, builtins[b].args)) return &type_error;
  if (s->ctx == CTX_CONST && b < BI_MIN) { diag_error(s->p->d, "E0206", n->span, "`%s` is no constant", n->name->text); return &type_error; }
  bool own = own_variable(s, n->list);
  if (s->pure && !(builtins[b].flags & BIF_PURE) && !own)
    diag_error(s->p->d, "E0210", n->span, "`%s` changes or blocks, and may not stand in %s", n->name->text, s->pure_where);
  if (b >= BI_MIN) return minmax(s, n, b);
  AstNode *x = n->list, *y = x->next;
  if (builtins[b].flags & BIF_LVALUE) sema_will_assign(s, x);
  const BcType *t = sema_expr(s, x);
  if (builtins[b].flags & BIF_LVALUE && t->kind != T_ERROR && (!s->pure || own) && !sema_lvalue(s, x, true)) return &type_error;
  if ((b == BI_CAS || b == BI_SWAP) && type_has_mutex(t)) diag_error(s->p->d, "E0204", x->span, "a mutex changes by lock and unlock only");
  switch (b) {
    case BI_LOCK: case BI_UNLOCK: case BI_TRYLOCK:
      if (t->kind != T_MUTEX) return needs(s, n, x, t, "a mutex");
      return is(s, n, b == BI_TRYLOCK ? &type_bool : &type_void);
    case BI_CAS:
      sema_expect(s, y, t, "the old value of cas");
      sema_expect(s, y->next, t, "the new value of cas");
      return is(s, n, &type_bool);
    case BI_SWAP: sema_expect(s, y, t, "the new value of swap"); return is(s, n, t);
    case BI_FETCH_ADD:
      if (t->kind != T_INT) return needs(s, n, x, t, "an int");
      sema_expect(s, y, &type_int, "the amount of fetch_add");
      return is(s, n, &type_int);
    case BI_PUSH: if (t->kind != T_QUEUE) return needs(s, n, x, t, "a queue"); elem_arg(s, n, y, t->elem); return is(s, n, &type_void);
    case BI_POP: case BI_HEAD: if (t->kind != T_QUEUE) return needs(s, n, x, t, "a queue"); return is(s, n, t->elem);
    case BI_LEN: if (t->kind != T_QUEUE && t->kind != T_SET) return needs(s, n, x, t, "a queue or a set"); return is(s, n, &type_int);
    case BI_CONTAINS:
      if (t->kind != T_QUEUE && t->kind != T_SET) return needs(s, n, x, t, "a queue or a set");
      elem_arg(s, n, y, t->elem);
      return is(s, n, &type_bool);
    case BI_ADD: case BI_REMOVE: if (t->kind != T_SET) return needs(s, n, x, t, "a set"); elem_arg(s, n, y, t->elem); return is(s, n, &type_void);
    case BI_CLEAR: if (t->kind != T_QUEUE && t->kind != T_SET) return needs(s, n, x, t, "a queue or a set"); return is(s, n, &type_void);
    case BI_NONE: case BI_MIN: case BI_MAX: case BI_ABS: case BI_COUNT: break;
  }
  return &type_error;
}

/* Arguments that do not fit may have been meant for the library's function of that name. */
static void call_arguments(Sema *s, AstNode *n, const Sym *sym, const char *what) {
  uint32_t before = s->p->d->errors;
  arguments(s, n, sym->node->list, what);
  if (s->p->d->errors > before) sema_tell_hidden(s->p, sym);
}

static const BcType *call_expr(Sema *s, AstNode *n) {
  Sym *sym = sema_lookup(s, n);
  Builtin b = builtin_of(n->name);
  if (!sym && b) return builtin_expr(s, n, b);
  if (!sym) {
    for (AstNode *a = n->list; a; a = a->next) sema_expr(s, a);
    return unknown(s, n, "function");
  }
  sema_resolve(s->p, sym);
  Sem *m = sema_note(s, n, sym->type ? sym->type : &type_error);
  m->sym = sym;
  if (sym->kind == SYM_FUNC) {
    if (s->ctx == CTX_CONST) diag_error(s->p->d, "E0206", n->span, "a call of `%s` is no constant", n->name->text);
    if (s->pure && !(sym->node->flags & AST_PURE)) {
      diag_error(s->p->d, "E0210", n->span, "`%s` is not pure, and may not be called in %s", n->name->text, s->pure_where);
      diag_help(s->p->d, "declare it `pure` if it neither writes nor blocks");
    }
    call_arguments(s, n, sym, "argument");
    return m->type;
  }
  if (sym->kind == SYM_TYPE && sym->node->kind == N_RECORD) { call_arguments(s, n, sym, "field"); return m->type; }
  for (AstNode *a = n->list; a; a = a->next) sema_expr(s, a);
  diag_error(s->p->d, "E0209", n->span, "`%s` is %s %s and cannot be called", n->name->text, article(ast_kind_name(sym->node->kind)), ast_kind_name(sym->node->kind));
  sema_tell_hidden(s->p, sym);
  if (sym->kind == SYM_THREAD) diag_help(s->p->d, "start it with `spawn %s(...)`", n->name->text);
  if (sym->kind == SYM_MESSAGE) diag_help(s->p->d, "send it with `p ! %s(...)`", n->name->text);
  return m->type = &type_error;
}

static const BcType *spawn_expr(Sema *s, AstNode *n) {
  Sym *sym = sema_global(s->p, n);
  if (s->pure || s->ctx == CTX_CONST) diag_error(s->p->d, "E0210", n->span, "spawn may not stand in %s", s->pure ? s->pure_where : "a constant");
  if (!sym || sym->kind != SYM_THREAD) {
    for (AstNode *a = n->list; a; a = a->next) sema_expr(s, a);
    unknown(s, n, "thread");
    return is(s, n, &type_pid);
  }
  sema_note(s, n, &type_pid)->sym = sym;
  if (!(sym->node->flags & AST_SPAWNED)) {
    diag_error(s->p->d, "E0209", n->span, "`%s` starts by itself; spawn needs a Thread declared with parameters", n->name->text);
    diag_help(s->p->d, "declare it `Thread() %s { ... }`", n->name->text);
    return &type_pid;
  }
  arguments(s, n, sym->node->list, "argument");
  return &type_pid;
}

static const BcType *array_expr(Sema *s, AstNode *n) {
  const BcType *t = NULL;
  for (AstNode *e = n->list; e; e = e->next) {
    if (!t) t = sema_expr(s, e);
    else sema_expect(s, e, t, "every element of an array");
  }
  if (!t || t->kind == T_ERROR) {
    if (!t) diag_error(s->p->d, "E0203", n->span, "an array needs at least one element");
    return is(s, n, &type_error);
  }
  BcType *a = ARENA_NEW(s->p->arena, BcType);
  a->kind = T_ARRAY;
  a->elem = t;
  a->count = list_len(n->list);
  a->width = a->count * t->width;
  return is(s, n, a);
}

static const BcType *choose_expr(Sema *s, AstNode *n) {
  if (s->pure || s->ctx == CTX_CONST) diag_error(s->p->d, "E0210", n->span, "choose may not stand in %s", s->pure ? s->pure_where : "a constant");
  if (n->op == AST_CHOOSE_BOOL) return is(s, n, &type_bool);
  if (n->op == AST_CHOOSE_RANGE) {
    sema_expect(s, n->a->a, &type_int, "an end of the range");
    sema_expect(s, n->a->b, &type_int, "an end of the range");
    return is(s, n, &type_int);
  }
  const BcType *t = sema_expr(s, n->a);
  if (t->kind == T_ERROR) return is(s, n, t);
  if (t->kind != T_SET) {
    char b[80];
    diag_error(s->p->d, "E0203", n->a->span, "choose needs bool, a range a..b, or a set, but this is %s", type_text(t, b, sizeof b));
    return is(s, n, &type_error);
  }
  sema_lvalue(s, n->a, false);
  return is(s, n, t->elem);
}

static const BcType *quant_expr(Sema *s, AstNode *n) {
  uint32_t mark = s->nlocals;
  for (AstNode *b = n->list; b; b = b->next) {
    sema_expect(s, b->a->a, &type_int, "an end of the range");
    sema_expect(s, b->a->b, &type_int, "an end of the range");
    Sym *v = sema_declare_local(s, b, &type_int);
    v->readonly = v->declared_init = true;
  }
  bool sum = n->op == AST_SUM;
  sema_expect(s, n->a, sum ? &type_int : &type_bool, sum ? "the body of sum" : "the body of forall, exists and count");
  s->nlocals = mark;
  if (s->ctx == CTX_CONST) diag_error(s->p->d, "E0206", n->span, "`%s` is no constant", ast_op_text(n->op));
  return is(s, n, sum || n->op == AST_COUNT ? &type_int : &type_bool);
}

const BcType *sema_expr(Sema *s, AstNode *n) {
  switch (n->kind) {
    case N_INT: return valued(s, n, &type_int, n->num);
    case N_BOOL: return valued(s, n, &type_bool, sema_si(s->p, n->op));
    case N_STRING: return is(s, n, &type_string);
    case N_NAME: return name_expr(s, n);
    case N_SELF:
      if (!s->owner || s->ctx == CTX_CONST || s->ctx == CTX_INIT || s->ctx == CTX_FINALLY)
        diag_error(s->p->d, "E0209", n->span, "`self` is a thread's own pid and has no meaning here");
      return is(s, n, &type_pid);
    case N_INDEX: return index_expr(s, n);
    case N_FIELD: return field_expr(s, n);
    case N_CALL: return call_expr(s, n);
    case N_ARRAY: return array_expr(s, n);
    case N_UNARY: return unary_expr(s, n);
    case N_BINARY: return binary_expr(s, n);
    case N_CHOOSE: return choose_expr(s, n);
    case N_SPAWN: return spawn_expr(s, n);
    case N_QUANT: return quant_expr(s, n);
    default: diag_error(s->p->d, "E0209", n->span, "this is no expression"); return is(s, n, &type_error);
  }
}

bool sema_lvalue(Sema *s, AstNode *n, bool write) {
  AstNode *root = n;
  while (root->kind == N_INDEX || root->kind == N_FIELD) root = root->a;
  Sym *sym = root->kind == N_NAME ? sem_of(root)->sym : NULL;
  if (!sym || (sym->kind != SYM_SHARED && sym->kind != SYM_LOCAL)) {
    if (type_of(n)->kind == T_ERROR) return false;
    if (sym && sym->kind == SYM_CONST) return diag_error(s->p->d, "E0204", n->span, "`%s` is a constant and cannot change", root->name->text);
    return diag_error(s->p->d, "E0204", n->span, "this is no variable, and a variable is needed here");
  }
  if (!write) return true;
  if (sym->readonly) return diag_error(s->p->d, "E0204", n->span, "`%s` cannot be assigned: it is %s", root->name->text, sym->kind == SYM_LOCAL ? "a range variable" : "a constant");
  if (s->pure && (sym->kind == SYM_SHARED || sym->ref)) return diag_error(s->p->d, "E0210", n->span, "%s may not change %s `%s`", s->pure_where, sym->ref ? "ref parameter" : "shared", root->name->text);
  sym->assigned = true;
  return true;
}

mpz_srcptr sema_const(Program *p, AstNode *n, const BcType *t, const char *what) {
  Sema s = { .p = p, .ctx = CTX_CONST };
  size_t before = p->d->errors;
  if (!sema_expect(&s, n, t, what)) return NULL;
  if (!sem_of(n)->value && p->d->errors == before) diag_error(p->d, "E0206", n->span, "%s must be a constant", what);
  return sem_of(n)->value;
}
