/* lang/print.c -- the tree as text; see print.h.
 * Layout follows the user where the language leaves room: a block written on one line stays on one line while it fits,
 * an operator or comma followed by a newline keeps it, and single blank lines stay. All else is decided here; comments behind
 * consecutive lines get a common column. */
#include "lang/print.h"
#include <string.h>
#include "lang/comments.h"
#include "lang/group.h"

enum { WIDTH = 100, STEP = 2 };

typedef struct {
  Arena *arena;
  const Source *src;         /* NULL: no layout, no comments */
  Comments comments;
  Trailings trailing;
  size_t next_comment;
  uint32_t seen;             /* the source is printed up to here */
  int indent;
  bool one_line;             /* inside a block that is printed on one line */
  bool grouped;              /* threads of a thesis file, put together by group.c */
  bool fresh;                /* a block was just opened: no blank line */
  VEC(char) out;
} Printer;

static void statement(Printer *p, const AstNode *n);
static void expr(Printer *p, const AstNode *e, int need);
static void bare_expr(Printer *p, const AstNode *e);

/* ---- text ---- */

static void put_n(Printer *p, const char *s, size_t n) {
  for (size_t i = 0; i < n; i++) VEC_PUSH(p->arena, &p->out, s[i]);
}
static void put(Printer *p, const char *s) { put_n(p, s, strlen(s)); }
static void put_name(Printer *p, const Name *n) { if (n) put_n(p, n->text, n->len); }

static void newline(Printer *p, int indent) {
  put(p, "\n");
  for (int i = 0; i < indent; i++) put(p, " ");
}

static size_t column(const Printer *p) {
  size_t n = p->out.count;
  while (n > 0 && p->out.at[n - 1] != '\n') n--;
  return p->out.count - n;
}

/* Did the user break the line between X and Y? */
static bool broken(const Printer *p, Span x, Span y) {
  return p->src && y.start > x.end && comments_newlines(p->src, x.end, y.start) > 0;
}

static bool on_one_line(const Printer *p, Span s) {
  return p->src && s.end > s.start && !comments_newlines(p->src, s.start, s.end);
}

/* ---- comments and blank lines ---- */

static const Comment *pending(const Printer *p, uint32_t before) {
  if (!p->src || p->next_comment >= p->comments.count) return NULL;
  const Comment *c = &p->comments.at[p->next_comment];
  return c->start < before ? c : NULL;
}

/* A new line for what stands at AT in the source. The very first line of the output needs none. */
static void line_for(Printer *p, uint32_t at) {
  if (p->out.count) {
    if (p->src && !p->fresh && at > p->seen && comments_newlines(p->src, p->seen, at) > 1) put(p, "\n");
    newline(p, p->indent);
  }
  p->fresh = false;
}

static void own_line_comments(Printer *p, uint32_t before) {
  for (const Comment *c; (c = pending(p, before)); p->next_comment++) {
    line_for(p, c->start);
    put_n(p, p->src->text + c->start, c->end - c->start);
    if (c->end > p->seen) p->seen = c->end;
  }
}

/* C is about to be printed behind code. One of several lines has no column. */
static void note_trailing(Printer *p, const Comment *c) {
  size_t line = p->out.count - column(p), n = p->trailing.count;
  if (n && p->trailing.at[n - 1].line == line) p->trailing.at[n - 1].end += 2 + c->end - c->start;
  else if (!memchr(p->src->text + c->start, '\n', c->end - c->start))
    VEC_PUSH(p->arena, &p->trailing, ((Trailing){ line, p->out.count, p->out.count + 2 + c->end - c->start }));
}

/* Comments on the line that ends at END go behind it. */
static void trailing_comments(Printer *p, uint32_t end) {
  if (!p->src) return;
  if (end > p->seen) p->seen = end;
  for (const Comment *c; (c = pending(p, UINT32_MAX)); p->next_comment++) {
    if (c->start < end || !comments_same_line(p->src, p->seen, c->start)) return;
    note_trailing(p, c);
    put(p, "  ");
    put_n(p, p->src->text + c->start, c->end - c->start);
    p->seen = c->end;
    if (p->src->text[c->start + 1] == '/') {
      p->next_comment++;
      return;
    }
  }
}

