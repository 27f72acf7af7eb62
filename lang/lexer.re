/* lang/lexer.re -- text to tokens, both dialects; see lex.h. */
#include "lang/lex.h"
#include "lang/parser.h"
#include <string.h>

void lex_init(Lexer *l, const char *text, size_t len) {
  *l = (Lexer){text, (uint32_t)len, 0, false, true};
  if (len >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0) l->pos = 3;      /* byte order mark */
}

bool lex_is_name(const LexToken *t) {
  static const uint16_t codes[] = { T_NAME,
#define STATEMENT(text, code) code,
#define EXPRESSION STATEMENT
#define VALUE STATEMENT
#define ITEM(text, code)
#define TYPE ITEM
#define CLAUSE ITEM
#define QUANTIFIER ITEM
#define FAULT ITEM
#include "lang/words.def"
  };
  for (size_t i = 0; i < sizeof codes / sizeof *codes; i++)
    if (codes[i] == t->code) return true;
  return false;
}

static LexToken token(Lexer *l, const char *start, const char *end, int code) {
  LexToken t = {(uint32_t)(start - l->text), (uint32_t)(end - l->text), (uint16_t)code, l->first};
  l->pos = t.end;
  l->first = false;
  return t;
}

/* Length of the UTF-8 sequence at S, of at most LEFT bytes; 1 when it is not well-formed. */
static int utf8_len(const char *s, size_t left) {
  unsigned char c = (unsigned char)*s;
  int n = c >= 0xF0 ? 4 : c >= 0xE0 ? 3 : c >= 0xC0 ? 2 : 1;
  if ((size_t)n > left) return 1;
  for (int i = 1; i < n; i++)
    if ((s[i] & 0xC0) != 0x80) return 1;
  return n;
}

#define TOKEN(code) return token(l, start, cursor, code)
#define COMMENT() do { if (l->comments) TOKEN(LEX_COMMENT); goto again; } while (0)

/*!re2c
  re2c:define:YYCTYPE = "unsigned char";
  re2c:define:YYCURSOR = cursor;
  re2c:define:YYMARKER = marker;
  re2c:yyfill:enable = 0;

  letter  = [a-zA-Z_];
  name    = letter [a-zA-Z0-9_]*;
  dashed  = [a-zA-Z_] [a-zA-Z0-9_-]*;
  digits  = [0-9]+;
  text    = [^"\\\n\x00] | "\\" [^\n\x00];
  blank   = [ \t\r\f]+;
  line    = "//" [^\n\x00]*;
  star    = "/*" ([^*\x00] | "*"+ [^*/\x00])* "*"+ "/";
*/

