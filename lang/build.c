/* lang/build.c -- one constructor per construct; see build.h. Slips that the grammar lets through on purpose, so that
 * the message can be better than "unexpected token", are reported here. */
#include "lang/build.h"
#include <string.h>

/* ---- lists ---- */

AstList list_none(void) { return (AstList){NULL, NULL}; }

AstList list_one(AstNode *n) { return list_add(list_none(), n); }

AstList list_add(AstList l, AstNode *n) {
  if (!n) return l;
  if (l.last) l.last->next = n;
  else l.first = n;
  for (l.last = n; l.last->next; l.last = l.last->next) {}
  return l;
}

/* ---- nodes ---- */

AstNode *ast_new(Parser *p, AstKind k, Span span) {
  AstNode *n = ARENA_NEW(p->arena, AstNode);
  n->kind = k;
  n->span = n->name_span = span;
  return n;
}

static AstNode *named(Parser *p, AstKind k, Span span, Tok name) {
  AstNode *n = ast_new(p, k, span);
  n->name = name.name;
  n->name_span = name.span;
  return n;
}

static void lift(AstNode *n, const AstNode *child) {
  if (child && child->height >= n->height) n->height = child->height + 1;
}

AstNode *ast_done(Parser *p, AstNode *n) {
  n->height = 1;
  lift(n, n->a);
  lift(n, n->b);
  lift(n, n->c);
  for (const AstNode *x = n->list; x; x = x->next) lift(n, x);
  if (n->height > BUILD_MAX_HEIGHT && !p->too_deep) {
    p->too_deep = p->stop = true;
    diag_error(p->diags, "E0113", n->span, "this is nested or chained more than %d levels deep", BUILD_MAX_HEIGHT);
    diag_help(p->diags, "split it into smaller parts, or put them in functions");
  }
  return n;
}

static AstNode *with(Parser *p, AstNode *n, AstNode *a, AstNode *b, AstNode *c) {
  n->a = a;
  n->b = b;
  n->c = c;
  return ast_done(p, n);
}

static Span from_to(Span a, Span b) { return span_join(a, b); }

/* ---- items ---- */

void ast_item(Parser *p, AstNode *items) { p->items = list_add(p->items, items); }

AstNode *ast_path_part(Parser *p, Tok name) { return named(p, N_NAME, name.span, name); }

AstNode *ast_import(Parser *p, Tok word, Tok first, AstList rest) {
  AstNode *n = ast_new(p, N_IMPORT, from_to(word.span, rest.last ? rest.last->span : first.span));
  n->name_span = from_to(first.span, n->span);
  n->name_span.start = first.span.start;
  const char *path = first.name->text;
  for (const AstNode *x = rest.first; x; x = x->next) path = arena_printf(p->arena, "%s.%s", path, x->name->text);
  n->str = path;
  return ast_done(p, n);
}

/* `void` is what a function without a result gives, and nothing else. */
static AstNode *no_void(Parser *p, AstNode *type) {
  if (type && strcmp(type->name->text, "void") == 0) {
    diag_error(p->diags, "E0127", type->span, "`void` is no type of values");
    diag_help(p->diags, "only a function that gives no result is declared `void`");
  }
  return type;
}

AstNode *ast_const(Parser *p, Tok word, AstNode *type, Tok name, AstNode *value, uint32_t flags) {
  AstNode *n = named(p, N_CONST, from_to(word.span, value->span), name);
  n->flags = flags;
  return with(p, n, no_void(p, type), value, NULL);
}

AstNode *ast_shared(Parser *p, AstNode *type, Tok name, AstNode *init) {
  AstNode *n = named(p, N_SHARED, from_to(type->span, init ? init->span : name.span), name);
  return with(p, n, no_void(p, type), init, NULL);
}

AstList ast_shared_more(Parser *p, AstList l, Tok name, AstNode *init) {
  AstNode *n = named(p, N_SHARED, init ? from_to(name.span, init->span) : name.span, name);
  n->flags = AST_CONTINUED;
  return list_add(l, with(p, n, l.first->a, init, NULL));
}

