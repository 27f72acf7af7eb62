/* lang/thesis.c -- the dialect of the thesis (appendix A, figures A.1 and A.2), parsed into the same tree.
 *   <"name" count, x 1, l 20, local m 1, const max 1 4>     becomes declarations
 *   [ ... ]                                                 the k-th becomes Thread(tid in k..k) Tk { ... }
 * The grammar is small and has no statement ends, so it is read by recursive descent. */
#include <string.h>
#include "lang/build.h"
#include "lang/parser.h"

#define COUNT(a) (sizeof(a) / sizeof(a)[0])
enum { MAX_LENGTH = 1 << 20, LITERAL_LENGTH = 4096, MAX_VARS = 1000 };

typedef enum { VAR_SHARED, VAR_LOCAL, VAR_CONST } VarClass;
typedef struct {
  const Name *name, *as;     /* as written, and in the tree: `-` becomes `_` */
  VarClass class;
  unsigned long length;
  bool scalar;               /* length 1 and never indexed */
  AstList values;
  size_t tok;
} Var;

typedef struct {
  Parser *p;
  size_t at;
  VEC(Var) vars;
  unsigned long threads, tid;
  const Name *tid_name;
  bool failed;               /* in this statement; cleared by skip */
} Thesis;

bool thesis_is(const Source *src) {
  Lexer l;
  lex_init(&l, src->text, src->len);
  return lex_next(&l).code == T_LT;
}

/* ---- tokens ---- */

static int peek(const Thesis *t) { return t->p->toks.at[t->at].code; }
static Span here(const Thesis *t) { return tok_span(t->p, t->at); }
static bool peek_word(const Thesis *t, const char *w) { return peek(t) == T_NAME && tok_is(t->p, t->at, w); }

/* The copies of a repetition repeat its errors; one report is enough. */
static bool said(const Thesis *t, Span at) {
  const Diags *d = t->p->diags;
  Place here_ = src_place(d->sources, at);
  for (size_t i = 0; i < d->count; i++) {
    Place x = src_place(d->sources, d->items[i].span);
    if (d->items[i].span.file == at.file && x.line == here_.line && x.col == here_.col) return true;
  }
  return false;
}

static void fail(Thesis *t, const char *code, Span at, const char *message, const char *help) {
  if (!t->failed && !said(t, at)) {
    diag_error(t->p->diags, code, at, "%s", message);
    if (help) diag_help(t->p->diags, "%s", help);
  }
  t->failed = true;
}

static void unexpected(Thesis *t, const char *expected) {
  const char *what = peek(t) == LEX_END ? "the end of the file" : arena_printf(t->p->arena, "`%s`", tok_text(t->p, t->at));
  fail(t, "E0141", here(t), arena_printf(t->p->arena, "unexpected %s, expected %s", what, expected), NULL);
}

static Tok take(Thesis *t) {
  Tok tok = {here(t), NULL};
  const LexToken *x = &t->p->toks.at[t->at];
  if (x->code == T_NAME) tok.name = intern(t->p->ctx->names, t->p->src->text + x->start, x->end - x->start);
  if (x->code != LEX_END) t->at++;
  return tok;
}

static bool accept(Thesis *t, int code) {
  if (peek(t) != code) return false;
  t->at++;
  return true;
}

static Tok expect(Thesis *t, int code, const char *what) {
  if (t->failed) return (Tok){here(t), NULL};
  if (peek(t) == code) return take(t);
  unexpected(t, what);
  return (Tok){here(t), NULL};
}

