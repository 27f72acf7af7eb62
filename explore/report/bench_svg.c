/* explore/report/bench_svg.c -- the cells of a bench as curves: one panel for each measure, logarithmic upwards, one line a series
 * with its name at its end. One file that needs no other. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "explore/bench.h"
#include "lang/vec.h"

#define LEFT 62
#define TOP 44
#define WIDE 330                 /* of the field in which lines are */
#define HIGH 300
#define NAMES 190                /* room for names at the ends of lines */
#define PANEL (LEFT + WIDE + NAMES)
#define LINE_GAP 13              /* from one name to the next */

typedef enum { EXECUTIONS, STATES, SECONDS, MEASURES } Measure;
static const char *const titles[MEASURES] = { "executions", "states", "seconds" };
static const char *const colours[] = { "#1f5fa8", "#c8401f", "#2b8a3e", "#8a3ea8", "#b8860b", "#0f8b8d", "#c2266b", "#5b5f66", "#6b4f1d", "#3d3dc4" };
#define NCOLOURS (sizeof colours / sizeof *colours)

typedef struct { double x, y; const BenchCell *cell; } Point;
typedef struct { const char *name; size_t number; Point *at; size_t n; double label; } Series;
typedef struct { const Bench *b; FILE *out; Measure what; double x0, lo, hi; Series *series; size_t nseries; } Panel;

static void escaped(FILE *out, const char *s) {
  for (; *s; s++) {
    if (*s == '<') fputs("&lt;", out);
    else if (*s == '>') fputs("&gt;", out);
    else if (*s == '&') fputs("&amp;", out);
    else if (*s == '"') fputs("&quot;", out);
    else fputc((unsigned char)*s < 0x20 ? ' ' : *s, out);
  }
}

/* --- values and places --- */

/* What has no logarithm stands at the smallest value that counts. */
static double value_of(const BenchResult *r, Measure what) {
  double v = what == EXECUTIONS ? (double)r->executions : what == STATES ? (double)r->states : r->seconds;
  double least = what == SECONDS ? 0.001 : 1;
  return v > least ? v : least;
}

static bool numeric(const BenchSweep *s) {
  for (size_t i = 0; i < s->n; i++) {
    char *end;
    strtod(s->values[i], &end);
    if (*end) return false;
  }
  return s->n > 0 && atof(s->values[0]) < atof(s->values[s->n - 1]);
}

/* 0 .. 1: where value I of the sweep stands. */
static double place(const BenchSweep *s, size_t i) {
  if (s->n < 2) return 0.5;
  if (!numeric(s)) return (double)i / (double)(s->n - 1);
  double first = atof(s->values[0]), last = atof(s->values[s->n - 1]), v = (atof(s->values[i]) - first) / (last - first);
  return v < 0 ? 0 : v > 1 ? 1 : v;
}

static size_t index_of(const BenchSweep *s, const char *value) {
  size_t i = 0;
  while (i + 1 < s->n && s->values[i] != value) i++;
  return i;
}

static double x_at(const Panel *p, const BenchCell *c) {
  if (!p->b->nsweeps) return p->x0 + LEFT + WIDE / 2.0;
  return p->x0 + LEFT + WIDE * place(&p->b->sweeps[0], index_of(&p->b->sweeps[0], c->values[0]));
}

static double y_at(const Panel *p, double v) { return TOP + HIGH - HIGH * (log10(v) - p->lo) / (p->hi - p->lo); }

/* --- series --- */

static const char *series_name(const Bench *b, const BenchCell *c) {
  const char *name = c->algo;
  for (size_t i = 1; i < b->nsweeps; i++) name = arena_printf(b->arena, "%s %s=%s", name, b->sweeps[i].name, c->values[i]);
  return name;
}

/* A search that was not complete says nothing about the model; the name says where that began. */
static bool counts(const BenchCell *c) { return c->result.state == CELL_DONE && strncmp(c->result.verdict, "incomplete", 10) != 0; }