static bool has_comment(const Printer *p, Span s) {
  for (size_t i = p->next_comment; i < p->comments.count && p->comments.at[i].start < s.end; i++)
    if (p->comments.at[i].start >= s.start) return true;
  return false;
}

/* ---- expressions ---- */

enum { PREC_OR = 1, PREC_AND, PREC_CMP, PREC_ADD, PREC_MUL, PREC_UNARY, PREC_POSTFIX };

static int op_prec(AstOp op) {
  if (op == AST_OR) return PREC_OR;
  if (op == AST_AND) return PREC_AND;
  if (op <= AST_GE) return PREC_CMP;
  return op <= AST_SUB ? PREC_ADD : PREC_MUL;
}

static int prec(const AstNode *e) {
  if (e->kind == N_BINARY) return op_prec(e->op);
  if (e->kind == N_UNARY || (e->kind == N_INT && mpz_sgn(e->num) < 0)) return PREC_UNARY;
  return PREC_POSTFIX;
}

/* Between X and Y: a blank, or the user's line break. */
static void gap(Printer *p, const AstNode *x, const AstNode *y) {
  if (broken(p, x->span, y->span)) newline(p, p->indent + 2 * STEP);
  else put(p, " ");
}

static void expr_list(Printer *p, const AstNode *l) {
  for (; l; l = l->next) {
    expr(p, l, 0);
    if (!l->next) break;
    put(p, ",");
    gap(p, l, l->next);
  }
}

static bool is_atom(const AstNode *e) { return (e->kind == N_NAME || e->kind == N_INT) && !(e->flags & AST_PARENS); }

/* `N-1` as an end of a range is written without blanks, so that the eye finds the `..`. */
static void range_end(Printer *p, const AstNode *e) {
  bool tight = e->kind == N_BINARY && op_prec(e->op) == PREC_ADD && !(e->flags & AST_PARENS) && is_atom(e->a) && is_atom(e->b);
  if (!tight) {
    expr(p, e, 0);
    return;
  }
  bare_expr(p, e->a);
  put(p, ast_op_text(e->op));
  bare_expr(p, e->b);
}

static void range(Printer *p, const AstNode *r) {
  range_end(p, r->a);
  put(p, "..");
  range_end(p, r->b);
}

static void bind(Printer *p, const AstNode *b) {
  put_name(p, b->name);
  put(p, " in ");
  range(p, b->a);
}

static void string(Printer *p, const char *s) {
  put(p, "\"");
  for (; *s; s++) {
    if (*s == '\n') put(p, "\\n");
    else if (*s == '\t') put(p, "\\t");
    else {
      if (*s == '"' || *s == '\\') put(p, "\\");
      put_n(p, s, 1);
    }
  }
  put(p, "\"");
}

static void number(Printer *p, mpz_srcptr z) {
  char *digits = arena_alloc(p->arena, mpz_sizeinbase(z, 10) + 2);
  put(p, mpz_get_str(digits, 10, z));
}

static void binary(Printer *p, const AstNode *e) {
  int own = op_prec(e->op);
  expr(p, e->a, own == PREC_CMP ? own + 1 : own);
  put(p, " ");
  put(p, ast_op_text(e->op));
  gap(p, e->a, e->b);
  expr(p, e->b, own + 1);
}

static void unary(Printer *p, const AstNode *e) {
  put(p, ast_op_text(e->op));
  /* `--x` would read as a decrement. */
  expr(p, e->a, e->op == AST_NEG && e->a->kind == N_UNARY && e->a->op == AST_NEG ? PREC_POSTFIX : PREC_UNARY);
}

static void call(Printer *p, const AstNode *e) {
  put_name(p, e->name);
  put(p, "(");
  expr_list(p, e->list);
  put(p, ")");
}

static void choose(Printer *p, const AstNode *e) {
  put(p, "choose(");
  if (e->op == AST_CHOOSE_BOOL) put(p, "bool");
  else if (e->op == AST_CHOOSE_RANGE) range(p, e->a);
  else expr(p, e->a, 0);
  put(p, ")");
}

static void quantifier(Printer *p, const AstNode *e) {
  put(p, ast_op_text(e->op));
  put(p, "(");
  for (const AstNode *b = e->list; b; b = b->next) {
    bind(p, b);
    put(p, b->next ? ", " : " :");
    if (!b->next) gap(p, b, e->a);
  }
  expr(p, e->a, 0);
  put(p, ")");
}