static bool tokenise(Parser *p) {
  Lexer l;
  lex_init(&l, p->src->text, p->src->len);
  size_t depth = 0;
  for (;;) {
    LexToken t = lex_thesis(&l);
    VEC_PUSH(p->arena, &p->toks, t);
    if (t.code == LEX_END) return true;
    if (t.code == T_LPAREN || t.code == T_LBRACKET || t.code == T_LBRACE) depth++;
    if (depth && (t.code == T_RPAREN || t.code == T_RBRACKET || t.code == T_RBRACE)) depth--;
    Span at = tok_span(p, p->toks.count - 1);
    if (depth > PARSE_MAX_DEPTH) return diag_error(p->diags, "E0113", at, "more than %d levels of nesting", PARSE_MAX_DEPTH);
    if (t.code == LEX_OPEN_COMMENT) return diag_error(p->diags, "E0105", at, "this comment is never closed");
    if (t.code == LEX_OPEN_STRING) return diag_error(p->diags, "E0104", at, "this string is not closed on its line");
  }
}

static unsigned long small_number(Thesis *t, const char *what) {
  Tok tok = expect(t, T_INT, what);
  if (t->failed) return 0;
  unsigned long n = 0;
  for (uint32_t i = tok.span.start; i < tok.span.end && n <= MAX_LENGTH; i++)
    n = n * 10 + (unsigned long)(t->p->src->text[i] - '0');
  if (n > MAX_LENGTH) fail(t, "E0144", tok.span, "this number is too large here", NULL);
  return n;
}

/* ---- names ---- */

static Var *find(Thesis *t, const Name *n) {
  for (size_t i = 0; i < t->vars.count; i++)
    if (t->vars.at[i].name == n) return &t->vars.at[i];
  return NULL;
}

static bool taken(const Thesis *t, const char *s) {
  static const char *const words[] = {"cas", "int", "bool", "pid", "mutex", "queue", "set", "void", "count", "sum", "tid", "ref"};
  Lexer l;
  lex_init(&l, s, strlen(s));
  if (lex_next(&l).code != T_NAME) return true;    /* reserved in dmc */
  for (size_t i = 0; i < COUNT(words); i++)
    if (strcmp(words[i], s) == 0) return true;
  for (size_t i = 0; i < t->vars.count; i++)
    if (strcmp(t->vars.at[i].as->text, s) == 0 || strcmp(t->vars.at[i].name->text, s) == 0) return true;
  return false;
}

/* A dmc name for N that nobody else has. T0, T1, ... are the threads. */
static const Name *dmc_name(Thesis *t, const Name *n) {
  char *s = arena_strndup(t->p->arena, n->text, n->len);
  for (char *c = s; *c; c++)
    if (*c == '-') *c = '_';
  bool thread = s[0] == 'T' && s[1] && strspn(s + 1, "0123456789") == strlen(s + 1);
  bool same = strcmp(s, n->text) == 0 && strcmp(s, "tid") == 0;
  while (thread || (!same && taken(t, s))) {
    s = arena_printf(t->p->arena, "%s_", s);
    thread = false;
  }
  return intern_str(t->p->ctx->names, s);
}

/* ---- expressions ---- */

static AstNode *int_expr(Thesis *t);

static AstNode *name_node(Thesis *t, const Name *as, Span span) { return ast_name(t->p, (Tok){span, as}); }

static void unknown(Thesis *t, Tok name) {
  const char **names = ARENA_ARRAY(t->p->arena, const char *, t->vars.count + 1);
  for (size_t i = 0; i < t->vars.count; i++) names[i] = t->vars.at[i].name->text;
  const char *near = diag_nearest(name.name->text, names, t->vars.count), *help = NULL;
  if (strchr(name.name->text, '-')) help = "a name may hold `-`; write blanks around the `-` to subtract";
  else if (near) help = arena_printf(t->p->arena, "did you mean `%s`?", near);
  fail(t, "E0143", name.span, arena_printf(t->p->arena, "`%s` is not declared in the header", name.name->text), help);
}

