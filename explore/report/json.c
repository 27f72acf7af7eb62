/* explore/report/json.c -- the verdict as one JSON object; the schema is documented in docs/json.md. */
#include <string.h>
#include "explore/report/json_out.h"
#include "explore/report/report.h"

void rep_json_place(Json *j, const Check *c, const char *name, Span span) {
  json_key(j, name);
  if (span.end == 0) {
    fputs("null", j->out);
    return;
  }
  Place at = src_place(&c->model.sources, span);
  fputs("{\"file\": ", j->out);
  json_text(j->out, at.path);
  fprintf(j->out, ", \"line\": %u, \"col\": %u, \"end_col\": %u", at.line, at.col, at.end_col);
  if (at.copy >= 0) fprintf(j->out, ", \"copy\": %d", at.copy);
  fputc('}', j->out);
}

static void values(Json *j, const char *name, const ExValue *v, size_t n) {
  json_key(j, name);
  json_open(j, '{');
  for (size_t i = 0; i < n; i++) json_string(j, v[i].name, v[i].value);
  json_close(j, '}');
}

/* --- a trace --- */

static void changes(Json *j, const char *name, const ExChange *x, size_t n) {
  json_key(j, name);
  json_open(j, '[');
  for (size_t i = 0; i < n; i++) {
    json_item(j);
    json_open(j, '{');
    json_string(j, "name", x[i].name);
    json_string(j, "before", x[i].before);
    json_string(j, "after", x[i].after);
    json_close(j, '}');
  }
  json_close(j, ']');
}


static void reads(Json *j, const ExStep *s) {
  json_key(j, "reads");
  json_open(j, '[');
  for (size_t i = 0; i < s->nreads; i++) {
    json_item(j);
    json_open(j, '{');
    json_string(j, "name", s->reads[i].name);
    json_string(j, "value", s->reads[i].value);
    json_number(j, "from", s->reads[i].from);
    json_close(j, '}');
  }
  json_close(j, ']');
}

static void messages(Json *j, const ExStep *s) {
  json_key(j, "messages");
  json_open(j, '[');
  for (size_t i = 0; i < s->nmessages; i++) {
    const ExMessage *m = &s->messages[i];
    json_item(j);
    json_open(j, '{');
    json_string(j, m->sent ? "to" : "from", m->thread);
    json_string(j, "text", m->text);
    if (m->sent) json_number(j, "copies", m->copies);
    json_number(j, m->sent ? "received_in" : "sent_in", m->other);
    json_close(j, '}');
  }
  json_close(j, ']');
}

static void step(Json *j, const Check *c, const ExStep *s, const VmAction *a, size_t n) {
  json_item(j);
  json_open(j, '{');
  json_number(j, "number", n);
  json_number(j, "tid", s->tid);
  json_string(j, "thread", s->thread);
  json_number(j, "action", a->choice);
  json_string(j, "choice", s->choice);
  json_string(j, "event", s->kind);
  rep_json_place(j, c, "place", s->span);
  if (s->call.end) rep_json_place(j, c, "call", s->call);
  json_string(j, "what", s->what);
  json_string(j, "note", s->note);
  changes(j, "changes", s->changes, s->nchanges);
  reads(j, s);
  if (s->nmessages) messages(j, s);
  if (s->nmail) changes(j, "mail", s->mail, s->nmail);
  values(j, "locals", s->locals, s->nlocals);
  json_strings(j, "prints", s->prints, s->nprints);
  if (c->opt.full) values(j, "state", s->state, s->nstate);
  json_close(j, '}');
}

static void letters(Json *j, const ExWait *w) {
  json_key(j, "mailbox");
  json_open(j, '[');
  for (size_t i = 0; i < w->nmail; i++) {
    json_item(j);
    json_open(j, '{');
    json_string(j, "text", w->mail[i].text);
    json_number(j, "sent_in", w->mail[i].from);
    json_strings(j, "why", w->mail[i].why, w->mail[i].nwhy);
    json_close(j, '}');
  }
  json_close(j, ']');
}

static void waits(Json *j, const Check *c, const char *name, const ExWait *w, size_t n) {
  json_key(j, name);
  json_open(j, '[');
  for (size_t i = 0; i < n; i++) {
    json_item(j);
    json_open(j, '{');
    json_string(j, "thread", w[i].thread);
    rep_json_place(j, c, "place", w[i].span);
    if (w[i].call.end) rep_json_place(j, c, "call", w[i].call);
    json_string(j, "text", w[i].text);
    json_bool(j, "daemon", w[i].daemon);
    if (w[i].kind == WAIT_RECEIVE) letters(j, &w[i]);
    if (w[i].nbranches) waits(j, c, "branches", w[i].branches, w[i].nbranches);
    json_close(j, '}');
  }
  json_close(j, ']');
}

