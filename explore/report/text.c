/* explore/report/text.c -- verdict, findings and traces as plain text. */
#include <string.h>
#include "explore/report/lanes.h"

static const char *on(const Report *r, const char *code) { return r->color ? code : ""; }
#define RED "\033[1;31m"
#define BOLD "\033[1m"
#define PLAIN "\033[0m"

/* --- places --- */

/* Carets under the characters of the span; a tab stays one, and bytes inside a character take no column. */
static void underline(FILE *out, const Place *at) {
  uint32_t end = at->end_col > at->col ? at->end_col : at->col + 1;
  for (uint32_t i = 1; i < end; i++) {
    unsigned char b = i <= at->line_len ? (unsigned char)at->line_text[i - 1] : ' ';
    if ((b & 0xc0) != 0x80 || i == at->col) fputc(i >= at->col ? '^' : b == '\t' ? '\t' : ' ', out);
  }
  fputc('\n', out);
}

/* path:line:col, the line, and carets under the span. */
static void excerpt(const Check *c, Span span, FILE *out) {
  if (span.end == 0) return;
  Place at = src_place(&c->model.sources, span);
  int w = snprintf(NULL, 0, "%u", at.line);
  fprintf(out, "  --> %s:%u:%u", at.path, at.line, at.col);
  if (at.copy >= 0) fprintf(out, " ($=%d)", at.copy);
  fprintf(out, "\n  %*u | %.*s\n  %*s | ", w, at.line, (int)at.line_len, at.line_text, w, "");
  underline(out, &at);
}

/* --- findings --- */

static int max(int a, size_t b) { return (size_t)a > b ? a : (int)b; }

static Span shown(const Check *c, const ExWait *w) { return w->call.end && !c->opt.lib ? w->call : w->span; }

#define MANY_LETTERS 10                      /* messages of a mailbox that are shown, unless --full */

/* The messages of a stuck mailbox, each with what keeps every clause from it. */
static void letters(const Check *c, const ExWait *w, int indent, FILE *out) {
  size_t n = c->opt.full || w->nmail <= MANY_LETTERS + 1 ? w->nmail : MANY_LETTERS;
  for (size_t i = 0; i < n; i++) {
    const ExLetter *l = &w->mail[i];
    fprintf(out, "%*s%s (sent in step %zu)\n", indent, "", l->text, l->from);
    for (size_t k = 0; k < l->nwhy; k++) fprintf(out, "%*s%s\n", indent + 2, "", l->why[k]);
  }
  if (n < w->nmail) fprintf(out, "%*s... %zu more messages (--full shows them)\n", indent, "", w->nmail - n);
}

static void branches(const Check *c, const ExWait *w, int indent, FILE *out) {
  char buf[256];
  for (size_t i = 0; i < w->nbranches; i++) {
    const ExWait *b = &w->branches[i];
    fprintf(out, "%*sbranch at %s: %s\n", indent, "", rep_place(c, shown(c, b), buf, sizeof buf), b->text);
    letters(c, b, indent + 2, out);
  }
}

/* "in wait(c, m): " where the thread stands in the library. */
static const char *inside(const Check *c, const ExWait *w, Arena *a) {
  return w->call.end && !c->opt.lib ? arena_printf(a, "in %s: ", rep_middle(a, rep_exact(c, w->call, a), 40)) : "";
}

static void waits(const Check *c, const ExTrace *t, FILE *out) {
  int width = 0, place = 0;
  char buf[256];
  Arena a;
  arena_init(&a);
  for (size_t i = 0; i < t->nwaits; i++) {
    width = max(width, strlen(t->waits[i].thread));
    place = max(place, strlen(rep_place(c, shown(c, &t->waits[i]), buf, sizeof buf)));
  }
  for (size_t i = 0; i < t->nwaits; i++) {
    const ExWait *w = &t->waits[i];
    fprintf(out, "  %-*s  %-*s  %s%s%s\n", width, w->thread, place, rep_place(c, shown(c, w), buf, sizeof buf), inside(c, w, &a), w->text,
            w->daemon ? " (daemon)" : "");
    letters(c, w, 4, out);
    branches(c, w, 4, out);
  }
  rep_values(out, 2, "shared:", t->loop_state, t->nloop_state < 20 ? t->nloop_state : 20);
  for (size_t i = 0; i < t->ncycle; i++) fprintf(out, "%s%s", i ? " -> " : "  cycle: ", t->cycle[i]);
  if (t->ncycle) fprintf(out, " -> %s\n", t->cycle[0]);
  arena_deinit(&a);
}

