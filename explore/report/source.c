/* explore/report/source.c -- the source text of a step: the statement it is part of, on one line. A source line may hold
 * several statements, and several threads; the statement says best what a step belongs to. */
#include <string.h>
#include "explore/report/lanes.h"
#include "lang/utf8.h"

const char *rep_place(const Check *c, Span span, char *buf, size_t size) {
  Place at = src_place(&c->model.sources, span);
  if (span.end == 0) snprintf(buf, size, "-");
  else if (span.file == src_index(&c->model.sources, c->model.source)) snprintf(buf, size, "%u:%u", at.line, at.col);
  else snprintf(buf, size, "%s:%u:%u", at.path, at.line, at.col);
  return buf;
}

/* --- text of any bytes --- */

size_t rep_bytes(const char *s, size_t n, size_t columns) {
  size_t i = 0;
  for (; i < n && columns; columns--) {
    size_t len = utf8_within((const unsigned char *)s + i, n - i);
    i += len ? len : 1;
  }
  return i;
}

size_t rep_columns(const char *s, size_t n) {
  size_t columns = 0;
  for (size_t i = 0; i < n; columns++) i += rep_bytes(s + i, n - i, 1);
  return columns;
}

const char *rep_clean(Arena *a, const char *s, size_t n) {
  char *out = arena_alloc(a, n + 1), *o = out;
  for (size_t i = 0, len; i < n; i += len ? len : 1) {
    len = utf8_within((const unsigned char *)s + i, n - i);
    bool blank = s[i] == '\t' || s[i] == '\n' || s[i] == '\r';
    bool control = (unsigned char)s[i] < 32 || s[i] == 127 || (len == 2 && (unsigned char)s[i] == 0xc2 && (unsigned char)s[i + 1] < 0xa0);
    if (blank) *o++ = ' ';
    else if (!len || control) *o++ = '?';
    else memcpy(o, s + i, len), o += len;
  }
  return out;
}

const char *rep_fit(Arena *a, const char *s, size_t columns) {
  size_t n = strlen(s);
  if (rep_columns(s, n) <= columns) return s;
  if (columns < 3) return "";
  return arena_printf(a, "%.*s...", (int)rep_bytes(s, n, columns - 3), s);
}

const char *rep_middle(Arena *a, const char *s, size_t columns) {
  size_t n = strlen(s), all = rep_columns(s, n);
  if (all <= columns || columns < 7) return s;
  size_t left = (columns - 5 + 1) / 2, right = columns - 5 - left;
  return arena_printf(a, "%.*s ... %s", (int)rep_bytes(s, n, left), s, s + rep_bytes(s, n, all - right));
}

/* --- statements --- */

/* Length of the line without a trailing comment and blanks. */
static size_t code_length(const char *s, size_t n) {
  bool quoted = false;
  for (size_t i = 0; i + 1 < n; i++) {
    if (s[i] == '"' && (i == 0 || s[i - 1] != '\\')) quoted = !quoted;
    if (!quoted && s[i] == '/' && s[i + 1] == '/') n = i;
  }
  while (n && (s[n - 1] == ' ' || s[n - 1] == '\t' || s[n - 1] == '\r')) n--;
  return n;
}

static bool parts(const char *s, size_t i) { return s[i] == '{' || s[i] == '}' || s[i] == ';' || (i && s[i] == '>' && s[i - 1] == '='); }
static bool blank(char c) { return c == ' ' || c == '\t'; }

void rep_statement(const char *s, size_t len, size_t from, size_t to, size_t *begin, size_t *end) {
  size_t n = code_length(s, len), i = 0;
  bool quoted = false;
  *begin = 0;
  for (; i < n && (i < from || i < to || quoted || !parts(s, i)); i++) {
    if (s[i] == '"' && (i == 0 || s[i - 1] != '\\')) quoted = !quoted;
    if (!quoted && i < from && parts(s, i)) *begin = i + 1;
  }
  if (i < n && s[i] == '>') i++;             /* an arrow belongs to what stands before it */
  *end = i;
  while (*begin < *end && blank(s[*begin])) ++*begin;
  while (*end > *begin && blank(s[*end - 1])) --*end;
}

const char *rep_exact(const Check *c, Span span, Arena *a) {
  if (span.end == 0 || span.file >= c->model.sources.count) return "";
  return rep_clean(a, c->model.sources.files[span.file]->text + span.start, span.end - span.start);
}

const char *rep_source(const Check *c, Span span, Arena *a) {
  if (span.end == 0) return "";
  Place at = src_place(&c->model.sources, span);
  size_t begin, end;
  rep_statement(at.line_text, at.line_len, at.col ? at.col - 1 : 0, at.end_col ? at.end_col - 1 : 0, &begin, &end);
  return rep_clean(a, at.line_text + begin, end - begin);
}
