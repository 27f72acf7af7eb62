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
