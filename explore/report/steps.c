/* explore/report/steps.c -- a trace as text, one line a step.
 * Steps inside a library call are one line that shows the call, as far as no other thread steps in between (--lib and
 * --full show them one by one). */
#include <string.h>
#include "explore/report/report.h"
#include "lang/vec.h"

#define LONG_TRACE 400                       /* longer ones are shown without their middle */
#define TRACE_HEAD 50
#define TRACE_TAIL 250
#define MAX_SOURCE 44                        /* columns of the source line in a trace */

static bool main_file(const Check *c, Span s) { return s.file == src_index(&c->model.sources, c->model.source); }

const char *rep_place(const Check *c, Span span, char *buf, size_t size) {
  Place at = src_place(&c->model.sources, span);
  if (span.end == 0) snprintf(buf, size, "-");
  else if (main_file(c, span)) snprintf(buf, size, "%u:%u", at.line, at.col);
  else snprintf(buf, size, "%s:%u:%u", at.path, at.line, at.col);
  return buf;
}

/* --- what a line shows --- */

/* Length of the line without a trailing comment and blanks. */
static size_t code_length(const char *s, size_t n) {
  bool quoted = false;
  for (size_t i = 0; i + 1 < n; i++) {
    if (s[i] == '"' && (i == 0 || s[i - 1] != '\\')) quoted = !quoted;
    if (!quoted && s[i] == '/' && s[i + 1] == '/') n = i;
  }
  while (n && (s[n - 1] == ' ' || s[n - 1] == '\t' || s[n - 1] == '\r')) n--;
  return n;
}

/* The line of a step; of a long one the part where the step is. */
static const char *source_text(const Check *c, Span span, char *buf, size_t size) {
  if (span.end == 0) return "";
  Place at = src_place(&c->model.sources, span);
  const char *s = at.line_text;
  size_t n = code_length(s, at.line_len), from = 0, col = at.col ? at.col - 1 : 0;
  while (from < n && (s[from] == ' ' || s[from] == '\t')) from++;
  bool before = n - from > MAX_SOURCE && col > from + 12;
  if (before) from = n > MAX_SOURCE && col > n - MAX_SOURCE ? n - MAX_SOURCE + 3 : col;
  while (before && (s[from] & 0xc0) == 0x80) from++;
  bool after = n - from > MAX_SOURCE - 3 && n - from > MAX_SOURCE - (before ? 3 : 0);
  if (after) n = from + MAX_SOURCE - (before ? 6 : 3);
  while (after && n > from && (s[n] & 0xc0) == 0x80) n--;
  snprintf(buf, size, "%s%.*s%s", before ? "..." : "", (int)(n - from), s + from, after ? "..." : "");
  return buf;
}

const char *rep_call(const Check *c, Span call, char *buf, size_t size) {
  const Source *f = c->model.sources.files[call.file];
  size_t n = 0;
  for (uint32_t i = call.start; i < call.end && n + 1 < size; i++) buf[n++] = f->text[i] == '\n' || f->text[i] == '\t' ? ' ' : f->text[i];
  buf[n] = 0;
  return buf;
}

/* Steps first .. last of the trace, drawn as one. */
typedef struct { size_t first, last; Span span; char number[24]; char what[120]; } Line;
typedef VEC(Line) Lines;

static bool same_call(const ExStep *x, const ExStep *y) {
  return x->tid == y->tid && x->call.end && x->call.file == y->call.file && x->call.start == y->call.start && !y->called && !x->note;
}

/* A line does not reach into the cycle from before it. */
static bool same_line(const ExTrace *t, size_t i) { return i + 1 < t->nsteps && i + 2 != t->loop && same_call(&t->steps[i], &t->steps[i + 1]); }

static Line line_at(const Check *c, const ExTrace *t, size_t i) {
  const ExStep *s = &t->steps[i];
  bool fold = s->call.end && !c->opt.lib && !c->opt.full;
  Line l = { .first = i, .last = i, .span = fold ? s->call : s->span };
  while (fold && same_line(t, l.last)) l.last++;
  if (fold) rep_call(c, s->call, l.what, sizeof l.what);
  else snprintf(l.what, sizeof l.what, "%s", s->what);
  if (l.first == l.last) snprintf(l.number, sizeof l.number, "%zu", l.first + 1);
  else snprintf(l.number, sizeof l.number, "%zu-%zu", l.first + 1, l.last + 1);
  return l;
}

static Lines lines_of(const Check *c, const ExTrace *t, Arena *a) {
  Lines lines = { 0 };
  for (size_t i = 0; i < t->nsteps; i = lines.at[lines.count - 1].last + 1) VEC_PUSH(a, &lines, line_at(c, t, i));
  return lines;
}

/* --- drawing --- */

typedef struct { int number, thread, place, source, what; } Widths;

static int max(int a, size_t b) { return (size_t)a > b ? a : (int)b; }

