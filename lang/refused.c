/* lang/refused.c -- tokens that Lemon refused: what the slip probably was, else what was expected. */
#include <string.h>
#include "lang/build.h"
#include "lang/parser.h"

#define COUNT(a) (sizeof(a) / sizeof(a)[0])

static int code_at(const Parser *p, size_t i) { return tok_code(p, i); }

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

/* Does token I touch the one before it? */
static bool glued(const Parser *p, size_t i) { return i && p->toks.at[i - 1].end == p->toks.at[i].start; }

/* `x *= 2`, `b &&= c` */
static bool refused_compound(const Refused *r) {
  Parser *p = r->p;
  int op = r->i ? code_at(p, r->i - 1) : 0;
  if (r->code != T_EQUALS || !glued(p, r->i)) return false;
  if (op == LEX_LONE_AMP || op == LEX_LONE_BAR) return true;           /* said already */
  if (op != T_ANDAND && op != T_OROR && op != T_STAR && op != T_SLASH && op != T_PERCENT) return false;
  const char *sign = tok_text(p, r->i - 1), *x = code_at(p, p->stmt) == T_NAME && r->i == p->stmt + 2 ? tok_text(p, p->stmt) : "x";
  diag_error(p->diags, "E0115", span_join(tok_span(p, r->i - 1), r->t.span), "there is no `%s=` operator", sign);
  diag_help(p->diags, "write `%s := %s %s ...`", x, x, sign);
  return true;
}

/* `if x = 2 { }` */
static bool refused_equals(const Refused *r) {
  Parser *p = r->p;
  switch (code_at(p, p->stmt)) {
    case T_IF: case T_WHILE: case T_AWAIT: case T_ASSERT: case T_ASSUME: case T_RETURN: case T_INVARIANT: case T_COVER: break;
    default: return false;
  }
  if (r->code != T_EQUALS) return false;
  diag_error(p->diags, "E0107", r->t.span, "a comparison is written `==`");
  return true;
}

static bool refused_unequal(const Refused *r) {
  Parser *p = r->p;
  if (code_at(p, r->i) != T_GT || !r->i || code_at(p, r->i - 1) != T_LT || !glued(p, r->i)) return false;
  diag_error(p->diags, "E0115", span_join(tok_span(p, r->i - 1), r->t.span), "there is no `<>` operator");
  diag_help(p->diags, "write `!=`");
  return true;
}

static bool refused_not(const Refused *r) {
  Parser *p = r->p;
  if (r->code == T_NL || !r->i || !tok_is(p, r->i - 1, "not")) return false;
  diag_error(p->diags, "E0115", tok_span(p, r->i - 1), "`not` is no operator");
  diag_help(p->diags, "write `!`");
  return true;
}

/* `int z[3]` */
static bool refused_length(const Refused *r) {
  Parser *p = r->p;
  int first = code_at(p, p->stmt);
  if (r->code != T_LBRACKET || (first != T_TYPENAME && first != T_GENERIC) || r->i != p->stmt + 2) return false;
  diag_error(p->diags, "E0101", r->t.span, "the length of an array belongs to its type");
  const char *n = code_at(p, r->i + 2) == T_RBRACKET ? tok_text(p, r->i + 1) : "...";
  diag_help(p->diags, "write `%s[%s] %s`", tok_text(p, p->stmt), n, tok_text(p, p->stmt + 1));
  return true;
}

/* `assert(x == 2, "text")`, `print("x is", x)` */
static bool refused_parentheses(const Refused *r) {
  Parser *p = r->p;
  int first = code_at(p, p->stmt);
  bool assert = first == T_ASSERT && r->code == T_COMMA, print = first == T_PRINT && (r->code == T_COMMA || r->code == T_STRING);
  if ((!assert && !print) || !open_paren(p) || p->open[p->depth - 1] != p->stmt + 1) return false;
  diag_error(p->diags, "E0101", tok_span(p, p->stmt + 1), "`%s` takes no parentheses", tok_text(p, p->stmt));
  diag_help(p->diags, assert ? "write `assert e, \"what went wrong\"`" : "write `print \"x is\", x`");
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
  bool tests = first == T_IF || first == T_WHILE;
  if (!tests && first != T_LOOP && first != T_ATOMIC && first != T_EITHER && first != T_INIT && first != T_FINALLY) return false;
  diag_error(p->diags, "E0122", r->t.span, "the body of `%s` stands in braces", tok_text(p, p->stmt));
  diag_help(p->diags, "write `%s%s { ... }`", tok_text(p, p->stmt), tests ? " e" : "");
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
  bool outside = r->code == T_DARROW && code_at(p, p->stmt) == T_NAME, bare = code_at(p, p->stmt) == T_RECEIVE && expects(r, "`{`");
  if (outside || bare) {
    const char *name = code_at(p, outside ? p->stmt : r->i) == T_NAME ? tok_text(p, outside ? p->stmt : r->i) : "M";
    diag_error(p->diags, "E0123", r->t.span, "the clauses of a receive stand in its braces");
    diag_help(p->diags, "`receive { %s(...) => { } }`", name);
    return true;
  }
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

/* Such a word where its name is used: it, or what follows it, was refused. Or a character before it that means nothing was dropped. */
static bool refused_again(const Refused *r) {
  const Parser *p = r->p;
  if (r->i && r->code != T_NL && code_at(p, r->i - 1) == LEX_BAD_CHAR) return true;
  return is_reported(p, r->i) || (r->i && is_reported(p, r->i - 1)) || is_reported(p, p->stmt);
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
  if ((c != T_NAME && c != T_TYPENAME) || slip_is_type(p, s)) return false;
  const char *word = tok_text(p, s);
  const char *near = slip_near(word, item);
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
  if (first == T_THREAD && !open_braces(p) && (r->code == T_LBRACKET || r->code == T_LBRACE) && expects(r, "a name")) {
    diag_error(p->diags, "E0101", r->t.span, "the name of the thread is missing");
    diag_help(p->diags, "`Thread Name { }`, or `Thread(i in 1..N) Name { }` for several");
    return true;
  }
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
  bool end_of_line = expected && strcmp(expected, "the end of the line") == 0 && lex_is_name(&p->toks.at[r->i]);
  if (expected) diag_error(p->diags, "E0101", r->t.span, "unexpected %s, expected %s", what, expected);
  if (end_of_line) diag_help(p->diags, "between two statements stands `;` or a new line");
  if (r->code == T_MINUS && code_at(p, r->i + 1) == T_MINUS && p->stmt == r->i) diag_help(p->diags, "comments start with `//`");
  if (!expected) diag_error(p->diags, "E0101", r->t.span, "unexpected %s", what);
}

void parse_syntax_error(Parser *p, int code, Tok t, const char *expected) {
  p->syntax_error = true;
  if (p->quiet) return;
  Refused r = {p, code, p->at, t, expected};
  static bool (*const known[])(const Refused *) = {
    refused_again, refused_reserved, refused_parentheses, refused_unclosed, refused_increment, refused_compound, refused_equals,
    refused_unequal, refused_not, refused_declaration, refused_comma, refused_length, refused_word,
    refused_test, refused_clause, refused_send, refused_parameters, refused_thread, refused_string, refused_fraction, refused_for,
    refused_field, refused_misspelt,
  };
  for (size_t i = 0; i < COUNT(known); i++)
    if (known[i](&r)) return;
  refused_other(&r);
}