static void set_scale(Panel *p) {
  double lo = HUGE_VAL, hi = -HUGE_VAL;
  for (size_t i = 0; i < p->b->ncells; i++) {
    if (!counts(&p->b->cells[i])) continue;
    double v = log10(value_of(&p->b->cells[i].result, p->what));
    if (v < lo) lo = v;
    if (v > hi) hi = v;
  }
  p->lo = lo > hi ? 0 : floor(lo);
  p->hi = lo > hi ? 1 : ceil(hi);
  if (p->hi <= p->lo) p->hi = p->lo + 1;
}

static void name_end(const Panel *p, Series *s, const BenchCell *c) {
  const char *why = c->result.state == CELL_TIMEOUT ? arena_printf(p->b->arena, "more than %g s", p->b->cap) : "incomplete";
  const char *name = p->b->nsweeps ? p->b->sweeps[0].name : NULL;
  if (!s->n || strchr(s->name, '(')) return;
  if (name) s->name = arena_printf(p->b->arena, "%s (%s at %s=%s)", s->name, why, name, c->values[0]);
  else s->name = arena_printf(p->b->arena, "%s (%s)", s->name, why);
}

static void add_point(Panel *p, const BenchCell *c) {
  Series *s = &p->series[c->series];
  if (!counts(c)) {
    if (c->result.state == CELL_TIMEOUT || c->result.state == CELL_DONE) name_end(p, s, c);
    return;
  }
  if (!s->at) s->at = ARENA_ARRAY(p->b->arena, Point, p->b->ncells + 1), s->name = series_name(p->b, c);
  s->at[s->n++] = (Point){ x_at(p, c), y_at(p, value_of(&c->result, p->what)), c };
}

static void find_series(Panel *p) {
  for (size_t i = 0; i < p->b->ncells; i++)
    if (p->b->cells[i].series + 1 > p->nseries) p->nseries = p->b->cells[i].series + 1;
  p->series = ARENA_ARRAY(p->b->arena, Series, p->nseries + 1);
  for (size_t i = 0; i < p->nseries; i++) p->series[i].number = i;
  for (size_t i = 0; i < p->b->ncells; i++) add_point(p, &p->b->cells[i]);
}

static int by_end(const void *x, const void *y) {
  const Series *a = *(Series *const *)x, *b = *(Series *const *)y;
  double u = a->at[a->n - 1].y, v = b->at[b->n - 1].y;
  return u != v ? (u < v ? -1 : 1) : a->number < b->number ? -1 : a->number > b->number;
}

/* Names stand at the ends of their lines, pushed down where they would touch, and up again where that leaves the panel. */
static void set_labels(Panel *p) {
  Series **all = ARENA_ARRAY(p->b->arena, Series *, p->nseries + 1);
  size_t n = 0;
  for (size_t i = 0; i < p->nseries; i++)
    if (p->series[i].n) all[n++] = &p->series[i];
  qsort(all, n, sizeof *all, by_end);
  for (size_t i = 0; i < n; i++) {
    all[i]->label = all[i]->at[all[i]->n - 1].y;
    if (i && all[i]->label < all[i - 1]->label + LINE_GAP) all[i]->label = all[i - 1]->label + LINE_GAP;
  }
  for (size_t i = n; i-- > 0;) {
    double most = i + 1 < n ? all[i + 1]->label - LINE_GAP : TOP + HIGH;
    if (all[i]->label > most) all[i]->label = most;
  }
}

/* --- drawing --- */

static void line(FILE *out, double x1, double y1, double x2, double y2, const char *colour) {
  fprintf(out, "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"%s\"/>\n", x1, y1, x2, y2, colour);
}

static void text(FILE *out, double x, double y, const char *anchor, const char *colour, const char *s) {
  fprintf(out, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\" fill=\"%s\">", x, y, anchor, colour);
  escaped(out, s);
  fputs("</text>\n", out);
}

static void power_text(int e, char *buf, size_t size) {
  if (e > 6) snprintf(buf, size, "1e%d", e);
  else snprintf(buf, size, "%.*f", e < 0 ? -e : 0, pow(10, e));
}

