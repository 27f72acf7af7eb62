/* explore/report/steps.c -- draws a trace: numbers at the left, lanes, places and statements at the right.
 *
 *        Inc[1]              Inc[2]
 *     1  reads x = 0 (init)  |                   3:30  x := x + 1
 *     2  |                   reads x = 0 (init)  3:30  x := x + 1
 *
 * A bar stands for a thread that lives and does not step. */
#include <string.h>
#include "explore/report/lanes.h"
#include "lang/vec.h"

#define NAMES_AGAIN 40                       /* steps after which the names of lanes are shown once more */
#define LEAST_SOURCE 8                       /* columns worth a statement, and worth words */
#define LEAST_WORDS 12
#define PLAIN "\033[0m"
#define DIM "\033[2m"
#define BOLD "\033[1m"
#define RED "\033[1;31m"

static const char *const hues[LANES_MOST] = { "\033[36m", "\033[33m", "\033[35m", "\033[32m", "\033[34m", "\033[37m" };

/* A row: a line of the trace, or something about it, such as what it prints. */
typedef struct {
  const char *number, *name, *place, *source;          /* number empty: not a step, but something about one */
  int lane;                          /* -1: of no thread */
  bool mark;
  size_t step;                       /* who lives: as of this step, from 1 */
  Words words;
} Row;

typedef struct {
  const Report *r;
  const Check *c;
  const ExTrace *t;
  FILE *out;
  Arena arena;
  Layout l;
  size_t nlanes, number, places, width;
  size_t lane_of[VM_MAX_THREADS + 1];        /* per tid: its lane + 1; 0: none */
  VmTid tids[VM_MAX_THREADS + 1];            /* per lane */
  size_t gone[VM_MAX_THREADS + 1];           /* per lane: the step that was its thread's last; 0: it lives on */
  VEC(Row) rows;
  size_t since_names;
} Draw;

/* --- lanes and rows --- */

static bool stepped(const ExTrace *t, size_t tid) { return t->threads[tid].nsteps > 0; }

static void find_lanes(Draw *d) {
  for (size_t tid = 0; tid < d->t->nthreads && tid < VM_MAX_THREADS; tid++)
    if (stepped(d->t, tid)) d->tids[d->nlanes] = (VmTid)tid, d->lane_of[tid] = ++d->nlanes;
  for (size_t i = 0; i < d->t->nsteps; i++) {
    const ExStep *s = &d->t->steps[i];
    if (s->note && s->event != EV_INIT && d->lane_of[s->tid]) d->gone[d->lane_of[s->tid] - 1] = i + 1;
    if (s->ended && d->lane_of[s->tid]) d->gone[d->lane_of[s->tid] - 1] = i + 1;
  }
}

static int lane_of(const Draw *d, const ExStep *s) { return s->event == EV_INIT ? -1 : (int)d->lane_of[s->tid] - 1; }

static bool lives(const Draw *d, size_t lane, size_t step) {
  return d->t->threads[d->tids[lane]].born < step && (!d->gone[lane] || d->gone[lane] > step);
}

static const char *place_of(Draw *d, Span span) {
  char buf[300];
  return rep_clean(&d->arena, buf, strlen(rep_place(d->c, span, buf, sizeof buf)));
}

static void add_row(Draw *d, Row row) {
  if (!row.number) row.number = "";
  if (!row.place) row.place = row.source = "";
  VEC_PUSH(&d->arena, &d->rows, row);
}

static void gap_row(Draw *d, const Line *l) {
  const ExStep *s = &d->t->steps[l->first];
  Row row = { .lane = l->cut ? -1 : lane_of(d, s), .step = l->last + 1, .words = { .arena = &d->arena } };
  size_t n = l->last - l->first + 1;
  if (!l->cut) row.name = s->thread;
  if (l->cut) words_add(&row.words, STYLE_PLAIN, "... %zu steps left out (--full shows them)", n);
  else words_add(&row.words, STYLE_PLAIN, "... %zu steps of %s (--full shows them)", n, s->thread);
  add_row(d, row);
}