/* var or var[e]; never NULL. */
static AstNode *place(Thesis *t) {
  Tok name = expect(t, T_NAME, "a variable");
  if (t->failed) return ast_number(t->p, name.span, 0);
  Var *v = find(t, name.name);
  if (!v && name.name == t->tid_name) return name_node(t, t->tid_name, name.span);
  if (!v) {
    unknown(t, name);
    return ast_number(t->p, name.span, 0);
  }
  AstNode *base = name_node(t, v->as, name.span);
  if (peek(t) != T_LBRACKET) {
    if (v->scalar) return base;
    const char *many = arena_printf(t->p->arena, "`%s` has %lu elements and needs an index", v->name->text, v->length);
    if (v->length > 1) fail(t, "E0143", name.span, many, NULL);
    return ast_index(t->p, base, ast_number(t->p, name.span, 0), name);
  }
  take(t);
  AstNode *i = int_expr(t);
  return ast_index(t->p, base, i, expect(t, T_RBRACKET, "`]`"));
}

static AstNode *cas_call(Thesis *t) {
  Tok word = take(t);
  expect(t, T_LPAREN, "`(`");
  AstList args = list_one(place(t));
  expect(t, T_COMMA, "`,`");
  args = list_add(args, int_expr(t));
  expect(t, T_COMMA, "`,`");
  args = list_add(args, int_expr(t));
  return ast_call(t->p, N_CALL, word, word, args, expect(t, T_RPAREN, "`)`"));
}

static bool at_cas(const Thesis *t) { return peek_word(t, "cas") && t->p->toks.at[t->at + 1].code == T_LPAREN; }

static AstNode *primary(Thesis *t) {
  if (t->failed) return ast_number(t->p, here(t), 0);
  if (at_cas(t)) fail(t, "E0145", here(t), "`cas` is a statement, or a test `cas(...) == 1` or `cas(...) == 0`", NULL);
  if (peek(t) == T_INT) return ast_int(t->p, take(t));
  if (peek(t) == T_MINUS) {
    Tok minus = take(t);
    return ast_unary(t->p, AST_NEG, minus, primary(t));
  }
  if (peek(t) == T_LPAREN) {
    Tok open = take(t);
    AstNode *e = int_expr(t);
    return ast_parens(t->p, open, e, expect(t, T_RPAREN, "`)`"));
  }
  if (peek(t) == T_NAME) return place(t);
  unexpected(t, "an expression");
  return ast_number(t->p, here(t), 0);
}

static AstOp arith(int code) {
  switch (code) {
    case T_PLUS: return AST_ADD;
    case T_MINUS: return AST_SUB;
    case T_STAR: return AST_MUL;
    case T_SLASH: return AST_DIV;
    case T_PERCENT: return AST_MOD;
    default: return AST_NONE;
  }
}

/* One precedence, left to right: `tid + 1 % length` is `(tid + 1) % length`. */
static AstNode *int_expr(Thesis *t) {
  AstNode *e = primary(t);
  for (AstOp op; !t->failed && !t->p->stop && (op = arith(peek(t))) != AST_NONE;) {
    take(t);
    e = ast_binary(t->p, op, e, primary(t));
  }
  return e;
}

static AstOp test_op(Thesis *t) {
  switch (peek(t)) {
    case T_LT: return AST_LT;
    case T_GT: return AST_GT;
    case T_EQEQ: return AST_EQ;
    case T_NE: case T_LE: case T_GE: case T_EQUALS: case T_ASSIGN:
      fail(t, "E0145", here(t), "tests in thesis files are `<`, `>` and `==`", NULL);
      return AST_NONE;
    default:
      if (!t->failed) unexpected(t, "`<`, `>` or `==`");
      return AST_NONE;
  }
}

/* `cas(...) == 1` is the call, `cas(...) == 0` its negation. */
static AstNode *cas_test(Thesis *t) {
  AstNode *call = cas_call(t);
  if (!t->failed && peek(t) != T_EQEQ) fail(t, "E0145", here(t), "`cas` in a test is compared with `== 1` or `== 0`", NULL);
  if (t->failed) return call;
  take(t);
  bool one = tok_is(t->p, t->at, "1");
  if (!one && !tok_is(t->p, t->at, "0")) fail(t, "E0145", here(t), "`cas` in a test is compared with `== 1` or `== 0`", NULL);
  Tok end = take(t);
  if (one) return call;
  AstNode *not = ast_unary(t->p, AST_NOT, (Tok){call->span, NULL}, call);
  not->span = span_join(call->span, end.span);
  return not;
}