void rep_json_trace(Json *j, const Check *c, const ExTrace *t) {
  if (!t) {
    fputs("{\"steps\": []}", j->out);
    return;
  }
  json_open(j, '{');
  json_bool(j, "confirmed", t->confirmed);
  json_number(j, "found", t->found);
  json_bool(j, "shortest", t->shortest);
  json_string(j, "because", t->because);
  values(j, "initial", t->initial, t->ninitial);
  json_strings(j, "prints", t->prints, t->nprints);
  json_key(j, "steps");
  json_open(j, '[');
  for (size_t i = 0; i < t->nsteps; i++) step(j, c, &t->steps[i], &t->finding->schedule[i], i + 1);
  json_close(j, ']');
  values(j, "final", t->final, t->nfinal);
  if (t->finding->what == FIND_DEADLOCK) {
    waits(j, c, "waiting", t->waits, t->nwaits);
    json_strings(j, "cycle", t->cycle, t->ncycle);
  }
  if (t->loop) {
    json_number(j, "loop", t->loop);
    waits(j, c, "loop_threads", t->waits, t->nwaits);
    values(j, "loop_state", t->loop_state, t->nloop_state);
  }
  json_close(j, '}');
}

/* --- findings and notes --- */

/* Leaves the object open. */
static void finding_begin(Json *j, const Check *c, const ExFinding *f) {
  json_open(j, '{');
  json_string(j, "kind", find_kind(f->what));
  json_string(j, "what", find_word(f->what));
  json_string(j, "name", f->name);
  json_string(j, "code", f->code);
  json_string(j, "text", f->text);
  rep_json_place(j, c, "place", f->span);
  if (f->what == FIND_RACE) rep_json_place(j, c, "other", f->span2);
  json_number(j, "count", f->count);
}

void rep_json_finding(Json *j, const Check *c, const ExFinding *f) {
  finding_begin(j, c, f);
  json_close(j, '}');
}

static void finding(Json *j, const Check *c, const ExFinding *f, const ExTrace *t, bool with_trace) {
  json_item(j);
  finding_begin(j, c, f);
  if (with_trace) json_key(j, "trace"), rep_json_trace(j, c, t);
  json_close(j, '}');
}

static void list(Json *j, const Check *c, const char *name, const ExFindings *findings) {
  json_key(j, name);
  json_open(j, '[');
  for (const ExFinding *f = findings->first; f; f = f->next) finding(j, c, f, NULL, false);
  json_close(j, ']');
}

static void covers(Json *j, const Check *c) {
  const BcProgram *p = c->model.program;
  json_key(j, "covers");
  json_open(j, '[');
  for (uint32_t i = 0; i < p->ncovers; i++) {
    json_item(j);
    json_open(j, '{');
    json_string(j, "name", p->covers[i].name);
    json_bool(j, "reached", c->result.covered[i]);
    json_close(j, '}');
  }
  json_close(j, ']');
}

static void unreached(Json *j, const Check *c) {
  json_key(j, "unreached");
  json_open(j, '[');
  for (size_t i = 0; i < c->nunreached; i++) {
    json_item(j);
    json_open(j, '{');
    json_string(j, "file", c->unreached[i].path);
    json_number(j, "line", c->unreached[i].line);
    json_string(j, "text", c->unreached[i].text);
    json_close(j, '}');
  }
  json_close(j, ']');
}

/* Tasks are what several workers, or a plan engine, have; others say nothing about them. */
static void stats(Json *j, const ExResult *r) {
  const ExStats *s = &r->stats;
  json_key(j, "stats");
  json_open(j, '{');
  json_number(j, "executions", s->executions);
  json_number(j, "blocked", s->blocked);
  json_number(j, "redundant", s->redundant);
  json_number(j, "states", s->states);
  if (s->nodes) json_number(j, "nodes", s->nodes);
  if (r->paths) json_string(j, "paths", r->paths);
  json_number(j, "steps", s->steps);
  json_number(j, "depth", s->depth);
  if (s->tasks) json_number(j, "tasks", s->tasks);
  if (s->tasks) json_number(j, "dropped", s->dropped);
  json_key(j, "seconds");
  fprintf(j->out, "%.6f", s->seconds);
  json_number(j, "bytes", s->bytes);
  json_close(j, '}');
}

void rep_json_params(Json *j, const BcProgram *p) {
  json_key(j, "params");
  json_open(j, '{');
  for (uint32_t i = 0; i < p->nparams; i++) json_string(j, p->params[i].name, p->params[i].text);
  json_close(j, '}');
}

void rep_json(const Report *r, FILE *out) {
  const Check *c = r->check;
  Json j = { out, true, 0 };
  json_open(&j, '{');
  json_string(&j, "model", c->path);
  rep_json_params(&j, c->model.program);
  json_string(&j, "verdict", c->verdict);
  json_string(&j, "kind", c->kind);
  json_number(&j, "exit", (uint64_t)c->exit);
  json_string(&j, "algorithm", c->result.algorithm);
  json_string(&j, "reason", c->reason);
  json_bool(&j, "complete", c->result.complete);
  json_string(&j, "limit", c->result.complete ? NULL : c->result.limit);
  json_string(&j, "help", c->result.limit_help);
  stats(&j, &c->result);
  json_key(&j, "findings");
  json_open(&j, '[');
  for (size_t i = 0; i < c->nfindings; i++) finding(&j, c, c->findings[i], r->traces[i], i > 0);
  json_close(&j, ']');
  json_key(&j, "trace");
  rep_json_trace(&j, c, c->nfindings ? r->traces[0] : NULL);
  list(&j, c, "races", &c->result.races);
  list(&j, c, "unread", &c->result.unread);
  covers(&j, c);
  unreached(&j, c);
  json_bool(&j, "finally_ran", c->ran_finally);
  json_strings(&j, "tips", c->tips, c->ntips);
  json_close(&j, '}');
  fputc('\n', out);
}