LexToken lex_next(Lexer *l) {
  const char *start, *cursor, *marker;
again:
  start = cursor = l->text + l->pos;
  /*!re2c
    "\x00"  { cursor--; if ((uint32_t)(start - l->text) >= l->len) TOKEN(LEX_END); cursor++; TOKEN(LEX_NUL); }
    blank   { l->pos = (uint32_t)(cursor - l->text); goto again; }
    "\n"    { l->pos++; l->first = true; goto again; }
    line    { l->pos = (uint32_t)(cursor - l->text); COMMENT(); }
    star    { l->pos = (uint32_t)(cursor - l->text);
              if (memchr(start, '\n', (size_t)(cursor - start)) && !l->comments) l->first = true;
              COMMENT(); }
    "/*"    { TOKEN(LEX_OPEN_COMMENT); }

    !include "words.re";               /* the reserved ones of words.def */
    "_"        { TOKEN(T_UNDERSCORE); }
    name       { TOKEN(T_NAME); }
    digits        { TOKEN(T_INT); }
    digits name   { TOKEN(LEX_GLUED); }
    ["] text* ["] { TOKEN(T_STRING); }
    ["] text*     { TOKEN(LEX_OPEN_STRING); }
    ['] [^'\n\x00]* [']? { TOKEN(LEX_QUOTE); }

    ":="  { TOKEN(T_ASSIGN); }
    "+="  { TOKEN(T_PLUSEQ); }
    "-="  { TOKEN(T_MINUSEQ); }
    "=>"  { TOKEN(T_DARROW); }
    "=="  { TOKEN(T_EQEQ); }
    "!="  { TOKEN(T_NE); }
    "<="  { TOKEN(T_LE); }
    ">="  { TOKEN(T_GE); }
    "&&"  { TOKEN(T_ANDAND); }
    "||"  { TOKEN(T_OROR); }
    ".."  { TOKEN(T_DOTDOT); }
    "->"  { TOKEN(LEX_ARROW); }
    "<"   { TOKEN(T_LT); }
    ">"   { TOKEN(T_GT); }
    "="   { TOKEN(T_EQUALS); }
    "!"   { TOKEN(T_BANG); }
    "+"   { TOKEN(T_PLUS); }
    "-"   { TOKEN(T_MINUS); }
    "*"   { TOKEN(T_STAR); }
    "/"   { TOKEN(T_SLASH); }
    "%"   { TOKEN(T_PERCENT); }
    "("   { TOKEN(T_LPAREN); }
    ")"   { TOKEN(T_RPAREN); }
    "["   { TOKEN(T_LBRACKET); }
    "]"   { TOKEN(T_RBRACKET); }
    "{"   { TOKEN(T_LBRACE); }
    "}"   { TOKEN(T_RBRACE); }
    ","   { TOKEN(T_COMMA); }
    ":"   { TOKEN(T_COLON); }
    "."   { TOKEN(T_DOT); }
    ";"   { TOKEN(T_NL); }
    "&"   { TOKEN(LEX_LONE_AMP); }
    "|"   { TOKEN(LEX_LONE_BAR); }
    *     { cursor = start + utf8_len(start, l->len - l->pos); TOKEN(LEX_BAD_CHAR); }
  */
}

LexToken lex_thesis(Lexer *l) {
  const char *start, *cursor, *marker;
again:
  start = cursor = l->text + l->pos;
  /*!re2c
    "\x00"  { cursor--; if ((uint32_t)(start - l->text) >= l->len) TOKEN(LEX_END); cursor++; TOKEN(LEX_NUL); }
    blank   { l->pos = (uint32_t)(cursor - l->text); goto again; }
    "\n"    { l->pos++; l->first = true; goto again; }
    line    { l->pos = (uint32_t)(cursor - l->text); COMMENT(); }
    star    { l->pos = (uint32_t)(cursor - l->text); COMMENT(); }
    "/*"    { TOKEN(LEX_OPEN_COMMENT); }
    dashed        { TOKEN(T_NAME); }
    digits        { TOKEN(T_INT); }
    digits name   { TOKEN(LEX_GLUED); }
    ["] text* ["] { TOKEN(T_STRING); }
    ["] text*     { TOKEN(LEX_OPEN_STRING); }
    ['] [^'\n\x00]* [']? { TOKEN(LEX_QUOTE); }
    "<{"  { TOKEN(LEX_REPEAT); }
    "}>"  { TOKEN(LEX_REPEAT_END); }
    ":="  { TOKEN(T_ASSIGN); }
    "=="  { TOKEN(T_EQEQ); }
    "!="  { TOKEN(T_NE); }
    "<="  { TOKEN(T_LE); }
    ">="  { TOKEN(T_GE); }
    "<"   { TOKEN(T_LT); }
    ">"   { TOKEN(T_GT); }
    "="   { TOKEN(T_EQUALS); }
    "+"   { TOKEN(T_PLUS); }
    "-"   { TOKEN(T_MINUS); }
    "*"   { TOKEN(T_STAR); }
    "/"   { TOKEN(T_SLASH); }
    "%"   { TOKEN(T_PERCENT); }
    "("   { TOKEN(T_LPAREN); }
    ")"   { TOKEN(T_RPAREN); }
    "["   { TOKEN(T_LBRACKET); }
    "]"   { TOKEN(T_RBRACKET); }
    "{"   { TOKEN(T_LBRACE); }
    "}"   { TOKEN(T_RBRACE); }
    ","   { TOKEN(T_COMMA); }
    *     { cursor = start + utf8_len(start, l->len - l->pos); TOKEN(LEX_BAD_CHAR); }
  */
}
