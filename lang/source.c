/* lang/source.c -- reading files, and from byte offsets to lines; see source.h. */
#include "lang/source.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

void src_init(Sources *s, Arena *a) {
  memset(s, 0, sizeof *s);
  s->arena = a;
}

/* Takes TEXT as it is; it must live in the arena. */
static Source *add(Sources *s, const char *path, const char *text, size_t len) {
  if (s->count == s->cap) {
    s->cap = s->cap ? s->cap * 2 : 8;
    Source **files = ARENA_ARRAY(s->arena, Source *, s->cap);
    if (s->count) memcpy(files, s->files, s->count * sizeof *files);
    s->files = files;
  }
  Source *f = ARENA_NEW(s->arena, Source);
  f->path = arena_strndup(s->arena, path, strlen(path));
  f->text = f->orig = text;
  f->len = f->orig_len = len;
  s->files[s->count++] = f;
  return f;
}

Source *src_add_text(Sources *s, const char *path, const char *text, size_t len) {
  return add(s, path, arena_strndup(s->arena, text, len), len);
}

static const char *why_not(int err) {
  switch (err) {
    case ENOENT: return "no such file";
    case EACCES: return "permission denied";
    case EISDIR: return "is a directory";
    case ENOTDIR: return "a part of the path is not a directory";
    case ENAMETOOLONG: return "the path is too long";
    case ELOOP: return "too many symbolic links";
    default: return "cannot be read";
  }
}

/* Reads F to its end into the heap, MAX bytes at most, and some more where it is longer. NULL: no memory. */
static char *slurp(FILE *f, size_t max, size_t *len) {
  size_t cap = 1u << 16, n = 0;
  char *buf = malloc(cap + 1);
  while (buf) {
    n += fread(buf + n, 1, cap - n, f);
    if (n < cap || cap > max) break;
    char *more = realloc(buf, cap * 2 + 1);
    if (!more) free(buf);
    buf = more;
    cap *= 2;
  }
  *len = n;
  return buf;
}

char *src_read(Arena *a, const char *path, size_t max, size_t *len, const char **why) {
  struct stat st;
  if (stat(path, &st) == 0 && S_ISDIR(st.st_mode)) return *why = "is a directory", NULL;
  FILE *f = fopen(path, "rb");
  if (!f) return *why = why_not(errno), NULL;
  char *buf = slurp(f, max, len), *text = NULL;
  *why = !buf ? "not enough memory to read it" : ferror(f) ? why_not(errno) : NULL;
  if (!*why && *len > max) *why = arena_printf(a, "larger than %zu MB", max >> 20);
  if (!*why) text = arena_strndup(a, buf, *len);
  free(buf);
  fclose(f);
  return text;
}

Source *src_load(Sources *s, const char *path, const char **why) {
  size_t len;
  if (s->count >= UINT16_MAX) return *why = "too many files", NULL;
  char *text = src_read(s->arena, path, SRC_MAX_BYTES, &len, why);
  return text ? add(s, path, text, len) : NULL;
}

uint16_t src_index(const Sources *s, const Source *f) {
  for (size_t i = 0; i < s->count; i++)
    if (s->files[i] == f) return (uint16_t)i;
  return 0;
}

/* The last piece that starts at or before OFFSET. */
static const SourcePiece *piece_at(const SourceMap *m, uint32_t offset) {
  size_t lo = 0, hi = m->count;
  while (hi - lo > 1) {
    size_t mid = lo + (hi - lo) / 2;
    if (m->pieces[mid].start <= offset) lo = mid;
    else hi = mid;
  }
  return &m->pieces[lo];
}

uint32_t src_orig(const Source *f, uint32_t offset, int *copy) {
  *copy = -1;
  if (!f->map || !f->map->count) return offset;
  const SourcePiece *p = piece_at(f->map, offset);
  *copy = p->copy;
  uint32_t in = offset - p->start;
  return p->orig + (in < p->len ? in : p->len);
}

Place src_place(const Sources *s, Span span) {
  Place place = {0};
  place.copy = -1;
  place.path = "?";
  place.line_text = "";
  if (span.file >= s->count) return place;
  const Source *f = s->files[span.file];
  int ignored;
  uint32_t from = src_orig(f, span.start, &place.copy), to = from;
  if (span.end > span.start) to = src_orig(f, span.end - 1, &ignored) + 1;
  if (from > f->orig_len) from = (uint32_t)f->orig_len;
  if (to < from) to = from;
  uint32_t begin = 0, line = 1, end;
  for (uint32_t i = 0; i < from; i++)
    if (f->orig[i] == '\n') line++, begin = i + 1;
  for (end = begin; end < f->orig_len && f->orig[end] != '\n'; end++) {}
  if (to > end) to = end < from ? from : end;
  place.path = f->path;
  place.line = line;
  place.col = from - begin + 1;
  place.end_col = to - begin + 1;
  place.line_text = f->orig + begin;
  place.line_len = end - begin;
  if (place.line_len && place.line_text[place.line_len - 1] == '\r') place.line_len--;
  return place;
}

Span span_join(Span a, Span b) {
  if (a.end == 0) return b;
  if (b.end == 0) return a;
  Span s = {a.file, a.start < b.start ? a.start : b.start, a.end > b.end ? a.end : b.end};
  return s;
}