static void bare_expr(Printer *p, const AstNode *e) {
  switch (e->kind) {
    case N_INT: number(p, e->num); break;
    case N_BOOL: put(p, e->op ? "true" : "false"); break;
    case N_STRING: string(p, e->str); break;
    case N_NAME: put_name(p, e->name); break;
    case N_SELF: put(p, "self"); break;
    case N_INDEX: expr(p, e->a, PREC_POSTFIX); put(p, "["); expr(p, e->b, 0); put(p, "]"); break;
    case N_FIELD: expr(p, e->a, PREC_POSTFIX); put(p, "."); put_name(p, e->name); break;
    case N_CALL: call(p, e); break;
    case N_ARRAY: put(p, "["); expr_list(p, e->list); put(p, "]"); break;
    case N_UNARY: unary(p, e); break;
    case N_BINARY: binary(p, e); break;
    case N_CHOOSE: choose(p, e); break;
    case N_SPAWN: put(p, "spawn "); call(p, e); break;
    case N_QUANT: quantifier(p, e); break;
    case N_RANGE: range(p, e); break;
    default: put(p, "?"); break;                   /* not an expression: the tree is partial */
  }
}

static void expr(Printer *p, const AstNode *e, int need) {
  bool parens = (e->flags & AST_PARENS) || prec(e) < need;
  if (parens) put(p, "(");
  bare_expr(p, e);
  if (parens) put(p, ")");
}

/* ---- types and parameters ---- */

static void type(Printer *p, const AstNode *t) {
  put_name(p, t->name);
  if (t->a) {
    put(p, "<");
    type(p, t->a);
    put(p, ">");
  }
  for (const AstNode *d = t->list; d; d = d->next) {
    put(p, "[");
    expr(p, d, 0);
    put(p, "]");
  }
}

static void param(Printer *p, const AstNode *n) {
  if (n->flags & AST_REF) put(p, "ref ");
  type(p, n->a);
  put(p, " ");
  put_name(p, n->name);
}

static void params(Printer *p, const AstNode *l) {
  put(p, "(");
  for (; l; l = l->next) {
    param(p, l);
    if (!l->next) break;
    put(p, ",");
    gap(p, l, l->next);
  }
  put(p, ")");
}

/* ---- braces ---- */

typedef void (*PrintElement)(Printer *p, const AstNode *n);

static void braces_one_line(Printer *p, const AstNode *l, PrintElement element, const char *sep) {
  bool outer = p->one_line;
  p->one_line = true;
  put(p, "{ ");
  for (; l; l = l->next) {
    element(p, l);
    put(p, l->next ? sep : " ");
  }
  put(p, "}");
  p->one_line = outer;
}

static void braces_lines(Printer *p, const AstNode *l, Span span, uint32_t open, PrintElement element, const char *sep) {
  put(p, "{");
  trailing_comments(p, open + 1);
  p->indent += STEP;
  p->fresh = true;
  for (; l; l = l->next) {
    own_line_comments(p, l->span.start);
    line_for(p, l->span.start);
    element(p, l);
    if (l->next) put(p, sep);
    trailing_comments(p, l->span.end);
  }
  own_line_comments(p, span.end);
  p->indent -= STEP;
  newline(p, p->indent);
  put(p, "}");
  p->fresh = false;
  if (p->src && span.end > p->seen) p->seen = span.end;
}

/* A block that holds nothing but one comment on its line stays as it is. */
static bool only_a_comment(Printer *p, const AstNode *l, Span inside) {
  const Comment *c = pending(p, inside.end);
  if (l || !c || c->start < inside.start || p->src->text[c->start + 1] != '*' || !on_one_line(p, inside)) return false;
  if (p->next_comment + 1 < p->comments.count && p->comments.at[p->next_comment + 1].start < inside.end) return false;
  put(p, "{ ");
  put_n(p, p->src->text + c->start, c->end - c->start);
  put(p, " }");
  p->next_comment++;
  p->seen = inside.end;
  return true;
}

/* The list L in braces; SPAN is that of the whole, OPEN the place of its `{`. On one line when the user wrote it so
 * and it fits, or when there is nothing to put on lines. */
