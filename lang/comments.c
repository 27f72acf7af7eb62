/* lang/comments.c -- see comments.h. */
#include "lang/comments.h"
#include <string.h>
#include "lang/lex.h"

void comments_of(const Source *src, Arena *a, Comments *out) {
  Lexer l;
  lex_init(&l, src->text, src->len);
  l.comments = true;
  for (;;) {
    LexToken t = src->thesis ? lex_thesis(&l) : lex_next(&l);
    if (t.code == LEX_END || t.code == LEX_OPEN_COMMENT) return;
    if (t.code != LEX_COMMENT) continue;
    Comment c = {t.start, t.end};
    while (c.end > c.start && strchr(" \t\r", src->text[c.end - 1])) c.end--;
    VEC_PUSH(a, out, c);
  }
}

bool comments_same_line(const Source *src, uint32_t from, uint32_t to) {
  for (; from < to; from++)
    if (!strchr(" \t\r;,", src->text[from])) return false;
  return true;
}

size_t comments_newlines(const Source *src, uint32_t from, uint32_t to) {
  size_t n = 0;
  for (; from < to; from++) n += src->text[from] == '\n';
  return n;
}

/* ---- columns ---- */

/* Characters of TEXT from FROM to TO. */
static size_t width(const char *text, size_t from, size_t to) {
  size_t n = 0;
  for (; from < to; from++) n += ((unsigned char)text[from] & 0xc0) != 0x80;
  return n;
}

static size_t most(size_t a, size_t b) { return a > b ? a : b; }

/* The end of the block that begins with comment I: consecutive lines, as long as none gets too long. *COLUMNS: their longest code. */
static size_t block(const char *text, const Trailings *l, size_t i, size_t *columns) {
  const Trailing *t = &l->at[i];
  size_t code = width(text, t->line, t->gap), comment = width(text, t->gap, t->end);
  for (i++; i < l->count; i++) {
    t = &l->at[i];
    size_t c = most(code, width(text, t->line, t->gap)), x = most(comment, width(text, t->gap, t->end));
    if (t->line != t[-1].end + 1 || c + x > COMMENTS_WIDTH) break;
    code = c;
    comment = x;
  }
  *columns = code;
  return i;
}

void comments_align(const char *text, size_t len, const Trailings *l, FILE *out) {
  size_t done = 0, columns;
  for (size_t i = 0, end; i < l->count; i = end)
    for (end = block(text, l, i, &columns); i < end; i++) {
      const Trailing *t = &l->at[i];
      fwrite(text + done, 1, t->gap - done, out);
      fprintf(out, "%*s", (int)(columns - width(text, t->line, t->gap)), "");
      done = t->gap;
    }
  fwrite(text + done, 1, len - done, out);
}