AstNode *ast_named_list(Parser *p, AstKind k, Tok word, Tok name, AstList l, Tok end) {
  AstNode *n = named(p, k, from_to(word.span, end.span), name);
  n->list = l.first;
  return ast_done(p, n);
}

AstList ast_message_more(Parser *p, AstList l, Tok name, AstList params, Tok end) {
  AstNode *n = ast_named_list(p, N_MESSAGE, name, name, params, end);
  n->flags = AST_CONTINUED;
  return list_add(l, n);
}

AstNode *ast_member(Parser *p, Tok name) { return ast_done(p, named(p, N_MEMBER, name.span, name)); }

AstNode *ast_param(Parser *p, const Tok *ref, AstNode *type, Tok name) {
  AstNode *n = named(p, N_PARAM, from_to(ref ? ref->span : type->span, name.span), name);
  if (ref) n->flags = AST_REF;
  return with(p, n, no_void(p, type), NULL, NULL);
}

AstNode *ast_function(Parser *p, const Tok *pure, AstNode *type, Tok name, AstList params, AstNode *body) {
  AstNode *n = named(p, N_FUNCTION, from_to(pure ? pure->span : type->span, body->span), name);
  if (pure) n->flags = AST_PURE;
  if (strcmp(type->name->text, "void") == 0 && !type->list && !type->a) type = NULL;
  else no_void(p, type);
  n->list = params.first;
  return with(p, n, type, body, NULL);
}

AstNode *ast_thread(Parser *p, Tok word, ThreadHead head, Tok name, AstNode *body, uint32_t flags) {
  AstNode *n = named(p, N_THREAD, from_to(word.span, body->span), name);
  n->flags = flags | (head.spawned ? (uint32_t)AST_SPAWNED : 0);
  n->list = head.params.first;
  return with(p, n, head.bind, body, NULL);
}

AstNode *ast_body(Parser *p, AstKind k, Tok word, AstNode *body) {
  AstNode *n = ast_new(p, k, from_to(word.span, body->span));
  n->name_span = word.span;
  return with(p, n, NULL, body, NULL);
}

AstNode *ast_property(Parser *p, AstKind k, Tok word, Tok name, AstNode *e) {
  return with(p, named(p, k, from_to(word.span, e->span), name), e, NULL, NULL);
}

AstNode *ast_fault(Parser *p, Tok word, Tok what, Tok name, AstNode *bound) {
  AstNode *n = named(p, N_FAULT, from_to(word.span, bound ? bound->span : name.span), name);
  n->op = what.name->text[0] == 'c' ? AST_CRASH : what.name->text[1] == 'r' ? AST_DROP : AST_DUPLICATE;
  return with(p, n, bound, NULL, NULL);
}

AstNode *ast_type(Parser *p, Tok name, AstNode *element, Tok end) {
  return with(p, named(p, N_TYPE, from_to(name.span, end.span), name), no_void(p, element), NULL, NULL);
}

AstNode *ast_type_dims(Parser *p, AstNode *type, AstNode *dim, Tok end) {
  type->list = list_add(list_one(type->list), dim).first;
  type->span = from_to(type->span, end.span);
  return ast_done(p, type);
}

AstNode *ast_bind(Parser *p, Tok name, AstNode *range) {
  return with(p, named(p, N_BIND, from_to(name.span, range->span), name), range, NULL, NULL);
}

AstNode *ast_range(Parser *p, AstNode *a, AstNode *b) {
  return with(p, ast_new(p, N_RANGE, from_to(a->span, b->span)), a, b, NULL);
}

/* ---- statements ---- */

AstNode *ast_block(Parser *p, Tok open, AstList l, Tok close) {
  AstNode *n = ast_new(p, N_BLOCK, from_to(open.span, close.span));
  n->name_span = open.span;
  n->list = l.first;
  return ast_done(p, n);
}

AstNode *ast_var(Parser *p, AstNode *type, Tok name, AstNode *init) {
  AstNode *n = named(p, N_VAR, from_to(type->span, init ? init->span : name.span), name);
  return with(p, n, no_void(p, type), init, NULL);
}

static bool is_place(const AstNode *e) {
  while (e->kind == N_INDEX || e->kind == N_FIELD) e = e->a;
  return e->kind == N_NAME;
}

