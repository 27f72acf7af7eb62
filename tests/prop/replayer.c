/* tests/prop/replayer.c -- see replayer.h. */
#include "tests/prop/replayer.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "explore/report/json_out.h"
#include "explore/report/report.h"
#include "explore/trace_file.h"

const char *stdlib_text(const char *name, size_t *len);

static bool fail(Replayer *r, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
static bool fail(Replayer *r, const char *fmt, ...) {
  va_list ap;
  va_start(ap, fmt);
  vsnprintf(r->why, sizeof r->why, fmt, ap);
  va_end(ap);
  return false;
}

void replayer_open(Replayer *r) {
  model_library = stdlib_text;
  *r = (Replayer){ .dir = "/tmp/dmc-replay-XXXXXX" };
  if (!mkdtemp(r->dir)) abort();
  snprintf(r->model, sizeof r->model, "%s/m.d", r->dir);
  snprintf(r->trace, sizeof r->trace, "%s/m.trace", r->dir);
}

void replayer_close(Replayer *r) {
  unlink(r->model);
  unlink(r->trace);
  rmdir(r->dir);
}

/* A new file each time: some file systems wait for the disk when a file is cut to nothing and written again. */
static void put(const char *path, const char *before, const char *text) {
  unlink(path);
  FILE *f = fopen(path, "w");
  if (!f || fprintf(f, "%s%s", before, text) < 0 || fclose(f) != 0) abort();
}

/* --- what two runs have in common --- */

/* Lines with numbers that each machine gives itself. */
static bool own(const char *line) { return strstr(line, "\"tid\": ") || strstr(line, "\"action\": "); }

/* The trace as text and as JSON, without those. */
static char *told(const Check *c, const ExTrace *t) {
  char *all = NULL, *some = NULL;
  size_t len;
  FILE *f = open_memstream(&all, &len);
  Json j = { f, true, 0 };
  rep_trace(&(Report){ .check = c }, t, f);
  rep_json_trace(&j, c, t);
  fclose(f);
  f = open_memstream(&some, &len);
  for (char *s = all, *end; *s; s = end) {
    end = s + strcspn(s, "\n");
    if (*end) *end++ = 0;
    if (!own(s)) fprintf(f, "%s\n", s);
  }
  fclose(f);
  free(all);
  return some;
}

static bool same_text(const char *x, const char *y) { return x == y || (x && y && strcmp(x, y) == 0); }

static bool same_finding(const ExFinding *x, const ExFinding *y) {
  return x->what == y->what && x->loop == y->loop && x->nschedule == y->nschedule && same_text(x->name, y->name) &&
         same_text(x->code, y->code) && same_text(x->text, y->text) && x->span.start == y->span.start && x->span.end == y->span.end &&
         x->span.file == y->span.file;
}

/* --- through the file --- */

static void write_trace(Replayer *r, Check *c, ExTrace *t) {
  Check one = *c;
  ExTrace *traces[] = { t };
  Report whole = { .check = &one, .traces = traces, .sample = t };
  one.findings = (const ExFinding *[]){ t->finding };
  one.nfindings = t->finding->what != FIND_COUNT;
  one.opt.trace = r->trace;
  unlink(r->trace);
  FILE *f = fopen(r->trace, "w");
  if (!f) abort();
  rep_trace_file(&whole, f);
  if (fclose(f) != 0) abort();
}

static bool came_back(Replayer *r, const Check *c, const ExTrace *t, Check *d) {
  const ExFinding *was = t->finding, path = { .what = FIND_COUNT, .schedule = d->result.path, .nschedule = d->result.npath,
                                              .numbering = d->result.numbering };
  if ((was->what == FIND_COUNT) != (d->nfindings == 0)) return fail(r, "a trace came back with %zu findings", d->nfindings);
  const ExFinding *is = d->nfindings ? d->findings[0] : &path;
  if (!same_finding(was, is)) return fail(r, "%s came back as %s", was->text, is->text);
  ExTrace *again = trace_build(d->model.program, &d->opt.limits, is, 0, &d->model.arena);
  if (!again->confirmed) return fail(r, "what came back is not confirmed");
  char *x = told(c, t), *y = told(d, again);
  bool same = strcmp(x, y) == 0;
  if (!same) fail(r, "the trace came back as another one:\n%.1500s\n-- it was --\n%.1500s", y, x);
  free(x);
  free(y);
  return same;
}

static bool reread(Replayer *r, const Check *c, const ExTrace *t) {
  TraceFile file;
  Check d;
  TraceStatus s = trace_open(&file, &d, r->trace, CMD_REPLAY, 0, NULL);
  bool ok = s == TRACE_OK ? came_back(r, c, t, &d) : fail(r, "the trace is refused (%d): %s", (int)s, file.why ? file.why : d.opt.error);
  check_close(&d);
  return ok;
}

/* --- a model that has changed --- */

/* The trace must be refused, and with MESSAGE where there is one. */
static bool refused(Replayer *r, const char *message) {
  TraceFile file;
  Check d;
  TraceStatus s = trace_open(&file, &d, r->trace, CMD_REPLAY, 0, NULL);
  bool ok = s == TRACE_DIFFERS || s == TRACE_WRONG_MODEL;
  if (!ok) fail(r, "a changed model was taken (%d)", (int)s);
  else if (message && !(file.why && strstr(file.why, message)))
    ok = fail(r, "of a comment it is said: %s", file.why ? file.why : "nothing");
  check_close(&d);
  r->changes++;
  return ok;
}

/* Another character at a place that MEDDLE names, if there is one that may change what the model does. */
static char *meddled(const char *text, uint64_t meddle) {
  static const char letters[] = "0123456789+-*<>=!&|(){};xyab";
  size_t len = strlen(text);
  char *copy = malloc(len + 1);
  if (!copy) abort();
  memcpy(copy, text, len + 1);
  size_t at = (size_t)(meddle % len);
  char with = letters[meddle / len % (sizeof letters - 1)];
  copy[at] = copy[at] == with ? ' ' : with;
  return copy;
}

static bool meddle_with(Replayer *r, const char *text, uint64_t meddle) {
  char *other = meddled(text, meddle);
  put(r->model, "", other);
  bool ok = refused(r, NULL);
  if (!ok) strncat(r->why, other, sizeof r->why - strlen(r->why) - 1);
  put(r->model, "// a comment, and all lines move\n", text);
  if (ok) ok = refused(r, "every step is as recorded");
  put(r->model, "", text);
  free(other);
  return ok;
}

/* --- all of it --- */

static bool through(Replayer *r, Check *c, const char *text, const ExFinding *f, uint64_t meddle) {
  ExTrace *t = trace_build(c->model.program, &c->opt.limits, f, 0, &c->model.arena);
  if (!t->confirmed) return fail(r, "what was found is not confirmed: %s", f->text);
  write_trace(r, c, t);
  r->traces++;
  r->steps += t->nsteps;
  return reread(r, c, t) && (!meddle || meddle_with(r, text, meddle));
}

static bool all_through(Replayer *r, Check *c, const char *text, uint64_t meddle) {
  ExFinding path = { .what = FIND_COUNT, .schedule = c->result.path, .nschedule = c->result.npath, .numbering = c->result.numbering };
  r->searches++;
  for (size_t i = 0; i < c->nfindings; i++)
    if (c->findings[i]->has_schedule && !through(r, c, text, c->findings[i], i ? 0 : meddle)) return false;
  if (c->nfindings || !c->opt.limits.keep_path) return true;
  r->samples++;
  return through(r, c, text, &path, meddle);
}

bool replayer_check(Replayer *r, const char *text, int argc, char *const *argv, uint64_t meddle) {
  Check c;
  put(r->model, "", text);
  ModelStatus s = check_open(&c, r->model, CMD_CHECK, argc, argv);
  c.opt.limits.keep_path = c.opt.sampled;
  if (s == MODEL_OK) s = check_search(&c);
  bool ok = s == MODEL_OK ? all_through(r, &c, text, meddle) : s == MODEL_USAGE || fail(r, "the model does not compile");
  check_close(&c);
  return ok;
}
