/* lang/slips.c -- what is wrong with the text, said for the slips people make (style: name the thing, say what to
 * write). The token loop asks at three places: a token that is none, a statement that starts like another language's,
 * and a token Lemon refused, for which see refused.c. */
#include <stdio.h>
#include <string.h>
#include "lang/build.h"
#include "lang/parser.h"

#define COUNT(a) (sizeof(a) / sizeof(a)[0])

static int code_at(const Parser *p, size_t i) { return tok_code(p, i); }

/* ---- words ---- */

typedef struct { const char *word; int code; } ItemWord;
static const ItemWord item_words[] = {
#define STATEMENT(text, code)
#define EXPRESSION STATEMENT
#define VALUE STATEMENT
#define ITEM(text, code) { text, code },
#define TYPE STATEMENT
#define CLAUSE STATEMENT
#define QUANTIFIER STATEMENT
#define FAULT STATEMENT
#include "lang/words.def"
};
static const char *const item_texts[] = {          /* what may begin an item, */
#define STATEMENT(text, code)
#define EXPRESSION STATEMENT
#define VALUE STATEMENT
#define ITEM(text, code) text,
#define TYPE(text, code) text,
#define CLAUSE STATEMENT
#define QUANTIFIER STATEMENT
#define FAULT STATEMENT
#include "lang/words.def"
};
static const char *const stmt_texts[] = {          /* a statement, */
#define STATEMENT(text, code) text,
#define EXPRESSION(text, code)
#define VALUE EXPRESSION
#define ITEM EXPRESSION
#define TYPE(text, code) text,
#define CLAUSE EXPRESSION
#define QUANTIFIER EXPRESSION
#define FAULT EXPRESSION
#include "lang/words.def"
};
static const char *const type_texts[] = {          /* a type */
#define STATEMENT(text, code)
#define EXPRESSION STATEMENT
#define VALUE STATEMENT
#define ITEM STATEMENT
#define TYPE(text, code) text,
#define CLAUSE STATEMENT
#define QUANTIFIER STATEMENT
#define FAULT STATEMENT
#include "lang/words.def"
};

bool slip_is_type(const Parser *p, size_t i) { return tok_is_any(p, i, type_texts, COUNT(type_texts)); }

const char *slip_near(const char *word, bool item) {
  return item ? diag_nearest(word, item_texts, COUNT(item_texts)) : diag_nearest(word, stmt_texts, COUNT(stmt_texts));
}

/* A type may be called `enum`, and then `enum x = ...` declares a variable: told by what follows. */
static bool is_variable(const Parser *p, size_t i) {
  if (code_at(p, i + 1) != T_NAME || p->toks.at[i + 1].first) return false;
  int c = code_at(p, i + 2);
  return c == T_EQUALS || c == T_COMMA || c == T_NL || c == LEX_END || p->toks.at[i + 2].first;
}

bool word_item(const Parser *p, size_t i, int *code) {
  for (size_t k = 0; k < COUNT(item_words); k++) {
    if (!tok_is(p, i, item_words[k].word)) continue;
    *code = item_words[k].code;
    switch (*code) {
      case T_ENUM: case T_RECORD: case T_INIT: case T_INVARIANT: case T_COVER: case T_FINALLY: return !is_variable(p, i);
      default: return true;
    }
  }
  return false;
}

/* ---- files that are no text ---- */

static bool is_odd(unsigned char c) { return c == 127 || (c < 32 && !strchr("\t\n\r\f\v", c)); }

bool slip_binary(Parser *p) {
  const char *text = p->src->text, *nul = memchr(text, 0, p->src->len);
  size_t odd = 0, look = p->src->len < 4096 ? p->src->len : 4096;
  for (size_t i = 0; i < look; i++) odd += is_odd((unsigned char)text[i]);
  if (!nul && odd * 20 <= look) return false;
  uint32_t at = nul ? (uint32_t)(nul - text) : 0;
  diag_error(p->diags, "E0103", (Span){p->file, at, at + 1}, "this does not look like text");
  diag_help(p->diags, nul ? "byte %u of the file is NUL; a model is UTF-8 text" : "a model is UTF-8 text", at + 1);
  return true;
}

/* ---- tokens that are none ---- */

