/* compiler/sema.c -- items: declared in a first pass (forward references are allowed everywhere), resolved on demand,
 * bodies checked last; then what each function may do, by fixpoint, and the places where that is forbidden. */
#include "compiler/sema.h"
#include <string.h>
#include "compiler/sema_int.h"

#define MAX_LOCS (1u << 24)

Sym *sema_lookup(Sema *s, const AstNode *use) {
  for (uint32_t i = s->nlocals; i-- > 0;) if (s->locals[i]->name == use->name) return s->locals[i];
  return sema_global(s->p, use);
}

/* --- types --- */

static const BcType *sized(Program *p, const BcType *elem, AstNode *dim) {
  if (dim->next) elem = sized(p, elem, dim->next);
  mpz_srcptr v = sema_const(p, dim, &type_int, "an array length");
  BcType *t = ARENA_NEW(p->arena, BcType);
  t->kind = T_ARRAY;
  t->elem = elem;
  if (!v) return t->width = 1, t->count = 1, t;
  if (mpz_sgn(v) < 0) return diag_error(p->d, "E0214", dim->span, "an array length may not be negative"), &type_error;
  if (mpz_cmp_ui(v, MAX_LOCS) > 0 || mpz_get_ui(v) * (uint64_t)elem->width > MAX_LOCS) {
    diag_error(p->d, "E0214", dim->span, "this array is too large: a model has at most %u locations", MAX_LOCS);
    return &type_error;
  }
  t->count = (uint32_t)mpz_get_ui(v);
  t->width = t->count * elem->width;
  return t;
}

static const BcType *named_type(Program *p, AstNode *n) {
  static const BcType *const plain[] = { &type_int, &type_bool, &type_pid, &type_mutex };
  for (int i = 0; i < 4; i++) if (strcmp(n->name->text, plain[i]->name) == 0) return plain[i];
  Sym *sym = sema_global(p, n);
  if (sym && sym->kind == SYM_TYPE) { sema_resolve(p, sym); return sym->type ? sym->type : &type_error; }
  diag_error(p->d, "E0207", n->name_span, "unknown type `%s`", n->name->text);
  const char *all[264] = { "int", "bool", "pid", "mutex", "queue", "set" };
  size_t k = 6;
  for (int h = 0; h < 256; h++) for (Sym *g = p->globals[h]; g && k < 264; g = g->hash_next) if (g->kind == SYM_TYPE) all[k++] = g->name->text;
  const char *near = diag_nearest(n->name->text, all, k);
  if (sym) sema_tell_hidden(p, sym);
  else if (hint_type(p, n->name->text)) return &type_error;
  if (near && strcmp(near, n->name->text) != 0) diag_help(p->d, "did you mean `%s`?", near);
  return &type_error;
}

const BcType *sema_type(Program *p, AstNode *n) {
  if (!n) return &type_void;
  if (n->sem) return n->sem;
  const BcType *t;
  if (n->a) {
    const BcType *e = sema_type(p, n->a);
    BcType *c = ARENA_NEW(p->arena, BcType);
    c->kind = n->name->text[0] == 'q' ? T_QUEUE : T_SET;
    c->width = 1;
    c->elem = e;
    if (!e->width) diag_error(p->d, "E0203", n->a->span, "a %s cannot hold values without contents", n->name->text);
    if (type_has_mutex(e)) diag_error(p->d, "E0203", n->a->span, "a %s cannot hold a mutex", n->name->text);
    t = c;
  } else t = named_type(p, n);
  if (n->list && t->kind != T_ERROR) t = sized(p, t, n->list);
  n->sem = (void *)(uintptr_t)t;
  return t;
}

static void resolve_record(Program *p, Sym *s) {
  uint32_t n = 0, i = 0;
  for (AstNode *f = s->node->list; f; f = f->next) n++;
  BcType *t = ARENA_NEW(p->arena, BcType);
  BcField *fields = ARENA_ARRAY(p->arena, BcField, n);
  *t = (BcType){ .kind = T_RECORD, .name = s->name->text, .count = n, .fields = fields };
  for (AstNode *f = s->node->list; f; f = f->next, i++) {
    fields[i] = (BcField){ f->name->text, sema_type(p, f->a), t->width };
    t->width += fields[i].type->width;
    for (uint32_t k = 0; k < i; k++) if (fields[k].name == fields[i].name) diag_error(p->d, "E0202", f->name_span, "field `%s` is declared twice", f->name->text);
  }
  s->type = t;
}

