/* compiler/sema_stmt.c -- statements: types, places where they may stand, local names. */
#include <string.h>
#include "compiler/sema_int.h"

Sym *sema_declare_local(Sema *s, AstNode *n, const BcType *t) {
  Sym *sym = ARENA_NEW(s->p->arena, Sym);
  sym->kind = SYM_LOCAL;
  sym->name = n->name;
  sym->node = n;
  sym->type = t;
  sym->state = 2;
  sema_note(s, n, t)->sym = sym;
  Sym *g = sema_global(s->p, n);
  if (g && g->kind == SYM_SHARED && !g->library && !s->p->sources->files[n->span.file]->library)
    diag_warn(s->p->d, "W0302", n->name_span, "local `%s` hides the shared variable of the same name", n->name->text);
  if (s->nlocals == sizeof s->locals / sizeof *s->locals) diag_error(s->p->d, "E0214", n->name_span, "too many local names are in use here; the limit is 512");
  else s->locals[s->nlocals++] = sym;
  return sym;
}

static bool same_scope(const Sema *s, uint32_t from, const Name *name) {
  for (uint32_t i = from; i < s->nlocals; i++) if (s->locals[i]->name == name) return true;
  return false;
}

/* A construct that sends, blocks, writes, ... where only reading is allowed. */
static void not_pure(Sema *s, AstNode *n) {
  if (s->pure) diag_error(s->p->d, "E0210", n->span, "%s may not stand in %s", ast_kind_name(n->kind), s->pure_where);
}

static void local_var(Sema *s, AstNode *n, uint32_t scope) {
  const BcType *t = sema_type(s->p, n->a);
  if (type_has_mutex(t)) {
    diag_error(s->p->d, "E0209", n->span, "a mutex is shared by nature and cannot be local");
    diag_help(s->p->d, "declare it at the top level");
  }
  if (n->b) sema_expect(s, n->b, t, "the initial value");
  if (same_scope(s, scope, n->name)) diag_error(s->p->d, "E0202", n->name_span, "`%s` is declared twice in this block", n->name->text);
  Sym *v = sema_declare_local(s, n, t);
  v->declared_init = n->b != NULL;
}

static void assign(Sema *s, AstNode *n) {
  if (n->op == AST_SET) sema_will_assign(s, n->a);
  const BcType *t = sema_expr(s, n->a);
  if (n->op != AST_SET && t->kind != T_INT && t->kind != T_ERROR) {
    char b[80];
    diag_error(s->p->d, "E0203", n->a->span, "`%s` needs an int, but this is %s", ast_op_text(n->op), type_text(t, b, sizeof b));
    t = &type_error;
  }
  if (type_has_mutex(t)) diag_error(s->p->d, "E0204", n->a->span, "a mutex changes by lock and unlock only");
  if (t->kind != T_ERROR) sema_lvalue(s, n->a, true);
  sema_expect(s, n->b, t, "the assigned value");
}

static void if_stmt(Sema *s, AstNode *n) {
  sema_expect(s, n->a, &type_bool, "the test of if");
  sema_block(s, n->b);
  if (!n->c) return;
  if (n->c->kind == N_IF) if_stmt(s, n->c);
  else sema_block(s, n->c);
}

static void loop_body(Sema *s, AstNode *b) { s->loops++; sema_block(s, b); s->loops--; }

static void for_stmt(Sema *s, AstNode *n) {
  uint32_t mark = s->nlocals;
  sema_expect(s, n->a->a->a, &type_int, "an end of the range");
  sema_expect(s, n->a->a->b, &type_int, "an end of the range");
  Sym *v = sema_declare_local(s, n->a, &type_int);
  v->readonly = v->declared_init = true;
  loop_body(s, n->b);
  s->nlocals = mark;
}

static void return_stmt(Sema *s, AstNode *n) {
  if (s->ctx != CTX_FUNC) {
    diag_error(s->p->d, "E0213", n->span, "return stands only in functions");
    if (s->ctx == CTX_THREAD) diag_help(s->p->d, "`exit` ends a thread");
    if (n->a) sema_expr(s, n->a);
    return;
  }
  const BcType *t = s->owner->type;
  if (n->a && t->kind == T_VOID) { sema_expr(s, n->a); diag_error(s->p->d, "E0213", n->a->span, "`%s` is void and returns no value", s->owner->name->text); }
  else if (n->a) sema_expect(s, n->a, t, "the returned value");
  else if (t->kind != T_VOID) diag_error(s->p->d, "E0213", n->span, "`%s` must return a value", s->owner->name->text);
}

