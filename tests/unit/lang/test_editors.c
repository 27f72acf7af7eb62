/* tests/unit/lang/test_editors.c -- the TextMate grammar gives every token of every example the class that the lexer gives it.
 * The grammar is run as an editor would: line by line, at each place the pattern that matches first, of several the first one. */
#include "tests/greatest.h"
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "lang/arena.h"
#include "lang/lex.h"
#include "lang/parser.h"
#include "lang/vec.h"
#include "tests/unit/lang/regex.h"

typedef enum { NONE, KEYWORD, NUMBER, STRING, COMMENT, WORD } Class;      /* WORD: an item, a type, a builtin: names to the lexer */
static const char *const class_names[] = { "nothing", "keyword", "number", "string", "comment", "word" };
typedef struct { const char *name, *match, *begin, *end; } Pattern;

static Arena a;
static VEC(Pattern) grammar;

/* --- the grammar: one pattern a line --- */

static char *read_file(const char *path, size_t *len) {
  FILE *f = fopen(path, "rb");
  if (!f) return NULL;
  VEC(char) text = { 0 };
  for (int c; (c = fgetc(f)) != EOF;) VEC_PUSH(&a, &text, (char)c);
  fclose(f);
  *len = text.count;
  VEC_PUSH(&a, &text, 0);
  return text.at;
}

/* The string of KEY in a line of JSON, unescaped. */
static const char *value(const char *line, const char *key) {
  char quoted[40];
  snprintf(quoted, sizeof quoted, "\"%s\": \"", key);
  const char *s = strstr(line, quoted);
  if (!s) return NULL;
  char *out = ARENA_ARRAY(&a, char, strlen(s) + 1), *o = out;
  for (s += strlen(quoted); *s && *s != '"'; s++) *o++ = *s == '\\' ? *++s : *s;
  return out;
}

static bool read_grammar(const char *path) {
  size_t len;
  char *text = read_file(path, &len);
  grammar.count = 0;
  for (char *line = text ? strtok(text, "\n") : NULL; line; line = strtok(NULL, "\n")) {
    Pattern p = { value(line, "name"), value(line, "match"), value(line, "begin"), value(line, "end") };
    if (p.name && (p.match || (p.begin && p.end))) VEC_PUSH(&a, &grammar, p);
  }
  return grammar.count > 5;
}

static Class class_of(const char *scope) {
  if (strncmp(scope, "comment", 7) == 0) return COMMENT;
  if (strncmp(scope, "string", 6) == 0) return STRING;
  if (strncmp(scope, "constant.numeric", 16) == 0) return NUMBER;
  if (strncmp(scope, "keyword", 7) == 0) return KEYWORD;
  return WORD;
}

/* --- running it --- */

static void paint(Class *out, const char *text, const char *from, const char *to, Class c) {
  for (; from < to; from++) out[from - text] = c;
}

/* The first place from AT on where a pattern matches; of several there the first one. */
static const Pattern *find(ReText line, const char **at, const char **end) {
  for (const char *s = *at; s <= line.end; s++)
    for (size_t i = 0; i < grammar.count; i++) {
      const Pattern *p = &grammar.at[i];
      const char *stop = re_match(line, s, p->match ? p->match : p->begin);
      if (!stop || stop == s) continue;
      *at = s;
      *end = stop;
      return p;
    }
  return NULL;
}

/* Paints from FROM, inside OPEN, to the end of OPEN or of the line. */
static const char *close_block(ReText line, const char *from, const Pattern **open, const char *text, Class *out) {
  for (const char *s = from; s < line.end; s++) {
    const char *stop = re_match(line, s, (*open)->end);
    if (!stop) continue;
    paint(out, text, from, stop, class_of((*open)->name));
    *open = NULL;
    return stop;
  }
  paint(out, text, from, line.end, class_of((*open)->name));
  return line.end;
}

static void highlight(const char *text, size_t len, Class *out) {
  const Pattern *open = NULL;
  for (const char *begin = text; begin < text + len;) {
    const char *nl = memchr(begin, '\n', (size_t)(text + len - begin));
    ReText line = { begin, nl ? nl : text + len };
    for (const char *at = begin, *end; at <= line.end;) {
      if (open) {
        at = close_block(line, at, &open, text, out);
        if (open) break;
        continue;
      }
      const Pattern *p = find(line, &at, &end);
      if (!p) break;
      paint(out, text, at, end, class_of(p->name));
      if (p->begin) open = p;
      at = end;
    }
    begin = line.end + 1;
  }
}

/* --- the lexer's view --- */

static bool is_reserved(const char *s, size_t len) {
  static const char *const words[] = {
#define STATEMENT(text, code) text,
#define EXPRESSION STATEMENT
#define VALUE STATEMENT
#define ITEM(text, code)
#define TYPE ITEM
#define CLAUSE ITEM
#define QUANTIFIER ITEM
#define FAULT ITEM
#include "lang/words.def"
  };
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (strlen(words[i]) == len && strncmp(words[i], s, len) == 0) return true;
  return false;
}

/* In a thesis file no word is reserved; there the words of dmc are coloured all the same. */
static Class kind_of(const LexToken *t, const char *text, bool thesis) {
  switch (t->code) {
    case LEX_COMMENT: return COMMENT;
    case T_STRING: return STRING;
    case T_INT: return NUMBER;
    case T_NAME: return thesis && is_reserved(text + t->start, t->end - t->start) ? KEYWORD : WORD;
    default: return lex_is_name(t) ? KEYWORD : NONE;
  }
}

