/* explore/sim_screen.c -- see sim_screen.h. */
#include "explore/sim_screen.h"
#include <stdarg.h>
#include <string.h>
#include "explore/report/lanes.h"

static const char *const marks[] = { [MARK_NONE] = "", [MARK_BOLD] = "\033[1m", [MARK_DIM] = "\033[2m", [MARK_BAD] = "\033[1;31m",
                                     [MARK_GOOD] = "\033[32m" };

const char *screen_on(const Screen *s, Mark m) { return s->color ? marks[m] : ""; }
const char *screen_off(const Screen *s, Mark m) { return s->color && m != MARK_NONE ? "\033[0m" : ""; }

/* --- lines --- */

/* As much of TEXT as fits from column *COL on, at least PAD columns. */
static void put(const Screen *s, size_t *col, const char *text, size_t pad, Mark mark) {
  size_t n = strlen(text), shown = rep_columns(text, n), room = s->width > *col ? s->width - *col : 0;
  bool cut = shown > room, dots = cut && room > 3;
  if (cut) shown = dots ? room - 3 : 0;
  fprintf(s->out, "%s%.*s%s%s", screen_on(s, mark), (int)rep_bytes(text, n, shown), text, dots ? "..." : "", screen_off(s, mark));
  shown += dots ? 3 : 0;
  for (; shown < pad && *col + shown < s->width; shown++) fputc(' ', s->out);
  *col += shown;
}

static size_t width_of(const char *cell) { return cell ? rep_columns(cell, strlen(cell)) : 0; }

static void row(const Screen *s, const ScreenRow *r, const size_t *widths) {
  size_t col = 0, last = 0;
  for (size_t i = 0; i < SCREEN_CELLS; i++)
    if (width_of(r->cell[i]) && widths[i]) last = i;
  put(s, &col, "", 2 + widths[0] - width_of(r->cell[0]), MARK_NONE);
  for (size_t i = 0; i <= last; i++) {
    const char *text = r->cell[i] ? r->cell[i] : "";
    if (!widths[i]) continue;
    put(s, &col, text, i == last ? 0 : i ? widths[i] : 0, i == 0 ? MARK_BOLD : i == 4 ? MARK_DIM : MARK_NONE);
    if (i < last && col + 2 < s->width) put(s, &col, "", 2, MARK_NONE);
  }
  fputc('\n', s->out);
}

void screen_add(ScreenRows *rows, Arena *a, const char *number, const char *thread, const char *place, const char *what,
                const char *source) {
  VEC_PUSH(a, rows, ((ScreenRow){ { number, thread, place, what, source } }));
}

#define WIDEST 52                            /* a longer cell shifts those after it in its own row only */

void screen_table(const Screen *s, const ScreenRows *rows) {
  size_t widths[SCREEN_CELLS] = { 0 }, before = 2;
  for (size_t r = 0; r < rows->count; r++)
    for (size_t i = 0; i < SCREEN_CELLS; i++) {
      size_t w = width_of(rows->at[r].cell[i]);
      if (w > widths[i]) widths[i] = w < WIDEST || i == 0 ? w : WIDEST;
    }
  for (size_t i = 0; i + 1 < SCREEN_CELLS; i++) before += widths[i] ? widths[i] + 2 : 0;
  if (s->width < before + 14) widths[SCREEN_CELLS - 1] = 0;          /* a source line of a few letters says nothing */
  for (size_t r = 0; r < rows->count; r++) row(s, &rows->at[r], widths);
}

/* --- prose --- */

static void wrapped(const Screen *s, size_t indent, const char *text) {
  size_t col = 0;
  while (*text) {
    size_t gap = strspn(text, " "), n = strcspn(text + gap, " "), columns = rep_columns(text + gap, n);
    if (col && col + gap + columns > s->width) {
      fprintf(s->out, "\n%*s", (int)indent, "");
      col = indent, text += gap, gap = 0;
    }
    fprintf(s->out, "%.*s", (int)(gap + n), text);
    col += gap + columns;
    text += gap + n;
  }
}

void screen_prose(const Screen *s, int indent, Mark mark, const char *fmt, ...) {
  Arena a;
  va_list ap, again;
  arena_init(&a);
  va_start(ap, fmt);
  va_copy(again, ap);
  int n = vsnprintf(NULL, 0, fmt, again);
  va_end(again);
  char *text = ARENA_ARRAY(&a, char, (size_t)n + 1);
  vsnprintf(text, (size_t)n + 1, fmt, ap);
  va_end(ap);
  fputs(screen_on(s, mark), s->out);
  wrapped(s, (size_t)indent, text);
  fprintf(s->out, "%s\n", screen_off(s, mark));
  arena_deinit(&a);
}

void screen_list(const Screen *s, int indent, const char *title, const char *const *parts, size_t n) {
  size_t col = 0, from = (size_t)indent + 2;
  put(s, &col, "", (size_t)indent, MARK_NONE);
  put(s, &col, title, 0, MARK_BOLD);
  for (size_t i = 0; i < n; i++) {
    size_t w = width_of(parts[i]) + (i + 1 < n);
    if (i && col + 1 + w > s->width) {
      fputc('\n', s->out);
      col = 0;
      put(s, &col, "", from, MARK_NONE);
    } else put(s, &col, "", 1, MARK_NONE);
    put(s, &col, parts[i], 0, MARK_NONE);
    if (i + 1 < n) put(s, &col, ",", 0, MARK_NONE);
  }
  fputc('\n', s->out);
}