static void print_rows(Draw *d, const Line *l, int lane) {
  for (size_t i = l->first; i <= l->last; i++)
    for (size_t k = 0; k < d->t->steps[i].nprints; k++) {
      Row row = { .lane = lane, .step = l->last + 1, .words = { .arena = &d->arena } };
      const char *text = d->t->steps[i].prints[k];
      words_add(&row.words, STYLE_PLAIN, "prints: %s", rep_clean(&d->arena, text, strlen(text)));
      add_row(d, row);
    }
}

static void line_rows(Draw *d, const Line *l) {
  const ExStep *s = &d->t->steps[l->first];
  Span span = l->call ? s->call : s->span;
  Row row = { .name = s->thread, .lane = lane_of(d, s), .step = l->last + 1, .words = words_of(d->c, d->t, l, &d->arena) };
  row.number = arena_printf(&d->arena, "%zu", l->first + 1);
  if (l->last > l->first) row.number = arena_printf(&d->arena, "%s-%zu", row.number, l->last + 1);
  row.place = place_of(d, span);
  row.source = rep_source(d->c, span, &d->arena);
  for (size_t i = l->first; i <= l->last; i++) row.mark |= lines_failing(d->t, i);
  add_row(d, row);
  print_rows(d, l, row.lane);
}

/* --- ink --- */

static void ink(const Draw *d, const char *code) { if (d->r->color) fputs(code, d->out); }

static void pad(const Draw *d, size_t *at, size_t to) {
  for (; *at < to; ++*at) fputc(' ', d->out);
}

static void put(const Draw *d, size_t *at, const char *code, const char *s) {
  if (code) ink(d, code);
  fputs(s, d->out);
  if (code) ink(d, PLAIN);
  *at += rep_columns(s, strlen(s));
}

static const char *hue(const Draw *d, int lane) { return lane < 0 || d->nlanes < 2 ? NULL : hues[lane % LANES_MOST]; }

/* Bytes FROM .. TO of the words: those without a style of their own in the colour of the lane. */
static void put_words(const Draw *d, size_t *at, const Words *w, size_t from, size_t to, int lane) {
  for (size_t i = from, end; i < to; i = end) {
    for (end = i + 1; end < to && w->style[end] == w->style[i];) end++;
    const char *code = w->style[i] == STYLE_BAD ? RED : w->style[i] == STYLE_NEW ? BOLD : hue(d, lane);
    if (code) ink(d, code);
    if (w->style[i] == STYLE_NEW && hue(d, lane)) ink(d, hue(d, lane));
    fwrite(w->s + i, 1, end - i, d->out);
    if (code) ink(d, PLAIN);
  }
  *at += rep_columns(w->s + from, to - from);
}

/* Bars of the lanes FROM .. TO that live; one that words touch is left out. */
static void bars(const Draw *d, size_t *at, size_t from, size_t to, size_t step) {
  for (size_t i = from; i < to; i++) {
    if (!lives(d, i, step) || d->l.at[i] < *at || (from && d->l.at[i] == *at)) continue;
    pad(d, at, d->l.at[i]);
    put(d, at, DIM, "|");
  }
}

/* --- drawing --- */

/* Where the words that begin at byte FROM have to stop for COLUMNS: at a blank, if there is one. *NEXT: where they go on. */
static size_t wrap(const Words *w, size_t from, size_t columns, size_t *next) {
  size_t end = from + rep_bytes(w->s + from, w->n - from, columns), k = end;
  *next = end;
  if (end == w->n) return end;
  while (k > from && w->s[k] != ' ') k--;
  if (k == from) return end;
  for (*next = k; *next < w->n && w->s[*next] == ' ';) ++*next;
  while (k > from && w->s[k - 1] == ' ') k--;
  return k;
}

/* Place and statement, as much of it as there is room for: from FROM on, or behind what stands there already. */
static void put_source(Draw *d, size_t *at, const Row *row, size_t from) {
  if (!row->place[0]) return;
  if (*at && from < *at + GUTTER) from = *at + GUTTER;
  pad(d, at, from);
  put(d, at, DIM, row->place);
  size_t begin = from + d->places > *at ? from + d->places + GUTTER : *at + GUTTER;
  size_t left = begin < d->width ? d->width - begin : 0, columns = left < SOURCE_MOST ? left : SOURCE_MOST;
  const char *source = d->l.source || d->l.kind == LAYOUT_STACKED ? rep_fit(&d->arena, row->source, columns) : "";
  if (!source[0] || (source != row->source && columns < LEAST_SOURCE)) return;
  pad(d, at, begin);
  put(d, at, DIM, source);
}