/* "trace, 4 steps (shortened from 37):" */
static void heading(const Report *r, const ExTrace *t, FILE *out) {
  fprintf(out, "%s%s%s", on(r, BOLD), t->shortest ? "shortest trace" : "trace", on(r, PLAIN));
  fprintf(out, ", %zu step%s", t->nsteps, t->nsteps == 1 ? "" : "s");
  if (t->found > t->nsteps) fprintf(out, " (shortened from %zu)", t->found);
  fprintf(out, ":\n");
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

/* What failed inside the library was called from the model. */
static void caller(const Check *c, const ExFinding *f, const ExTrace *t, FILE *out) {
  if (!t || !t->nsteps || f->span.end == 0 || !c->model.sources.files[f->span.file]->library) return;
  excerpt(c, t->steps[t->nsteps - 1].call, out);
}

static void finding(const Report *r, const ExFinding *f, const ExTrace *t, FILE *out) {
  const Check *c = r->check;
  headline(r, f, out);
  excerpt(c, f->span, out);
  if (f->what == FIND_RACE && (f->span2.start != f->span.start || f->span2.file != f->span.file)) excerpt(c, f->span2, out);
  caller(c, f, t, out);
  if (t && f->what == FIND_PROGRESS) fprintf(out, "where the cycle begins:\n");
  if (t && (f->what == FIND_DEADLOCK || f->what == FIND_PROGRESS)) waits(c, t, out);
  if (!t) {
    fputc('\n', out);
    return;
  }
  if (t->nsteps) heading(r, t, out);
  else fprintf(out, "  before the first step\n");
  rep_trace(r, t, out);
  if (c->opt.msc) rep_msc(c, t, out);
  if (f->what == FIND_INVARIANT || f->what == FIND_FINALLY) rep_values(out, 2, "at the end:", t->final, t->nfinal < 20 ? t->nfinal : 20);
  if (t->because) rep_paragraph(c, "because: ", t->because, out);
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

/* With --all a list of findings looks complete; here it is not. */
static void cut_short(const Check *c, FILE *out) {
  const ExLimits *l = &c->opt.limits;
  const char *limit = c->result.limit;
  if (!l->all || !c->nfindings || c->result.complete || !limit) return;
  fprintf(out, "note: ");
  if (strcmp(limit, "time") == 0) fprintf(out, "the search was stopped after %g s (--time)", l->seconds);
  else if (strcmp(limit, "memory") == 0) fprintf(out, "the search was stopped for lack of memory (--mem)");
  else if (strcmp(limit, "interrupted") == 0) fprintf(out, "the search was interrupted");
  else if (strcmp(limit, "depth") == 0) fprintf(out, "runs were cut after %lld steps (--depth)", (long long)l->depth);
  else if (strcmp(limit, "preemptions") == 0) fprintf(out, "runs had at most %lld preemptions (--preemptions)", (long long)l->preemptions);
  else if (strcmp(limit, "loop") == 0) fprintf(out, "loops were cut after %d turns (--loop)", (int)c->opt.loop);
  else if (strcmp(limit, "sample") == 0) fprintf(out, "these are %llu runs drawn at random (--sample)", (unsigned long long)l->samples);
  else fprintf(out, "the search was not complete (%s)", limit);
  fprintf(out, ": there may be more findings\n");
}

static void notes(const Check *c, FILE *out) {
  cut_short(c, out);
  races(c, out);
  unread(c, out);
  covers(c, out);
  unreached(c, out);
  if (c->result.complete && !c->result.stats.executions && c->result.stats.blocked)
    fprintf(out, "note: no run came to its end: each was stopped by an assume, a loop bound or a guard that failed, so little was checked\n");
  else if (c->result.complete && !c->ran_finally) fprintf(out, "note: `finally` never ran: no run ended with all threads done\n");
  if (c->result.paths) fprintf(out, "paths: %s\n", c->result.paths);
  if (c->result.limit_help) fprintf(out, "note: %s\n", c->result.limit_help);
  for (size_t i = 0; i < c->ntips; i++) rep_paragraph(c, "tip: ", c->tips[i], out);
}

void rep_text(const Report *r, FILE *out) {
  const Check *c = r->check;
  if (c->reason) fprintf(out, "algorithm: %s (%s)\n", c->result.algorithm, c->reason);
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
  fprintf(out, "  %llu states", (unsigned long long)s->states);
  if (s->nodes) fprintf(out, " in %llu nodes", (unsigned long long)s->nodes);
  fprintf(out, "  %.2f s\n", s->seconds);
}
