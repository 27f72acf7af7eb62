/* explore/trace_file.c -- see trace_file.h. */
#include "explore/trace_file.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include "explore/replay.h"
#include "explore/recorded.h"
#include "explore/trace_steps.h"
#include "explore/trace_where.h"
#include "explore/version.h"

typedef struct {
  TraceFile *t;
  Check *check;
  Arena arena;                   /* until the model has one, which then takes it over */
  const char *text;
  const JsonValue *root, *files, *finding, *trace;
  TracePlan plan;
  const char *changed;           /* sources that are not what they were; NULL: all are */
} Opening;

/* Lines for the user. */
static bool say(Opening *o, const char *text) {
  o->t->why = text;
  return false;
}
#define SAY(o, ...) say((o), arena_printf(&(o)->arena, __VA_ARGS__))

/* --- members of the kind they must be; a failure is told once --- */

static bool wrong(Opening *o, const JsonValue *v, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
static bool wrong(Opening *o, const JsonValue *v, const char *fmt, ...) {
  char text[300];
  uint32_t line, col;
  va_list ap;
  va_start(ap, fmt);
  vsnprintf(text, sizeof text, fmt, ap);
  va_end(ap);
  json_where(o->text, v->at, &line, &col);
  return SAY(o, "%s:%u:%u: %s", o->t->path, line, col, text);
}

/* The member KEY of V, which must be a KIND; or null or missing, where it is OPTIONAL: then *OUT is NULL. */
static bool member(Opening *o, const JsonValue *v, const char *key, JsonKind kind, bool optional, const JsonValue **out) {
  const JsonValue *m = json_get(v, key);
  *out = m && m->kind == kind ? m : NULL;
  if (*out || (optional && (!m || m->kind == JSON_NULL))) return true;
  if (v->kind != JSON_OBJECT) return wrong(o, v, "expected an object with a member \"%s\"", key);
  if (!m) return wrong(o, v, "the member \"%s\" is missing in this object", key);
  return wrong(o, m, "\"%s\" is %s, not %s", key, json_kind_name(kind), json_kind_name((JsonKind)m->kind));
}

static bool text_member(Opening *o, const JsonValue *v, const char *key, bool optional, const char **out) {
  const JsonValue *m;
  if (!member(o, v, key, JSON_STRING, optional, &m)) return false;
  *out = m ? m->text : NULL;
  return true;
}

/* A number from 0 to MAX. */
static bool count_member(Opening *o, const JsonValue *v, const char *key, int64_t max, int64_t *out) {
  const JsonValue *m;
  if (!member(o, v, key, JSON_INT, false, &m)) return false;
  *out = m->integer;
  return (m->integer >= 0 && m->integer <= max) || wrong(o, m, "\"%s\" is a number from 0 to %lld", key, (long long)max);
}

static const char *text_or(const JsonValue *v, const char *otherwise) { return v && v->kind == JSON_STRING ? v->text : otherwise; }

/* --- the parts of a trace --- */

static bool read_version(Opening *o) {
  const JsonValue *v = json_get(o->root, "dmc_trace");
  if (!v || v->kind != JSON_INT) return wrong(o, o->root, "this is no trace of dmc: it has no number \"dmc_trace\"");
  if (v->integer == TRACE_FORMAT) return true;
  const char *by = text_or(json_get(o->root, "dmc"), "another version");
  return wrong(o, v, "the trace has format %lld, written by dmc %.40s; this is dmc %s, which reads format %d", (long long)v->integer, by,
               DMC_VERSION, TRACE_FORMAT);
}

static bool read_thread(Opening *o, const JsonValue *v) {
  int64_t tid, parent = -1;
  const JsonValue *instance;
  const char *name, *item;
  if (!count_member(o, v, "tid", VM_MAX_THREADS, &tid) || !text_member(o, v, "name", false, &name) ||
      !text_member(o, v, "item", true, &item) || !member(o, v, "instance", JSON_INT, false, &instance)) return false;
  const JsonValue *p = json_get(v, "parent");
  if (p && p->kind != JSON_NULL && !count_member(o, v, "parent", VM_MAX_THREADS, &parent)) return false;
  if (instance->integer != (int32_t)instance->integer) return wrong(o, instance, "\"instance\" is too large");
  o->plan.threads[tid] = (TraceThread){ name, item, (int32_t)instance->integer, (int)parent, true };
  return true;
}

static bool read_threads(Opening *o) {
  const JsonValue *list;
  if (!member(o, o->root, "threads", JSON_ARRAY, false, &list)) return false;
  for (const JsonValue *v = list->first; v; v = v->next)
    if (!read_thread(o, v)) return false;
  return true;
}

static bool read_step(Opening *o, const JsonValue *v, TraceStep *s) {
  int64_t tid;
  const char *event, *thread, *what;
  if (!count_member(o, v, "tid", VM_MAX_THREADS, &tid) || !text_member(o, v, "thread", false, &thread) ||
      !text_member(o, v, "event", false, &event) || !text_member(o, v, "what", false, &what) ||
      !text_member(o, v, "choice", true, &s->choice)) return false;
  if (!o->plan.threads[tid].there) return wrong(o, json_get(v, "tid"), "\"threads\" does not list thread %d", (int)tid);
  s->json = v;
  s->tid = (VmTid)tid;
  s->crash = strcmp(event, ev_kind_word(EV_CRASH)) == 0;
  return true;
}

static bool read_steps(Opening *o) {
  const JsonValue *list;
  size_t n = 0;
  if (!member(o, o->root, "trace", JSON_OBJECT, false, &o->trace) || !member(o, o->trace, "steps", JSON_ARRAY, false, &list)) return false;
  for (const JsonValue *v = list->first; v; v = v->next) n++;
  o->plan.steps = ARENA_ARRAY(&o->arena, TraceStep, n + 1);
  for (const JsonValue *v = list->first; v; v = v->next)
    if (!read_step(o, v, &o->plan.steps[o->plan.nsteps++])) return false;
  return true;
}

static bool looks_like_model(const char *path) {
  const char *dot = strrchr(path, '.');
  return dot && (strcmp(dot, ".d") == 0 || strcmp(dot, ".dmc") == 0);
}

static bool read_trace(Opening *o) {
  JsonError e;
  size_t len;
  const char *why;
  o->text = src_read(&o->arena, o->t->path, JSON_MAX_BYTES, &len, &why);
  if (!o->text) return SAY(o, "%s: %s", o->t->path, why);
  if (strspn(o->text, " \t\r\n") == len) return SAY(o, "%s: this is no trace: the file is empty", o->t->path);
  o->root = json_read(&o->arena, o->text, len, &e);
  if (!o->root) return SAY(o, "%s:%u:%u: this is no trace: %s%s", o->t->path, e.line, e.col, e.text,
                           looks_like_model(o->t->path) ? "; `dmc check` reads models" : "");
  return read_version(o) && read_threads(o) && read_steps(o) && member(o, o->root, "finding", JSON_OBJECT, true, &o->finding) &&
         member(o, o->root, "files", JSON_ARRAY, false, &o->files);
}

/* --- the model --- */

static bool find_model(Opening *o, const char *named, const char **path) {
  const char *recorded, *given, *tried;
  *path = named;
  if (named) return true;
  if (!text_member(o, o->root, "model", false, &given) || !text_member(o, o->root, "model_path", false, &recorded)) return false;
  *path = where_find(&o->arena, o->t->path, recorded, given, &tried);
  return *path || SAY(o, "%s: its model is not found; looked for %s\nhelp: --model FILE says where it is", o->t->path, tried);
}

static void add_changed(Opening *o, const char *name, bool library) {
  const char *more = library ? " (of the library)" : "";
  o->changed = o->changed ? arena_printf(&o->arena, "%s, %s%s", o->changed, name, more) : arena_printf(&o->arena, "%s%s", name, more);
}

static const JsonValue *recorded_file(const Opening *o, const char *name, bool library) {
  for (const JsonValue *f = o->files->first; f; f = f->next) {
    const JsonValue *n = json_get(f, "name"), *l = json_get(f, "library");
    bool lib = l && l->kind == JSON_BOOL && l->truth;
    if (n && n->kind == JSON_STRING && lib == library && recorded_text(n->text, name)) return f;
  }
  return NULL;
}

/* The model itself may have another name now, where --model names it; what it imports may not. */
static void look_for_changes(Opening *o) {
  const Model *m = &o->check->model;
  char hash[SHA256_HEX];
  for (size_t i = 0; i < m->sources.count; i++) {
    const Source *s = m->sources.files[i];
    const char *name = where_name(m->source, s);
    const JsonValue *f = s == m->source ? o->files->first : recorded_file(o, name, s->library), *h = json_get(f, "sha256");
    where_hash(s, hash);
    if (!h || h->kind != JSON_STRING || strcmp(h->text, hash) != 0) add_changed(o, name, s->library);
  }
}

/* --- what makes the model what it is --- */

static bool take_defines(Opening *o, Options *opt) {
  const JsonValue *list;
  if (!member(o, o->root, "defines", JSON_OBJECT, false, &list)) return false;
  opt->defines = NULL;
  opt->ndefines = opt->defines_cap = 0;
  for (const JsonValue *v = list->first; v; v = v->next) {
    if (v->kind != JSON_STRING) return wrong(o, v, "the value of \"%.80s\" is a string, as after -D", v->key);
    if (opt->ndefines == opt->defines_cap) opt->defines = vec_grow(opt->arena, opt->defines, &opt->defines_cap, sizeof *opt->defines);
    opt->defines[opt->ndefines++] = (BcDefine){ .name = v->key, .value = v->text };
  }
  return true;
}

static bool take_sync(Opening *o, ExLimits *l) {
  const JsonValue *list;
  VEC(const char *) names = { 0 };
  if (!member(o, o->root, "sync", JSON_ARRAY, false, &list)) return false;
  for (const JsonValue *v = list->first; v; v = v->next) {
    if (v->kind != JSON_STRING) return wrong(o, v, "\"sync\" lists names");
    VEC_PUSH(&o->arena, &names, v->text);
  }
  l->sync = names.at;
  l->nsync = names.count;
  return true;
}

static bool take_options(Opening *o, Options *opt) {
  const char *atomicity;
  const JsonValue *v = json_get(o->root, "loop_bound");
  int64_t loop = -1;
  if (!take_defines(o, opt) || !take_sync(o, &opt->limits) || !text_member(o, o->root, "atomicity", false, &atomicity)) return false;
  if (v && v->kind != JSON_NULL && !count_member(o, o->root, "loop_bound", 1000000, &loop)) return false;
  opt->statement = strcmp(atomicity, "statement") == 0;
  opt->loop = (int32_t)loop;
  opt->trace = NULL;
  opt->no_shorten = true;
  bool known = opt->statement || strcmp(atomicity, "access") == 0;
  return known || wrong(o, json_get(o->root, "atomicity"), "\"atomicity\" is access or statement");
}

/* --- the run --- */

#define CHANGED "the model has changed since the trace was made (%s)"

/* The command line that would make such a trace again. */
static const char *command(Opening *o) {
  const Options *opt = &o->check->opt;
  const JsonValue *seed = json_get(o->root, "seed");
  bool run = !o->finding && seed && seed->kind == JSON_INT;
  const char *text = arena_printf(&o->arena, "dmc %s %s", run ? "run" : "check", o->check->path);
  if (run) text = arena_printf(&o->arena, "%s --seed %lld", text, (long long)seed->integer);
  for (size_t i = 0; i < opt->ndefines; i++)
    text = arena_printf(&o->arena, "%s -D %s=%s", text, opt->defines[i].name, opt->defines[i].value);
  if (opt->loop >= 0) text = arena_printf(&o->arena, "%s --loop %d", text, (int)opt->loop);
  return text;
}

static TraceStatus differs(Opening *o, const char *what) {
  static const char *const edited = "the trace does not fit its model, though the model is as it was: the trace was edited, or written by another dmc";
  const char *head = o->changed ? arena_printf(&o->arena, CHANGED, o->changed) : edited;
  SAY(o, "%s: %s\n%s\nhelp: `%s --trace %s` makes a new trace", o->t->path, head, what, command(o), o->t->path);
  return TRACE_DIFFERS;
}

static TraceStatus first_difference(Opening *o, size_t i, const char *recorded, const char *now) {
  const char *text = "the first step that differs is step %zu:\n  recorded  %s\n  now       %s";
  return differs(o, arena_printf(&o->arena, text, i + 1, recorded, now));
}

/* TRACE_OK: all steps are what they were. */
static TraceStatus compare_steps(Opening *o, const TraceRun *run) {
  Check *c = o->check;
  ExFinding path = { .what = FIND_COUNT, .schedule = run->schedule, .nschedule = run->n, .numbering = run->numbering };
  ExTrace *t = trace_build(c->model.program, &c->opt.limits, &path, 0, &o->arena);
  Recording k = { &o->arena, c, o->files, o->changed != NULL };
  Difference d;
  for (size_t i = 0; i < t->nsteps; i++)
    if (!recorded_step(&k, o->plan.steps[i].json, &t->steps[i], &d)) return first_difference(o, i, d.recorded, d.now);
  return run->stuck ? first_difference(o, run->n, recorded_line(&k, o->plan.steps[run->n].json), run->stuck) : TRACE_OK;
}

static ExWhat recorded_what(const Opening *o) {
  const JsonValue *v = json_get(o->finding, "what");
  for (int w = 0; w < FIND_COUNT; w++)
    if (strcmp(text_or(v, ""), find_word((ExWhat)w)) == 0) return (ExWhat)w;
  return FIND_COUNT;
}

static const ExFinding *met_again(const Opening *o, const ExFindings *list) {
  Recording k = { NULL, o->check, o->files, o->changed != NULL };
  for (const ExFinding *f = list->first; f; f = f->next)
    if (recorded_finding(&k, o->finding, f)) return f;
  return NULL;
}

/* What a cycle is called was decided by who saw the whole graph; that it is one has been seen here. */
static const ExFinding *endless(Opening *o, const ExFinding *like) {
  ExFinding *f = ARENA_NEW(&o->arena, ExFinding);
  *f = *like;
  f->name = "progress";
  f->text = text_or(json_get(o->finding, "text"), "a run that does not end");
  f->pc = UINT32_MAX;
  f->tid = f->tid2 = -1;
  return f;
}

static const ExFinding *look_for_finding(Opening *o, const ExFinding *like) {
  Check *c = o->check;
  ExResult *r = &c->result;
  if (!replay_search(c->model.program, &c->opt.limits, like, &c->model.arena, r)) return NULL;
  if (like->what == FIND_PROGRESS) return endless(o, like);
  const ExFinding *f = met_again(o, &r->findings);
  if (!f) f = met_again(o, &r->races);
  return f ? f : met_again(o, &r->unread);
}

/* The result is that of a search which stopped at what the trace shows. */
static void conclude(Opening *o, const ExFinding *found, const TraceRun *run) {
  Check *c = o->check;
  ExResult *r = &c->result;
  c->findings = ARENA_ARRAY(&o->arena, const ExFinding *, 2);
  find_init(&r->findings), find_init(&r->races), find_init(&r->unread);
  if (found) c->findings[c->nfindings++] = find_add(&r->findings, &o->arena, found);
  r->algorithm = "replay";
  r->complete = false;
  r->limit = found ? NULL : "sample";
  r->path = run->schedule;
  r->npath = run->n;
  r->numbering = run->numbering;
  r->stats.executions = 1;
  r->stats.blocked = 0;
  c->verdict = found ? "fail" : "incomplete";
  c->kind = found ? find_kind(found->what) : NULL;
  c->exit = found ? find_exit(found->what) : 20;
  c->ran_finally = r->stats.finals || !c->model.program->finally_.entry;
  c->opt.limits.races = found && found->what == FIND_RACE ? LEVEL_ERROR : LEVEL_OFF;
  c->opt.limits.unread = found && found->what == FIND_UNREAD ? LEVEL_ERROR : LEVEL_OFF;
}

static TraceStatus not_reached(Opening *o) {
  const char *kind = text_or(json_get(o->finding, "kind"), "?"), *text = text_or(json_get(o->finding, "text"), "?");
  return differs(o, arena_printf(&o->arena, "its %zu step%s as recorded, but they do not end in what it found: %s: %s", o->plan.nsteps,
                                 o->plan.nsteps == 1 ? " is" : "s are", kind, text));
}

static TraceStatus unchanged_run(Opening *o) {
  return differs(o, arena_printf(&o->arena, "every step is as recorded (%zu of them)%s: what changed makes no difference to this run, "
                                 "as comments do not", o->plan.nsteps, o->finding ? ", and so is the finding" : ""));
}

static TraceStatus run(Opening *o) {
  TraceRun run;
  const ExFinding *found = NULL;
  trace_run(o->check->model.program, &o->plan, &o->arena, &run);
  TraceStatus s = compare_steps(o, &run);
  if (s != TRACE_OK) return s;
  const JsonValue *loop = json_get(o->trace, "loop");
  ExFinding like = { .what = o->finding ? recorded_what(o) : FIND_COUNT, .schedule = run.schedule, .nschedule = run.n,
                     .numbering = run.numbering };
  if (like.what == FIND_PROGRESS && loop && loop->kind == JSON_INT && loop->integer > 0) like.loop = (size_t)loop->integer - 1;
  found = look_for_finding(o, &like);
  if (o->finding && !found) return not_reached(o);
  if (o->changed) return unchanged_run(o);
  if (found) {
    ExFinding *f = ARENA_NEW(&o->arena, ExFinding);
    *f = *found;
    f->has_schedule = true;
    f->schedule = run.schedule, f->nschedule = run.n, f->numbering = run.numbering;
    found = f;
  }
  conclude(o, found, &run);
  return TRACE_OK;
}

/* --- all of it --- */

static TraceStatus wrong_model(Opening *o, ModelStatus s) {
  if (o->changed) SAY(o, "%s: " CHANGED, o->t->path, o->changed);
  o->t->model = s;
  return TRACE_WRONG_MODEL;
}

/* The arena of the opening goes over to the model, and whatever fails after that is freed with it. */
static TraceStatus open_model(Opening *o, const char *path, unsigned command, int argc, char *const *argv) {
  Check *c = o->check;
  c->path = path;
  ModelStatus s = model_open(&c->model, path);
  if (s == MODEL_UNREADABLE) opt_init(&c->opt, command, &c->model.arena);
  else look_for_changes(o);
  ModelStatus given = s == MODEL_UNREADABLE ? s : model_options(&c->model, &c->opt, command, argc, argv);
  if (given != MODEL_OK) return wrong_model(o, given);
  if (s != MODEL_OK) return wrong_model(o, s);
  if (!take_options(o, &c->opt)) return TRACE_UNREADABLE;
  s = model_compile(&c->model, &c->opt);
  return s == MODEL_OK ? run(o) : wrong_model(o, s);
}

static TraceStatus open_all(Opening *o, unsigned command, int argc, char *const *argv) {
  Options opt;
  const char *model;
  opt_init(&opt, command, &o->arena);
  bool read = opt_read(&opt, argc, argv) || SAY(o, "%s", opt.error);
  if (read && opt.ndefines) read = SAY(o, "-D does not go with a trace, which has the definitions it was made with");
  if (!read) return TRACE_USAGE;
  if (!read_trace(o) || !find_model(o, opt.model, &model)) return TRACE_UNREADABLE;
  return open_model(o, model, command, argc, argv);
}

TraceStatus trace_open(TraceFile *t, Check *c, const char *path, unsigned command, int argc, char *const *argv) {
  Opening o = { .t = t, .check = c };
  *t = (TraceFile){ .path = path };
  memset(c, 0, sizeof *c);
  c->path = path;
  arena_init(&o.arena);
  TraceStatus s = open_all(&o, command, argc, argv);
  arena_absorb(&c->model.arena, &o.arena);
  return s;
}

bool trace_is(const char *path) {
  struct stat st;
  FILE *f = stat(path, &st) == 0 && S_ISREG(st.st_mode) ? fopen(path, "rb") : NULL;
  int ch = ' ';
  while (f && (ch == ' ' || ch == '\t' || ch == '\r' || ch == '\n')) ch = getc(f);
  if (f) fclose(f);
  return f && ch == '{';
}