static void put_y_axis(const Panel *p) {
  char buf[40];
  int step = p->hi - p->lo > 10 ? 2 : 1;
  for (int e = (int)p->lo; e <= (int)p->hi; e += step) {
    double y = y_at(p, pow(10, e));
    line(p->out, p->x0 + LEFT, y, p->x0 + LEFT + WIDE, y, "#dddddd");
    power_text(e, buf, sizeof buf);
    text(p->out, p->x0 + LEFT - 6, y + 4, "end", "#444444", buf);
  }
}

static void put_x_axis(const Panel *p) {
  line(p->out, p->x0 + LEFT, TOP + HIGH, p->x0 + LEFT + WIDE, TOP + HIGH, "#444444");
  if (!p->b->nsweeps) return;
  const BenchSweep *s = &p->b->sweeps[0];
  double last = -100;
  for (size_t i = 0; i < s->n; i++) {
    double x = p->x0 + LEFT + WIDE * place(s, i);
    line(p->out, x, TOP + HIGH, x, TOP + HIGH + 4, "#444444");
    if (x - last < 8.0 + 7.0 * (double)strlen(s->values[i])) continue;
    text(p->out, x, TOP + HIGH + 17, "middle", "#444444", s->values[i]);
    last = x;
  }
  text(p->out, p->x0 + LEFT + WIDE / 2.0, TOP + HIGH + 36, "middle", "#222222", s->name);
}

static void put_series(const Panel *p, const Series *s) {
  const char *colour = colours[s->number % NCOLOURS];
  const char *dash = s->number / NCOLOURS % 2 ? " stroke-dasharray=\"5 3\"" : "";
  if (!s->n) return;
  fprintf(p->out, "<polyline fill=\"none\" stroke=\"%s\" stroke-width=\"1.8\"%s points=\"", colour, dash);
  for (size_t i = 0; i < s->n; i++) fprintf(p->out, "%s%.1f,%.1f", i ? " " : "", s->at[i].x, s->at[i].y);
  fputs("\"/>\n", p->out);
  for (size_t i = 0; i < s->n; i++) {
    const BenchResult *r = &s->at[i].cell->result;
    fprintf(p->out, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"2.8\" fill=\"%s\"><title>", s->at[i].x, s->at[i].y, colour);
    escaped(p->out, series_name(p->b, s->at[i].cell));
    if (p->b->nsweeps) fputs(" at ", p->out), escaped(p->out, p->b->sweeps[0].name), fputc('=', p->out), escaped(p->out, s->at[i].cell->values[0]);
    if (p->what == SECONDS) fprintf(p->out, ": %.3f s", r->seconds);
    else fprintf(p->out, ": %llu %s", (unsigned long long)(p->what == STATES ? r->states : r->executions), titles[p->what]);
    fputs("</title></circle>\n", p->out);
  }
  const Point *end = &s->at[s->n - 1];
  double x = p->x0 + LEFT + WIDE + 10;
  fprintf(p->out, "<path d=\"M%.1f %.1f L%.1f %.1f\" stroke=\"%s\" stroke-width=\"0.6\" stroke-dasharray=\"2 2\"/>\n", end->x + 3, end->y, x - 2, s->label, colour);
  text(p->out, x, s->label + 4, "start", colour, s->name);
}

static void put_panel(const Bench *b, Measure what, size_t nth, FILE *out) {
  Panel p = { .b = b, .out = out, .what = what, .x0 = (double)(nth * PANEL) };
  set_scale(&p);
  find_series(&p);
  set_labels(&p);
  text(out, p.x0 + LEFT, TOP - 12, "start", "#222222", titles[what]);
  put_y_axis(&p);
  put_x_axis(&p);
  for (size_t i = 0; i < p.nseries; i++) put_series(&p, &p.series[i]);
}

void rep_bench_svg(const Bench *b, FILE *out) {
  size_t panels = b->times ? 3 : 2;
  int width = (int)panels * PANEL, height = TOP + HIGH + 50;
  fprintf(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" "
          "font-family=\"Helvetica, Arial, sans-serif\" font-size=\"11\">\n<title>", width, height, width, height);
  escaped(out, b->path);
  fputs("</title>\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n", out);
  text(out, LEFT, 16, "start", "#000000", b->path);
  for (size_t i = 0; i < panels; i++) put_panel(b, (Measure)i, i, out);
  fputs("</svg>\n", out);
}