static void put_number(Draw *d, size_t *at, const Row *row) {
  put(d, at, row->mark ? RED : NULL, row->mark ? "*" : " ");
  if (row->number[0]) pad(d, at, 2 + d->number - strlen(row->number)), put(d, at, row->mark ? RED : NULL, row->number);
}

/* Words from byte FROM on, with the bars around them. */
static void put_lane(Draw *d, size_t *at, const Row *row, size_t from, size_t to) {
  bool lanes = d->l.kind == LAYOUT_LANES;
  if (lanes && row->lane > 0) bars(d, at, 0, (size_t)row->lane, row->step);
  pad(d, at, d->l.at[lanes && row->lane >= 0 ? row->lane : 0]);
  put_words(d, at, &row->words, from, to, row->lane);
  if (lanes) bars(d, at, (size_t)(row->lane + 1), d->nlanes, row->step);
}

/* The columns that words have: up to the places, or where they are too many, beyond. */
static size_t columns_for(const Draw *d, const Row *row) {
  size_t begin = d->l.at[d->l.kind == LAYOUT_LANES && row->lane >= 0 ? row->lane : 0], end = d->l.place - GUTTER;
  size_t all = rep_columns(row->words.s, row->words.n), place = row->place[0] ? GUTTER + rep_columns(row->place, strlen(row->place)) : 0;
  if (d->l.kind == LAYOUT_STACKED) end = d->width;
  if (d->l.kind != LAYOUT_STACKED && begin + all + place <= d->width) return all;
  return end > begin + LEAST_WORDS ? end - begin : LEAST_WORDS;
}

static void put_name(Draw *d, size_t *at, const Row *row) {
  if (d->l.kind == LAYOUT_LANES || !row->name) return;
  pad(d, at, 2 + d->number + GUTTER);
  put(d, at, hue(d, row->lane), rep_middle(&d->arena, row->name, NAME_MOST));
}

static void draw_row(Draw *d, const Row *row) {
  bool stacked = d->l.kind == LAYOUT_STACKED;
  size_t at = 0, columns = columns_for(d, row), from = 0, next, to = wrap(&row->words, 0, columns, &next);
  put_number(d, &at, row);
  put_name(d, &at, row);
  if (stacked && row->place[0]) put_source(d, &at, row, at + GUTTER), fputc('\n', d->out), at = 0;
  if (!stacked && d->l.kind == LAYOUT_COLUMN && at >= d->l.at[0]) put(d, &at, NULL, "  ");
  put_lane(d, &at, row, from, to);
  if (!stacked) put_source(d, &at, row, d->l.place);
  fputc('\n', d->out);
  for (from = next; from < row->words.n; from = next) {
    at = 0;
    to = wrap(&row->words, from, columns, &next);
    put_lane(d, &at, row, from, to);
    fputc('\n', d->out);
  }
}

/* --- names of lanes --- */

static void names(Draw *d, size_t step) {
  size_t at = 0;
  d->since_names = 0;
  if (d->l.kind != LAYOUT_LANES) return;
  for (size_t i = 0; i < d->nlanes; i++) {
    if (step > 1 && !lives(d, i, step)) continue;
    if (d->l.stairs) bars(d, &at, 0, i, step);
    pad(d, &at, d->l.at[i]);
    put(d, &at, hue(d, (int)i), d->t->threads[d->tids[i]].name);
    if (d->l.stairs) fputc('\n', d->out), at = 0;
  }
  if (at) fputc('\n', d->out);
}

/* --- all of it --- */

void rep_values(FILE *out, int indent, const char *title, const ExValue *v, size_t n) {
  if (!n) return;
  fprintf(out, "%*s%s", indent, "", title);
  for (size_t i = 0; i < n; i++) fprintf(out, "%s%s = %s", i ? ", " : " ", v[i].name, v[i].value);
  fputc('\n', out);
}

static void cycle_begins(const ExTrace *t, FILE *out) {
  if (t->loop == t->nsteps) fprintf(out, "  cycle: step %zu repeats for ever\n", t->loop);
  else fprintf(out, "  cycle: steps %zu to %zu repeat for ever\n", t->loop, t->nsteps);
}

