/* explore/json_in.c -- see json_in.h. Recursive descent; the first error ends it. */
#include "explore/json_in.h"
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "lang/utf8.h"

typedef struct {
  Arena *arena;
  const char *text, *p, *end;
  uint32_t depth, count;
  JsonError *error;
} Reader;

void json_where(const char *text, size_t at, uint32_t *line, uint32_t *col) {
  size_t begin = 0;
  *line = 1;
  for (size_t i = 0; i < at; i++)
    if (text[i] == '\n') ++*line, begin = i + 1;
  *col = (uint32_t)(at - begin) + 1;
}

const char *json_kind_name(JsonKind k) {
  switch (k) {
  case JSON_NULL: return "null";
  case JSON_BOOL: return "true or false";
  case JSON_INT: return "a whole number";
  case JSON_DOUBLE: return "a number";
  case JSON_STRING: return "a string";
  case JSON_ARRAY: return "a list";
  case JSON_OBJECT: return "an object";
  }
  return "a value";
}

static bool wrong(Reader *r, const char *at, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
static bool wrong(Reader *r, const char *at, const char *fmt, ...) {
  va_list ap;
  va_start(ap, fmt);
  vsnprintf(r->error->text, sizeof r->error->text, fmt, ap);
  va_end(ap);
  json_where(r->text, (size_t)(at - r->text), &r->error->line, &r->error->col);
  return false;
}

/* EXPECTED, and what stands there instead. */
static bool expected(Reader *r, const char *what) {
  unsigned char c = r->p < r->end ? (unsigned char)*r->p : 0;
  if (r->p == r->end) return wrong(r, r->p, "expected %s, but the text ends", what);
  if (c > ' ' && c < 0x7f) return wrong(r, r->p, "expected %s, not '%c'", what, c);
  return wrong(r, r->p, "expected %s, not byte 0x%02x", what, c);
}

static void skip_blanks(Reader *r) {
  while (r->p < r->end && (*r->p == ' ' || *r->p == '\n' || *r->p == '\t' || *r->p == '\r')) r->p++;
}

static bool at(const Reader *r, char c) { return r->p < r->end && *r->p == c; }

/* --- strings --- */

static bool hex4(Reader *r, uint32_t *out) {
  *out = 0;
  for (int i = 0; i < 4; i++, r->p++) {
    char c = r->p < r->end ? *r->p : 0;
    int d = c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
    if (d < 0) return expected(r, "four hexadecimal digits after \\u");
    *out = *out << 4 | (uint32_t)d;
  }
  return true;
}

static bool low_half(Reader *r, const char *begin, uint32_t *c) {
  uint32_t low;
  if (r->end - r->p < 2 || r->p[0] != '\\' || r->p[1] != 'u') return wrong(r, begin, "half of a surrogate pair stands alone");
  r->p += 2;
  if (!hex4(r, &low)) return false;
  if (low < 0xdc00 || low > 0xdfff) return wrong(r, begin, "half of a surrogate pair stands alone");
  *c = 0x10000 + ((*c - 0xd800) << 10) + (low - 0xdc00);
  return true;
}

/* After \u: one character, of two escapes where it takes a surrogate pair. */
static bool unicode(Reader *r, const char *begin, char **out) {
  uint32_t c;
  if (!hex4(r, &c)) return false;
  if (c >= 0xdc00 && c <= 0xdfff) return wrong(r, begin, "half of a surrogate pair stands alone");
  if (c >= 0xd800 && c <= 0xdbff && !low_half(r, begin, &c)) return false;
  if (c == 0) return wrong(r, begin, "a string cannot hold \\u0000 here");
  *out += utf8_put(c, *out);
  return true;
}

static bool escape(Reader *r, char **out) {
  static const char letters[] = "\"\\/bfnrt", meant[] = "\"\\/\b\f\n\r\t";
  const char *begin = r->p++;
  const char *found = r->p < r->end && *r->p ? strchr(letters, *r->p) : NULL;
  if (found) *(*out)++ = meant[found - letters];
  else if (!at(r, 'u')) return expected(r, "one of \" \\ / b f n r t u after \\");
  r->p++;
  return found || unicode(r, begin, out);
}

static bool character(Reader *r, char **out) {
  unsigned char c = (unsigned char)*r->p;
  if (c == '\\') return escape(r, out);
  if (c < 0x20) return wrong(r, r->p, "a string cannot hold the control character 0x%02x; it is written \\u%04x", c, c);
  size_t n = utf8_length((const unsigned char *)r->p);
  if (!n) return wrong(r, r->p, "the text is not UTF-8 (byte 0x%02x)", c);
  memcpy(*out, r->p, n);
  *out += n;
  r->p += n;
  return true;
}

/* At a quote. Nothing grows by being unescaped, so the room between the quotes is enough. */
static bool string(Reader *r, const char **text) {
  const char *begin = r->p++, *close = r->p;
  while (close < r->end && *close != '"') close += *close == '\\' && close + 1 < r->end ? 2 : 1;
  if (close >= r->end) return wrong(r, begin, "a string begins here and does not end");
  char *out = arena_alloc(r->arena, (size_t)(close - begin) + 1);
  *text = out;
  while (r->p < close)
    if (!character(r, &out)) return false;
  *out = 0;
  r->p++;
  return true;
}

/* --- numbers --- */

static size_t digits(Reader *r) {
  const char *begin = r->p;
  while (r->p < r->end && *r->p >= '0' && *r->p <= '9') r->p++;
  return (size_t)(r->p - begin);
}

static bool fraction_and_exponent(Reader *r, bool *whole) {
  if (at(r, '.')) {
    r->p++, *whole = false;
    if (!digits(r)) return expected(r, "a digit after the point");
  }
  if (at(r, 'e') || at(r, 'E')) {
    r->p++, *whole = false;
    if (at(r, '+') || at(r, '-')) r->p++;
    if (!digits(r)) return expected(r, "a digit in the exponent");
  }
  return true;
}

/* BEGIN .. p has the digits of an integer. */
static bool fits(const Reader *r, const char *begin, int64_t *out) {
  bool negative = *begin == '-';
  uint64_t v = 0, max = negative ? (uint64_t)1 << 63 : INT64_MAX;
  for (const char *s = begin + negative; s < r->p; s++) {
    uint64_t d = (uint64_t)(*s - '0');
    if (v > (max - d) / 10) return false;
    v = v * 10 + d;
  }
  *out = negative ? (int64_t)(0 - v) : (int64_t)v;
  return true;
}

static bool number(Reader *r, JsonValue *v) {
  const char *begin = r->p;
  bool whole = true;
  if (at(r, '-')) r->p++;
  const char *first = r->p;
  if (!digits(r)) return expected(r, "a digit");
  if (*first == '0' && r->p - first > 1) return wrong(r, first, "a number does not begin with 0 and more digits");
  if (!fraction_and_exponent(r, &whole)) return false;
  v->kind = JSON_INT;
  if (whole && fits(r, begin, &v->integer)) return true;
  v->kind = JSON_DOUBLE;
  v->real = strtod(begin, NULL);             /* the text ends in NUL, and what follows is no part of a number */
  return isfinite(v->real) || wrong(r, begin, "the number is too large");
}

/* --- values --- */

static bool value(Reader *r, JsonValue **out, const char *key);

static bool word(Reader *r, JsonValue *v) {
  static const struct { const char *text; JsonKind kind; bool truth; } words[] = {
    { "true", JSON_BOOL, true }, { "false", JSON_BOOL, false }, { "null", JSON_NULL, false } };
  for (int i = 0; i < 3; i++) {
    size_t n = strlen(words[i].text);
    if ((size_t)(r->end - r->p) < n || memcmp(r->p, words[i].text, n) != 0) continue;
    r->p += n;
    v->kind = (uint8_t)words[i].kind;
    v->truth = words[i].truth;
    return true;
  }
  return expected(r, "a value");
}

static bool member(Reader *r, JsonValue **out) {
  const char *key = NULL;
  if (!at(r, '"')) return expected(r, "a name in quotes");
  if (!string(r, &key)) return false;
  skip_blanks(r);
  if (!at(r, ':')) return expected(r, "':' after a name");
  r->p++;
  return value(r, out, key);
}

/* After an item: is there another one? */
static bool more(Reader *r, char close, bool *again) {
  skip_blanks(r);
  *again = at(r, ',');
  if (!*again && !at(r, close)) return expected(r, close == '}' ? "',' or '}' in an object" : "',' or ']' in a list");
  r->p++;
  return true;
}

/* At a bracket. */
static bool list(Reader *r, JsonValue *v) {
  char close = *r->p == '{' ? '}' : ']';
  JsonValue **end = &v->first;
  bool again = true;
  if (r->depth == JSON_MAX_DEPTH) return wrong(r, r->p, "values are nested more than %d deep", JSON_MAX_DEPTH);
  v->kind = close == '}' ? JSON_OBJECT : JSON_ARRAY;
  v->first = NULL;
  r->depth++;
  r->p++;
  skip_blanks(r);
  if (at(r, close)) r->p++, again = false;
  while (again) {
    skip_blanks(r);
    if (!(close == '}' ? member(r, end) : value(r, end, NULL))) return false;
    end = &(*end)->next;
    if (!more(r, close, &again)) return false;
  }
  r->depth--;
  return true;
}

static bool value(Reader *r, JsonValue **out, const char *key) {
  skip_blanks(r);
  if (r->count++ == JSON_MAX_VALUES) return wrong(r, r->p, "there are more than %u values", JSON_MAX_VALUES);
  JsonValue *v = ARENA_NEW(r->arena, JsonValue);
  v->at = (uint32_t)(r->p - r->text);
  v->key = key;
  *out = v;
  if (at(r, '{') || at(r, '[')) return list(r, v);
  if (at(r, '"')) return v->kind = JSON_STRING, string(r, &v->text);
  if (at(r, '-') || (r->p < r->end && *r->p >= '0' && *r->p <= '9')) return number(r, v);
  return word(r, v);
}

const JsonValue *json_read(Arena *a, const char *text, size_t len, JsonError *e) {
  Reader r = { .arena = a, .text = text, .p = text, .end = text + len, .error = e };
  JsonValue *v = NULL;
  if (!value(&r, &v, NULL)) return NULL;
  skip_blanks(&r);
  if (r.p < r.end) return expected(&r, "nothing after the value"), NULL;
  return v;
}

const JsonValue *json_get(const JsonValue *v, const char *key) {
  if (!v || v->kind != JSON_OBJECT) return NULL;
  for (const JsonValue *m = v->first; m; m = m->next)
    if (strcmp(m->key, key) == 0) return m;
  return NULL;
}