/* Does the `(` here enclose a whole test? The grammar has none, but it is a natural thing to write. */
static bool whole_test(const Thesis *t) {
  size_t depth = 0;
  for (size_t i = t->at; i < t->p->toks.count; i++) {
    int c = t->p->toks.at[i].code;
    if (c == T_LPAREN || c == T_LBRACKET) depth++;
    if (c == T_RPAREN || c == T_RBRACKET) depth--;
    if (depth == 0 || c == T_LBRACE || c == LEX_END) return false;
    if (depth == 1 && (c == T_LT || c == T_GT || c == T_EQEQ)) return true;
  }
  return false;
}

static AstNode *test(Thesis *t) {
  if (at_cas(t)) return cas_test(t);
  if (peek(t) == T_LPAREN && whole_test(t)) {
    Tok open = take(t);
    AstNode *e = test(t);
    return ast_parens(t->p, open, e, expect(t, T_RPAREN, "`)`"));
  }
  AstNode *a = int_expr(t);
  AstOp op = test_op(t);
  if (op == AST_NONE) return a;
  take(t);
  return ast_binary(t->p, op, a, int_expr(t));
}

/* ---- statements ---- */

static AstList statements(Thesis *t);

static AstNode *braced(Thesis *t) {
  Tok open = expect(t, T_LBRACE, "`{`");
  AstList l = statements(t);
  return ast_block(t->p, open, l, expect(t, T_RBRACE, "`}`"));
}

static AstNode *conditional(Thesis *t) {
  Tok word = take(t);
  AstNode *e = test(t);
  if (t->failed || !peek_word(t, "then")) {
    if (peek(t) == T_LBRACE) fail(t, "E0141", here(t), "before the block of an `if` stands `then`", "`if e then { } else { }`");
    return ast_discard(t->p, word, e);
  }
  take(t);
  AstNode *then = braced(t), *els = NULL;
  if (!t->failed && peek_word(t, "else")) {
    take(t);
    els = braced(t);
  }
  return ast_if(t->p, word, e, then, els);
}

/* indexer(...): the arguments by name. */
enum { IX_MAX, IX_SIZE, IX_M, IX_W, IX_H, IX_TARGET, IX_NPROCS, IX_COUNT };
static const char *const ix_names[IX_COUNT] = {"max", "size", "m", "w", "h", "target", "nprocs"};

/* `table` or `table[h]`: only the table matters, the statement computes the slot. */
static AstNode *ix_target(Thesis *t) {
  if (peek(t) == T_NAME && t->p->toks.at[t->at + 1].code != T_LBRACKET) {
    Tok name = take(t);
    Var *v = find(t, name.name);
    if (!v) unknown(t, name);
    return name_node(t, v ? v->as : name.name, name.span);
  }
  AstNode *e = place(t);
  return e->kind == N_INDEX ? e->a : e;
}

static bool ix_arguments(Thesis *t, AstNode **args) {
  expect(t, T_LPAREN, "`(`");
  while (!t->failed && peek(t) != T_RPAREN) {
    int k = 0;
    while (k < IX_COUNT && !peek_word(t, ix_names[k])) k++;
    if (k == IX_COUNT) {
      unexpected(t, "max=, size=, m=, w=, h=, target= or nprocs=");
      return false;
    }
    take(t);
    expect(t, T_EQUALS, "`=`");
    if (!t->failed) args[k] = k == IX_TARGET ? ix_target(t) : int_expr(t);
    if (!accept(t, T_COMMA)) break;
  }
  return !t->failed;
}

/* Thesis listing 6.2, one insertion:
 *   m := m + 1; w := m * 11 + tid; h := (w * 7) % size; while !cas(target[h], 0, w) { h := (h + 1) % size }
 * `getmsg` ends the thread after max of them, so the statement inserts until m reaches max: one step each. Every use
 * gets its own node: the compiler keeps notes in them. */