static void resolve_enum(Program *p, Sym *s) {
  uint32_t n = 0, i = 0;
  for (AstNode *m = s->node->list; m; m = m->next) n++;
  BcType *t = ARENA_NEW(p->arena, BcType);
  *t = (BcType){ .kind = T_ENUM, .width = 1, .name = s->name->text, .count = n, .members = ARENA_ARRAY(p->arena, const char *, n) };
  for (AstNode *m = s->node->list; m; m = m->next) t->members[i++] = m->name->text;
  s->type = t;
}

static mpz_srcptr parse_define(Program *p, Sym *s, const char *text) {
  mpz_t v;
  if (s->type->kind == T_BOOL && (strcmp(text, "true") == 0 || strcmp(text, "false") == 0)) return sema_si(p, text[0] == 't');
  if (s->type->kind == T_ENUM)
    for (uint32_t i = 0; i < s->type->count; i++) if (strcmp(s->type->members[i], text) == 0) return sema_si(p, (long)i);
  if (s->type->kind == T_INT && strlen(text) < 10000) {
    mpz_srcptr r = mpz_init_set_str(v, text, 10) == 0 ? sema_mpz(p, v) : NULL;
    mpz_clear(v);
    if (r) return r;
  }
  char b[80];
  diag_error(p->d, "E0216", s->node->span, "-D %s=%s: the value must be %s", s->name->text, text, type_text(s->type, b, sizeof b));
  if (s->type->kind == T_BOOL) diag_help(p->d, "give true or false");
  if (s->type->kind == T_ENUM) {
    const char *names = s->type->members[0];
    for (uint32_t i = 1; i < s->type->count; i++) names = arena_printf(p->arena, "%s, %s", names, s->type->members[i]);
    diag_help(p->d, "give one of %s", names);
  }
  return NULL;
}

/* -D NAME=value, or -D module.NAME=value for a library's. A name alone is the model's own, if it has such a one. */
static BcDefine *define_of(Program *p, Sym *s) {
  const char *module = s->library ? p->sources->files[s->node->span.file]->path : NULL;
  bool hidden = s->library && sema_named(p, s->name, false);
  for (size_t i = 0; i < p->opt->ndefines; i++) {
    BcDefine *d = &p->opt->defines[i];
    size_t m = module ? strlen(module) : 0;
    if (!hidden && strcmp(d->name, s->name->text) == 0) return d;
    if (module && strncmp(d->name, module, m) == 0 && d->name[m] == '.' && strcmp(d->name + m + 1, s->name->text) == 0) return d;
  }
  return NULL;
}

static void resolve_const(Program *p, Sym *s) {
  s->type = sema_type(p, s->node->a);
  BcDefine *d = define_of(p, s);
  if (s->type->kind == T_ERROR) { if (d) d->used = true; return; }
  if (s->type->width != 1 || s->type->kind > T_ENUM || s->type->kind == T_MUTEX) return;      /* an array: see declare_shared */
  if (d) { d->used = true; s->value = parse_define(p, s, d->value); }
  else s->value = sema_const(p, s->node->b, s->type, "a constant's value");
  if (!s->value) s->value = sema_si(p, 0);
}

void sema_thread_range(const Sym *t, int32_t *lo, int32_t *hi) {
  *lo = 0;
  *hi = -1;
  if (!t->node->a) { *hi = 0; return; }
  AstNode *r = t->node->a->a;
  mpz_srcptr a = r->a->sem ? sem_of(r->a)->value : NULL, b = r->b->sem ? sem_of(r->b)->value : NULL;
  if (!a || !b || !mpz_fits_sint_p(a) || !mpz_fits_sint_p(b)) return;
  *lo = (int32_t)mpz_get_si(a);
  *hi = (int32_t)mpz_get_si(b);
}

