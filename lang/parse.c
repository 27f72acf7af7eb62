/* lang/parse.c -- the one loop that feeds Lemon.
 * The whole file is cut into tokens first; the loop then looks ahead freely to decide what a word is here (an item
 * word, the head of a type, or a plain name) and where statements end, so that the grammar has no conflicts.
 * After a syntax error it skips to the end of the statement and goes on. */
#include "lang/parse.h"
#include <stdlib.h>
#include <string.h>
#include "lang/build.h"
#include "lang/parser.h"

/* Lemon's interface. */
void *GrammarAlloc(void *(*alloc)(size_t));
void GrammarFree(void *parser, void (*release)(void *));
void Grammar(void *parser, int code, Tok t, Parser *p);
void GrammarForgive(void *parser);               /* report the next error too, however near */

/* ---- tokens ---- */

Span tok_span(const Parser *p, size_t i) {
  const LexToken *t = &p->toks.at[i];
  return (Span){p->file, t->start, t->end};
}

bool tok_is(const Parser *p, size_t i, const char *text) {
  if (i >= p->toks.count) return false;
  const LexToken *t = &p->toks.at[i];
  size_t n = strlen(text);
  return t->end - t->start == n && memcmp(p->src->text + t->start, text, n) == 0;
}

bool tok_is_any(const Parser *p, size_t i, const char *const *words, size_t n) {
  for (size_t k = 0; k < n; k++)
    if (tok_is(p, i, words[k])) return true;
  return false;
}

const char *tok_text(const Parser *p, size_t i) {
  const LexToken *t = &p->toks.at[i];
  uint32_t n = t->end - t->start;
  if (n <= 40) return arena_strndup(p->arena, p->src->text + t->start, n);
  return arena_printf(p->arena, "%.*s...", 30, p->src->text + t->start);
}

int tok_code(const Parser *p, size_t i) { return i < p->toks.count ? p->toks.at[i].code : LEX_END; }
static int code_at(const Parser *p, size_t i) { return tok_code(p, i); }

static bool is_opening(int code) { return code == T_LPAREN || code == T_LBRACKET || code == T_LBRACE; }
static bool is_closing(int code) { return code == T_RPAREN || code == T_RBRACKET || code == T_RBRACE; }

static bool too_deep(Parser *p, size_t i) {
  diag_error(p->diags, "E0113", tok_span(p, i), "more than %d levels of nesting", PARSE_MAX_DEPTH);
  diag_help(p->diags, "split it into smaller parts, or put them in functions");
  return p->too_deep = p->stop = true;
}

/* All tokens of the file, LEX_END last. Nesting is bounded here, before anything recursive sees the text; so is a row
 * of prefix operators, which would only grow Lemon's stack. */
static void tokenise(Parser *p) {
  Lexer lexer;
  lex_init(&lexer, p->src->text, p->src->len);
  size_t depth = 0, prefixes = 0;
  for (;;) {
    LexToken t = lex_next(&lexer);
    VEC_PUSH(p->arena, &p->toks, t);
    if (t.code == LEX_END) return;
    if (t.code == LEX_OPEN_COMMENT) lexer.pos = lexer.len;
    if (is_opening(t.code)) depth++;
    if (is_closing(t.code) && depth > 0) depth--;
    prefixes = t.code == T_BANG || t.code == T_MINUS ? prefixes + 1 : 0;
    if ((depth > PARSE_MAX_DEPTH || prefixes > PARSE_MAX_DEPTH) && too_deep(p, p->toks.count - 1)) return;
  }
}

/* ---- brackets ---- */

bool open_paren(const Parser *p) { return p->depth && code_at(p, p->open[p->depth - 1]) != T_LBRACE; }

size_t open_braces(const Parser *p) {
  size_t n = 0;
  for (size_t i = 0; i < p->depth; i++) n += code_at(p, p->open[i]) == T_LBRACE;
  return n;
}

/* Is the innermost open `{` that of `record R {` or `enum E {`? */
static bool in_list_of(const Parser *p, int word) {
  size_t k = p->depth ? p->open[p->depth - 1] : 0;
  return k >= 2 && code_at(p, k) == T_LBRACE && code_at(p, k - 2) == word;
}

static uint32_t indent_of(const Parser *p, uint32_t offset) {
  const char *s = p->src->text;
  uint32_t begin = offset, n = 0;
  while (begin > 0 && s[begin - 1] != '\n') begin--;
  while (s[begin + n] == ' ' || s[begin + n] == '\t') n++;
  return n;
}