static Sym *message_of(Sema *s, AstNode *n) {
  Sym *m = sema_global(s->p, n);
  if (m && m->kind == SYM_MESSAGE) return m;
  const char *names[256];
  size_t k = 0;
  for (uint32_t i = 0; i < s->p->nmessages && k < 256; i++) names[k++] = s->p->messages[i]->name->text;
  diag_error(s->p->d, "E0208", n->name_span, "unknown message `%s`", n->name->text);
  const char *near = diag_nearest(n->name->text, names, k);
  if (near) diag_help(s->p->d, "did you mean `%s`?", near);
  else diag_help(s->p->d, "declare it: `message %s(...)`", n->name->text);
  return NULL;
}

static void send_stmt(Sema *s, AstNode *n) {
  not_pure(s, n);
  sema_expect(s, n->a, &type_pid, "the receiver of a send");
  Sym *m = message_of(s, n->b);
  AstNode *arg = n->b->list, *q = m ? m->node->list : NULL;
  uint32_t want = 0, got = 0;
  for (AstNode *x = q; x; x = x->next) want++;
  for (AstNode *x = arg; x; x = x->next) got++;
  if (m) sema_note(s, n->b, &type_void)->sym = m;
  if (m && want != got) diag_error(s->p->d, "E0205", n->b->span, "message `%s` has %u field%s, not %u", m->name->text, want, want == 1 ? "" : "s", got);
  for (; arg; arg = arg->next, q = q ? q->next : NULL) {
    if (!q || !m || want != got) { sema_expr(s, arg); continue; }
    char label[160];
    snprintf(label, sizeof label, "field `%.60s` of `%.60s`", q->name->text, m->name->text);
    sema_expect(s, arg, sema_type(s->p, q->a), label);
  }
}

static void pattern(Sema *s, AstNode *pat, const BcType *t, uint32_t scope) {
  if (pat->kind == N_PBIND) {
    if (same_scope(s, scope, pat->name)) diag_error(s->p->d, "E0202", pat->name_span, "`%s` is bound twice in this clause", pat->name->text);
    Sym *v = sema_declare_local(s, pat, t);
    v->declared_init = true;
  }
}

/* Values in patterns belong to the scope around the receive: they are evaluated before it. */
static void pattern_values(Sema *s, AstNode *c, Sym *m) {
  AstNode *q = m ? m->node->list : NULL;
  for (AstNode *pat = c->list; pat; pat = pat->next, q = q ? q->next : NULL)
    if (pat->kind == N_PEQ) {
      if (q) sema_expect(s, pat->a, sema_type(s->p, q->a), "the pattern's value");
      else sema_expr(s, pat->a);
    }
}

static void clause(Sema *s, AstNode *c) {
  uint32_t mark = s->nlocals;
  if (!(c->flags & AST_AFTER)) {
    Sym *m = message_of(s, c);
    sema_note(s, c, &type_void)->sym = m;
    uint32_t want = 0, got = 0;
    for (AstNode *x = m ? m->node->list : NULL; x; x = x->next) want++;
    for (AstNode *x = c->list; x; x = x->next) got++;
    if (m && want != got) {
      diag_error(s->p->d, "E0205", c->span, "message `%s` has %u field%s, but the pattern has %u", m->name->text, want, want == 1 ? "" : "s", got);
      m = NULL;
    }
    pattern_values(s, c, m);
    AstNode *q = m ? m->node->list : NULL;
    for (AstNode *pat = c->list; pat; pat = pat->next, q = q ? q->next : NULL) pattern(s, pat, q ? sema_type(s->p, q->a) : &type_error, mark);
    if (c->a) {
      Context ctx = s->ctx;
      bool pure = s->pure;
      const char *where = s->pure_where;
      s->ctx = CTX_WHEN;
      s->pure = true;
      s->pure_where = "`when`";
      sema_expect(s, c->a, &type_bool, "the test after when");
      s->ctx = ctx;
      s->pure = pure;
      s->pure_where = where;
    }
  }
  sema_block(s, c->b);
  s->nlocals = mark;
}

