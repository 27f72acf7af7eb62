/* explore/report/msc_draw.c -- rows of a message chart in the columns there are. Lanes stand as far apart as their texts want;
 * where that is too much the widest gaps give way and texts are cut. More lanes than can stand side by side: those with the
 * fewest rows share the last lane. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include "explore/report/msc.h"

#define MIN_GAP 12               /* columns from one lane to the next */
#define MAX_TEXT 60              /* what the text of an arrow may ask for, */
#define MAX_NOTE 28              /* and one beside a lane */

typedef struct { uint16_t tid; const char *name; size_t x, gap, rows, messages, born, gone; bool shown; } Lane;
typedef struct {
  const ExTrace *t;
  Arena *a;
  size_t width, gutter;
  Lane *thread;                  /* per tid */
  Lane **lane; size_t nlanes;    /* those shown, from the left */
  Lane *others; size_t nothers;  /* the lane of many; NULL: every thread has its own */
  char *line;                    /* one row, width characters */
} Draw;

/* --- lanes --- */

/* Does WHAT start the thread NAME? */
static bool starts(const char *what, const char *name) {
  size_t n = strlen(name);
  for (const char *s = what; (s = strstr(s, "starts ")) != NULL; s += 7)
    if (strncmp(s + 7, name, n) == 0 && (s[7 + n] == 0 || s[7 + n] == ',')) return true;
  return false;
}

/* The steps with which the thread begins and after which it is gone. */
static void life(const ExTrace *t, Lane *l) {
  bool spawned = strchr(l->name, '#') != NULL;
  l->gone = SIZE_MAX;
  for (size_t i = 0; i < t->nsteps; i++) {
    const ExStep *s = &t->steps[i];
    bool own = s->event != EV_INIT && s->tid == l->tid;
    if (spawned && !l->born && (own || starts(s->what, l->name))) l->born = i + 1;
    if (own && (s->ended || s->note) && l->gone == SIZE_MAX) l->gone = i + 1;
  }
}

static void count_rows(Draw *d, const MscRows *rows) {
  for (size_t i = 0; i < rows->count; i++) {
    const MscRow *r = &rows->at[i];
    if (r->kind == MSC_RULE) continue;
    d->thread[r->from].rows++;
    d->thread[r->from].messages += r->message;
    if (r->to == r->from) continue;
    d->thread[r->to].rows++;
    d->thread[r->to].messages += r->message;
  }
}

/* Threads with messages first, then those with more rows, then by number. */
static int by_weight(const void *x, const void *y) {
  const Lane *a = *(Lane *const *)x, *b = *(Lane *const *)y;
  if (a->messages != b->messages) return a->messages > b->messages ? -1 : 1;
  if (a->rows != b->rows) return a->rows > b->rows ? -1 : 1;
  return a->tid < b->tid ? -1 : 1;
}

static void choose_lanes(Draw *d) {
  size_t most = (d->width - d->gutter) / MIN_GAP, n = 0;
  Lane **all = ARENA_ARRAY(d->a, Lane *, d->t->nthreads + 2);
  for (size_t i = 0; i < d->t->nthreads; i++)
    if (d->thread[i].rows) all[n++] = &d->thread[i];
  qsort(all, n, sizeof *all, by_weight);
  if (most < 2) most = 2;
  size_t own = n <= most ? n : most > 4 ? most - 3 : 1;       /* many texts want room beside the lane of many */
  for (size_t i = 0; i < own; i++) all[i]->shown = true;
  d->lane = ARENA_ARRAY(d->a, Lane *, own + 1);
  for (size_t i = 0; i < d->t->nthreads; i++)
    if (d->thread[i].shown) d->lane[d->nlanes++] = &d->thread[i];
  if (own == n) return;
  d->nothers = n - own;
  d->others = ARENA_NEW(d->a, Lane);
  *d->others = (Lane){ .tid = MSC_NOBODY, .name = arena_printf(d->a, "%zu others", d->nothers), .gone = SIZE_MAX };
  d->lane[d->nlanes++] = d->others;
}