size_t tok_match(const Parser *p, size_t i) {
  size_t depth = 0;
  for (; code_at(p, i) != LEX_END; i++) {
    int c = code_at(p, i);
    if (c == T_LBRACE || c == T_RBRACE || c == T_NL) return 0;
    if (is_opening(c)) depth++;
    if (is_closing(c) && --depth == 0) return i;
  }
  return 0;
}

static void note_brackets(Parser *p, size_t i) {
  int c = code_at(p, i);
  if (is_opening(c) && p->depth < PARSE_MAX_DEPTH + 1) p->open[p->depth++] = i;
  if (!is_closing(c) || !p->depth) return;
  size_t o = p->open[--p->depth];
  uint32_t here = p->toks.at[i].start;
  if (c == T_RBRACE && p->toks.at[i].first && !p->suspect && indent_of(p, here) < indent_of(p, p->toks.at[o].start))
    p->suspect = o;
}

/* ---- what a word is here ---- */

/* The index after the type that starts at I, or 0. */
static size_t scan_type(const Parser *p, size_t i) {
  if (code_at(p, i) != T_NAME) return 0;
  size_t j = i + 1;
  if ((tok_is(p, i, "queue") || tok_is(p, i, "set")) && code_at(p, j) == T_LT) {
    size_t k = scan_type(p, j + 1);
    if (!k || code_at(p, k) != T_GT) return 0;
    j = k + 1;
  }
  while (code_at(p, j) == T_LBRACKET && !p->toks.at[j].first) {
    size_t k = tok_match(p, j);
    if (!k) return 0;
    j = k + 1;
  }
  return j;
}

/* Does what is declared end before token I? Then `int in` is a slip, and not the head of a range. */
static bool name_ends(const Parser *p, size_t i) {
  int c = code_at(p, i);
  if (c == T_EQUALS || c == T_COMMA || c == T_RPAREN || c == T_NL || c == T_RBRACE || c == LEX_END) return true;
  return !open_paren(p) && p->toks.at[i].first;
}

static bool is_declaration(const Parser *p, size_t i) {
  size_t j = scan_type(p, i);
  if (!j || p->toks.at[j].first || !lex_is_name(&p->toks.at[j])) return false;
  int c = code_at(p, j);
  return (c != T_IN && c != T_OR && c != T_ELSE) || name_ends(p, j + 1);
}

/* Gives the tokens of the type at I their own codes. */
static void mark_type(Parser *p, size_t i) {
  if (code_at(p, i + 1) == T_LT) {
    p->toks.at[i].code = T_GENERIC;
    p->toks.at[i + 1].code = T_TLT;
    size_t end = scan_type(p, i + 2);
    mark_type(p, i + 2);
    p->toks.at[end].code = T_TGT;
  } else {
    p->toks.at[i].code = T_TYPENAME;
  }
}

/* May a declaration stand after what was fed last? */
static bool type_may_start(const Parser *p) {
  switch (p->prev) {
    case T_LBRACE: return !in_list_of(p, T_ENUM);
    case T_NL: case T_REF: case T_CONST: case T_PARAM: case T_PURE: return true;
    case T_LPAREN: case T_COMMA: return open_braces(p) == 0 || in_list_of(p, T_RECORD);
    default: return in_list_of(p, T_RECORD);
  }
}

static bool is_quantifier(const Parser *p, size_t i) {
  return (tok_is(p, i, "count") || tok_is(p, i, "sum")) && code_at(p, i + 1) == T_LPAREN && code_at(p, i + 2) == T_NAME &&
         code_at(p, i + 3) == T_IN;
}

static bool at_start(const Parser *p) { return p->prev == T_NL || p->prev == T_LBRACE; }

/* Decides the code of the name at I from what stands around it. */
static int classify(Parser *p, size_t i) {
  int code;
  bool item = p->depth == 0;
  if (item && (at_start(p) || p->prev == T_DAEMON) && word_item(p, i, &code)) return p->toks.at[i].code = (uint16_t)code;
  if (p->prev == T_FAULT && (tok_is(p, i, "crash") || tok_is(p, i, "drop") || tok_is(p, i, "duplicate"))) return T_FAULTKIND;
  if (tok_is(p, i, "after") && code_at(p, i + 1) == T_DARROW) return T_AFTER;
  if (tok_is(p, i, "when") && p->prev == T_RPAREN) return T_WHEN;
  if (tok_is(p, i, "ref") && (p->prev == T_LPAREN || p->prev == T_COMMA) && code_at(p, i + 1) == T_NAME) return T_REF;
  if (is_quantifier(p, i)) return T_QUANT;
  if (type_may_start(p) && is_declaration(p, i)) mark_type(p, i);
  return code_at(p, i);
}

