/* explore/report/json.c -- the verdict as one JSON object; the schema is documented in docs/json.md. */
#include <string.h>
#include "explore/report/report.h"

/* Length of the UTF-8 sequence at S, 0 when it is not one. */
static size_t sequence(const unsigned char *s) {
  if (s[0] < 0x80) return 1;
  size_t n = s[0] >= 0xc2 && s[0] < 0xe0 ? 2 : s[0] >= 0xe0 && s[0] < 0xf0 ? 3 : s[0] >= 0xf0 && s[0] < 0xf5 ? 4 : 0;
  for (size_t i = 1; i < n; i++)
    if ((s[i] & 0xc0) != 0x80) return 0;
  if (n == 3 && ((s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xed && s[1] >= 0xa0))) return 0;
  if (n == 4 && ((s[0] == 0xf0 && s[1] < 0x90) || (s[0] == 0xf4 && s[1] >= 0x90))) return 0;
  return n;
}

void rep_json_string(FILE *out, const char *text) {
  const unsigned char *s = (const unsigned char *)text;
  fputc('"', out);
  while (*s) {
    size_t n = sequence(s);
    if (!n) fputs("\\ufffd", out), n = 1;
    else if (*s == '"' || *s == '\\') fprintf(out, "\\%c", *s);
    else if (*s == '\n') fputs("\\n", out);
    else if (*s == '\t') fputs("\\t", out);
    else if (*s < 0x20 || *s == 0x7f) fprintf(out, "\\u%04x", *s);
    else fwrite(s, 1, n, out);
    s += n;
  }
  fputc('"', out);
}

/* --- pieces; a key is preceded by a comma unless it is the first --- */

typedef struct { FILE *out; bool first; int depth; } Json;

static void line(Json *j) {
  if (!j->first) fputc(',', j->out);
  j->first = false;
  fputc('\n', j->out);
  for (int i = 0; i < j->depth; i++) fputs("  ", j->out);
}

static void key(Json *j, const char *name) {
  line(j);
  rep_json_string(j->out, name);
  fputs(": ", j->out);
}

static void open(Json *j, char bracket) {
  fputc(bracket, j->out);
  j->first = true;
  j->depth++;
}

static void close(Json *j, char bracket) {
  j->depth--;
  if (!j->first) {
    j->first = true;
    line(j);
  }
  j->first = false;
  fputc(bracket, j->out);
}

static void string(Json *j, const char *name, const char *value) {
  key(j, name);
  if (value) rep_json_string(j->out, value);
  else fputs("null", j->out);
}

static void number(Json *j, const char *name, uint64_t value) {
  key(j, name);
  fprintf(j->out, "%llu", (unsigned long long)value);
}

static void boolean(Json *j, const char *name, bool value) {
  key(j, name);
  fputs(value ? "true" : "false", j->out);
}

static void place(Json *j, const Check *c, const char *name, Span span) {
  key(j, name);
  if (span.end == 0) {
    fputs("null", j->out);
    return;
  }
  Place at = src_place(&c->model.sources, span);
  fputs("{\"file\": ", j->out);
  rep_json_string(j->out, at.path);
  fprintf(j->out, ", \"line\": %u, \"col\": %u, \"end_col\": %u", at.line, at.col, at.end_col);
  if (at.copy >= 0) fprintf(j->out, ", \"copy\": %d", at.copy);
  fputc('}', j->out);
}

static void values(Json *j, const char *name, const ExValue *v, size_t n) {
  key(j, name);
  open(j, '{');
  for (size_t i = 0; i < n; i++) string(j, v[i].name, v[i].value);
  close(j, '}');
}

/* --- a trace --- */

static void changes(Json *j, const ExStep *s) {
  key(j, "changes");
  open(j, '[');
  for (size_t i = 0; i < s->nchanges; i++) {
    line(j);
    open(j, '{');
    string(j, "name", s->changes[i].name);
    string(j, "before", s->changes[i].before);
    string(j, "after", s->changes[i].after);
    close(j, '}');
  }
  close(j, ']');
}

static void strings(Json *j, const char *name, const char **s, size_t n) {
  key(j, name);
  open(j, '[');
  for (size_t i = 0; i < n; i++) {
    line(j);
    rep_json_string(j->out, s[i]);
  }
  close(j, ']');
}

static void step(Json *j, const Check *c, const ExStep *s, const VmAction *a, size_t n) {
  line(j);
  open(j, '{');
  number(j, "number", n);
  number(j, "tid", s->tid);
  string(j, "thread", s->thread);
  number(j, "action", a->choice);
  string(j, "choice", s->choice);
  string(j, "event", s->kind);
  place(j, c, "place", s->span);
  if (s->call.end) place(j, c, "call", s->call);
  string(j, "what", s->what);
  string(j, "note", s->note);
  changes(j, s);
  values(j, "locals", s->locals, s->nlocals);
  strings(j, "prints", s->prints, s->nprints);
  if (c->opt.full) values(j, "state", s->state, s->nstate);
  close(j, '}');
}