static void receive_stmt(Sema *s, AstNode *n) {
  not_pure(s, n);
  if (s->ctx == CTX_INIT || s->ctx == CTX_FINALLY) diag_error(s->p->d, "E0209", n->span, "receive may not stand in %s", s->ctx == CTX_INIT ? "init" : "finally");
  bool after = false;
  for (AstNode *c = n->list; c; c = c->next) {
    if (c->flags & AST_AFTER && after) diag_error(s->p->d, "E0202", c->span, "a receive has at most one `after`");
    after |= (c->flags & AST_AFTER) != 0;
    clause(s, c);
  }
}

static void pure_expr(Sema *s, AstNode *e, const char *where, const char *what) {
  bool pure = s->pure;
  const char *old = s->pure_where;
  s->pure = true;
  s->pure_where = where;
  sema_expect(s, e, &type_bool, what);
  s->pure = pure;
  s->pure_where = old;
}

static void print_stmt(Sema *s, AstNode *n) {
  for (AstNode *e = n->list; e; e = e->next) sema_expr(s, e);
}

static void call_stmt(Sema *s, AstNode *n) {
  const BcType *t = sema_expr(s, n->a);
  Sem *m = sem_of(n->a);
  bool harmless = n->a->kind == N_SPAWN || m->builtin == BI_TRYLOCK || m->builtin == BI_CAS || m->builtin == BI_SWAP ||
                  m->builtin == BI_FETCH_ADD || m->builtin == BI_POP || (m->sym && m->sym->kind == SYM_FUNC);
  if (t->kind == T_VOID || t->kind == T_ERROR || harmless) return;
  diag_error(s->p->d, "E0209", n->span, "this value goes nowhere");
  diag_help(s->p->d, "write `_ := ...` to drop it on purpose");
}

static void critical_stmt(Sema *s, AstNode *n) {
  not_pure(s, n);
  sema_block(s, n->b);
}

static void statement(Sema *s, AstNode *n, uint32_t scope) {
  switch (n->kind) {
    case N_BLOCK: sema_block(s, n); break;
    case N_VAR: local_var(s, n, scope); break;
    case N_ASSIGN: assign(s, n); break;
    case N_DISCARD: sema_expr(s, n->a); break;
    case N_CALLSTMT: call_stmt(s, n); break;
    case N_SKIP: break;
    case N_IF: if_stmt(s, n); break;
    case N_WHILE: sema_expect(s, n->a, &type_bool, "the test of while"); loop_body(s, n->b); break;
    case N_LOOP: loop_body(s, n->b); break;
    case N_FOR: for_stmt(s, n); break;
    case N_BREAK: case N_CONTINUE:
      if (!s->loops) diag_error(s->p->d, "E0212", n->span, "%s stands only in a loop", ast_kind_name(n->kind));
      break;
    case N_RETURN: return_stmt(s, n); break;
    case N_EXIT:
      not_pure(s, n);
      if (s->ctx != CTX_THREAD && s->ctx != CTX_FUNC) diag_error(s->p->d, "E0209", n->span, "exit ends a thread and has no meaning here");
      break;
    case N_ATOMIC: sema_block(s, n->b); break;
    case N_AWAIT: not_pure(s, n); pure_expr(s, n->a, "await", "the condition of await"); break;
    case N_CRITICAL: critical_stmt(s, n); break;
    case N_EITHER: not_pure(s, n); for (AstNode *b = n->list; b; b = b->next) sema_block(s, b); break;
    case N_ASSERT: sema_expect(s, n->a, &type_bool, "the condition of assert"); break;
    case N_ASSUME: not_pure(s, n); sema_expect(s, n->a, &type_bool, "the condition of assume"); break;
    case N_PRINT: print_stmt(s, n); break;
    case N_SEND: send_stmt(s, n); break;
    case N_RECEIVE: receive_stmt(s, n); break;
    case N_JOIN: not_pure(s, n); sema_expect(s, n->a, &type_pid, "what join waits for"); break;
    default: diag_error(s->p->d, "E0209", n->span, "%s may not stand here", ast_kind_name(n->kind));
  }
}

void sema_block(Sema *s, AstNode *n) {
  uint32_t mark = s->nlocals;
  for (AstNode *x = n->list; x; x = x->next) statement(s, x, mark);
  s->nlocals = mark;
}