void sema_resolve(Program *p, Sym *s) {
  if (s->state == 2) return;
  if (s->state == 1) {
    diag_error(p->d, "E0217", s->node->name_span, "`%s` is defined in terms of itself", s->name->text);
    if (s->kind == SYM_TYPE) diag_help(p->d, "a record has a fixed size; keep the others in a shared array and store an index");
    s->type = &type_error;
    s->state = 2;
    return;
  }
  s->state = 1;
  switch (s->kind) {
    case SYM_CONST: resolve_const(p, s); break;
    case SYM_TYPE: if (s->node->kind == N_RECORD) resolve_record(p, s); else resolve_enum(p, s); break;
    case SYM_MEMBER: {
      Sym *e = (Sym *)s->node->sem;
      sema_resolve(p, e);
      s->type = e->type;
      break;
    }
    case SYM_SHARED: s->type = sema_type(p, s->node->a); break;
    case SYM_FUNC: s->type = sema_type(p, s->node->a); break;
    case SYM_THREAD: s->type = &type_pid; break;
    case SYM_MESSAGE: case SYM_PROP: case SYM_LOCAL: s->type = &type_void; break;
  }
  s->state = 2;
}

/* --- first pass: declare --- */

static Sym *declare(Program *p, SymKind kind, AstNode *n) {
  Sym *old = sema_named(p, n->name, sema_in_library(p, n));
  if (old) {
    Place at = src_place(p->sources, old->node->name_span);
    diag_error(p->d, "E0202", n->name_span, "`%s` is declared twice", n->name->text);
    diag_help(p->d, "the first is at %s:%u:%u", at.path, at.line, at.col);
  }
  Sym *s = ARENA_NEW(p->arena, Sym);
  s->kind = kind;
  s->name = n->name;
  s->node = n;
  s->library = sema_in_library(p, n);
  if (!old) sema_enter(p, s);
  return s;
}

static void *grown(Arena *a, void *old, uint32_t n, size_t size) {
  if (n & (n - 1) || (n && n < 8)) return old;               /* room at powers of two from 8 on */
  void *fresh = arena_alloc(a, (n ? 2 * (size_t)n : 8) * size);
  if (n) memcpy(fresh, old, n * size);
  return fresh;
}
#define PUSH(p, arr, cnt, v) ((arr) = grown((p)->arena, (arr), (cnt), sizeof *(arr)), (arr)[(cnt)++] = (v))

static void declare_item(Program *p, AstNode *n);

static void declare_file(Program *p, AstNode *file) {
  if (file->sem) return;                                     /* imported twice */
  file->sem = file;
  for (AstNode *n = file->list; n; n = n->next) declare_item(p, n);
}

static void once(Program *p, AstNode **where, AstNode *n) {
  if (!*where) { *where = n; return; }
  Place at = src_place(p->sources, (*where)->span);
  diag_error(p->d, "E0202", n->span, "a model has at most one %s", ast_kind_name(n->kind));
  diag_help(p->d, "the first is at %s:%u:%u", at.path, at.line, at.col);
}

static void declare_enum(Program *p, AstNode *n) {
  Sym *e = declare(p, SYM_TYPE, n);
  PUSH(p, p->types, p->ntypes, e);
  long k = 0;
  for (AstNode *m = n->list; m; m = m->next) {
    Sym *s = declare(p, SYM_MEMBER, m);
    m->sem = e;
    s->value = sema_si(p, k++);
  }
}

static void declare_item(Program *p, AstNode *n) {
  switch (n->kind) {
    case N_IMPORT: if (n->a) declare_file(p, n->a); break;
    case N_CONST: { Sym *s = declare(p, SYM_CONST, n); n->sem = s; PUSH(p, p->consts, p->nconsts, s); break; }
    case N_SHARED: { Sym *s = declare(p, SYM_SHARED, n); n->sem = s; PUSH(p, p->shared, p->nshared, s); break; }
    case N_ENUM: declare_enum(p, n); break;
    case N_RECORD: { Sym *s = declare(p, SYM_TYPE, n); PUSH(p, p->types, p->ntypes, s); break; }
    case N_MESSAGE: { Sym *s = declare(p, SYM_MESSAGE, n); s->base = p->nmessages; PUSH(p, p->messages, p->nmessages, s); break; }
    case N_FUNCTION: { Sym *s = declare(p, SYM_FUNC, n); s->base = p->nfuncs; n->sem = s; PUSH(p, p->funcs, p->nfuncs, s); break; }
    case N_THREAD: { Sym *s = declare(p, SYM_THREAD, n); n->sem = s; PUSH(p, p->threads, p->nthreads, s); break; }
    case N_INIT: once(p, &p->init, n); break;
    case N_FINALLY: once(p, &p->finally_, n); break;
    case N_INVARIANT: declare(p, SYM_PROP, n); PUSH(p, p->invariants, p->ninvariants, n); break;
    case N_COVER: declare(p, SYM_PROP, n); PUSH(p, p->covers, p->ncovers, n); break;
    case N_FAULT: PUSH(p, p->faults, p->nfaults, n); break;
    default: break;
  }
}

