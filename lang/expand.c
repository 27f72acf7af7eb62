/* lang/expand.c -- the repetitions of thesis files: `<{n text }>` becomes n copies of text, `$` in copy k being k.
 * The expansion replaces Source.text; Source.map leads from it back to what the user wrote. */
#include <ctype.h>
#include <string.h>
#include "lang/build.h"

typedef struct {
  Parser *p;
  const char *in;
  uint32_t at, len;
  VEC(char) out;
  VEC(SourcePiece) pieces;
} Expansion;

static bool fail(Expansion *e, uint32_t from, uint32_t to, const char *message, const char *help) {
  diag_error(e->p->diags, "E0140", (Span){e->p->file, from, to}, "%s", message);
  if (help) diag_help(e->p->diags, "%s", help);
  return false;
}

static bool at(const Expansion *e, uint32_t i, const char *s) {
  size_t n = strlen(s);
  return i + n <= e->len && memcmp(e->in + i, s, n) == 0;
}

/* The end of the comment or string that starts at I; I itself when none does. Repetition marks inside are text. */
static uint32_t past_text(const Expansion *e, uint32_t i) {
  uint32_t j = i;
  if (at(e, i, "//")) {
    while (j < e->len && e->in[j] != '\n') j++;
  } else if (at(e, i, "/*")) {
    for (j += 2; j < e->len && !at(e, j, "*/"); j++) {}
    j = j + 2 < e->len ? j + 2 : e->len;
  } else if (e->in[i] == '"') {
    for (j++; j < e->len && e->in[j] != '"' && e->in[j] != '\n'; j++) {}
    if (j < e->len) j++;
  }
  return j;
}

static void copy(Expansion *e, uint32_t from, uint32_t to, int k) {
  if (from >= to) return;
  SourcePiece piece = {(uint32_t)e->out.count, from, to - from, k};
  VEC_PUSH(e->p->arena, &e->pieces, piece);
  for (; from < to; from++) VEC_PUSH(e->p->arena, &e->out, e->in[from]);
}

static void number(Expansion *e, uint32_t dollar, int k) {
  SourcePiece piece = {(uint32_t)e->out.count, dollar, 0, k};
  VEC_PUSH(e->p->arena, &e->pieces, piece);
  for (const char *s = arena_printf(e->p->arena, "%d", k); *s; s++) VEC_PUSH(e->p->arena, &e->out, *s);
}

/* One copy of the text between FROM and TO. */
static void instance(Expansion *e, uint32_t from, uint32_t to, int k) {
  uint32_t done = from;
  for (uint32_t i = from; i < to;) {
    uint32_t j = past_text(e, i);
    if (j > i || e->in[i] != '$') {
      i = j > i ? j : i + 1;
      continue;
    }
    copy(e, done, i, k);
    number(e, i, k);
    done = ++i;
  }
  copy(e, done, to, k);
}

/* The repetition at e->at; leaves e->at after it. */
static bool repetition(Expansion *e) {
  uint32_t open = e->at, i = open + 2;
  while (i < e->len && isspace((unsigned char)e->in[i])) i++;
  uint32_t digits = i, n = 0;
  for (; i < e->len && isdigit((unsigned char)e->in[i]); i++)
    if (n <= 1000000) n = n * 10 + (uint32_t)(e->in[i] - '0');
  if (i == digits)
    return fail(e, open, open + 2, "a repetition starts with its number", "`<{20 [ ... ] }>` gives 20 copies; `$` is 0 to 19");
  uint32_t body = i;
  for (; i < e->len && !at(e, i, "}>");) {
    if (at(e, i, "<{")) return fail(e, i, i + 2, "repetitions do not nest", NULL);
    uint32_t j = past_text(e, i);
    i = j > i ? j : i + 1;
  }
  if (i >= e->len) return fail(e, open, open + 2, "this repetition is never closed", "close it with `}>`");
  if (n > 1000000 || (uint64_t)n * (i - body) + e->out.count > SRC_MAX_BYTES)
    return fail(e, digits, body, "so many copies are too much text", NULL);
  for (uint32_t k = 0; k < n; k++) {
    instance(e, body, i, (int)k);
    if (e->out.count > SRC_MAX_BYTES) return fail(e, digits, body, "so many copies are too much text", NULL);
  }
  e->at = i + 2;
  return true;
}

bool expand_repetitions(Parser *p) {
  Expansion e = {.p = p, .in = p->src->orig, .len = (uint32_t)p->src->orig_len};
  uint32_t done = 0;
  bool any = false;
  while (e.at < e.len) {
    if (!at(&e, e.at, "<{")) {
      uint32_t j = past_text(&e, e.at);
      e.at = j > e.at ? j : e.at + 1;
      continue;
    }
    copy(&e, done, e.at, -1);
    if (!repetition(&e)) return false;
    done = e.at;
    any = true;
  }
  if (!any) return true;
  copy(&e, done, e.len, -1);
  p->src->text = arena_strndup(p->arena, e.out.at, e.out.count);
  p->src->len = e.out.count;
  p->src->map = ARENA_NEW(p->arena, SourceMap);
  *p->src->map = (SourceMap){e.pieces.at, e.pieces.count};
  return true;
}