static Lane *lane_of(const Draw *d, uint16_t tid) { return d->thread[tid].shown ? &d->thread[tid] : d->others; }

static size_t place_of(const Draw *d, const Lane *l) {
  size_t i = 0;
  while (d->lane[i] != l) i++;
  return i;
}

/* --- texts --- */

/* On one line, printable, and with the names of threads that share the last lane. */
static const char *text_of(const Draw *d, const MscRow *r) {
  char *s = arena_strndup(d->a, r->text, strlen(r->text));
  for (char *c = s; *c; c++)
    if (!isprint((unsigned char)*c)) *c = *c == '\n' || *c == '\t' ? ' ' : '?';
  if (r->kind == MSC_RULE || !d->others) return s;
  const Lane *from = lane_of(d, r->from), *to = lane_of(d, r->to);
  const char *name = d->thread[r->from].name, *peer = d->thread[r->to].name;
  if (r->kind == MSC_NOTE) return from == d->others ? arena_printf(d->a, "%s: %s", name, s) : s;
  if (from == to) return arena_printf(d->a, "%s: %s to %s", name, s, peer);
  return from == d->others ? arena_printf(d->a, "%s: %s", name, s) : to == d->others ? arena_printf(d->a, "%s to %s", s, peer) : s;
}

/* TEXT in at most ROOM columns. */
static const char *fitted(const Draw *d, const char *text, size_t room) {
  if (strlen(text) <= room) return text;
  return room < 4 ? "" : arena_printf(d->a, "%.*s...", (int)(room - 3), text);
}

/* --- room --- */

static size_t least(size_t a, size_t b) { return a < b ? a : b; }

/* The gaps from lane I to lane J are SPAN together, at least. */
static void stretch(Draw *d, size_t i, size_t j, size_t span) {
  size_t have = 0;
  for (size_t k = i; k < j; k++) have += d->lane[k]->gap;
  for (size_t k = i; have < span; k = k + 1 < j ? k + 1 : i) d->lane[k]->gap++, have++;
}

static void want(Draw *d, const MscRow *r) {
  if (r->kind == MSC_RULE) return;
  size_t n = strlen(text_of(d, r)), i = place_of(d, lane_of(d, r->from)), j = place_of(d, lane_of(d, r->to));
  if (i == j) stretch(d, i, i + 1, least(n, MAX_NOTE) + 4);
  else stretch(d, i < j ? i : j, i < j ? j : i, least(n, MAX_TEXT) + strlen(r->head) + 7);
}

static size_t room_of_names(const Draw *d, size_t i) {
  size_t here = strlen(d->lane[i]->name), next = i + 1 < d->nlanes ? strlen(d->lane[i + 1]->name) : here;
  return least(here, MAX_TEXT) / 2 + least(next, MAX_TEXT) / 2 + 3;
}

static size_t total(const Draw *d) {
  size_t sum = 0;
  for (size_t i = 0; i < d->nlanes; i++) sum += d->lane[i]->gap;
  return sum;
}

/* The lane of many keeps room for the names in its texts. */
static Lane *widest(Draw *d) {
  Lane *l = d->lane[0];
  for (size_t i = 1; i < d->nlanes; i++)
    if (d->lane[i]->gap > l->gap && (d->lane[i] != d->others || d->others->gap > MAX_NOTE)) l = d->lane[i];
  return l;
}

static void set_places(Draw *d, const MscRows *rows) {
  for (size_t i = 0; i < d->nlanes; i++) {
    size_t names = room_of_names(d, i);
    d->lane[i]->gap = names > MIN_GAP ? names : MIN_GAP;
  }
  for (size_t i = 0; i < rows->count; i++) want(d, &rows->at[i]);
  size_t first = least(strlen(d->lane[0]->name), MIN_GAP) / 2, room = d->width - d->gutter - first;
  for (size_t sum = total(d); sum > room && widest(d)->gap > MIN_GAP / 2; sum--) widest(d)->gap--;
  size_t x = d->gutter + first;
  for (size_t i = 0; i < d->nlanes; x += d->lane[i++]->gap) d->lane[i]->x = x;
}

/* --- one row --- */