static bool agrees(Class grammar_says, Class lexer_says) {
  return grammar_says == lexer_says || (lexer_says == WORD && grammar_says == NONE) || (lexer_says == NONE && grammar_says == WORD);
}

static size_t tokens, mistakes;

static void judge(const char *path) {
  size_t len;
  char *text = read_file(path, &len);
  if (!text) { mistakes++; return; }
  Class *out = ARENA_ARRAY(&a, Class, len + 1);
  Lexer l;
  highlight(text, len, out);
  lex_init(&l, text, len);
  bool thesis = lex_next(&l).code == T_LT;
  lex_init(&l, text, len);
  l.comments = true;
  for (LexToken t; (t = thesis ? lex_thesis(&l) : lex_next(&l)).code != LEX_END; tokens++)
    for (uint32_t i = t.start; i < t.end; i++) {
      Class is = kind_of(&t, text, thesis);
      if (text[i] == '\n' || agrees(out[i], is)) continue;
      printf("%s: byte %u, `%.*s`: the grammar says %s, the lexer %s\n", path, i, (int)(t.end - t.start), text + t.start, class_names[out[i]], class_names[is]);
      mistakes++;
      break;
    }
}

static void walk(const char *dir) {
  DIR *d = opendir(dir);
  struct stat st;
  if (!d) return;
  for (struct dirent *e; (e = readdir(d));) {
    size_t n = strlen(e->d_name);
    const char *path = arena_printf(&a, "%s/%s", dir, e->d_name);
    if (e->d_name[0] == '.' || stat(path, &st) != 0) continue;
    if (S_ISDIR(st.st_mode)) walk(path);
    else if (n > 2 && strcmp(e->d_name + n - 2, ".d") == 0) judge(path);
  }
  closedir(d);
}

TEST the_matcher(void) {
  static const struct { const char *re, *text; int at, end; } cases[] = {
    { "ab*c", "abbbc", 0, 5 }, { "a|ab", "ab", 0, 1 }, { "(a|ab)c", "abc", 0, 3 }, { "\\bin\\b", "int", 0, -1 }, { "\\bin\\b", "x in", 2, 4 },
    { "[^\"\\\\]+", "ab\"c", 0, 2 }, { "a(?=b)", "ab", 0, 1 }, { "a(?=b)", "ac", 0, -1 }, { "^a", "ba", 1, -1 }, { "a$", "aa", 1, 2 },
    { "[ \\t]*x", " \tx", 0, 3 }, { "\"(\\\\.|[^\"\\\\])*\"", "\"a\\\"b\" \"", 0, 6 }, { "(a*)*b", "aaac", 0, -1 }, { "x?y", "y", 0, 1 }, { "a+", "b", 0, -1 },
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const char *s = cases[i].text, *end = re_match((ReText){ s, s + strlen(s) }, s + cases[i].at, cases[i].re);
    ASSERT_EQ_FMT(cases[i].end, end ? (int)(end - s) : -1, "%d");
  }
  PASS();
}

TEST every_token_of_every_example(void) {
  ASSERT(read_grammar("docs/editors/textmate/dmc.tmLanguage.json"));
  tokens = mistakes = 0;
  walk("examples");
  walk("stdlib");
  ASSERT_EQ(0u, mistakes);
  ASSERT(tokens > 5000);
  PASS();
}

TEST every_word_has_its_class(void) {
  static const char *const words[] = {
#define STATEMENT(text, code) text,
#define EXPRESSION STATEMENT
#define VALUE STATEMENT
#define ITEM STATEMENT
#define TYPE STATEMENT
#define CLAUSE(text, code)
#define QUANTIFIER(text, code)
#define FAULT(text, code)
#include "lang/words.def"
  };
  for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
    Class out[40] = { NONE };
    size_t n = strlen(words[i]);
    Lexer l;
    highlight(words[i], n, out);
    ASSERT_EQ(is_reserved(words[i], n) ? KEYWORD : WORD, out[0]);
    ASSERT_EQ(out[0], out[n - 1]);
    lex_init(&l, words[i], n);
    LexToken t = lex_next(&l);
    ASSERT_EQ(is_reserved(words[i], n), t.code != T_NAME);
    ASSERT(lex_is_name(&t));
  }
  PASS();
}

TEST hard_lines(void) {
  static const struct { const char *text, *classes; } lines[] = {
    { "x:=\"a // b\" // \"c\"", "...ssssssss.cccccc" },
    { "a /* if */ if", "..cccccccc.kk" },
    { "/* a\n if */ 12", "cccc.cccccc.nn" },
    { "iff _if if_ x12 12x", "..................." },
    { "//! expect: ok", "cccccccccccccc" },
  };
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
    Class out[80] = { NONE };
    const char *text = lines[i].text, *want = lines[i].classes;
    highlight(text, strlen(text), out);
    for (size_t k = 0; k < strlen(text); k++) {
      Class w = want[k] == 's' ? STRING : want[k] == 'c' ? COMMENT : want[k] == 'k' ? KEYWORD : want[k] == 'n' ? NUMBER : NONE;
      ASSERT_EQ_FMT((int)w, (int)out[k], "%d");
    }
  }
  PASS();
}

SUITE(editors) {
  arena_init(&a);
  RUN_TEST(the_matcher);
  RUN_TEST(every_token_of_every_example);
  RUN_TEST(every_word_has_its_class);
  RUN_TEST(hard_lines);
  arena_deinit(&a);
}

GREATEST_MAIN_DEFS();
int main(int argc, char **argv) {
  GREATEST_MAIN_BEGIN();
  RUN_SUITE(editors);
  GREATEST_MAIN_END();
}