static void braces(Printer *p, const AstNode *l, Span span, uint32_t open, PrintElement element, const char *inline_sep,
                   const char *line_sep) {
  Span inside = {span.file, open, span.end};
  if (!p->one_line && only_a_comment(p, l, inside)) return;
  bool empty = !l && !has_comment(p, inside);
  if (p->one_line || empty || (on_one_line(p, inside) && !has_comment(p, inside))) {
    size_t mark = p->out.count;
    braces_one_line(p, l, element, inline_sep);
    if (p->one_line || empty || (column(p) <= WIDTH && !memchr(p->out.at + mark, '\n', p->out.count - mark))) return;
    p->out.count = mark;
  }
  braces_lines(p, l, span, open, element, line_sep);
}

static void block(Printer *p, const AstNode *b) { braces(p, b->list, b->span, b->span.start, statement, "; ", ""); }

/* ` else ` or ` or ` after the block B; on a line of its own where the user had it so and B fits one line. */
static void then_word(Printer *p, const AstNode *b, const AstNode *next, const char *word) {
  bool was_one_line = on_one_line(p, b->span) && p->out.count && !p->one_line;
  size_t n = p->out.count;
  while (n > 0 && p->out.at[n - 1] != '\n') n--;
  bool short_block = was_one_line && p->out.count - n > (size_t)p->indent + 1;    /* not the `}` of a broken block */
  if (short_block && broken(p, b->span, next->span)) newline(p, p->indent);
  else put(p, " ");
  put(p, word);
  put(p, " ");
}

/* ---- statements ---- */

static void init(Printer *p, const AstNode *e) {
  if (!e) return;
  put(p, " = ");
  expr(p, e, 0);
}

static void if_stmt(Printer *p, const AstNode *n) {
  put(p, "if ");
  expr(p, n->a, 0);
  put(p, " ");
  block(p, n->b);
  if (!n->c) return;
  then_word(p, n->b, n->c, "else");
  if (n->c->kind == N_IF) if_stmt(p, n->c);
  else block(p, n->c);
}

static void either(Printer *p, const AstNode *n) {
  put(p, "either ");
  for (const AstNode *b = n->list; b; b = b->next) {
    block(p, b);
    if (b->next) then_word(p, b, b->next, "or");
  }
}

static void pattern(Printer *p, const AstNode *n) {
  if (n->kind == N_PANY) put(p, "_");
  else if (n->kind == N_PBIND) put_name(p, n->name);
  else {
    if (!(n->flags & AST_LITERAL)) put(p, "=");
    expr(p, n->a, 0);
  }
}

static void clause(Printer *p, const AstNode *n) {
  if (n->flags & AST_AFTER) put(p, "after");
  else {
    put_name(p, n->name);
    put(p, "(");
    for (const AstNode *x = n->list; x; x = x->next) {
      pattern(p, x);
      if (x->next) put(p, ", ");
    }
    put(p, ")");
  }
  if (n->a) {
    put(p, " when ");
    expr(p, n->a, 0);
  }
  put(p, " => ");
  block(p, n->b);
}

/* Where the `{` of N stands, when no node of its own does. */
static uint32_t brace_of(const Printer *p, const AstNode *n) {
  uint32_t i = n->span.start;
  if (p->src)
    while (i < n->span.end && p->src->text[i] != '{') i++;
  return i;
}

static void receive(Printer *p, const AstNode *n) {
  put(p, "receive ");
  braces(p, n->list, n->span, brace_of(p, n), clause, " ", "");
}

static void word_expr(Printer *p, const char *word, const AstNode *e) {
  put(p, word);
  if (!e) return;
  put(p, " ");
  expr(p, e, 0);
}

static void word_block(Printer *p, const char *word, const AstNode *b) {
  put(p, word);
  put(p, " ");
  block(p, b);
}