AstNode *ast_assign(Parser *p, AstOp op, AstNode *target, AstNode *value) {
  AstNode *n = ast_new(p, N_ASSIGN, from_to(target->span, value->span));
  n->op = op;
  if (!is_place(target)) {
    diag_error(p->diags, "E0118", target->span, "this cannot be assigned to");
    diag_help(p->diags, "on the left of `%s` stands a variable, an element `a[i]` or a field `r.f`", ast_op_text(op));
  }
  return with(p, n, target, value, NULL);
}

AstNode *ast_assign_equals(Parser *p, AstNode *target, Tok equals, AstNode *value) {
  diag_error(p->diags, "E0107", equals.span, "assignment is written `:=`");
  diag_help(p->diags, "`=` gives a declaration its first value; to change a variable write `:=`, to compare write `==`");
  AstNode *n = ast_new(p, N_ASSIGN, from_to(target->span, value->span));
  n->op = AST_SET;
  return with(p, n, target, value, NULL);
}

AstNode *ast_discard(Parser *p, Tok underscore, AstNode *e) {
  return with(p, ast_new(p, N_DISCARD, from_to(underscore.span, e->span)), e, NULL, NULL);
}

static bool is_double_negation(const AstNode *e) {
  return e->kind == N_UNARY && e->op == AST_NEG && e->a->kind == N_UNARY && e->a->op == AST_NEG &&
         e->a->span.start == e->span.start + 1;
}

AstNode *ast_expr_stmt(Parser *p, AstNode *e) {
  bool plain = !(e->flags & AST_PARENS);
  if (plain && (e->kind == N_CALL || e->kind == N_SPAWN)) return with(p, ast_new(p, N_CALLSTMT, e->span), e, NULL, NULL);
  if (is_double_negation(e)) {
    diag_error(p->diags, "E0109", e->span, "there is no `--` operator");
    diag_help(p->diags, "write `x := x - 1` or `x -= 1`");
  } else if (e->kind == N_BINARY && e->op == AST_EQ) {
    diag_error(p->diags, "E0108", e->span, "this compares and drops the result");
    diag_help(p->diags, "to assign write `:=`, to wait for it `await`, to check it `assert`, to read for its own sake `_ := ...`");
  } else {
    diag_error(p->diags, "E0108", e->span, "%s alone is not a statement", e->kind == N_NAME ? "a name" : "an expression");
    if (e->kind == N_NAME) diag_help(p->diags, "to call it write `%s()`", e->name->text);
    else if (e->kind == N_BINARY && e->op <= AST_GE) diag_help(p->diags, "to wait until it holds write `await`, to check it `assert`");
    else diag_help(p->diags, "to evaluate it and drop the value write `_ := ...`");
  }
  return with(p, ast_new(p, N_DISCARD, e->span), e, NULL, NULL);
}

AstNode *ast_word(Parser *p, AstKind k, Tok word) { return ast_done(p, ast_new(p, k, word.span)); }

AstNode *ast_if(Parser *p, Tok word, AstNode *test, AstNode *then, AstNode *els) {
  AstNode *n = ast_new(p, N_IF, from_to(word.span, els ? els->span : then->span));
  n->name_span = word.span;
  return with(p, n, test, then, els);
}

AstNode *ast_while(Parser *p, Tok word, AstNode *test, AstNode *body) {
  AstNode *n = ast_new(p, N_WHILE, from_to(word.span, body->span));
  n->name_span = word.span;
  return with(p, n, test, body, NULL);
}

AstNode *ast_for(Parser *p, Tok word, Tok name, AstNode *range, AstNode *body) {
  AstNode *n = ast_new(p, N_FOR, from_to(word.span, body->span));
  n->name_span = word.span;
  return with(p, n, ast_bind(p, name, range), body, NULL);
}

AstNode *ast_expr_word(Parser *p, AstKind k, Tok word, AstNode *e) {
  AstNode *n = ast_new(p, k, e ? from_to(word.span, e->span) : word.span);
  n->name_span = word.span;
  return with(p, n, e, NULL, NULL);
}