static void waits(Json *j, const Check *c, const char *name, const ExTrace *t) {
  key(j, name);
  open(j, '[');
  for (size_t i = 0; i < t->nwaits; i++) {
    line(j);
    open(j, '{');
    string(j, "thread", t->waits[i].thread);
    place(j, c, "place", t->waits[i].span);
    if (t->waits[i].call.end) place(j, c, "call", t->waits[i].call);
    string(j, "text", t->waits[i].text);
    boolean(j, "daemon", t->waits[i].daemon);
    close(j, '}');
  }
  close(j, ']');
}

static void trace(Json *j, const Check *c, const ExTrace *t) {
  key(j, "trace");
  if (!t) {
    fputs("{\"steps\": []}", j->out);
    return;
  }
  open(j, '{');
  boolean(j, "confirmed", t->confirmed);
  values(j, "initial", t->initial, t->ninitial);
  strings(j, "prints", t->prints, t->nprints);
  key(j, "steps");
  open(j, '[');
  for (size_t i = 0; i < t->nsteps; i++) step(j, c, &t->steps[i], &t->finding->schedule[i], i + 1);
  close(j, ']');
  values(j, "final", t->final, t->nfinal);
  if (t->finding->what == FIND_DEADLOCK) {
    waits(j, c, "waiting", t);
    strings(j, "cycle", t->cycle, t->ncycle);
  }
  if (t->loop) {
    number(j, "loop", t->loop);
    waits(j, c, "loop_threads", t);
    values(j, "loop_state", t->loop_state, t->nloop_state);
  }
  close(j, '}');
}

/* --- findings and notes --- */

static void finding(Json *j, const Check *c, const ExFinding *f, const ExTrace *t, bool with_trace) {
  line(j);
  open(j, '{');
  string(j, "kind", find_kind(f->what));
  string(j, "what", find_word(f->what));
  string(j, "name", f->name);
  string(j, "code", f->code);
  string(j, "text", f->text);
  place(j, c, "place", f->span);
  if (f->what == FIND_RACE) place(j, c, "other", f->span2);
  number(j, "count", f->count);
  if (with_trace) trace(j, c, t);
  close(j, '}');
}

static void list(Json *j, const Check *c, const char *name, const ExFindings *findings) {
  key(j, name);
  open(j, '[');
  for (const ExFinding *f = findings->first; f; f = f->next) finding(j, c, f, NULL, false);
  close(j, ']');
}

static void covers(Json *j, const Check *c) {
  const BcProgram *p = c->model.program;
  key(j, "covers");
  open(j, '[');
  for (uint32_t i = 0; i < p->ncovers; i++) {
    line(j);
    open(j, '{');
    string(j, "name", p->covers[i].name);
    boolean(j, "reached", c->result.covered[i]);
    close(j, '}');
  }
  close(j, ']');
}

static void unreached(Json *j, const Check *c) {
  key(j, "unreached");
  open(j, '[');
  for (size_t i = 0; i < c->nunreached; i++) {
    line(j);
    open(j, '{');
    string(j, "file", c->unreached[i].path);
    number(j, "line", c->unreached[i].line);
    string(j, "text", c->unreached[i].text);
    close(j, '}');
  }
  close(j, ']');
}

/* Tasks are what several workers, or a plan engine, have; others say nothing about them. */
static void stats(Json *j, const ExResult *r) {
  const ExStats *s = &r->stats;
  key(j, "stats");
  open(j, '{');
  number(j, "executions", s->executions);
  number(j, "blocked", s->blocked);
  number(j, "redundant", s->redundant);
  number(j, "states", s->states);
  if (s->nodes) number(j, "nodes", s->nodes);
  if (r->paths) string(j, "paths", r->paths);
  number(j, "steps", s->steps);
  number(j, "depth", s->depth);
  if (s->tasks) number(j, "tasks", s->tasks);
  if (s->tasks) number(j, "dropped", s->dropped);
  key(j, "seconds");
  fprintf(j->out, "%.6f", s->seconds);
  number(j, "bytes", s->bytes);
  close(j, '}');
}

static void params(Json *j, const BcProgram *p) {
  key(j, "params");
  open(j, '{');
  for (uint32_t i = 0; i < p->nparams; i++) string(j, p->params[i].name, p->params[i].text);
  close(j, '}');
}

void rep_json(const Report *r, FILE *out) {
  const Check *c = r->check;
  Json j = { out, true, 0 };
  open(&j, '{');
  string(&j, "model", c->path);
  params(&j, c->model.program);
  string(&j, "verdict", c->verdict);
  string(&j, "kind", c->kind);
  number(&j, "exit", (uint64_t)c->exit);
  string(&j, "algorithm", c->result.algorithm);
  string(&j, "reason", c->reason);
  boolean(&j, "complete", c->result.complete);
  string(&j, "limit", c->result.complete ? NULL : c->result.limit);
  string(&j, "help", c->result.limit_help);
  stats(&j, &c->result);
  key(&j, "findings");
  open(&j, '[');
  for (size_t i = 0; i < c->nfindings; i++) finding(&j, c, c->findings[i], r->traces[i], i > 0);
  close(&j, ']');
  trace(&j, c, c->nfindings ? r->traces[0] : NULL);
  list(&j, c, "races", &c->result.races);
  list(&j, c, "unread", &c->result.unread);
  covers(&j, c);
  unreached(&j, c);
  boolean(&j, "finally_ran", c->ran_finally);
  close(&j, '}');
  fputc('\n', out);
}