/* ---- where statements end ---- */

/* No statement ends after CODE, so a newline there is a blank. */
static bool never_last(int code) {
  switch (code) {
    case T_NL: case T_LBRACE: case T_COMMA: case T_ASSIGN: case T_PLUSEQ: case T_MINUSEQ: case T_DARROW: case T_COLON:
    case T_EQUALS: case T_OROR: case T_ANDAND: case T_EQEQ: case T_NE: case T_LT: case T_GT: case T_LE: case T_GE:
    case T_PLUS: case T_MINUS: case T_STAR: case T_SLASH: case T_PERCENT: case T_BANG: case T_DOTDOT: case T_DOT:
      return true;
    default: return false;
  }
}

/* `x++` and `x--` look unfinished, but are slips and not the first half of a sum. */
static bool after_increment(const Parser *p, size_t i) {
  if (i < 2 || (p->prev != T_PLUS && p->prev != T_MINUS) || code_at(p, i - 2) != p->prev) return false;
  return p->toks.at[i - 2].end == p->toks.at[i - 1].start;
}

/* Does a statement end between what was fed last and token I, though no `;` stands there? */
static bool ends_before(const Parser *p, size_t i) {
  int c = code_at(p, i);
  if (c == T_NL || open_paren(p)) return false;
  if (p->prev == T_NL || p->prev == T_LBRACE || (p->prev == T_COMMA && c == T_RBRACE)) return false;
  if (c == T_RBRACE || c == LEX_END) return true;
  if (c == T_ELSE || c == T_OR) return false;
  if (p->prev == T_RBRACE) return true;
  return p->toks.at[i].first && (!never_last(p->prev) || after_increment(p, i));
}

/* ---- feeding and recovery ---- */

typedef struct { Parser *p; void *grammar; } Loop;

/* False: Lemon did not like it and now waits for the end of the statement. */
static bool feed(Loop *l, int code, Tok t) {
  Parser *p = l->p;
  p->syntax_error = false;
  Grammar(l->grammar, code, t, p);
  GrammarForgive(l->grammar);
  if (!p->syntax_error) p->prev = code;
  return !p->syntax_error;
}

static void feed_end(Loop *l) {
  Parser *p = l->p;
  uint32_t at = p->at ? p->toks.at[p->at - 1].end : 0;
  feed(l, T_NL, (Tok){{p->file, at, at}, NULL});
  p->prev = T_NL;
}

static void drop_parens(Parser *p) {
  while (open_paren(p)) p->depth--;
}

static bool starts_statement(const Parser *p, size_t i) {
  switch (code_at(p, i)) {
    case T_NAME: return code_at(p, i + 1) == T_ASSIGN || code_at(p, i + 1) == T_LPAREN || is_declaration(p, i);
    case T_IF: case T_WHILE: case T_LOOP: case T_FOR: case T_BREAK: case T_CONTINUE: case T_RETURN: case T_EXIT:
    case T_ATOMIC: case T_AWAIT: case T_CRITICAL: case T_EITHER: case T_ASSERT: case T_ASSUME: case T_PRINT:
    case T_RECEIVE: case T_JOIN: case T_SKIP: return true;
    default: return false;
  }
}

/* From I to where the next statement or item starts: past a `;`, before a line, before the `}` around, past a block. */
static size_t skip_statement(const Parser *p, size_t i) {
  size_t braces = 0, parens = 0;
  for (size_t first = i; code_at(p, i) != LEX_END; i++) {
    int c = code_at(p, i);
    bool line = p->toks.at[i].first && i != first && c != T_ELSE && c != T_OR;
    if (!braces && line && (!parens || starts_statement(p, i))) return i;
    if (!braces && !parens && c == T_NL) return i + 1;
    if (c == T_LBRACE) braces++;
    if (c == T_LPAREN || c == T_LBRACKET) parens++;
    if ((c == T_RPAREN || c == T_RBRACKET) && parens) parens--;
    if (c != T_RBRACE) continue;
    if (!braces) return i;
    if (--braces == 0 && code_at(p, i + 1) != T_ELSE && code_at(p, i + 1) != T_OR) return i + 1;
  }
  return i;
}

