/* explore/report/trace_out.c -- the trace of the first finding, or a sample run, as a file (docs/trace.md). Who reads it finds the
 * model, compiles it the same way and takes the same steps: by the threads' origins and the choices' digits, which do not
 * depend on the search that met them. */
#include "explore/report/json_out.h"
#include "explore/report/report.h"
#include "explore/trace_file.h"
#include "explore/trace_where.h"
#include "explore/version.h"

static void files(Json *j, const Check *c) {
  const Sources *s = &c->model.sources;
  char hash[SHA256_HEX];
  json_key(j, "files");
  json_open(j, '[');
  for (size_t i = 0; i < s->count; i++) {
    json_item(j);
    json_open(j, '{');
    json_string(j, "name", where_name(c->model.source, s->files[i]));
    json_string(j, "path", s->files[i]->path);
    json_bool(j, "library", s->files[i]->library);
    where_hash(s->files[i], hash);
    json_string(j, "sha256", hash);
    json_close(j, '}');
  }
  json_close(j, ']');
}

static void optional_number(Json *j, const char *name, bool there, uint64_t value) {
  if (there) json_number(j, name, value);
  else json_string(j, name, NULL);
}

/* What of the command line and the `//!` lines makes the model what it is. */
static void options(Json *j, const Options *o) {
  json_key(j, "defines");
  json_open(j, '{');
  for (size_t i = 0; i < o->ndefines; i++) json_string(j, o->defines[i].name, o->defines[i].value);
  json_close(j, '}');
  json_string(j, "atomicity", o->statement ? "statement" : "access");
  optional_number(j, "loop_bound", o->loop >= 0, (uint64_t)o->loop);
  json_strings(j, "sync", o->limits.sync, o->limits.nsync);
}

static void threads(Json *j, const ExTrace *t) {
  json_key(j, "threads");
  json_open(j, '[');
  for (size_t i = 0; i < t->nthreads; i++) {
    const ExThread *x = &t->threads[i];
    if (x->status == TH_UNBORN) continue;    /* met by the search, but not in this run */
    json_item(j);
    json_open(j, '{');
    json_number(j, "tid", i);
    json_string(j, "name", x->name);
    json_string(j, "item", x->origin.item);
    json_key(j, "instance");
    fprintf(j->out, "%d", (int)x->origin.instance);
    optional_number(j, "parent", x->origin.parent >= 0, (uint64_t)x->origin.parent);
    json_bool(j, "daemon", x->daemon);
    json_close(j, '}');
  }
  json_close(j, ']');
}

static void finding(Json *j, const Check *c, const ExFinding *f) {
  json_key(j, "finding");
  if (f->what == FIND_COUNT) fputs("null", j->out);
  else rep_json_finding(j, c, f);
}

const ExTrace *rep_first_trace(const Report *r) {
  for (size_t i = 0; i < r->check->nfindings; i++)
    if (r->traces[i]) return r->traces[i];
  return r->sample;
}

void rep_trace_file(const Report *r, FILE *out) {
  const Check *c = r->check;
  const ExTrace *t = rep_first_trace(r);
  Arena a;
  Json j = { out, true, 0 };
  arena_init(&a);
  json_open(&j, '{');
  json_number(&j, "dmc_trace", TRACE_FORMAT);
  json_string(&j, "dmc", DMC_VERSION);
  json_string(&j, "model", c->path);
  json_string(&j, "model_path", c->opt.trace ? where_from(&a, c->opt.trace, c->path) : c->path);
  files(&j, c);
  options(&j, &c->opt);
  rep_json_params(&j, c->model.program);
  json_string(&j, "verdict", c->verdict);
  json_string(&j, "algorithm", c->result.algorithm);
  optional_number(&j, "seed", c->opt.sampled, c->opt.limits.seed);
  finding(&j, c, t->finding);
  threads(&j, t);
  json_key(&j, "trace");
  rep_json_trace(&j, c, t);
  json_close(&j, '}');
  fputc('\n', out);
  arena_deinit(&a);
}