/* With --full: locals and all shared values after each step of the row's line. */
static void whole_state(Draw *d, const Row *row) {
  const ExStep *s = &d->t->steps[row->step - 1];
  if (!d->c->opt.full || !row->number[0]) return;
  rep_values(d->out, (int)d->number + 4, "locals:", s->locals, s->nlocals);
  rep_values(d->out, (int)d->number + 4, "shared:", s->state, s->nstate);
}

/* Who holds what at the end, wrapped between mutexes. */
static void held(Draw *d) {
  const char *lead = "  held at the end: ";
  size_t at = 0;
  for (size_t i = 0; i < d->t->nbands; i++) {
    const ExBand *b = &d->t->bands[i];
    if (b->critical || b->to || b->tid >= d->t->nthreads) continue;
    const char *since = b->from ? arena_printf(&d->arena, " (step %zu)", b->from) : "";
    const char *text = arena_printf(&d->arena, "%s by %s%s", b->name, d->t->threads[b->tid].name, since);
    if (at && at + strlen(lead) + strlen(text) > d->width) lead = ",\n    ", at = 0;
    at += strlen(lead) + strlen(text);
    fprintf(d->out, "%s%s", lead, text);
    lead = ", ";
  }
  if (at) fputc('\n', d->out);
}

static void finally_row(Draw *d) {
  const ExFinding *f = d->t->finding;
  if (f->what != FIND_FINALLY) return;
  Row row = { .lane = -1, .mark = true, .step = d->t->nsteps + 1, .words = { .arena = &d->arena } };
  words_add(&row.words, STYLE_BAD, "finally: %s", f->text);
  row.place = place_of(d, f->span);
  row.source = rep_source(d->c, f->span, &d->arena);
  add_row(d, row);
}

static void lay_out(Draw *d) {
  size_t sizes[VM_MAX_THREADS + 1];
  RowSize *rows = ARENA_ARRAY(&d->arena, RowSize, d->rows.count + 1);
  LayoutTask t = { .width = d->width, .nlanes = d->nlanes, .names = sizes, .rows = rows, .nrows = d->rows.count };
  for (size_t i = 0; i < d->nlanes; i++) {
    const char *name = d->t->threads[d->tids[i]].name;
    sizes[i] = rep_columns(name, strlen(name));
  }
  for (size_t i = 0; i < d->rows.count; i++) {
    const Row *row = &d->rows.at[i];
    size_t place = strlen(row->place), number = strlen(row->number);
    rows[i] = (RowSize){ row->lane, rep_columns(row->words.s, row->words.n), rep_columns(row->source, strlen(row->source)) };
    if (place > t.place) t.place = place;
    if (number > t.number) t.number = number;
  }
  d->number = t.number;
  d->places = t.place < PLACE_MOST ? t.place : PLACE_MOST;
  d->l = layout_of(&t, &d->arena);
}

static void draw(Draw *d) {
  bool begun = !d->t->loop;
  names(d, 1);
  for (size_t i = 0; i < d->rows.count; i++) {
    const Row *row = &d->rows.at[i];
    if (!begun && row->step >= d->t->loop) cycle_begins(d->t, d->out), begun = true;
    if (row->number[0] && d->since_names++ >= NAMES_AGAIN) names(d, row->step);
    draw_row(d, row);
    whole_state(d, row);
  }
}

void rep_trace(const Report *r, const ExTrace *t, FILE *out) {
  Arena a;
  arena_init(&a);
  Draw *d = ARENA_NEW(&a, Draw);
  *d = (Draw){ .r = r, .c = r->check, .t = t, .out = out, .width = layout_width(&r->check->opt) };
  arena_init(&d->arena);
  find_lanes(d);
  Lines lines = lines_of(d->c, t, &a);
  for (size_t i = 0; i < lines.count; i++)
    if (lines.at[i].gap) gap_row(d, &lines.at[i]);
    else line_rows(d, &lines.at[i]);
  finally_row(d);
  lay_out(d);
  for (size_t i = 0; i < t->nprints; i++) fprintf(out, "  prints: %s\n", rep_clean(&a, t->prints[i], strlen(t->prints[i])));
  if (d->c->opt.full) rep_values(out, 2, "at the start:", t->initial, t->ninitial);
  draw(d);
  held(d);
  arena_deinit(&d->arena);
  arena_deinit(&a);
}
