/* explore/sim_screen.h -- text for a window: tables that fit its width, prose that is wrapped to it, marks where there are
 * colours.
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
typedef struct { const char *cell[SCREEN_CELLS]; } ScreenRow;      /* NULL: empty */
typedef VEC(ScreenRow) ScreenRows;

/* A row of NUMBER, THREAD, PLACE, WHAT, SOURCE. */
void screen_add(ScreenRows *rows, Arena *a, const char *number, const char *thread, const char *place, const char *what,
                const char *source);
/* Each row on a line, its cells in columns, the first one to the right; what does not fit into the width is cut. The last column is
 * shown dim, and not at all in a narrow window. */
void screen_table(const Screen *s, const ScreenRows *rows);
/* The text, wrapped at blanks, lines after the first INDENT more to the right. */
void screen_prose(const Screen *s, int indent, Mark mark, const char *fmt, ...) __attribute__((format(printf, 4, 5)));
/* "a, b, c" of any length, wrapped at the commas between the parts, each at most a line. */
void screen_list(const Screen *s, int indent, const char *title, const char *const *parts, size_t n);
const char *screen_on(const Screen *s, Mark m);
const char *screen_off(const Screen *s, Mark m);
#endif