AstNode *ast_critical(Parser *p, Tok word, Tok name, AstNode *body) {
  return with(p, named(p, N_CRITICAL, from_to(word.span, body->span), name), NULL, body, NULL);
}

AstNode *ast_either(Parser *p, Tok word, AstNode *first, AstList rest) {
  AstNode *n = ast_new(p, N_EITHER, from_to(word.span, rest.last ? rest.last->span : first->span));
  n->name_span = word.span;
  first->next = rest.first;
  n->list = first;
  return ast_done(p, n);
}

/* The contents of the string token, escapes resolved. */
static const char *unescape(Parser *p, Tok t) {
  const char *s = p->src->text + t.span.start + 1;
  size_t n = t.span.end - t.span.start - 1, k = 0;
  if (n && s[n - 1] == s[-1]) n--;                   /* an unterminated one was reported */
  char *out = arena_alloc(p->arena, n + 1);
  for (size_t i = 0; i < n; i++) {
    if (s[i] != '\\' || i + 1 == n) {
      out[k++] = s[i];
      continue;
    }
    char c = s[++i];
    out[k++] = c == 'n' ? '\n' : c == 't' ? '\t' : c;
  }
  return out;
}

AstNode *ast_assert(Parser *p, Tok word, AstNode *e, const Tok *message) {
  AstNode *n = ast_new(p, N_ASSERT, from_to(word.span, message ? message->span : e->span));
  n->name_span = word.span;
  if (message) n->str = unescape(p, *message);
  return with(p, n, e, NULL, NULL);
}

AstNode *ast_print(Parser *p, Tok word, AstList args) {
  AstNode *n = ast_new(p, N_PRINT, from_to(word.span, args.last->span));
  n->name_span = word.span;
  n->list = args.first;
  return ast_done(p, n);
}

AstNode *ast_send(Parser *p, AstNode *to, AstNode *message) {
  return with(p, ast_new(p, N_SEND, from_to(to->span, message->span)), to, message, NULL);
}

AstNode *ast_receive(Parser *p, Tok word, AstList clauses, Tok end) {
  AstNode *n = ast_new(p, N_RECEIVE, from_to(word.span, end.span));
  n->name_span = word.span;
  n->list = clauses.first;
  return ast_done(p, n);
}

AstNode *ast_clause(Parser *p, Tok name, AstList pats, AstNode *when, AstNode *body) {
  AstNode *n = named(p, N_CLAUSE, from_to(name.span, body->span), name);
  n->list = pats.first;
  return with(p, n, when, body, NULL);
}

AstNode *ast_after(Parser *p, Tok word, AstNode *body) {
  AstNode *n = ast_new(p, N_CLAUSE, from_to(word.span, body->span));
  n->name_span = word.span;
  n->flags = AST_AFTER;
  return with(p, n, NULL, body, NULL);
}

AstNode *ast_pattern(Parser *p, AstKind k, Tok t) {
  AstNode *n = ast_new(p, k, t.span);
  if (k == N_PBIND) n->name = t.name;
  return ast_done(p, n);
}

AstNode *ast_pattern_value(Parser *p, Tok first, AstNode *e, uint32_t flags) {
  AstNode *n = ast_new(p, N_PEQ, from_to(first.span, e->span));
  n->flags = flags;
  return with(p, n, e, NULL, NULL);
}

/* ---- expressions ---- */

/* Copies VALUE into the arena, so that nobody has to clear it. */
static mpz_ptr number_in_arena(Arena *a, mpz_srcptr value) {
  size_t limbs = mpz_size(value);
  mp_limb_t *copy = ARENA_ARRAY(a, mp_limb_t, limbs + 1);
  if (limbs) memcpy(copy, mpz_limbs_read(value), limbs * sizeof *copy);
  mpz_ptr z = ARENA_NEW(a, __mpz_struct);
  mpz_roinit_n(z, copy, (mp_size_t)limbs);
  return z;
}

AstNode *ast_int(Parser *p, Tok t) {
  AstNode *n = ast_new(p, N_INT, t.span);
  char *digits = arena_strndup(p->arena, p->src->text + t.span.start, t.span.end - t.span.start);
  mpz_t value;
  if (mpz_init_set_str(value, digits, 10) != 0) mpz_set_ui(value, 0);      /* `12abc` was reported */
  n->num = number_in_arena(p->arena, value);
  mpz_clear(value);
  return ast_done(p, n);
}

