/* explore/sim_screen.h -- text for a window: tables that fit its width, prose that is wrapped to it, marks where there are
 * colours. What a model or a user wrote is shown as text, whatever bytes it has.
 * Owns: nothing. */
#ifndef EXPLORE_SIM_SCREEN_H
#define EXPLORE_SIM_SCREEN_H
#include <stdbool.h>
#include <stdio.h>
#include "lang/arena.h"
#include "lang/vec.h"

typedef struct {
  FILE *out;
  bool color;
  size_t width, height;          /* columns; rows that a list may take before it is cut */
} Screen;

typedef enum { MARK_NONE, MARK_BOLD, MARK_DIM, MARK_BAD, MARK_GOOD } Mark;

#define SCREEN_CELLS 5
typedef struct { const char *cell[SCREEN_CELLS]; Mark mark; } ScreenRow;       /* NULL: empty; MARK: of the first cell */
typedef VEC(ScreenRow) ScreenRows;

/* Each row on a line, its cells in columns, the first one to the right; what does not fit into the width is cut. The last column is
 * shown dim, and not at all in a narrow window. */
void screen_table(const Screen *s, const ScreenRows *rows);
/* The text, wrapped at blanks, lines after the first INDENT more to the right. */
void screen_prose(const Screen *s, int indent, Mark mark, const char *fmt, ...) __attribute__((format(printf, 4, 5)));
/* "a, b, c" of any length, wrapped at the commas between the parts, each at most a line. */
void screen_list(const Screen *s, int indent, const char *title, const char *const *parts, size_t n);
const char *screen_on(const Screen *s, Mark m);
const char *screen_off(const Screen *s, Mark m);

/* BYTES as text that moves no cursor: control characters and what is no UTF-8 are shown as '?'. */
const char *screen_clean(Arena *a, const char *bytes, size_t n);
/* Bytes of the character at S, which is 1 for what is no UTF-8. */
size_t screen_char(const char *s, size_t n);
size_t screen_columns(const char *s, size_t n);
#endif