/* Lemon stands in the error state; skips from the token it refused. A record or enum is skipped to its end. */
static void recover(Loop *l, size_t i) {
  Parser *p = l->p;
  bool next_line = open_paren(p) && p->toks.at[i].first && starts_statement(p, i);
  drop_parens(p);
  if (in_list_of(p, T_RECORD) || in_list_of(p, T_ENUM)) {
    while (code_at(p, i) != T_RBRACE && code_at(p, i) != LEX_END) i++;
    if (code_at(p, i) == T_RBRACE) i++;
    p->depth--;
  } else if (!next_line) {
    i = skip_statement(p, i);
  }
  p->at = i;
  p->quiet = true;
  feed_end(l);
  p->quiet = false;
}

/* Ends the statement before token p->at. */
static void end_statement(Loop *l) {
  Parser *p = l->p;
  bool list = in_list_of(p, T_RECORD) || in_list_of(p, T_ENUM);
  feed_end(l);
  if (p->syntax_error && (list || code_at(p, p->at) == T_LBRACE)) recover(l, p->at);
}

/* A `(` or `[` is still open where its statement must have ended: skips that. */
static void unclosed_paren(Loop *l) {
  Parser *p = l->p;
  size_t o = p->open[p->depth - 1];
  diag_error(p->diags, "E0112", tok_span(p, o), "this `%s` is never closed", tok_text(p, o));
  drop_parens(p);
  p->at = skip_statement(p, p->at);
  p->quiet = true;
  feed_end(l);
  p->quiet = false;
}

/* Closes all blocks that are open, so that the items before and after can be read. */
static void close_blocks(Loop *l) {
  Parser *p = l->p;
  p->quiet = true;
  for (; p->depth; p->depth--) {
    if (open_paren(p)) continue;
    if (p->prev != T_NL && p->prev != T_LBRACE) feed_end(l);
    feed(l, T_RBRACE, (Tok){tok_span(p, p->at), NULL});
  }
  feed_end(l);
  p->quiet = false;
  p->suspect = 0;
}

/* An item word at the left margin inside a block: a `}` is missing before it. */
static bool item_inside_block(const Parser *p, size_t i) {
  int code;
  const LexToken *t = &p->toks.at[i];
  if (!p->depth || !t->first || t->code != T_NAME || (t->start && p->src->text[t->start - 1] != '\n')) return false;
  if (!word_item(p, i, &code) || is_declaration(p, i + 1)) return false;
  int next = code_at(p, i + 1), after = code_at(p, i + 2);
  switch (code) {
    case T_INIT: case T_FINALLY: return next == T_LBRACE;
    case T_THREAD: return next == T_LPAREN || (next == T_NAME && after == T_LBRACE);
    case T_DAEMON: return tok_is(p, i + 1, "Thread");
    case T_ENUM: case T_RECORD: return next == T_NAME && after == T_LBRACE;
    case T_MESSAGE: return next == T_NAME && after == T_LPAREN;
    case T_INVARIANT: case T_COVER: return next == T_NAME && after == T_COLON;
    default: return false;
  }
}

static void feed_token(Loop *l, size_t i) {
  Parser *p = l->p;
  int code = code_at(p, i);
  if (code >= LEX_COMMENT && !slip_token(p, i, &code)) {
    if (p->toks.at[i].first) p->toks.at[i + 1].first = true;
    return;
  }
  if (at_start(p)) {
    p->stmt = i;
    if (slip_at_start(p, i)) {
      p->at = skip_statement(p, i) - 1;
      return;
    }
  }
  if (code == T_NAME) code = classify(p, i);
  const LexToken *t = &p->toks.at[i];
  Tok tok = {tok_span(p, i), NULL};
  if (lex_is_name(t) || code == T_TYPENAME || code == T_GENERIC || code == T_QUANT || code == T_FAULTKIND)
    tok.name = intern(p->ctx->names, p->src->text + t->start, t->end - t->start);
  if (feed(l, code, tok)) {
    note_brackets(p, i);
  } else if (code == T_RBRACE) {                   /* its block was given up */
    note_brackets(p, i);
    p->quiet = true;
    feed_end(l);
    p->quiet = false;
  } else {
    recover(l, i);
    p->at--;
  }
}

