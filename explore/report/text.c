/* explore/report/text.c -- verdict, findings and traces as plain text. */
#include <string.h>
#include "explore/report/report.h"

#define LONG_TRACE 400                       /* longer ones are shown without their middle */
#define TRACE_HEAD 50
#define TRACE_TAIL 250
#define MAX_SOURCE 44                        /* columns of the source line in a trace */

static const char *on(const Report *r, const char *code) { return r->color ? code : ""; }
#define RED "\033[1;31m"
#define BOLD "\033[1m"
#define PLAIN "\033[0m"

static bool main_file(const Check *c, Span s) { return s.file == src_index(&c->model.sources, c->model.source); }

/* --- places --- */

static int digits(uint32_t n) { return n < 10 ? 1 : 1 + digits(n / 10); }

static void underline(FILE *out, const Place *at) {
  uint32_t end = at->end_col > at->col ? at->end_col : at->col + 1;
  for (uint32_t i = 1; i < at->col; i++) fputc(i <= at->line_len && at->line_text[i - 1] == '\t' ? '\t' : ' ', out);
  for (uint32_t i = at->col; i < end; i++) fputc('^', out);
  fputc('\n', out);
}

/* path:line:col, the line, and carets under the span. */
static void excerpt(const Check *c, Span span, FILE *out) {
  if (span.end == 0) return;
  Place at = src_place(&c->model.sources, span);
  int w = digits(at.line);
  fprintf(out, "  --> %s:%u:%u", at.path, at.line, at.col);
  if (at.copy >= 0) fprintf(out, " ($=%d)", at.copy);
  fprintf(out, "\n  %*u | %.*s\n  %*s | ", w, at.line, (int)at.line_len, at.line_text, w, "");
  underline(out, &at);
}

static const char *place_text(const Check *c, Span span, char *buf, size_t size) {
  Place at = src_place(&c->model.sources, span);
  if (span.end == 0) snprintf(buf, size, "-");
  else if (main_file(c, span)) snprintf(buf, size, "%u:%u", at.line, at.col);
  else snprintf(buf, size, "%s:%u:%u", at.path, at.line, at.col);
  return buf;
}

/* --- traces --- */

typedef struct { int number, thread, place, source, what; } Widths;

static int max(int a, size_t b) { return (size_t)a > b ? a : (int)b; }

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

static Widths measure(const Check *c, const ExTrace *t) {
  Widths w = { .number = digits((uint32_t)t->nsteps) };
  char buf[256];
  for (size_t i = 0; i < t->nsteps; i++) {
    w.thread = max(w.thread, strlen(t->steps[i].thread));
    w.place = max(w.place, strlen(place_text(c, t->steps[i].span, buf, sizeof buf)));
    w.source = max(w.source, strlen(source_text(c, t->steps[i].span, buf, sizeof buf)));
    if (strlen(t->steps[i].what) < 40) w.what = max(w.what, strlen(t->steps[i].what));
  }
  return w;
}

static void values(FILE *out, int indent, const char *title, const ExValue *v, size_t n) {
  if (!n) return;
  fprintf(out, "%*s%s", indent, "", title);
  for (size_t i = 0; i < n; i++) fprintf(out, "%s%s = %s", i ? ", " : " ", v[i].name, v[i].value);
  fputc('\n', out);
}

static void extras(const Check *c, const ExStep *s, FILE *out, int indent) {
  for (size_t i = 0; i < s->nprints; i++) fprintf(out, "%*sprints: %s\n", indent, "", s->prints[i]);
  if (!c->opt.full) return;
  values(out, indent, "locals:", s->locals, s->nlocals);
  values(out, indent, "shared:", s->state, s->nstate);
}

static void step(const Check *c, const ExStep *s, size_t number, const Widths *w, FILE *out) {
  char place[256], source[256];
  fprintf(out, "  %*zu  %-*s  %-*s  %-*s  ", w->number, number, w->thread, s->thread, w->place,
          place_text(c, s->span, place, sizeof place), w->source, source_text(c, s->span, source, sizeof source));
  bool more = s->nchanges || s->note;
  fprintf(out, "%-*s", more ? w->what : 0, s->what);
  for (size_t i = 0; i < s->nchanges; i++)
    fprintf(out, "%s%s: %s -> %s", i ? ", " : "  ", s->changes[i].name, s->changes[i].before, s->changes[i].after);
  if (s->note) fprintf(out, "  (%s)", s->note);
  fputc('\n', out);
  extras(c, s, out, w->number + 4);
}

void rep_trace(const Check *c, const ExTrace *t, FILE *out) {
  Widths w = measure(c, t);
  for (size_t i = 0; i < t->nprints; i++) fprintf(out, "  prints: %s\n", t->prints[i]);
  if (c->opt.full) values(out, 2, "at the start:", t->initial, t->ninitial);
  for (size_t i = 0; i < t->nsteps; i++) {
    if (i == TRACE_HEAD && t->nsteps > LONG_TRACE && !c->opt.full) {
      size_t left_out = t->nsteps - TRACE_HEAD - TRACE_TAIL;
      fprintf(out, "  ... %zu steps left out (--full shows them, --bfs finds a shortest trace)\n", left_out);
      i += left_out;
    }
    step(c, &t->steps[i], i + 1, &w, out);
  }
}

/* --- findings --- */