static void put(Draw *d, size_t x, const char *s) {
  for (; *s && x < d->width; x++, s++) d->line[x] = *s;
}

static bool holds(const Draw *d, const Lane *l, size_t now) {
  for (size_t i = 0; i < d->t->nbands; i++) {
    const ExBand *b = &d->t->bands[i];
    if (b->tid == l->tid && b->from <= now && (!b->to || now < b->to)) return true;
  }
  return false;
}

static void lines(Draw *d, size_t now) {
  memset(d->line, ' ', d->width);
  for (size_t i = 0; i < d->nlanes; i++) {
    const Lane *l = d->lane[i];
    if (l->x < d->width && l->born <= now && now <= l->gone) d->line[l->x] = l != d->others && holds(d, l, now) ? '#' : '|';
  }
}

/* A text has MAX_NOTE columns, be it over the lines of other lanes: it is alone in its row. */
static void draw_note(Draw *d, const MscRow *r) {
  const Lane *l = lane_of(d, r->from);
  size_t end = l->x + (l->gap > MAX_NOTE ? l->gap : MAX_NOTE);
  if (end > d->width || l == d->lane[d->nlanes - 1]) end = d->width + 1;
  const char *text = fitted(d, text_of(d, r), end > l->x + 3 ? end - l->x - 3 : 0);
  put(d, l->x, r->kind == MSC_ARROW ? "@" : r->head);
  put(d, l->x + 1, arena_printf(d->a, " %s", text));
}

static void draw_arrow(Draw *d, const MscRow *r) {
  const Lane *from = lane_of(d, r->from), *to = lane_of(d, r->to);
  size_t left = least(from->x, to->x) + 1, right = (from->x < to->x ? to->x : from->x), inner = right - left, head = strlen(r->head);
  bool back = from->x > to->x;
  for (size_t i = left - 1; i <= right; i++)
    if (i != left - 1 && i != right) d->line[i] = r->fill;
    else if (d->line[i] == ' ') d->line[i] = '|';            /* of a thread that is gone */
  for (size_t i = 0; i < head; i++) {
    char c = r->head[head - 1 - i];
    d->line[back ? left + i : right - 1 - i] = back && c == '>' ? '<' : c;
  }
  const char *text = fitted(d, text_of(d, r), inner > head + 4 ? inner - head - 4 : 0);
  size_t n = strlen(text) + 2, begin = left + (back ? head : 0);
  if (n > 2) put(d, begin + (inner - head - n) / 2, arena_printf(d->a, " %s ", text));
}

static void flush_line(Draw *d, FILE *out) {
  size_t n = d->width;
  while (n && d->line[n - 1] == ' ') n--;
  fprintf(out, "%.*s\n", (int)n, d->line);
}

static void draw_row(Draw *d, const MscRow *r, FILE *out) {
  char number[48] = "";
  if (r->kind == MSC_NOTE && *r->head == '=' && lane_of(d, r->from) == d->others) return;       /* that lane does not end */
  if (r->first && r->first != r->last) snprintf(number, sizeof number, "%zu-%zu", r->first, r->last);
  else if (r->first) snprintf(number, sizeof number, "%zu", r->first);
  lines(d, r->now);
  put(d, d->gutter - 2 - strlen(number), number);
  if (r->kind == MSC_RULE) put(d, d->gutter, fitted(d, arena_printf(d->a, "==== %s ====", text_of(d, r)), d->width - d->gutter));
  else if (r->kind == MSC_ARROW && lane_of(d, r->from) != lane_of(d, r->to)) draw_arrow(d, r);
  else draw_note(d, r);
  flush_line(d, out);
}

static void draw_names(Draw *d, FILE *out) {
  memset(d->line, ' ', d->width);
  size_t end = 0;                /* names do not touch */
  for (size_t i = 0; i < d->nlanes; i++) {
    const Lane *l = d->lane[i];
    size_t right = i + 1 < d->nlanes ? (l->x + d->lane[i + 1]->x) / 2 : d->width, n = strlen(l->name);
    size_t x = l->x > n / 2 ? l->x - n / 2 : 0;
    if (x < end + 1 && i) x = end + 1;
    if (x < 2) x = 2;
    const char *name = x < right ? fitted(d, l->name, right - x > n ? n : right - x) : "";
    put(d, x, name);
    end = x + strlen(name);
  }
  flush_line(d, out);
}