static void bad_char(Parser *p, size_t i) {
  const char *s = tok_text(p, i);
  unsigned char c = (unsigned char)s[0];
  Span at = tok_span(p, i);
  if (c == '?') {
    diag_error(p->diags, "E0102", at, "there is no `?` operator");
    diag_help(p->diags, "use if and else; to receive a message write `receive { M(x) => { } }`");
  } else if (c >= 128) {
    diag_error(p->diags, "E0102", at, "the character `%s` cannot stand here", s);
    diag_help(p->diags, "outside comments and strings a model is plain ASCII");
  } else if (is_odd(c)) {
    diag_error(p->diags, "E0102", at, "a control character (code %d) cannot stand here", c);
  } else {
    diag_error(p->diags, "E0102", at, "the character `%c` means nothing here", c);
    if (c == '#') diag_help(p->diags, "comments start with `//`");
    if (c == '$') diag_help(p->diags, "`$` belongs to the repetitions of thesis files, whose first token is `<`");
    if (c == '^' || c == '~') diag_help(p->diags, "there are no bit operators");
  }
}

bool slip_token(Parser *p, size_t i, int *code) {
  Span at = tok_span(p, i);
  switch (p->toks.at[i].code) {
    case LEX_OPEN_STRING:
      diag_error(p->diags, "E0104", at, "this string is not closed on its line");
      *code = T_STRING;
      return true;
    case LEX_OPEN_COMMENT:
      diag_error(p->diags, "E0105", at, "this comment is never closed");
      diag_help(p->diags, "close it with `*/`");
      p->stop = true;
      return false;
    case LEX_GLUED:
      diag_error(p->diags, "E0106", at, "`%s` is neither a number nor a name", tok_text(p, i));
      diag_help(p->diags, tok_text(p, i)[0] == '0' && strchr("xXbo", tok_text(p, i)[1]) ? "numbers are written in decimal"
                                                                                        : "names start with a letter");
      *code = T_INT;
      return true;
    case LEX_QUOTE:
      diag_error(p->diags, "E0116", at, "strings stand in double quotes");
      *code = T_STRING;
      return true;
    case LEX_LONE_AMP:
      diag_error(p->diags, "E0115", at, "there is no `&` operator");
      diag_help(p->diags, "write `&&` for \"and\"; a location is passed by a `ref` parameter, without a sign at the call");
      *code = T_ANDAND;
      return true;
    case LEX_LONE_BAR:
      diag_error(p->diags, "E0115", at, "there is no `|` operator");
      diag_help(p->diags, "write `||` for \"or\"");
      *code = T_OROR;
      return true;
    case LEX_ARROW:
      diag_error(p->diags, "E0123", at, "there is no `->`");
      diag_help(p->diags, "between a receive clause and its block stands `=>`; a field is written `r.f`");
      *code = T_DARROW;
      return true;
    default:
      bad_char(p, i);
      return false;
  }
}

/* ---- statements of other languages ---- */

typedef struct { const char *word, *message, *help; } Foreign;
static const Foreign foreign_items[] = {
  {"function", "there is no word `function`", "a function starts with its type: `int f(int x) { return x }`, or `void f() { }`"},
  {"def", "there is no word `def`", "a function starts with its type: `int f(int x) { return x }`, or `void f() { }`"},
  {"fn", "there is no word `fn`", "a function starts with its type: `int f(int x) { return x }`, or `void f() { }`"},
  {"func", "there is no word `func`", "a function starts with its type: `int f(int x) { return x }`, or `void f() { }`"},
  {"proc", "there is no word `proc`", "a process is `Thread Name { }`; a function starts with its type: `void f() { }`"},
  {"inline", "there is no word `inline`", "a function starts with its type: `void f() { }`"},
  {"thread", "`Thread` is written with a capital T", "`Thread Name { }`, or `Thread(i in 1..N) Name { }` for several"},
  {"process", "there is no word `process`", "`Thread Name { }`, or `Thread(i in 1..N) Name { }` for several"},
  {"proctype", "there is no word `proctype`", "`Thread Name { }`, or `Thread(i in 1..N) Name { }` for several"},
  {"active", "there is no word `active`", "`Thread Name { }`, or `Thread(i in 1..N) Name { }` for several"},
  {"struct", "there is no word `struct`", "`record Name { int a, int b }`"},
  {"shared", "there is no word `shared`", "what is declared outside of Threads is shared: `int x`"},
  {"global", "there is no word `global`", "what is declared outside of Threads is shared: `int x`"},
  {"volatile", "there is no word `volatile`", "what is declared outside of Threads is shared: `int x`"},
  {"mtype", "there is no word `mtype`", "`enum Name { A, B }` or `message Name(int x)`"},
};
static const Foreign foreign_stmts[] = {
  {"elif", "there is no word `elif`", "write `else if`"},
  {"elseif", "there is no word `elseif`", "write `else if`"},
  {"elsif", "there is no word `elsif`", "write `else if`"},
  {"do", "there is no `do` loop", "`loop { }` repeats for ever, `while e { }` tests first, `either { } or { }` chooses"},
  {"switch", "there is no `switch`", "use a chain of `if` and `else if`"},
  {"fi", "there is no `fi`", "a block stands in braces: `if e { }`"},
  {"od", "there is no `od`", "a loop is `loop { }` or `while e { }`"},
  {"pass", "there is no `pass`", "write `skip`"},
  {"const", "a `const` stands outside of Threads and functions", "a local variable: `int k = 3`"},
  {"param", "a `param` stands outside of Threads and functions", "a local variable: `int k = 3`"},
  {"synchronized", "there is no `synchronized`", "`lock(m)` and `unlock(m)`, or `atomic { }` for one step"},
  {"goto", "there is no `goto`", "use loops, `break` and `continue`"},
  {"recv", "there is no word `recv`", "`receive { M(x) => { } }`"},
  {"send", "there is no word `send`", "`p ! M(x)` sends M(x) to the thread p"},
};