/* --- second pass: numbers and types of items --- */

static void number_threads(Program *p) {
  uint64_t next = 0;
  for (uint32_t i = 0; i < p->nthreads; i++) {
    Sym *t = p->threads[i];
    sema_resolve(p, t);
    t->base = (uint32_t)next;
    if (t->node->flags & AST_SPAWNED) continue;
    if (t->node->a) {
      AstNode *r = t->node->a->a;
      mpz_srcptr a = sema_const(p, r->a, &type_int, "an end of a thread's range"), b = sema_const(p, r->b, &type_int, "an end of a thread's range");
      if (!a || !b) continue;
      if (mpz_cmp_si(a, W_MIN) < 0 || mpz_cmp_si(b, W_MAX) > 0) { diag_error(p->d, "E0215", r->span, "the ends of this range are too large"); continue; }
    }
    int32_t lo, hi;
    sema_thread_range(t, &lo, &hi);
    if (hi >= lo) next += (uint64_t)((int64_t)hi - lo + 1);
    if (next > 255) { diag_error(p->d, "E0215", t->node->name_span, "this makes %llu threads; a model has at most 255", (unsigned long long)next); return; }
  }
  p->nstatic = (uint32_t)next;
}

static void some_thread(Program *p) {
  if (p->nthreads || p->d->errors) return;
  Span at = { 0, 0, 0 };
  diag_error(p->d, "E0223", at, "this model has no Thread");
  diag_help(p->d, "write `Thread Name { ... }`");
}

static void lay_out(Program *p, Sym *s) {
  sema_resolve(p, s);
  s->base = p->nlocs;
  if ((uint64_t)p->nlocs + s->type->width > MAX_LOCS) {
    diag_error(p->d, "E0214", s->node->span, "too much shared memory: a model has at most %u locations", MAX_LOCS);
    return;
  }
  p->nlocs += s->type->width;
}

static void message_fields(Program *p, AstNode *n) {
  for (AstNode *f = n->list; f; f = f->next) {
    if (type_has_mutex(sema_type(p, f->a))) diag_error(p->d, "E0209", f->span, "a message cannot carry a mutex");
    for (AstNode *g = n->list; g != f; g = g->next)
      if (g->name == f->name) diag_error(p->d, "E0202", f->name_span, "field `%s` is declared twice", f->name->text);
  }
}

/* Initial values: constants, arrays and constructors of constants; each leaf must have a value. */
static bool constant_tree(Program *p, AstNode *e) {
  if (e->kind == N_ARRAY || (e->kind == N_CALL && sem_of(e)->sym && sem_of(e)->sym->kind == SYM_TYPE)) {
    for (AstNode *x = e->list; x; x = x->next) if (!constant_tree(p, x)) return false;
    return true;
  }
  if (type_of(e)->kind == T_ERROR) return false;
  if (sem_of(e)->value) return true;
  return diag_error(p->d, "E0206", e->span, "an initial value must be a constant");
}

static void shared_init(Program *p, Sym *s) {
  AstNode *n = s->node;
  if (!n->b) return;
  if (type_has_mutex(s->type)) { diag_error(p->d, "E0203", n->b->span, "a mutex starts free and takes no initial value"); return; }
  Sema x = { .p = p, .ctx = CTX_CONST };
  if (sema_expect(&x, n->b, s->type, "the initial value")) constant_tree(p, n->b);
}

/* A const that is no scalar lives in memory nobody writes. */
static void const_arrays(Program *p) {
  for (uint32_t i = 0; i < p->nconsts; i++) {
    Sym *s = p->consts[i];
    sema_resolve(p, s);
    if (s->value || s->type->kind == T_ERROR) continue;
    s->kind = SYM_SHARED;
    s->readonly = true;
    BcDefine *d = define_of(p, s);
    if (d) { d->used = true; diag_error(p->d, "E0216", s->node->span, "-D cannot set `%s`: only int, bool and enum values can be given", s->name->text); }
    PUSH(p, p->shared, p->nshared, s);
  }
}

/* --- third pass: bodies --- */