static void statement(Printer *p, const AstNode *n) {
  switch (n->kind) {
    case N_VAR: type(p, n->a); put(p, " "); put_name(p, n->name); init(p, n->b); break;
    case N_ASSIGN:
      expr(p, n->a, 0);
      put(p, " ");
      put(p, ast_op_text(n->op));
      gap(p, n->a, n->b);
      expr(p, n->b, 0);
      break;
    case N_DISCARD: word_expr(p, "_ :=", n->a); break;
    case N_CALLSTMT: expr(p, n->a, 0); break;
    case N_SKIP: put(p, "skip"); break;
    case N_IF: if_stmt(p, n); break;
    case N_WHILE: word_expr(p, "while", n->a); put(p, " "); block(p, n->b); break;
    case N_LOOP: word_block(p, "loop", n->b); break;
    case N_FOR: put(p, "for "); bind(p, n->a); put(p, " "); block(p, n->b); break;
    case N_BREAK: put(p, "break"); break;
    case N_CONTINUE: put(p, "continue"); break;
    case N_RETURN: word_expr(p, "return", n->a); break;
    case N_EXIT: put(p, "exit"); break;
    case N_ATOMIC: word_block(p, "atomic", n->b); break;
    case N_AWAIT: word_expr(p, "await", n->a); break;
    case N_CRITICAL: put(p, "critical "); put_name(p, n->name); put(p, " "); block(p, n->b); break;
    case N_EITHER: either(p, n); break;
    case N_ASSERT:
      word_expr(p, "assert", n->a);
      if (n->str) put(p, ", "), string(p, n->str);
      break;
    case N_ASSUME: word_expr(p, "assume", n->a); break;
    case N_PRINT: put(p, "print "); expr_list(p, n->list); break;
    case N_SEND: expr(p, n->a, 0); put(p, " ! "); expr(p, n->b, 0); break;
    case N_RECEIVE: receive(p, n); break;
    case N_CLAUSE: clause(p, n); break;
    case N_JOIN: word_expr(p, "join", n->a); break;
    case N_BLOCK: block(p, n); break;
    default: expr(p, n, 0); break;
  }
}

/* ---- items ---- */

static void member(Printer *p, const AstNode *n) { put_name(p, n->name); }

static void thread(Printer *p, const AstNode *n) {
  if (n->flags & AST_DAEMON) put(p, "daemon ");
  put(p, "Thread");
  if (n->a) {
    put(p, "(");
    bind(p, n->a);
    put(p, ")");
  } else if (n->flags & AST_SPAWNED) {
    params(p, n->list);
  }
  put(p, " ");
  put_name(p, n->name);
  put(p, " ");
  block(p, n->b);
}

static void function(Printer *p, const AstNode *n) {
  if (n->flags & AST_PURE) put(p, "pure ");
  if (n->a) type(p, n->a);
  else put(p, "void");
  put(p, " ");
  put_name(p, n->name);
  params(p, n->list);
  put(p, " ");
  block(p, n->b);
}

static void word_name(Printer *p, const char *word, const AstNode *n) {
  put(p, word);
  put(p, " ");
  put_name(p, n->name);
}

static void property(Printer *p, const char *word, const AstNode *n) {
  word_name(p, word, n);
  put(p, ":");
  Span name = n->name_span;
  if (broken(p, name, n->a->span)) newline(p, p->indent + 2 * STEP);
  else put(p, " ");
  expr(p, n->a, 0);
}

/* What follows the first name of `int x, y` or `message A(), B()`. */
static const AstNode *item(Printer *p, const AstNode *n) {
  switch (n->kind) {
    case N_IMPORT: put(p, "import "); put(p, n->str); break;
    case N_CONST:
      put(p, n->flags & AST_PARAM ? "param " : "const ");
      type(p, n->a);
      put(p, " ");
      put_name(p, n->name);
      init(p, n->b);
      break;
    case N_SHARED: type(p, n->a); put(p, " "); put_name(p, n->name); init(p, n->b); break;
    case N_ENUM: word_name(p, "enum", n); put(p, " "); braces(p, n->list, n->span, brace_of(p, n), member, ", ", ","); break;
    case N_RECORD: word_name(p, "record", n); put(p, " "); braces(p, n->list, n->span, brace_of(p, n), param, ", ", ""); break;
    case N_MESSAGE: word_name(p, "message", n); params(p, n->list); break;
    case N_FUNCTION: function(p, n); break;
    case N_THREAD: thread(p, n); break;
    case N_INIT: word_block(p, "init", n->b); break;
    case N_FINALLY: word_block(p, "finally", n->b); break;
    case N_INVARIANT: property(p, "invariant", n); break;
    case N_COVER: property(p, "cover", n); break;
    case N_FAULT:
      put(p, "fault ");
      put(p, ast_op_text(n->op));
      put(p, " ");
      put_name(p, n->name);
      if (n->a) put(p, " <= "), expr(p, n->a, 0);
      break;
    default: statement(p, n); break;
  }
  for (; n->next && (n->next->flags & AST_CONTINUED); n = n->next) {
    const AstNode *x = n->next;
    put(p, ",");
    gap(p, n, x);
    put_name(p, x->name);
    if (x->kind == N_MESSAGE) params(p, x->list);
    else init(p, x->b);
  }
  return n;
}