/* --- below the chart --- */

static bool uses(const MscRows *rows, MscKind kind, char fill, const char *head) {
  for (size_t i = 0; i < rows->count; i++) {
    const MscRow *r = &rows->at[i];
    if (r->kind == kind && (!fill || r->fill == fill) && strcmp(r->head, head) == 0) return true;
  }
  return false;
}

static bool any_band(const Draw *d) {
  for (size_t i = 0; i < d->nlanes; i++)
    for (size_t k = 0; k < d->t->nbands; k++)
      if (d->lane[i] != d->others && d->t->bands[k].tid == d->lane[i]->tid) return true;
  return false;
}

static void legend(const Draw *d, const MscRows *rows, FILE *out) {
  static const struct { MscKind kind; char fill; const char *head, *sign, *text; } signs[] = {
    { MSC_NOTE, 0, "*", "* <n", "receives what step n sent" }, { MSC_ARROW, '-', ">?", "->?", "is not received in this run" },
    { MSC_ARROW, '-', "x", "-x", "is lost" }, { MSC_ARROW, '-', ">>", "->>", "arrives twice" },
    { MSC_ARROW, '.', ">", "...>", "reads what the other wrote" }, { MSC_NOTE, 0, "?", "?", "waits" },
    { MSC_NOTE, 0, "X", "X", "crashes" }, { MSC_NOTE, 0, "!", "!", "fails or stops" },
  };
  const char *text = NULL;
  for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
    if (uses(rows, signs[i].kind, signs[i].fill, signs[i].head))
      text = arena_printf(d->a, "%s%s%s %s", text ? text : "", text ? "   " : "", signs[i].sign, signs[i].text);
  if (any_band(d)) text = arena_printf(d->a, "%s%s# holds a lock or is in a critical section", text ? text : "", text ? "   " : "");
  if (text) fprintf(out, "  %s\n", text);
}

/* Threads without a row, the first few by name. */
static void absent(const Draw *d, FILE *out) {
  size_t n = 0;
  for (size_t i = 0; i < d->t->nthreads; i++) {
    if (d->thread[i].rows) continue;
    if (n < 5) fprintf(out, "%s%s", n ? ", " : "  not shown, as nothing happens there: ", d->thread[i].name);
    n++;
  }
  if (n > 5) fprintf(out, " and %zu more", n - 5);
  if (n) fputc('\n', out);
}

static size_t gutter_of(const MscRows *rows) {
  size_t widest_number = 1;
  for (size_t i = 0; i < rows->count; i++) {
    const MscRow *r = &rows->at[i];
    size_t n = (size_t)snprintf(NULL, 0, "%zu", r->last) * (r->first != r->last && r->first ? 2 : 1) + (r->first != r->last && r->first);
    if (n > widest_number) widest_number = n;
  }
  return widest_number + 4;
}

void msc_draw(const ExTrace *t, const MscRows *rows, size_t width, Arena *a, FILE *out) {
  Draw d = { .t = t, .a = a, .gutter = gutter_of(rows) };
  d.width = width < d.gutter + 2 * MIN_GAP ? d.gutter + 2 * MIN_GAP : width > 10000 ? 10000 : width;
  d.line = ARENA_ARRAY(a, char, d.width + 1);
  d.thread = ARENA_ARRAY(a, Lane, t->nthreads + 1);
  for (size_t i = 0; i < t->nthreads; i++) {
    d.thread[i] = (Lane){ .tid = (uint16_t)i, .name = t->threads[i].name };
    life(t, &d.thread[i]);
  }
  count_rows(&d, rows);
  choose_lanes(&d);
  if (!d.nlanes) return;
  set_places(&d, rows);
  draw_names(&d, out);
  for (size_t i = 0; i < rows->count; i++) draw_row(&d, &rows->at[i], out);
  legend(&d, rows, out);
  absent(&d, out);
}