static const Foreign *foreign(const Parser *p, size_t i, const Foreign *words, size_t n) {
  for (size_t k = 0; k < n; k++)
    if (tok_is(p, i, words[k].word)) return &words[k];
  return NULL;
}

/* `var x`, `let x` */
static bool untyped(Parser *p, size_t i) {
  if (!(tok_is(p, i, "var") || tok_is(p, i, "let")) || code_at(p, i + 1) != T_NAME || p->toks.at[i + 1].first) return false;
  diag_error(p->diags, "E0121", tok_span(p, i), "a declaration starts with the type, not with `%s`", tok_text(p, i));
  diag_help(p->diags, "`int %s = 0`, or another type: bool, pid, mutex, queue<int>, ...", tok_text(p, i + 1));
  return true;
}

static bool statement_as_item(Parser *p, size_t i) {
  int c = code_at(p, i), next = code_at(p, i + 1);
  bool word = lex_is_name(&p->toks.at[i]) && c != T_NAME;
  bool assigns = c == T_NAME && (next == T_ASSIGN || next == T_PLUSEQ || next == T_MINUSEQ);
  bool sends = c == T_NAME && next == T_BANG && !p->toks.at[i + 1].first;
  if (!word && !assigns && !sends) return false;
  diag_error(p->diags, "E0128", tok_span(p, i), "a statement stands inside a Thread, a function, init or finally");
  if (assigns) diag_help(p->diags, "to declare a shared variable: `int %s = ...`", tok_text(p, i));
  if (c == T_ASSERT) diag_help(p->diags, "`finally { assert e }` checks at the end, `invariant name: e` always");
  return true;
}

/* `const x = 1`: no type */
static bool const_untyped(Parser *p, size_t i) {
  if (!(tok_is(p, i, "const") || tok_is(p, i, "param")) || code_at(p, i + 1) != T_NAME) return false;
  if (code_at(p, i + 2) != T_EQUALS) return false;
  diag_error(p->diags, "E0121", tok_span(p, i + 1), "the type of `%s` is missing", tok_text(p, i + 1));
  diag_help(p->diags, "`%s int %s = ...`", tok_text(p, i), tok_text(p, i + 1));
  return true;
}

/* `int[3 x` and `int` alone: a type that is not followed by a name. */
static bool type_alone(Parser *p, size_t i) {
  if (code_at(p, i) != T_NAME || !tok_is_any(p, i, type_texts, COUNT(type_texts))) return false;
  if (code_at(p, i + 1) == T_LBRACKET) {
    size_t k = i + 1;
    while (code_at(p, k) != T_RBRACKET && code_at(p, k) != LEX_END && !p->toks.at[k].first) k++;
    if (code_at(p, k) == T_RBRACKET) return false;
    return diag_error(p->diags, "E0112", tok_span(p, i + 1), "this `[` is never closed"), true;
  }
  if (code_at(p, i + 1) != T_NL && code_at(p, i + 1) != LEX_END && !p->toks.at[i + 1].first) return false;
  diag_error(p->diags, "E0101", tok_span(p, i), "after a type stands the name of what is declared");
  return true;
}