static void params(Sema *s, AstNode *list, bool thread) {
  for (AstNode *q = list; q; q = q->next) {
    const BcType *t = sema_type(s->p, q->a);
    if (thread && q->flags & AST_REF) {
      diag_error(s->p->d, "E0209", q->span, "ref may not stand in Thread parameters");
      diag_help(s->p->d, "pass an index and use the shared array, or make the variable shared");
    }
    if (type_has_mutex(t) && !(q->flags & AST_REF)) {
      char b[80];
      diag_error(s->p->d, "E0209", q->span, "a mutex cannot be copied into a parameter");
      if (!thread) diag_help(s->p->d, "pass it by reference: `ref %s %s`", type_text(t, b, sizeof b), q->name->text);
      else diag_help(s->p->d, "declare it at the top level and use it by its name");
    }
    for (uint32_t i = 0; i < s->nlocals; i++) if (s->locals[i]->name == q->name) diag_error(s->p->d, "E0202", q->name_span, "parameter `%s` is declared twice", q->name->text);
    Sym *v = sema_declare_local(s, q, t);
    v->ref = (q->flags & AST_REF) != 0;
    v->declared_init = true;
  }
}

/* A `break` below N that leaves the loop N is the body of. */
static bool breaks(const AstNode *n) {
  if (!n || n->kind == N_WHILE || n->kind == N_LOOP || n->kind == N_FOR) return false;
  if (n->kind == N_BREAK || breaks(n->b) || breaks(n->c)) return true;
  for (const AstNode *l = n->list; l; l = l->next) if (breaks(l)) return true;
  return false;
}

static bool is_constant(const AstNode *n, bool value) {
  mpz_srcptr v = sem_of(n)->value;
  return v && (mpz_sgn(v) != 0) == value;
}

static bool always_returns(const AstNode *n) {
  if (!n) return false;
  switch (n->kind) {
    case N_RETURN: case N_EXIT: return true;
    case N_BLOCK: case N_ATOMIC: case N_CRITICAL: {
      const AstNode *l = n->kind == N_BLOCK ? n->list : n->b->list;
      for (; l; l = l->next) if (always_returns(l)) return true;
      return false;
    }
    case N_IF: return n->c && always_returns(n->b) && always_returns(n->c);
    case N_EITHER: for (const AstNode *b = n->list; b; b = b->next) if (!always_returns(b)) return false; return true;
    case N_RECEIVE: for (const AstNode *c = n->list; c; c = c->next) if (!always_returns(c->b)) return false; return true;
    case N_LOOP: return !breaks(n->b);
    case N_WHILE: return is_constant(n->a, true) && !breaks(n->b);
    case N_ASSERT: case N_ASSUME: return is_constant(n->a, false);
    default: return false;
  }
}

static void function_body(Program *p, Sym *f) {
  Sema *s = ARENA_NEW(p->arena, Sema);
  *s = (Sema){ .p = p, .owner = f, .ctx = CTX_FUNC };
  if (f->node->flags & AST_PURE) { s->pure = true; s->pure_where = "a pure function"; }
  if (type_has_mutex(f->type)) diag_error(p->d, "E0209", f->node->a->span, "a function cannot return a mutex");
  params(s, f->node->list, false);
  sema_block(s, f->node->b);
  if (f->type->kind != T_VOID && !always_returns(f->node->b)) diag_error(p->d, "E0219", f->node->name_span, "`%s` can reach its end without returning a value", f->name->text);
}

static void thread_body(Program *p, Sym *t) {
  Sema *s = ARENA_NEW(p->arena, Sema);
  *s = (Sema){ .p = p, .owner = t, .ctx = CTX_THREAD };
  params(s, t->node->list, true);
  if (t->node->a) {
    Sym *v = sema_declare_local(s, t->node->a, &type_int);
    v->declared_init = v->readonly = true;
  }
  sema_block(s, t->node->b);
}

static void property(Program *p, AstNode *n) {
  Sema *s = ARENA_NEW(p->arena, Sema);
  *s = (Sema){ .p = p, .ctx = CTX_PROP, .pure = true, .pure_where = n->kind == N_INVARIANT ? "an invariant" : "a cover" };
  sema_expect(s, n->a, &type_bool, n->kind == N_INVARIANT ? "an invariant" : "a cover");
}

static void special(Program *p, AstNode *n, Context ctx) {
  if (!n) return;
  Sema *s = ARENA_NEW(p->arena, Sema);
  *s = (Sema){ .p = p, .ctx = ctx };
  sema_block(s, n->b);
}