static AstNode *again(Thesis *t, const AstNode *e) {
  AstNode *n = ast_new(t->p, e->kind, e->span);
  *n = *e;
  n->next = NULL;
  if (e->a) n->a = again(t, e->a);
  if (e->b) n->b = again(t, e->b);
  return n;
}

static AstNode *op2(Thesis *t, AstOp op, AstNode *a, AstNode *b) { return ast_binary(t->p, op, a, b); }

static AstNode *ix_set(Thesis *t, const AstNode *target, AstNode *value, Span at) {
  AstNode *n = ast_assign(t->p, AST_SET, again(t, target), value);
  n->span = at;
  return n;
}

static AstNode *ix_probe(Thesis *t, AstNode **x, Tok all) {
  Parser *p = t->p;
  AstList args = list_one(ast_index(p, again(t, x[IX_TARGET]), again(t, x[IX_H]), all));
  args = list_add(list_add(args, ast_number(p, all.span, 0)), again(t, x[IX_W]));
  Tok cas = {all.span, intern_str(p->ctx->names, "cas")};
  AstNode *test_ = ast_unary(p, AST_NOT, all, ast_call(p, N_CALL, all, cas, args, all));
  AstNode *next = op2(t, AST_MOD, op2(t, AST_ADD, again(t, x[IX_H]), ast_number(p, all.span, 1)), again(t, x[IX_SIZE]));
  AstNode *body = ast_block(p, all, list_one(ix_set(t, x[IX_H], next, all.span)), all);
  return ast_while(p, all, test_, body);
}

static AstNode *ix_insertion(Thesis *t, AstNode **x, Tok all) {
  Parser *p = t->p;
  Span at = all.span;
  AstNode *w = op2(t, AST_ADD, op2(t, AST_MUL, again(t, x[IX_M]), ast_number(p, at, 11)), name_node(t, t->tid_name, at));
  AstNode *h = op2(t, AST_MOD, op2(t, AST_MUL, again(t, x[IX_W]), ast_number(p, at, 7)), again(t, x[IX_SIZE]));
  AstList l = list_one(ix_set(t, x[IX_M], op2(t, AST_ADD, again(t, x[IX_M]), ast_number(p, at, 1)), at));
  l = list_add(l, ix_set(t, x[IX_W], w, at));
  l = list_add(l, ix_set(t, x[IX_H], h, at));
  l = list_add(l, ix_probe(t, x, all));
  AstNode *n = ast_body(p, N_ATOMIC, all, ast_block(p, all, l, all));
  n->flags |= AST_NATIVE;
  return n;
}

static AstNode *indexer(Thesis *t) {
  Tok all = take(t);
  AstNode *x[IX_COUNT] = {NULL};
  bool ok = ix_arguments(t, x);
  all.span = span_join(all.span, expect(t, T_RPAREN, "`)`").span);
  for (int k = 0; k < IX_NPROCS && ok && !t->failed; k++)
    if (!x[k]) fail(t, "E0141", all.span, arena_printf(t->p->arena, "`indexer` lacks %s=", ix_names[k]), NULL);
  if (t->failed) return ast_word(t->p, N_SKIP, all);
  AstNode *body = ast_block(t->p, all, list_one(ix_insertion(t, x, all)), all);
  return ast_while(t->p, all, op2(t, AST_LT, again(t, x[IX_M]), again(t, x[IX_MAX])), body);
}

/* `while m < max { indexer(...) }`: the loop is there already. */
static bool is_indexer_loop(const AstNode *n, const AstNode *e) {
  if (!n || n->next || n->kind != N_WHILE || !n->b->list || !(n->b->list->flags & AST_NATIVE)) return false;
  return ast_equal(n->a, e);
}

static AstNode *assignment(Thesis *t) {
  AstNode *target = place(t);
  if (!t->failed && peek(t) == T_EQUALS) fail(t, "E0107", here(t), "assignment is written `:=`", NULL);
  expect(t, T_ASSIGN, "`:=`");
  if (t->failed) return target;
  return ast_assign(t->p, AST_SET, target, int_expr(t));
}