/* A closing brace without an opening one is dropped; true: it was. */
static bool extra_brace(Parser *p, size_t i) {
  if (code_at(p, i) != T_RBRACE || open_braces(p)) return false;
  diag_error(p->diags, "E0111", tok_span(p, i), "there is no open `{` for this `}`");
  if (p->suspect) {
    Place place = src_place(p->ctx->sources, tok_span(p, p->suspect));
    diag_help(p->diags, "the braces go wrong near line %u", place.line);
  }
  return true;
}

static void step(Loop *l) {
  Parser *p = l->p;
  size_t i = p->at;
  int c = code_at(p, i);
  if (open_paren(p) && (c == T_RBRACE || c == T_LBRACE || c == T_NL || c == LEX_END)) {
    unclosed_paren(l);
    p->at--;
    return;
  }
  if (item_inside_block(p, i)) {
    slip_brace(p);
    close_blocks(l);
  }
  if (extra_brace(p, i)) return;
  if (ends_before(p, i)) end_statement(l);
  if (p->at != i) {                                /* recovery went past it */
    p->at--;
    return;
  }
  if (c == T_NL) {
    if (!at_start(p)) end_statement(l);
  } else if (c != LEX_END) {
    feed_token(l, i);
  }
}

static void parse_tokens(Parser *p) {
  Loop l = {p, GrammarAlloc(malloc)};
  if (!l.grammar) arena_out_of_memory();
  p->prev = T_NL;
  for (p->at = 0; !p->stop && p->at < p->toks.count; p->at++) {
    step(&l);
    if (p->diags->dropped) p->stop = true;
  }
  if (!p->stop && p->depth) slip_brace(p);
  p->quiet = true;                                 /* Lemon reduces the last item when it hears of the end */
  feed(&l, LEX_END, (Tok){{0, 0, 0}, NULL});
  GrammarFree(l.grammar, free);
}

/* ---- files and imports ---- */

typedef struct Module { const char *key; AstNode *file; bool open; struct Module *next; } Module;
typedef struct { ParseContext *ctx; Module *all; int depth; bool thesis; } Modules;

enum { IMPORT_DEPTH = 64 };

static void parse_source(Modules *m, Source *src, AstNode *file);

static Module *module_find(Modules *m, const char *key) {
  for (Module *x = m->all; x; x = x->next)
    if (strcmp(x->key, key) == 0) return x;
  return NULL;
}

static const char *beside(Arena *a, const Source *from, const char *dotted, const char *ending) {
  const char *slash = strrchr(from->path, '/');
  int dir = slash ? (int)(slash - from->path) + 1 : 0;
  char *path = arena_printf(a, "%.*s%s%s", dir, from->path, dotted, ending);
  for (size_t i = 0; dotted[i]; i++)
    if (dotted[i] == '.') path[(size_t)dir + i] = '/';
  return path;
}

/* Loads what DOTTED names, seen from FROM; *KEY tells files apart. NULL: reported. */
static Source *import_load(Modules *m, const Source *from, const AstNode *import, const char **key) {
  ParseContext *c = m->ctx;
  static const char *const endings[] = {".d", ".dmc"};
  for (int i = 0; i < 2 && !from->library; i++) {
    *key = beside(c->arena, from, import->str, endings[i]);
    const char *why;
    if (module_find(m, *key)) return NULL;
    Source *src = src_load(c->sources, *key, &why);
    if (src) return src;
    if (strcmp(why, "no such file") != 0 && strcmp(why, "a part of the path is not a directory") != 0) {
      diag_error(c->diags, "E0125", import->name_span, "cannot import `%s`: %s %s", import->str, *key, why);
      return *key = NULL, NULL;
    }
  }
  *key = import->str;
  if (module_find(m, *key)) return NULL;
  size_t len = 0;
  const char *text = c->library ? c->library(import->str, &len) : NULL;
  if (text) {
    Source *src = src_add_text(c->sources, import->str, text, len);
    src->library = true;
    return src;
  }
  diag_error(c->diags, "E0125", import->name_span, "there is no module `%s`", import->str);
  if (strncmp(import->str, "std.", 4) == 0) diag_help(c->diags, "the library has std.sync, std.queue, std.net and std.atomic");
  else diag_help(c->diags, "`import a.b` reads a/b.d beside this file, or a library module such as std.sync");
  return *key = NULL, NULL;
}