static void fault(Program *p, AstNode *n) {
  Sym *t = sema_global(p, n);
  SymKind want = n->op == AST_CRASH ? SYM_THREAD : SYM_MESSAGE;
  if (!t || t->kind != want) {
    diag_error(p->d, n->op == AST_CRASH ? "E0201" : "E0208", n->name_span, "fault %s needs a %s, and `%s` is none", ast_op_text(n->op), want == SYM_THREAD ? "thread" : "message", n->name->text);
    const char *all[512];
    size_t k = 0;
    for (uint32_t i = 0; want == SYM_THREAD && i < p->nthreads; i++) all[k++] = p->threads[i]->name->text;
    for (uint32_t i = 0; want == SYM_MESSAGE && i < p->nmessages && k < 512; i++) all[k++] = p->messages[i]->name->text;
    const char *near = diag_nearest(n->name->text, all, k);
    if (near) diag_help(p->d, "did you mean `%s`?", near);
    return;
  }
  mpz_srcptr v = n->a ? sema_const(p, n->a, &type_int, "the bound of a fault") : NULL;
  if (v && (mpz_sgn(v) < 0 || mpz_cmp_ui(v, W_MAX) > 0)) diag_error(p->d, "E0214", n->a->span, "the bound of a fault must be 0 or more");
  for (uint32_t i = 0; i < p->nfaults && p->faults[i] != n; i++)
    if (p->faults[i]->name == n->name && p->faults[i]->op == n->op) diag_error(p->d, "E0202", n->span, "fault %s %s is declared twice", ast_op_text(n->op), n->name->text);
}

/* --- what code may do --- */

static uint32_t builtin_fx(Builtin b, bool shared) {
  switch (b) {
    case BI_LOCK: return FX_READ | FX_WRITE | FX_BLOCK | FX_COMM;
    case BI_UNLOCK: case BI_TRYLOCK: return FX_READ | FX_WRITE | FX_COMM;
    case BI_CAS: case BI_SWAP: case BI_FETCH_ADD: case BI_PUSH: case BI_POP: case BI_ADD: case BI_REMOVE: case BI_CLEAR:
      return shared ? FX_READ | FX_WRITE : 0;
    case BI_HEAD: case BI_LEN: case BI_CONTAINS: return shared ? FX_READ : 0;
    case BI_NONE: case BI_MIN: case BI_MAX: case BI_ABS: case BI_COUNT: return 0;
  }
  return 0;
}

static bool is_shared(const AstNode *n) {
  while (n->kind == N_INDEX || n->kind == N_FIELD) n = n->a;
  if (n->kind != N_NAME || !n->sem) return false;
  const Sym *s = sem_of(n)->sym;
  return s && ((s->kind == SYM_SHARED && !s->readonly) || (s->kind == SYM_LOCAL && s->ref));
}

/* Effects of the indices of an lvalue, not of reading it. */
static uint32_t place_fx(const AstNode *n) {
  uint32_t fx = 0;
  for (; n->kind == N_INDEX || n->kind == N_FIELD; n = n->a) if (n->kind == N_INDEX) fx |= sema_effects(n->b);
  return n->kind == N_NAME ? fx : fx | sema_effects(n);
}

static uint32_t list_fx(const AstNode *l) {
  uint32_t fx = 0;
  for (; l; l = l->next) fx |= sema_effects(l);
  return fx;
}

static uint32_t call_fx(const AstNode *n) {
  const Sem *m = sem_of(n);
  if (m->builtin) {
    if (m->builtin >= BI_MIN) return list_fx(n->list);
    return builtin_fx(m->builtin, is_shared(n->list)) | place_fx(n->list) | list_fx(n->list->next);
  }
  uint32_t fx = 0;
  if (m->sym && m->sym->kind == SYM_FUNC) {
    fx |= m->sym->fx;
    if (!(m->sym->node->flags & AST_PURE)) fx |= FX_IMPURE_CALL;
    const AstNode *q = m->sym->node->list;
    for (const AstNode *a = n->list; a; a = a->next, q = q ? q->next : NULL) fx |= q && q->flags & AST_REF ? place_fx(a) : sema_effects(a);
    return fx;
  }
  return fx | list_fx(n->list);
}