static Widths measure(const Check *c, const ExTrace *t, const Lines *lines) {
  Widths w = { 0 };
  char buf[256];
  for (size_t i = 0; i < lines->count; i++) {
    const Line *l = &lines->at[i];
    w.number = max(w.number, strlen(l->number));
    w.thread = max(w.thread, strlen(t->steps[l->first].thread));
    w.place = max(w.place, strlen(rep_place(c, l->span, buf, sizeof buf)));
    w.source = max(w.source, strlen(source_text(c, l->span, buf, sizeof buf)));
    if (strlen(l->what) < 40) w.what = max(w.what, strlen(l->what));
  }
  return w;
}

void rep_values(FILE *out, int indent, const char *title, const ExValue *v, size_t n) {
  if (!n) return;
  fprintf(out, "%*s%s", indent, "", title);
  for (size_t i = 0; i < n; i++) fprintf(out, "%s%s = %s", i ? ", " : " ", v[i].name, v[i].value);
  fputc('\n', out);
}

static void extras(const Check *c, const ExStep *s, FILE *out, int indent) {
  for (size_t i = 0; i < s->nprints; i++) fprintf(out, "%*sprints: %s\n", indent, "", s->prints[i]);
  if (!c->opt.full) return;
  rep_values(out, indent, "locals:", s->locals, s->nlocals);
  rep_values(out, indent, "shared:", s->state, s->nstate);
}

/* Is the change of step I undone or overtaken by a later step of the line? Then that one is shown, from the first value. */
static const ExChange *later(const ExTrace *t, const Line *l, size_t i, const ExChange *x) {
  const ExChange *found = NULL;
  for (size_t k = i + 1; k <= l->last; k++)
    for (size_t j = 0; j < t->steps[k].nchanges; j++)
      if (strcmp(t->steps[k].changes[j].name, x->name) == 0) found = &t->steps[k].changes[j];
  return found;
}

static bool earlier(const ExTrace *t, const Line *l, size_t i, const ExChange *x) {
  for (size_t k = l->first; k < i; k++)
    for (size_t j = 0; j < t->steps[k].nchanges; j++)
      if (strcmp(t->steps[k].changes[j].name, x->name) == 0) return true;
  return false;
}

static void changes(const ExTrace *t, const Line *l, FILE *out) {
  const char *gap = "  ";
  for (size_t i = l->first; i <= l->last; i++)
    for (size_t j = 0; j < t->steps[i].nchanges; j++) {
      const ExChange *x = &t->steps[i].changes[j], *y = later(t, l, i, x);
      if (earlier(t, l, i, x)) continue;
      fprintf(out, "%s%s: %s -> %s", gap, x->name, x->before, y ? y->after : x->after);
      gap = ", ";
    }
}

static void draw(const Check *c, const ExTrace *t, const Line *l, const Widths *w, FILE *out) {
  char place[256], source[256];
  bool more = t->steps[l->last].note;
  for (size_t i = l->first; i <= l->last; i++) more |= t->steps[i].nchanges > 0;
  fprintf(out, "  %*s  %-*s  %-*s  %-*s  %-*s", w->number, l->number, w->thread, t->steps[l->first].thread, w->place,
          rep_place(c, l->span, place, sizeof place), w->source, source_text(c, l->span, source, sizeof source),
          more ? w->what : 0, l->what);
  changes(t, l, out);
  if (t->steps[l->last].note) fprintf(out, "  (%s)", t->steps[l->last].note);
  fputc('\n', out);
  for (size_t i = l->first; i <= l->last; i++) extras(c, &t->steps[i], out, w->number + 4);
}

static void cycle_begins(const ExTrace *t, FILE *out) {
  if (t->loop == t->nsteps) fprintf(out, "  cycle: step %zu repeats for ever\n", t->loop);
  else fprintf(out, "  cycle: steps %zu to %zu repeat for ever\n", t->loop, t->nsteps);
}

void rep_trace(const Check *c, const ExTrace *t, FILE *out) {
  Arena a;
  arena_init(&a);
  Lines lines = lines_of(c, t, &a);
  Widths w = measure(c, t, &lines);
  bool begun = !t->loop;
  for (size_t i = 0; i < t->nprints; i++) fprintf(out, "  prints: %s\n", t->prints[i]);
  if (c->opt.full) rep_values(out, 2, "at the start:", t->initial, t->ninitial);
  for (size_t i = 0; i < lines.count; i++) {
    if (i == TRACE_HEAD && lines.count > LONG_TRACE && !c->opt.full) {
      size_t left_out = lines.count - TRACE_HEAD - TRACE_TAIL;
      fprintf(out, "  ... %zu lines left out (--full shows them, --bfs finds a shortest trace)\n", left_out);
      i += left_out;
    }
    if (lines.at[i].first + 1 >= t->loop && !begun) cycle_begins(t, out), begun = true;
    draw(c, t, &lines.at[i], &w, out);
  }
  arena_deinit(&a);
}