static AstNode *statement(Thesis *t) {
  if (peek_word(t, "if")) return conditional(t);
  if (peek_word(t, "while")) {
    Tok word = take(t);
    AstNode *e = test(t), *body = braced(t);
    return is_indexer_loop(body->list, e) ? body->list : ast_while(t->p, word, e, body);
  }
  if (at_cas(t)) {
    Tok word = {here(t), NULL};
    return ast_discard(t->p, word, cas_call(t));
  }
  if (peek_word(t, "indexer") && t->p->toks.at[t->at + 1].code == T_LPAREN) return indexer(t);
  return assignment(t);
}

static bool closes(int code) { return code == T_RBRACKET || code == T_RBRACE || code == LEX_END; }

/* After an error: to the next line that starts like a statement, or to the bracket that closes this block. */
static void skip(Thesis *t) {
  size_t depth = 0;
  for (size_t first = t->at; peek(t) != LEX_END; t->at++) {
    int c = peek(t);
    if (depth == 0 && t->at > first && t->p->toks.at[t->at].first && c == T_NAME) break;
    if (closes(c) && depth-- == 0) break;
    if (c == T_LBRACKET || c == T_LBRACE) depth++;
  }
  t->failed = false;
}

static AstList statements(Thesis *t) {
  AstList l = list_none();
  if (t->failed) return l;
  while (!closes(peek(t)) && !t->p->stop && !t->p->diags->dropped) {
    AstNode *n = statement(t);
    if (t->failed) skip(t);
    else l = list_add(l, n);
  }
  return l;
}

/* ---- header and blocks ---- */

/* A variable of length 1 that is indexed somewhere is an array everywhere. */
static void find_indexed(Thesis *t) {
  const Parser *p = t->p;
  for (size_t i = 0; i + 1 < p->toks.count; i++) {
    if (p->toks.at[i].code != T_NAME || p->toks.at[i + 1].code != T_LBRACKET) continue;
    Var *v = find(t, intern(p->ctx->names, p->src->text + p->toks.at[i].start, p->toks.at[i].end - p->toks.at[i].start));
    if (v) v->scalar = false;
  }
}

/* [local|const] id length init* */
static void declaration(Thesis *t) {
  Var v = {.class = VAR_SHARED, .tok = t->at};
  if (t->p->toks.at[t->at + 1].code == T_NAME) {
    if (peek_word(t, "local")) v.class = VAR_LOCAL, take(t);
    else if (peek_word(t, "const")) v.class = VAR_CONST, take(t);
  }
  v.tok = t->at;
  Tok name = expect(t, T_NAME, "a variable");
  v.length = small_number(t, "the length of the variable");
  if (t->failed) return;
  if (find(t, name.name)) fail(t, "E0144", name.span, arena_printf(t->p->arena, "`%s` is declared twice", name.name->text), NULL);
  if (v.length == 0) fail(t, "E0144", tok_span(t->p, t->at - 1), "a variable has at least one element", NULL);
  v.name = name.name;
  v.as = dmc_name(t, name.name);
  v.scalar = v.length == 1;
  if (t->vars.count == MAX_VARS) fail(t, "E0144", name.span, arena_printf(t->p->arena, "more than %d variables", MAX_VARS), NULL);
  unsigned long n = 0;
  for (; !t->failed && peek(t) == T_INT; n++) {
    if (n == v.length) fail(t, "E0144", here(t), arena_printf(t->p->arena, "more values than `%s` has elements", v.name->text), NULL);
    v.values = list_add(v.values, ast_int(t->p, take(t)));
  }
  VEC_PUSH(t->p->arena, &t->vars, v);
}

static void header(Thesis *t) {
  expect(t, T_LT, "`<`");
  accept(t, T_STRING);
  t->threads = small_number(t, "the number of threads");
  while (!t->failed && accept(t, T_COMMA)) {
    if (peek(t) == T_GT) break;
    declaration(t);
  }
  expect(t, T_GT, "`,` or `>`");
}