static uint32_t children_fx(const AstNode *n) {
  uint32_t fx = list_fx(n->list);
  if (n->a && n->a->kind != N_TYPE) fx |= sema_effects(n->a);
  if (n->b) fx |= sema_effects(n->b);
  if (n->c) fx |= sema_effects(n->c);
  return fx;
}

static bool receive_blocks(const AstNode *n) {
  for (const AstNode *c = n->list; c; c = c->next) if (c->flags & AST_AFTER) return false;
  return true;
}

/* A range with nothing in it blocks; inside an atomic block until its bounds change. */
static bool may_be_empty(const AstNode *choose) {
  if (choose->op != AST_CHOOSE_RANGE) return false;
  mpz_srcptr lo = sem_of(choose->a->a)->value, hi = sem_of(choose->a->b)->value;
  return !lo || !hi || mpz_cmp(lo, hi) > 0;
}

uint32_t sema_effects(const AstNode *n) {
  switch (n->kind) {
    case N_NAME: case N_INDEX: case N_FIELD:
      if (n->sem && sem_of(n)->value) return 0;
      return (is_shared(n) ? FX_READ : 0) | place_fx(n->kind == N_NAME ? n : n);
    case N_INT: case N_BOOL: case N_STRING: case N_SELF: return 0;
    case N_CALL: return n->sem ? call_fx(n) : list_fx(n->list);
    case N_ASSIGN: return (is_shared(n->a) ? FX_WRITE | (n->op == AST_SET ? 0 : FX_READ) : 0) | place_fx(n->a) | sema_effects(n->b);
    case N_CHOOSE:
      if (n->op == AST_CHOOSE_SET) return FX_CHOOSE | FX_BLOCK | (is_shared(n->a) ? FX_READ : 0) | place_fx(n->a);
      return FX_CHOOSE | (may_be_empty(n) ? FX_BLOCK : 0) | children_fx(n);
    case N_AWAIT: return FX_BLOCK | FX_AWAIT | sema_effects(n->a);
    case N_JOIN: return FX_BLOCK | FX_COMM | sema_effects(n->a);
    case N_SPAWN: return FX_COMM | list_fx(n->list);
    case N_SEND: return FX_COMM | FX_WRITE | sema_effects(n->a) | list_fx(n->b->list);
    case N_RECEIVE: return FX_COMM | (receive_blocks(n) ? FX_BLOCK : 0) | children_fx(n);
    case N_CRITICAL: return FX_COMM | children_fx(n);
    case N_EXIT: return FX_COMM;
    case N_EITHER: return FX_CHOOSE | children_fx(n);
    case N_TYPE: return 0;
    default: return children_fx(n);
  }
}

uint32_t sema_accesses(const AstNode *n) {
  uint32_t k = 0;
  switch (n->kind) {
    case N_NAME: return is_shared(n) && !sem_of(n)->value;
    case N_FIELD: return sema_accesses(n->a);
    case N_INDEX: k = sema_accesses(n->a) + sema_accesses(n->b); break;
    case N_QUANT: k = sema_effects(n) ? 2 : 0; break;
    case N_CHOOSE: k = 1 + (n->a && n->op == AST_CHOOSE_RANGE ? sema_accesses(n->a->a) + sema_accesses(n->a->b) : 0); break;
    case N_SPAWN: k = 1; for (const AstNode *a = n->list; a; a = a->next) k += sema_accesses(a); break;
    case N_CALL: {
      const Sem *m = sem_of(n);
      if (m->sym && m->sym->kind == SYM_FUNC && m->sym->fx) k = 2;
      for (const AstNode *a = n->list; a; a = a->next) k += sema_accesses(a);
      break;
    }
    case N_ASSIGN: k = sema_accesses(n->a) * (n->op == AST_SET ? 1 : 2) + sema_accesses(n->b); break;
    case N_SEND: k = 1 + sema_accesses(n->a); for (const AstNode *a = n->b->list; a; a = a->next) k += sema_accesses(a); break;
    case N_TYPE: return 0;
    default:
      if (n->a) k += sema_accesses(n->a);
      if (n->b) k += sema_accesses(n->b);
      for (const AstNode *a = n->list; a; a = a->next) k += sema_accesses(a);
  }
  return k > 2 ? 2 : k;
}

static void effects_fixpoint(Program *p) {
  for (bool again = true; again;) {
    again = false;
    for (uint32_t i = 0; i < p->nfuncs; i++) {
      uint32_t fx = p->funcs[i]->fx | sema_effects(p->funcs[i]->node->b);
      again |= fx != p->funcs[i]->fx;
      p->funcs[i]->fx = fx;
    }
  }
}