static bool slip_item(Parser *p, size_t i) {
  const Foreign *f = foreign(p, i, foreign_items, COUNT(foreign_items));
  int next = code_at(p, i + 1);
  if (f && (next == T_NAME || next == T_LPAREN || next == T_LBRACE || next == T_LBRACKET)) {
    diag_error(p->diags, "E0114", tok_span(p, i), "%s", f->message);
    diag_help(p->diags, "%s", f->help);
    return true;
  }
  return untyped(p, i) || const_untyped(p, i) || statement_as_item(p, i) || type_alone(p, i);
}

static bool slip_for(Parser *p, size_t i) {
  if (code_at(p, i) != T_FOR || code_at(p, i + 1) != T_LPAREN) return false;
  diag_error(p->diags, "E0119", tok_span(p, i + 1), "`for` takes a name and a range");
  diag_help(p->diags, "`for i in 0..n - 1 { }`; both ends are included");
  return true;
}

static bool slip_increment(Parser *p, size_t i) {
  if (code_at(p, i) != T_PLUS) return false;
  bool two = code_at(p, i + 1) == T_PLUS;
  diag_error(p->diags, "E0109", tok_span(p, i), two ? "there is no `++` operator" : "a statement cannot start with `+`");
  diag_help(p->diags, "write `x := x + 1` or `x += 1`");
  return true;
}

/* `recieve {`: a name and a brace, which would else be refused at the brace. */
static bool unknown_block(Parser *p, size_t i) {
  if (code_at(p, i) != T_NAME || code_at(p, i + 1) != T_LBRACE || p->toks.at[i + 1].first) return false;
  const char *word = tok_text(p, i), *near = diag_nearest(word, stmt_texts, COUNT(stmt_texts));
  diag_error(p->diags, "E0129", tok_span(p, i), "unknown word `%s`", word);
  if (near) diag_help(p->diags, "did you mean `%s`?", near);
  return true;
}

/* `m.lock()` */
static bool method(Parser *p, size_t i) {
  if (code_at(p, i) != T_NAME || code_at(p, i + 1) != T_DOT || code_at(p, i + 2) != T_NAME || code_at(p, i + 3) != T_LPAREN) return false;
  diag_error(p->diags, "E0101", tok_span(p, i + 2), "there are no methods");
  diag_help(p->diags, "write `%s(%s)`: a function gets what it works on in parentheses", tok_text(p, i + 2), tok_text(p, i));
  return true;
}

/* May the foreign word at I be what it looks like, and not the name of a variable or function? */
static bool looks_foreign(const Parser *p, size_t i) {
  int next = code_at(p, i + 1);
  if (tok_is(p, i, "fi") || tok_is(p, i, "od") || tok_is(p, i, "pass"))
    return next == T_NL || next == T_RBRACE || next == LEX_END || p->toks.at[i + 1].first;
  if (p->toks.at[i + 1].first) return false;
  if (tok_is(p, i, "do") && next == T_COLON) return true;
  if (next != T_LPAREN) return next == T_NAME || next == T_LBRACE;
  if (tok_is(p, i, "elif") || tok_is(p, i, "elseif") || tok_is(p, i, "elsif")) return true;
  size_t close = tok_match(p, i + 1);
  return close && code_at(p, close + 1) == T_LBRACE && !p->toks.at[close + 1].first;
}

static bool slip_stmt(Parser *p, size_t i) {
  const Foreign *f = foreign(p, i, foreign_stmts, COUNT(foreign_stmts));
  if (f && looks_foreign(p, i)) {
    diag_error(p->diags, "E0129", tok_span(p, i), "%s", f->message);
    diag_help(p->diags, "%s", f->help);
    return true;
  }
  return untyped(p, i) || slip_for(p, i) || slip_increment(p, i) || method(p, i) || unknown_block(p, i);
}

bool slip_at_start(Parser *p, size_t i) { return p->depth == 0 ? slip_item(p, i) : slip_stmt(p, i); }

/* ---- braces ---- */

void slip_brace(Parser *p) {
  size_t o = p->suspect;
  for (size_t k = 0; k < p->depth && !o; k++)
    if (code_at(p, p->open[p->depth - 1 - k]) == T_LBRACE) o = p->open[p->depth - 1 - k];
  diag_error(p->diags, "E0110", tok_span(p, o), "this `{` is never closed");
  if (p->suspect) diag_help(p->diags, "the `}` that closes it now seems meant for a block further out");
}
