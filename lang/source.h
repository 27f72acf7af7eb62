/* lang/source.h -- source texts and places in them.
 * A Span is a file and a byte range in the text that was parsed. For thesis files that text is the expansion of
 * `<{n ... }>`; src_place maps back to the user's line and tells the copy (`$=k`).
 * Owns: the texts. */
#ifndef LANG_SOURCE_H
#define LANG_SOURCE_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "lang/arena.h"

typedef struct { uint16_t file; uint32_t start, end; } Span;     /* end is one past the last byte */

typedef struct Source {
  const char *path;        /* as the user typed it, or std.NAME for the embedded library */
  const char *text;        /* what was parsed, NUL at text[len] */
  size_t len;
  const char *orig;        /* what the user wrote; same as text unless expanded */
  size_t orig_len;
  bool library;            /* from the embedded library */
  bool thesis;             /* first token is `<` */
  struct SourceMap *map;   /* expansion map, NULL when text == orig */
} Source;

/* One piece of an expanded text, ascending by start. A piece of `len` bytes copied from orig, or (len 0) the digits
 * that stand for one `$`. */
typedef struct { uint32_t start, orig, len; int copy; } SourcePiece;
typedef struct SourceMap { SourcePiece *pieces; size_t count; } SourceMap;

typedef struct { Arena *arena; Source **files; size_t count, cap; } Sources;

typedef struct {
  const char *path;
  uint32_t line, col, end_col;     /* 1-based; end_col one past, on the same line */
  const char *line_text;           /* the user's line, not NUL-terminated */
  size_t line_len;
  int copy;                        /* thesis: $ = copy; -1: none */
} Place;

void src_init(Sources *s, Arena *a);
/* The bytes of the file at PATH, in A, with NUL at [*LEN]. NULL on failure with *WHY set (no such file, is a directory, larger than
 * MAX bytes, ...), a text without the path. */
char *src_read(Arena *a, const char *path, size_t max, size_t *len, const char **why);
/* Reads PATH. NULL on failure with *WHY as above. */
Source *src_load(Sources *s, const char *path, const char **why);
Source *src_add_text(Sources *s, const char *path, const char *text, size_t len);
uint16_t src_index(const Sources *s, const Source *f);
/* The offset in the user's text of OFFSET in the parsed one; *COPY as in Place. */
uint32_t src_orig(const Source *f, uint32_t offset, int *copy);
Place src_place(const Sources *s, Span span);
Span span_join(Span a, Span b);
#define SRC_MAX_BYTES (16u << 20)      /* larger files are refused with a message */
#endif