/* The innermost place below N (or N) with one of the effects in MASK. */
static const AstNode *culprit(const AstNode *n, uint32_t mask) {
  const AstNode *kids[3] = { n->a, n->b, n->c };
  for (int i = 0; i < 3; i++) if (kids[i] && kids[i]->kind != N_TYPE && sema_effects(kids[i]) & mask) return culprit(kids[i], mask);
  for (const AstNode *l = n->list; l; l = l->next) if (sema_effects(l) & mask) return culprit(l, mask);
  return n;
}

static void forbid(Program *p, const AstNode *n, uint32_t mask, const char *where) {
  if (!n || !(sema_effects(n) & mask)) return;
  const AstNode *c = culprit(n, mask);
  bool function = c->kind == N_CALL && sem_of(c)->sym;
  if (c->kind != N_CALL) diag_error(p->d, "E0209", c->span, "%s may not stand in %s", ast_kind_name(c->kind), where);
  else diag_error(p->d, "E0209", c->span, "`%s` may not %s in %s", c->name->text, function ? "be called" : "stand", where);
  if (mask & FX_CHOOSE) diag_help(p->d, "finally looks at one final state: it can assert, but not choose");
  else diag_help(p->d, "%s is one step outside all threads: it cannot send, receive, lock, wait, spawn, enter critical or exit%s", where,
                 function ? ", also not through a function" : "");
}

static void when_reads(Program *p, const AstNode *n) {
  if (n->kind == N_CLAUSE && n->a && sema_effects(n->a) & FX_READ) {
    diag_error(p->d, "E0211", culprit(n->a, FX_READ)->span, "`when` may not read shared data, also not through a function");
    diag_help(p->d, "copy it into a local before the receive and use the local");
  }
  const AstNode *kids[3] = { n->a, n->b, n->c };
  for (int i = 0; i < 3; i++) if (kids[i] && kids[i]->kind != N_TYPE) when_reads(p, kids[i]);
  for (const AstNode *l = n->list; l; l = l->next) when_reads(p, l);
}

static void forbidden_places(Program *p) {
  if (p->init) forbid(p, p->init->b, FX_COMM | FX_AWAIT, "init");
  if (p->finally_) {
    forbid(p, p->finally_->b, FX_COMM | FX_AWAIT, "finally");
    forbid(p, p->finally_->b, FX_CHOOSE, "finally");
  }
  for (uint32_t i = 0; i < p->nfuncs; i++) when_reads(p, p->funcs[i]->node->b);
  for (uint32_t i = 0; i < p->nthreads; i++) when_reads(p, p->threads[i]->node->b);
}

bool sema_program(Program *p, const Ast *ast) {
  declare_file(p, ast->file);
  number_threads(p);                                         /* before the constants: a const pid is a number */
  for (uint32_t i = 0; i < p->nconsts; i++) sema_resolve(p, p->consts[i]);
  for (uint32_t i = 0; i < p->ntypes; i++) sema_resolve(p, p->types[i]);
  some_thread(p);
  const_arrays(p);
  for (uint32_t i = 0; i < p->nshared; i++) lay_out(p, p->shared[i]);
  for (uint32_t i = 0; i < p->nmessages; i++) message_fields(p, p->messages[i]->node);
  for (uint32_t i = 0; i < p->nshared; i++) shared_init(p, p->shared[i]);
  for (uint32_t i = 0; i < p->nfuncs; i++) sema_resolve(p, p->funcs[i]);
  for (uint32_t i = 0; i < p->nfuncs; i++) function_body(p, p->funcs[i]);
  for (uint32_t i = 0; i < p->nthreads; i++) thread_body(p, p->threads[i]);
  special(p, p->init, CTX_INIT);
  special(p, p->finally_, CTX_FINALLY);
  for (uint32_t i = 0; i < p->ninvariants; i++) property(p, p->invariants[i]);
  for (uint32_t i = 0; i < p->ncovers; i++) property(p, p->covers[i]);
  for (uint32_t i = 0; i < p->nfaults; i++) fault(p, p->faults[i]);
  if (p->d->errors) return false;
  effects_fixpoint(p);
  forbidden_places(p);
  sema_drop_uncalled(p);
  return p->d->errors == 0;
}