/* A replicated thread made from copies shows the comments of the first one. */
static void skip_comments(Printer *p, uint32_t end) {
  for (; p->grouped && pending(p, end); p->next_comment++) {}
}

static bool is_big(const AstNode *n) { return n->kind == N_THREAD || n->kind == N_FUNCTION; }

static void items(Printer *p, const AstNode *l) {
  for (const AstNode *n = l; n; n = n->next) {
    own_line_comments(p, n->span.start);
    if (!p->src && n != l && is_big(n)) put(p, "\n");
    line_for(p, n->span.start);
    n = item(p, n);
    skip_comments(p, n->span.end);
    trailing_comments(p, n->span.end);
  }
  own_line_comments(p, UINT32_MAX);
  if (p->out.count) put(p, "\n");
}

static bool says_atomicity(const Ast *ast) {
  for (const AstPragma *x = ast->pragmas; x; x = x->next)
    if (strstr(x->text, "--atomicity")) return true;
  return false;
}

static void top(Printer *p, const Ast *ast) {
  if (ast->thesis && !says_atomicity(ast)) put(p, "//! options: --atomicity statement");
  if (p->src) return;                              /* there they are comments among others */
  for (const AstPragma *x = ast->pragmas; x; x = x->next) {
    if (p->out.count) put(p, "\n");
    put(p, "//! ");
    put(p, x->text);
  }
}

void print_file(const Ast *ast, const Source *src, Arena *a, FILE *out) {
  Printer p = {.arena = a, .src = src};
  if (src) comments_of(src, a, &p.comments);
  top(&p, ast);
  p.grouped = ast->thesis && src;
  items(&p, p.grouped ? group_threads(ast->file, src, a) : ast->file->list);
  if (p.out.count) comments_align(p.out.at, p.out.count, &p.trailing, out);
}

void print_expr(const AstNode *e, FILE *out) {
  Arena a;
  arena_init(&a);
  Printer p = {.arena = &a};
  if (e->kind < N_INT || e->kind > N_QUANT) statement(&p, e);
  else expr(&p, e, 0);
  fwrite(p.out.at, 1, p.out.count, out);
  arena_deinit(&a);
}

/* ---- --dump=ast ---- */

static const char *const flag_names[] = {"param", "continued", "ref", "pure", "daemon", "spawned", "after", "literal", "parens",
                                         "native"};

static void tree_line(const AstNode *n, FILE *out) {
  fprintf(out, "%s", ast_kind_id(n->kind));
  if (n->name) fprintf(out, " %s", n->name->text);
  if (n->kind == N_BOOL) fprintf(out, " %s", n->op ? "true" : "false");
  else if (n->op) fprintf(out, " %s", ast_op_text(n->op));
  if (n->num) fputc(' ', out), mpz_out_str(out, 10, n->num);
  if (n->str) fprintf(out, " \"%s\"", n->str);
  for (size_t i = 0; i < sizeof flag_names / sizeof flag_names[0]; i++)
    if (n->flags & (1u << i)) fprintf(out, " +%s", flag_names[i]);
  fputc('\n', out);
}

static void tree(const AstNode *n, const char *role, int depth, FILE *out) {
  if (!n) return;
  fprintf(out, "%*s%s", 2 * depth, "", role);
  tree_line(n, out);
  if (n->kind == N_IMPORT) return;
  tree(n->a, "a: ", depth + 1, out);
  tree(n->b, "b: ", depth + 1, out);
  tree(n->c, "c: ", depth + 1, out);
  for (const AstNode *x = n->list; x; x = x->next) tree(x, "- ", depth + 1, out);
}

void print_tree(const AstNode *n, FILE *out) { tree(n, "", 0, out); }