AstNode *ast_number(Parser *p, Span span, unsigned long value) {
  AstNode *n = ast_new(p, N_INT, span);
  mpz_t z;
  mpz_init_set_ui(z, value);
  n->num = number_in_arena(p->arena, z);
  mpz_clear(z);
  return ast_done(p, n);
}

AstNode *ast_bool(Parser *p, Tok t, int value) {
  AstNode *n = ast_new(p, N_BOOL, t.span);
  n->op = (AstOp)value;
  return ast_done(p, n);
}

AstNode *ast_string(Parser *p, Tok t) {
  AstNode *n = ast_new(p, N_STRING, t.span);
  n->str = unescape(p, t);
  return ast_done(p, n);
}

AstNode *ast_name(Parser *p, Tok t) { return ast_done(p, named(p, N_NAME, t.span, t)); }

AstNode *ast_index(Parser *p, AstNode *a, AstNode *i, Tok end) {
  return with(p, ast_new(p, N_INDEX, from_to(a->span, end.span)), a, i, NULL);
}

AstNode *ast_field(Parser *p, AstNode *a, Tok name) {
  return with(p, named(p, N_FIELD, from_to(a->span, name.span), name), a, NULL, NULL);
}

AstNode *ast_call(Parser *p, AstKind k, Tok first, Tok name, AstList args, Tok end) {
  return ast_named_list(p, k, first, name, args, end);
}

AstNode *ast_array(Parser *p, Tok open, AstList l, Tok close) {
  AstNode *n = ast_new(p, N_ARRAY, from_to(open.span, close.span));
  n->list = l.first;
  return ast_done(p, n);
}

AstNode *ast_parens(Parser *p, Tok open, AstNode *e, Tok close) {
  (void)p;
  e->span = from_to(open.span, close.span);
  e->flags |= AST_PARENS;
  return e;
}

AstNode *ast_unary(Parser *p, AstOp op, Tok t, AstNode *a) {
  AstNode *n = ast_new(p, N_UNARY, from_to(t.span, a->span));
  n->op = op;
  n->name_span = t.span;
  return with(p, n, a, NULL, NULL);
}

static bool is_comparison(const AstNode *e) {
  return e->kind == N_BINARY && e->op >= AST_EQ && e->op <= AST_GE && !(e->flags & AST_PARENS);
}

AstNode *ast_binary(Parser *p, AstOp op, AstNode *a, AstNode *b) {
  AstNode *n = ast_new(p, N_BINARY, from_to(a->span, b->span));
  n->op = op;
  if (op >= AST_EQ && op <= AST_GE && is_comparison(a)) {
    diag_error(p->diags, "E0117", n->span, "comparisons do not chain");
    diag_help(p->diags, "write `a %s b && b %s c`, or put ( ) around one comparison", ast_op_text(a->op), ast_op_text(op));
  }
  return with(p, n, a, b, NULL);
}

AstNode *ast_choose(Parser *p, Tok word, AstNode *what, Tok end) {
  AstNode *n = ast_new(p, N_CHOOSE, from_to(word.span, end.span));
  n->name_span = word.span;
  n->op = what->kind == N_RANGE ? AST_CHOOSE_RANGE : AST_CHOOSE_SET;
  if (what->kind == N_NAME && strcmp(what->name->text, "bool") == 0) n->op = AST_CHOOSE_BOOL;
  return with(p, n, n->op == AST_CHOOSE_BOOL ? NULL : what, NULL, NULL);
}

AstNode *ast_quant(Parser *p, Tok word, AstList binds, AstNode *body, Tok end) {
  AstNode *n = ast_new(p, N_QUANT, from_to(word.span, end.span));
  n->name_span = word.span;
  switch (word.name->text[0]) {
    case 'f': n->op = AST_FORALL; break;
    case 'e': n->op = AST_EXISTS; break;
    case 'c': n->op = AST_COUNT; break;
    default: n->op = AST_SUM; break;
  }
  n->list = binds.first;
  return with(p, n, body, NULL, NULL);
}
