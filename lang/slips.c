/* lang/slips.c -- what is wrong with the text, said for the slips people make (style: name the thing, say what to
 * write). The token loop asks at three places: a token that is none, a statement that starts like another language's,
 * and a token Lemon refused. */
#include <stdio.h>
#include <string.h>
#include "lang/build.h"
#include "lang/parser.h"

#define COUNT(a) (sizeof(a) / sizeof(a)[0])

static int code_at(const Parser *p, size_t i) { return i < p->toks.count ? p->toks.at[i].code : LEX_END; }

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
  {"mtype", "there is no word `mtype`", "`enum Name { A, B }` or `message Name(int x)`"},
};
static const Foreign foreign_stmts[] = {
  {"elif", "there is no word `elif`", "write `else if`"},
  {"elseif", "there is no word `elseif`", "write `else if`"},
  {"elsif", "there is no word `elsif`", "write `else if`"},
  {"do", "there is no `do` loop", "`loop { }` repeats for ever, `while e { }` tests first, `either { } or { }` chooses"},
  {"switch", "there is no `switch`", "use a chain of `if` and `else if`"},
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

static bool slip_stmt(Parser *p, size_t i) {
  const Foreign *f = foreign(p, i, foreign_stmts, COUNT(foreign_stmts));
  int next = code_at(p, i + 1);
  bool starts = next == T_NAME || next == T_LBRACE || (next == T_LPAREN && f && strncmp(f->word, "els", 3) == 0) ||
                (next == T_LPAREN && f && strcmp(f->word, "elif") == 0);
  if (f && starts && !p->toks.at[i + 1].first) {
    diag_error(p->diags, "E0129", tok_span(p, i), "%s", f->message);
    diag_help(p->diags, "%s", f->help);
    return true;
  }
  return untyped(p, i) || slip_for(p, i) || slip_increment(p, i) || unknown_block(p, i);
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

/* ---- tokens that Lemon refused ---- */

typedef struct {
  Parser *p;
  int code;
  size_t i;                  /* the token, or the one after a statement end */
  Tok t;
  const char *expected;
} Refused;

static bool expects(const Refused *r, const char *what) { return r->expected && strstr(r->expected, what); }

/* The last token fed before the refused one. */
static size_t before(const Refused *r) { return r->i ? r->i - 1 : 0; }

static bool refused_increment(const Refused *r) {
  Parser *p = r->p;
  size_t last = r->code == T_NL ? before(r) : r->i;
  if (last == 0) return false;
  int c = code_at(p, last);
  bool twice = code_at(p, last - 1) == c && p->toks.at[last].start == p->toks.at[last - 1].end;
  if (!twice || (c != T_PLUS && c != T_MINUS)) return false;
  Span at = span_join(tok_span(p, last - 1), tok_span(p, last));
  const char *op = c == T_PLUS ? "+" : "-";
  diag_error(p->diags, "E0109", at, "there is no `%s%s` operator", op, op);
  const char *x = last >= 2 && code_at(p, last - 2) == T_NAME ? tok_text(p, last - 2) : "x";
  diag_help(p->diags, "write `%s := %s %s 1` or `%s %s= 1`", x, x, op, x, op);
  return true;
}

static bool refused_unclosed(const Refused *r) {
  Parser *p = r->p;
  if (!open_paren(p) || !p->toks.at[r->i].first) return false;
  size_t o = p->open[p->depth - 1];
  diag_error(p->diags, "E0112", tok_span(p, o), "this `%s` is never closed", tok_text(p, o));
  return true;
}

static bool refused_declaration(const Refused *r) {
  Parser *p = r->p;
  int first = code_at(p, p->stmt);
  if (r->code != T_ASSIGN || (first != T_TYPENAME && first != T_GENERIC && first != T_CONST && first != T_PARAM)) return false;
  diag_error(p->diags, "E0120", r->t.span, "a declaration gives the first value with `=`");
  diag_help(p->diags, "write `=` here; `:=` changes a variable that is already declared");
  return true;
}

/* `int x, y` in a Thread. */
static bool refused_comma(const Refused *r) {
  Parser *p = r->p;
  int first = code_at(p, p->stmt);
  if (r->code != T_COMMA || (first != T_TYPENAME && first != T_GENERIC) || !open_braces(p)) return false;
  diag_error(p->diags, "E0101", r->t.span, "each local variable has a declaration of its own");
  diag_help(p->diags, "write `%s x; %s y`", tok_text(p, p->stmt), tok_text(p, p->stmt));
  return true;
}

static bool refused_test(const Refused *r) {
  Parser *p = r->p;
  int first = code_at(p, p->stmt);
  if (tok_is(p, r->i, "then") && (first == T_IF || expects(r, "`{`"))) {
    diag_error(p->diags, "E0122", r->t.span, "`then` belongs to thesis files");
    diag_help(p->diags, "write `if e { } else { }`");
    return true;
  }
  if (!expects(r, "`{`")) return false;
  if (r->code == T_NL && code_at(p, r->i) == T_LBRACE) {
    diag_error(p->diags, "E0122", tok_span(p, r->i), "this `{` belongs on the line before");
    return true;
  }
  if (first != T_IF && first != T_WHILE && first != T_LOOP && first != T_ATOMIC && first != T_EITHER) return false;
  diag_error(p->diags, "E0122", r->t.span, "the body of `%s` stands in braces", tok_text(p, p->stmt));
  return true;
}

static bool refused_for(const Refused *r) {
  Parser *p = r->p;
  if (code_at(p, p->stmt) != T_FOR) return false;
  diag_error(p->diags, "E0119", r->t.span, expects(r, "`..`") ? "this range has only one end" : "`for` takes a name and a range");
  diag_help(p->diags, "`for i in 0..n - 1 { }`; both ends are included");
  return true;
}

static bool refused_clause(const Refused *r) {
  Parser *p = r->p;
  if (!expects(r, "`=>`")) return false;
  diag_error(p->diags, "E0123", r->t.span, "between a receive clause and its block stands `=>`");
  diag_help(p->diags, "`%s(...) => { }`", code_at(p, p->stmt) == T_NAME ? tok_text(p, p->stmt) : "M");
  return true;
}

static bool refused_send(const Refused *r) {
  Parser *p = r->p;
  size_t last = before(r);
  if (last == 0 || code_at(p, last) != T_NAME || code_at(p, last - 1) != T_BANG) return false;
  diag_error(p->diags, "E0124", tok_span(p, last), "a message is sent with its arguments");
  diag_help(p->diags, "write `! %s()`", tok_text(p, last));
  return true;
}

static bool refused_word(const Refused *r) {
  Parser *p = r->p;
  static const char *const words[] = {"and", "not", "mod", "xor"};
  const char *help = tok_is(p, r->i, "and") ? "&&" : tok_is(p, r->i, "mod") ? "%" : tok_is(p, r->i, "or") ? "||" : NULL;
  if (r->code == T_NL || (!help && !tok_is_any(p, r->i, words, COUNT(words)))) return false;
  diag_error(p->diags, "E0115", r->t.span, "`%s` is no operator", tok_text(p, r->i));
  diag_help(p->diags, "write `%s`", help ? help : "!");
  return true;
}

static bool refused_string(const Refused *r) {
  if (r->code != T_STRING) return false;
  diag_error(r->p->diags, "E0131", r->t.span, "a string can only stand in `print` and as the message of `assert`");
  diag_help(r->p->diags, "for values with names declare an `enum`");
  return true;
}

/* `M(in) =>`: a pattern binds a name. */
static bool in_pattern(const Parser *p) {
  size_t n = p->depth;
  return n >= 2 && code_at(p, p->open[n - 1]) == T_LPAREN && code_at(p, p->open[n - 2]) == T_LBRACE && p->open[n - 2] > 0 &&
         code_at(p, p->open[n - 2] - 1) == T_RECEIVE;
}

static bool is_reserved(const Parser *p, size_t i) { return code_at(p, i) != T_NAME && i < p->toks.count && lex_is_name(&p->toks.at[i]); }

static bool refused_reserved(const Refused *r) {
  Parser *p = r->p;
  if (r->code == T_NL || !is_reserved(p, r->i) || !(expects(r, "a name") || in_pattern(p) || code_at(p, r->i + 1) == T_IN)) return false;
  diag_error(p->diags, "E0130", r->t.span, "`%s` is a reserved word and cannot be a name", tok_text(p, r->i));
  VEC_PUSH(p->arena, &p->reserved, r->i);
  return true;
}

/* Is token I one of the words that were reported as no names? */
static bool is_reported(const Parser *p, size_t i) {
  for (size_t k = 0; k < p->reserved.count; k++)
    if (is_reserved(p, i) && tok_is(p, i, tok_text(p, p->reserved.at[k]))) return true;
  return false;
}

/* Such a word where its name is used: it, or what follows it, was refused. */
static bool refused_again(const Refused *r) {
  return is_reported(r->p, r->i) || (r->i && is_reported(r->p, r->i - 1)) || is_reported(r->p, r->p->stmt);
}

static bool refused_field(const Refused *r) {
  Parser *p = r->p;
  size_t o = p->depth ? p->open[p->depth - 1] : 0;
  if (o >= 2 && code_at(p, o - 2) == T_ENUM && lex_is_name(&p->toks.at[r->i]) && r->code == T_NAME) {
    diag_error(p->diags, "E0101", r->t.span, "between the names of an enum stands `,`");
    return true;
  }
  if (o < 2 || code_at(p, o - 2) != T_RECORD || r->code != T_NAME) return false;
  diag_error(p->diags, "E0121", r->t.span, "each field of a record has its own type");
  diag_help(p->diags, "`record R { int a, int b }`");
  return true;
}

/* A misspelt first word explains most that follows. */
static bool refused_misspelt(const Refused *r) {
  Parser *p = r->p;
  size_t s = p->stmt;
  int c = code_at(p, s);
  bool item = open_braces(p) == 0;
  if ((c != T_NAME && c != T_TYPENAME) || tok_is_any(p, s, type_texts, COUNT(type_texts))) return false;
  const char *word = tok_text(p, s);
  const char *near = item ? diag_nearest(word, item_texts, COUNT(item_texts)) : diag_nearest(word, stmt_texts, COUNT(stmt_texts));
  if (!near && !(item && s == r->i)) return false;
  diag_error(p->diags, item ? "E0114" : "E0129", tok_span(p, s), "unknown word `%s`", word);
  if (near) diag_help(p->diags, "did you mean `%s`?", near);
  else diag_help(p->diags, "a file holds variables, functions, Threads, properties, ...; see `dmc help language`");
  return true;
}

static bool refused_parameters(const Refused *r) {
  Parser *p = r->p;
  if (!expects(r, "`(`") || code_at(p, p->stmt) != T_MESSAGE) return false;
  diag_error(p->diags, "E0124", r->t.span, "a message is declared with its parameters");
  diag_help(p->diags, "write `%s()` when it carries nothing", tok_text(p, before(r)));
  return true;
}

static bool refused_thread(const Refused *r) {
  Parser *p = r->p;
  int first = code_at(p, p->stmt);
  if (r->code != T_LPAREN || (first != T_THREAD && first != T_DAEMON) || open_braces(p)) return false;
  diag_error(p->diags, "E0101", r->t.span, "the parameters of a thread stand before its name");
  diag_help(p->diags, "`Thread(int x) %s { }` for threads that are spawned, `Thread(i in 1..N) %s { }` for N of them",
            tok_text(p, before(r)), tok_text(p, before(r)));
  return true;
}

static bool refused_fraction(const Refused *r) {
  Parser *p = r->p;
  if (r->code != T_INT || r->i < 2 || code_at(p, r->i - 1) != T_DOT || code_at(p, r->i - 2) != T_INT) return false;
  diag_error(p->diags, "E0106", span_join(tok_span(p, r->i - 2), r->t.span), "there are only whole numbers");
  return true;
}

static void refused_other(const Refused *r) {
  Parser *p = r->p;
  const char *what = r->code == LEX_END                                ? "the end of the file"
                     : r->code == T_NL && code_at(p, r->i) == LEX_END  ? "the end of the file"
                     : r->code == T_NL && code_at(p, r->i) == T_RBRACE ? "`}`"
                     : r->code == T_NL                                 ? "the end of the line"
                                                                       : arena_printf(p->arena, "`%s`", tok_text(p, r->i));
  const char *expected = p->depth == 0 && p->stmt == r->i && r->code != T_NL ? "a declaration" : r->expected;
  if (expected) diag_error(p->diags, "E0101", r->t.span, "unexpected %s, expected %s", what, expected);
  else diag_error(p->diags, "E0101", r->t.span, "unexpected %s", what);
}

void parse_syntax_error(Parser *p, int code, Tok t, const char *expected) {
  p->syntax_error = true;
  if (p->quiet) return;
  Refused r = {p, code, p->at, t, expected};
  static bool (*const known[])(const Refused *) = {
    refused_again, refused_reserved, refused_unclosed, refused_increment, refused_declaration, refused_comma, refused_word,
    refused_test, refused_clause, refused_send, refused_parameters, refused_thread, refused_string, refused_fraction, refused_for,
    refused_field, refused_misspelt,
  };
  for (size_t i = 0; i < COUNT(known); i++)
    if (known[i](&r)) return;
  refused_other(&r);
}
