/* explore/report/lanes.h -- how a trace becomes text: for the files that draw it (steps.c, lanes.c, lines.c, words.c, source.c)
 * and their unit tests. A trace is a list of lines, a line is what one thread did in one step or several; each has words (what
 * happened), a place and a statement. Lanes are columns, one a thread that steps.
 * Owns: nothing; everything lives in the arena given. Widths are columns on the screen: one for each character of UTF-8. */
#ifndef EXPLORE_REPORT_LANES_H
#define EXPLORE_REPORT_LANES_H
#include <stdarg.h>
#include "explore/report/report.h"

/* --- source.c: places and pieces of source, made safe to print --- */

/* Columns that N bytes take. */
size_t rep_columns(const char *s, size_t n);
/* Bytes of the first COLUMNS columns of S. */
size_t rep_bytes(const char *s, size_t n, size_t columns);
/* S on one line: blanks for tabs and line ends, `?` for other control characters and for bytes that are no UTF-8. */
const char *rep_clean(Arena *a, const char *s, size_t n);
/* The statement around bytes FROM .. TO (from 0) of a line: from the brace, semicolon or arrow before it to the one after it. */
void rep_statement(const char *line, size_t len, size_t from, size_t to, size_t *begin, size_t *end);
/* The text at SPAN and nothing else, clean. */
const char *rep_exact(const Check *c, Span span, Arena *a);
/* The statement at SPAN, clean, and whole however long; "" where there is none. */
const char *rep_source(const Check *c, Span span, Arena *a);
/* S if it fits COLUMNS, else its beginning and `...`. */
const char *rep_fit(Arena *a, const char *s, size_t columns);
/* S if it fits COLUMNS, else its two ends around ` ... `. */
const char *rep_middle(Arena *a, const char *s, size_t columns);

/* --- words.c: what happened --- */

typedef enum { STYLE_PLAIN, STYLE_NEW, STYLE_BAD } Style;
typedef struct { char *s; unsigned char *style; size_t n, cap; Arena *arena; } Words;        /* a style for each byte */
void words_add(Words *w, Style style, const char *fmt, ...) __attribute__((format(printf, 3, 4)));

/* --- lines.c: which steps are a line --- */

typedef struct {
  size_t first, last;                /* steps, from 0 */
  bool call;                         /* steps inside a library call, shown as the call */
  bool gap;                          /* these steps are not shown, only counted */
  bool cut;                          /* likewise, in the middle of a trace that is too long: of several threads */
} Line;
typedef struct { Line *at; size_t count, cap; } Lines;

/* Library calls as one line, runs of one thread that concern nobody else without their middle, traces over 400 lines without
 * theirs. Options --full and --lib show more. */
Lines lines_of(const Check *c, const ExTrace *t, Arena *a);
/* Per step: does it concern another thread, or the failure? */
bool *lines_matter(const ExTrace *t, Arena *a);
/* Does the failure of the trace's finding show in step I? */
bool lines_failing(const ExTrace *t, size_t i);

/* What the steps of a line did, without place. */
Words words_of(const Check *c, const ExTrace *t, const Line *l, Arena *a);

/* --- lanes.c: where things stand --- */

enum { LANES_MOST = 6, GUTTER = 2 /* between columns */, SOURCE_MOST = 44, PLACE_MOST = 24, NAME_MOST = 24 };
typedef enum { LAYOUT_LANES, LAYOUT_COLUMN, LAYOUT_STACKED } LayoutKind;   /* a lane each; one column with names; words below names */
typedef struct { int lane; /* -1: none */ size_t words, source; } RowSize;
typedef struct {
  size_t width;                      /* of all */
  size_t number;                     /* of the longest step number */
  size_t place;                      /* of the longest place */
  size_t nlanes; const size_t *names;
  const RowSize *rows; size_t nrows;
} LayoutTask;
typedef struct {
  LayoutKind kind;
  bool stairs;                       /* lanes are narrower than their names: each name has a row of its own */
  size_t at[LANES_MOST];             /* where lanes begin; in one column [0]: where the words begin */
  size_t names;                      /* columns for names in one column */
  size_t place;                      /* where places begin */
  size_t source;                     /* columns for statements; 0: none are shown */
} Layout;
Layout layout_of(const LayoutTask *t, Arena *a);
/* Columns to write for: --width, else those of the terminal that stdout is, else 100. */
size_t layout_width(const Options *o);
#endif