static void waits(const Check *c, const ExTrace *t, FILE *out) {
  int width = 0, place = 0;
  char buf[256];
  for (size_t i = 0; i < t->nwaits; i++) {
    width = max(width, strlen(t->waits[i].thread));
    place = max(place, strlen(place_text(c, t->waits[i].span, buf, sizeof buf)));
  }
  for (size_t i = 0; i < t->nwaits; i++)
    fprintf(out, "  %-*s  %-*s  %s%s\n", width, t->waits[i].thread, place, place_text(c, t->waits[i].span, buf, sizeof buf),
            t->waits[i].text, t->waits[i].daemon ? " (daemon)" : "");
  for (size_t i = 0; i < t->ncycle; i++) fprintf(out, "%s%s", i ? " -> " : "  cycle: ", t->cycle[i]);
  if (t->ncycle) fprintf(out, " -> %s\n", t->cycle[0]);
}

static void headline(const Report *r, const ExFinding *f, FILE *out) {
  const char *word = find_kind(f->what);
  fprintf(out, "%s%s%s: ", on(r, RED), word, on(r, PLAIN));
  if (f->code) fprintf(out, "%s: ", f->code);
  switch (f->what) {
  case FIND_DEADLOCK: fprintf(out, "no thread can go on"); break;
  case FIND_FINALLY: fprintf(out, "in finally: %s", f->text); break;
  default: fprintf(out, "%s", f->text); break;
  }
  if (f->count > 1) fprintf(out, "  (met %llu times)", (unsigned long long)f->count);
  fputc('\n', out);
}

static void finding(const Report *r, const ExFinding *f, const ExTrace *t, FILE *out) {
  const Check *c = r->check;
  headline(r, f, out);
  excerpt(c, f->span, out);
  if (f->what == FIND_RACE && (f->span2.start != f->span.start || f->span2.file != f->span.file)) excerpt(c, f->span2, out);
  if (t && f->what == FIND_DEADLOCK) waits(c, t, out);
  if (!t) {
    fputc('\n', out);
    return;
  }
  fprintf(out, "%strace%s, %zu step%s:\n", on(r, BOLD), on(r, PLAIN), t->nsteps, t->nsteps == 1 ? "" : "s");
  rep_trace(c, t, out);
  if (f->what == FIND_INVARIANT || f->what == FIND_FINALLY) values(out, 2, "at the end:", t->final, t->nfinal < 20 ? t->nfinal : 20);
  fputc('\n', out);
}

/* --- notes --- */

static void races(const Check *c, FILE *out) {
  const ExFindings *list = &c->result.races;
  if (!list->count || c->opt.limits.races == LEVEL_ERROR) return;
  if (c->opt.limits.races == LEVEL_COUNT) {
    fprintf(out, "note: %zu data race%s (--races=list shows %s)\n", list->count, list->count == 1 ? "" : "s",
            list->count == 1 ? "it" : "them");
    return;
  }
  for (const ExFinding *f = list->first; f; f = f->next) fprintf(out, "race: %s\n", f->text);
}

static void unread(const Check *c, FILE *out) {
  if (c->opt.limits.unread == LEVEL_ERROR) return;
  for (const ExFinding *f = c->result.unread.first; f; f = f->next) fprintf(out, "unread: %s\n", f->text);
}

static void covers(const Check *c, FILE *out) {
  const BcProgram *p = c->model.program;
  for (uint32_t i = 0; i < p->ncovers; i++)
    if (c->result.covered[i]) fprintf(out, "cover: %s is reached\n", p->covers[i].name);
    else if (!c->result.complete) fprintf(out, "cover: %s was not reached, but the search is not complete\n", p->covers[i].name);
}

static void unreached(const Check *c, FILE *out) {
  for (size_t i = 0; i < c->nunreached; i++) {
    const char *s = c->unreached[i].text + strspn(c->unreached[i].text, " \t");
    fprintf(out, "unreached: %s:%u: %s\n", c->unreached[i].path, c->unreached[i].line, s);
  }
}

static void notes(const Check *c, FILE *out) {
  races(c, out);
  unread(c, out);
  covers(c, out);
  unreached(c, out);
  if (c->result.complete && !c->ran_finally) fprintf(out, "note: `finally` never ran: no run ended with all threads done\n");
  if (c->result.limit_help) fprintf(out, "note: %s\n", c->result.limit_help);
}

void rep_text(const Report *r, FILE *out) {
  const Check *c = r->check;
  for (size_t i = 0; i < c->nfindings; i++) finding(r, c->findings[i], r->traces[i], out);
  notes(c, out);
}

static const char *file_name(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash && slash[1] ? slash + 1 : path;
}

void rep_result_line(const Check *c, FILE *out) {
  const ExStats *s = &c->result.stats;
  fprintf(out, "result: ");
  if (c->kind) fprintf(out, "FAIL(%s)", c->kind);
  else if (c->exit == 0) fprintf(out, "ok");
  else fprintf(out, "incomplete(%s)", c->result.limit ? c->result.limit : "stopped");
  fprintf(out, "  %s  %s  %llu executions", file_name(c->path), c->result.algorithm, (unsigned long long)s->executions);
  if (s->blocked) fprintf(out, " + %llu blocked", (unsigned long long)s->blocked);
  fprintf(out, "  %llu states  %.2f s\n", (unsigned long long)s->states, s->seconds);
}