/* The values of V, zeros for the missing ones; NULL where the language's own zero will do. */
static AstNode *values(Thesis *t, const Var *v, bool always) {
  Parser *p = t->p;
  Span at = tok_span(p, v->tok);
  AstList l = list_none();
  for (const AstNode *x = v->values.first; x; x = x->next) l = list_add(l, again(t, x));
  if (v->scalar) return l.first ? l.first : always ? ast_number(p, at, 0) : NULL;
  if (!l.first && (!always || v->length > LITERAL_LENGTH)) return NULL;
  unsigned long n = 0;
  for (const AstNode *x = l.first; x; x = x->next) n++;
  for (; n < v->length; n++) l = list_add(l, ast_number(p, at, 0));
  return ast_array(p, (Tok){at, NULL}, l, (Tok){at, NULL});
}

static AstNode *declare(Thesis *t, const Var *v) {
  Parser *p = t->p;
  Tok name = {tok_span(p, v->tok), v->as}, word = {name.span, intern_str(p->ctx->names, "int")};
  AstNode *type = ast_type(p, word, NULL, word);
  Tok length = {tok_span(p, v->tok + 1), NULL};
  if (!v->scalar) type = ast_type_dims(p, type, ast_number(p, length.span, v->length), length);
  switch (v->class) {
    case VAR_SHARED: return ast_shared(p, type, name, values(t, v, false));
    case VAR_LOCAL: return ast_var(p, type, name, values(t, v, true));
    case VAR_CONST: return ast_const(p, name, type, name, values(t, v, true), 0);
  }
  return NULL;
}

static AstList locals(Thesis *t) {
  AstList l = list_none();
  for (size_t i = 0; i < t->vars.count; i++)
    if (t->vars.at[i].class == VAR_LOCAL) l = list_add(l, declare(t, &t->vars.at[i]));
  return l;
}

/* [ ... ] becomes Thread(tid in k..k) Tk */
static void thread(Thesis *t) {
  Parser *p = t->p;
  Tok open = expect(t, T_LBRACKET, "`[`");
  AstList l = statements(t);
  AstList body = list_add(locals(t), l.first);
  Tok close = expect(t, T_RBRACKET, "`]`");
  if (t->failed) return;
  AstNode *range = ast_range(p, ast_number(p, open.span, t->tid), ast_number(p, open.span, t->tid));
  ThreadHead head = {ast_bind(p, (Tok){open.span, t->tid_name}, range), list_none(), false};
  Tok name = {open.span, intern_str(p->ctx->names, arena_printf(p->arena, "T%lu", t->tid))};
  ast_item(p, ast_thread(p, open, head, name, ast_block(p, open, body, close), 0));
}

static void blocks(Thesis *t) {
  for (; peek(t) != LEX_END && !t->p->stop && !t->p->diags->dropped; t->tid++) {
    thread(t);
    if (!t->failed) continue;
    while (peek(t) != LEX_END && !(peek(t) == T_LBRACKET && t->p->toks.at[t->at].first)) t->at++;
    t->failed = false;
  }
}

void thesis_parse(Parser *p) {
  Thesis t = {.p = p};
  if (!expand_repetitions(p) || !tokenise(p)) return;
  size_t count = 1;                                /* the header's first number, for the message below */
  header(&t);
  if (t.failed) return;
  find_indexed(&t);
  const Name *tid = intern_str(p->ctx->names, "tid");
  t.tid_name = find(&t, tid) ? intern_str(p->ctx->names, "tid_") : tid;
  for (size_t i = 0; i < t.vars.count; i++)
    if (t.vars.at[i].class != VAR_LOCAL) ast_item(p, declare(&t, &t.vars.at[i]));
  blocks(&t);
  if (p->toks.at[count].code == T_STRING) count++;
  if (p->diags->errors || t.tid == t.threads) return;
  diag_error(p->diags, "E0142", tok_span(p, count), "the header says %lu threads, but there are %lu blocks", t.threads, t.tid);
  diag_help(p->diags, "write %lu here, or add or remove blocks `[ ... ]`", t.tid);
}