static void import(Modules *m, const Source *from, AstNode *n) {
  ParseContext *c = m->ctx;
  const char *key;
  Source *src = import_load(m, from, n, &key);
  if (!key) return;
  Module *mod = module_find(m, key);
  if (!src && mod->open) {
    diag_error(c->diags, "E0126", n->name_span, "`%s` is being read already: modules cannot import each other in a circle", n->str);
    return;
  }
  if (src && m->depth >= IMPORT_DEPTH) {
    diag_error(c->diags, "E0126", n->name_span, "imports go more than %d files deep", IMPORT_DEPTH);
    return;
  }
  if (src) {
    mod = ARENA_NEW(c->arena, Module);
    *mod = (Module){key, ARENA_NEW(c->arena, AstNode), true, m->all};
    m->all = mod;
    mod->file->str = n->str;
    m->depth++;
    parse_source(m, src, mod->file);
    m->depth--;
    mod->open = false;
    if (src->thesis) diag_error(c->diags, "E0125", n->name_span, "`%s` is a thesis file and cannot be imported", n->str);
  }
  n->a = mod->file;
}

static void parse_source(Modules *m, Source *src, AstNode *file) {
  ParseContext *c = m->ctx;
  Parser *p = ARENA_NEW(c->arena, Parser);
  *p = (Parser){.ctx = c, .arena = c->arena, .diags = c->diags, .src = src, .file = src_index(c->sources, src)};
  file->kind = N_FILE;
  if (!slip_binary(p)) {
    src->thesis = thesis_is(src);
    if (src->thesis) {
      thesis_parse(p);
    } else {
      tokenise(p);
      if (!p->stop) parse_tokens(p);
    }
  }
  file->span = file->name_span = (Span){p->file, 0, (uint32_t)src->len};
  file->list = p->items.first;
  for (AstNode *n = file->list; n; n = n->next)
    if (n->kind == N_IMPORT) import(m, src, n);
}

/* A line that nobody would read is one that its writer relies on in vain. */
static void check_pragma(ParseContext *c, const AstPragma *x) {
  static const char *const words[] = { "expect", "options", "sync" };
  size_t n = strcspn(x->text, ": \t");
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (n == strlen(words[i]) && strncmp(x->text, words[i], n) == 0) return;
  const char *near = diag_nearest(arena_strndup(c->arena, x->text, n), words, sizeof words / sizeof *words);
  if (!*x->text) return;
  diag_warn(c->diags, "W0304", x->span, "`//! %.*s` is no line that dmc knows; it counts for nothing", (int)(n < 40 ? n : 40), x->text);
  if (near) diag_help(c->diags, "did you mean `//! %s`?", near);
  else diag_help(c->diags, "there are `//! expect`, `//! options` and `//! sync`; a comment begins with `//`");
}

/* The `//!` lines before the first item. */
static AstPragma *pragmas(ParseContext *c, const Source *src) {
  AstPragma *first = NULL, **end = &first;
  Lexer l;
  lex_init(&l, src->text, src->len);
  l.comments = true;
  for (LexToken t = lex_next(&l); t.code == LEX_COMMENT; t = lex_next(&l)) {
    const char *s = src->text + t.start, *to = src->text + t.end;
    if (strncmp(s, "//!", 3) != 0) continue;
    for (s += 3; s < to && (*s == ' ' || *s == '\t'); s++) {}
    while (to > s && strchr(" \t\r", to[-1])) to--;
    AstPragma *x = ARENA_NEW(c->arena, AstPragma);
    *x = (AstPragma){arena_strndup(c->arena, s, (size_t)(to - s)), {src_index(c->sources, src), t.start, t.end}, NULL};
    *end = x;
    end = &x->next;
    check_pragma(c, x);
  }
  return first;
}

Ast parse_file(ParseContext *ctx, Source *src) {
  Modules m = {ctx, NULL, 0, false};
  Module *self = ARENA_NEW(ctx->arena, Module);
  *self = (Module){src->path, ARENA_NEW(ctx->arena, AstNode), true, NULL};
  m.all = self;
  self->file->str = "";
  parse_source(&m, src, self->file);
  return (Ast){self->file, pragmas(ctx, src), src->thesis};
}
