/* explore/commands.c -- what the commands share. */
#include "explore/commands.h"
#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "explore/because.h"
#include "explore/files.h"
#include "explore/report/report.h"

int cmd_usage(const char *message) {
  fprintf(stderr, "dmc: %s\n", message);
  return EXIT_USAGE;
}

int cmd_refused(const Check *c, ModelStatus status) {
  if (status == MODEL_USAGE) return cmd_usage(c->opt.error);
  if (status == MODEL_UNREADABLE) {
    fprintf(stderr, "dmc: %s: %s", c->path, c->model.why ? c->model.why : "cannot be read");
    if (files_is_directory(c->path)) fprintf(stderr, "; `dmc test %s` checks all models in it", c->path);
    if (strcmp(c->path, "-") == 0) fprintf(stderr, "; models are read from files, only `dmc fmt -` reads standard input");
    fputc('\n', stderr);
    return EXIT_NOFILE;
  }
  diag_print(&c->model.diags, stderr, opt_color(&c->opt, 2));
  return EXIT_MODEL;
}

/* A page shows what surrounds each step. */
static unsigned detail(const Options *o) {
  return (o->full ? TRACE_STATES : 0) | (o->html || o->command == CMD_HTML ? TRACE_AROUND : 0);
}

/* Of stateful:reach, in the forms of it that are breadth first. */
static bool breadth_first(const Check *c) {
  const ExLimits *l = &c->opt.limits;
  return strcmp(c->result.algorithm, "stateful:reach") == 0 && (l->bfs || l->depth >= 0 || l->lasso != LASSO_OFF);
}

Shortened *cmd_shorten(Check *c) {
  Shortened *s = ARENA_ARRAY(&c->model.arena, Shortened, c->nfindings + 1);
  if (!c->opt.no_shorten)
    shorten(c->model.program, &c->opt.limits, &shorten_usual, breadth_first(c), c->findings, c->nfindings, s, &c->model.arena);
  ex_interrupted = 0;                        /* only made it give up earlier: the replays must not stop */
  return s;
}

static bool nobody_looks(const Options *o) {
  return o->quiet && !o->json && !o->html && !o->dot && !o->trace && o->command != CMD_HTML;
}

/* Replays what was found. A schedule that does not lead to its finding is our own mistake. */
bool cmd_traces(Check *c, Report *r) {
  r->traces = ARENA_ARRAY(&c->model.arena, ExTrace *, c->nfindings + 1);
  c->opt.no_shorten |= nobody_looks(&c->opt);
  Shortened *s = cmd_shorten(c);
  for (size_t i = 0; i < c->nfindings; i++) {
    if (!c->findings[i]->has_schedule) continue;
    r->traces[i] = trace_build(c->model.program, &c->opt.limits, c->findings[i], detail(&c->opt), &c->model.arena);
    r->traces[i]->found = s[i].found;
    r->traces[i]->shortest = s[i].shortest;
    if (!nobody_looks(&c->opt)) r->traces[i]->because = because(c->model.program, r->traces[i], &c->model.arena);
    if (r->traces[i]->confirmed) continue;
    fprintf(stderr, "dmc: internal error: the replay of a finding (%s: %s) ended differently; "
            "please report this with the model\n", find_word(c->findings[i]->what), c->findings[i]->text);
    return false;
  }
  return true;
}

/* The path that a result kept. */
static const ExTrace *path_of(Check *c, const ExResult *r) {
  ExFinding *path = ARENA_NEW(&c->model.arena, ExFinding);
  *path = (ExFinding){ .what = FIND_COUNT, .schedule = r->path, .nschedule = r->npath, .numbering = r->numbering };
  return trace_build(c->model.program, &c->opt.limits, path, detail(&c->opt), &c->model.arena);
}

void cmd_sample(Check *c, Report *r) {
  if (!c->nfindings) r->sample = path_of(c, &c->result);
}

#define DRAWN_STEPS 200                      /* enough to see how the model works */

void cmd_draw(Check *c, Report *r) {
  extern const ExAlgo ex_sample;
  ExResult *result = ARENA_NEW(&c->model.arena, ExResult);
  if (rep_first_trace(r)) return;
  ExLimits l = { .depth = -1, .preemptions = -1, .events = DRAWN_STEPS, .samples = 1, .seed = c->opt.limits.seed, .keep_path = true,
                 .no_deadlock = true, .all = true };
  ex_run(c->model.program, &ex_sample, &l, &c->model.arena, result);
  r->sample = path_of(c, result);
}

/* More than one file: OTHER is none that was meant as one. */
static int too_many(const char *first, const char *other) {
  char text[300];
  snprintf(text, sizeof text, "one model at a time, not '%.80s' and '%.80s'; `dmc test` takes several", first, other);
  if (opt_is_command(first)) snprintf(text, sizeof text, "the command comes first: `dmc %s ...`", first);
  if (access(other, F_OK) != 0 && strchr(other, '=')) snprintf(text, sizeof text, "to set a parameter of the model: -D %.80s", other);
  else if (access(other, F_OK) != 0 && !strpbrk(other, "./"))
    snprintf(text, sizeof text, "'%.80s' does not belong here: it is no option and no file", other);
  return cmd_usage(text);
}

static int which_file(unsigned command) {
  char text[100];
  snprintf(text, sizeof text, "which file? `dmc %s FILE`; `dmc help` shows more", opt_command_name(command));
  return cmd_usage(text);
}

/* The file is named among the options, whose defaults stand in the file: read once for the name, then again. */
int cmd_find_file(int argc, char *const *argv, unsigned command, const char **path) {
  Arena a;
  Options o;
  arena_init(&a);
  opt_init(&o, command, &a);
  int code = opt_read(&o, argc, argv) ? 0 : cmd_usage(o.error);
  *path = o.nfiles ? o.files[0] : NULL;      /* one of argv */
  const char *other = o.nfiles > 1 ? o.files[1] : NULL;
  bool help = o.help;
  size_t files = o.nfiles;
  arena_deinit(&a);
  if (code) return code;
  if (help) return CMD_SHOW_HELP;
  if (command == CMD_REPLAY && files == 0) return cmd_usage("which trace? `dmc replay TRACE`, a file that --trace wrote");
  if (command == CMD_REPLAY && files > 1) return cmd_usage("one trace at a time");
  if (files == 0) return which_file(command);
  if (other) return too_many(*path, other);
  return 0;
}

int cmd_options(unsigned command, const char *usage) {
  printf("usage: dmc %s\n\noptions:\n", usage);
  opt_print(stdout, command);
  return 0;
}

bool cmd_write(const char *path, void (*write)(const void *ctx, FILE *out), const void *ctx) {
  FILE *out = fopen(path, "w");
  errno = out ? 0 : errno;
  if (out) write(ctx, out);
  bool ok = out && !ferror(out);
  if (out && fclose(out) != 0) ok = false;
  if (!ok) fprintf(stderr, "dmc: %s: %s\n", path, errno ? strerror(errno) : "cannot be written");
  return ok;
}

typedef void (*Writer)(const void *ctx, FILE *out);
static void html(const void *ctx, FILE *out) { rep_html(ctx, out); }
static void trace(const void *ctx, FILE *out) { rep_trace_file(ctx, out); }

/* Is PATH one of the texts that the check has read? They are not to be overwritten. */
static bool is_source(const Check *c, const char *path) {
  struct stat out, st;
  const Sources *s = &c->model.sources;
  if (stat(path, &out) != 0) return false;
  for (size_t i = 0; i < s->count; i++)
    if (!s->files[i]->library && stat(s->files[i]->path, &st) == 0 && st.st_dev == out.st_dev && st.st_ino == out.st_ino) return true;
  return false;
}

static int write_file(const Check *c, const char *path, Writer write, const Report *r) {
  if (!is_source(c, path)) return cmd_write(path, write, r) ? 0 : EXIT_NOFILE;
  fprintf(stderr, "dmc: %s is not written: it is the model\n", path);
  return EXIT_USAGE;
}

int cmd_files(Check *c, const Report *r) {
  Report page = *r;
  struct { const char *path; Writer write; const Report *of; } files[] = { { c->opt.html, html, &page }, { c->opt.trace, trace, r } };
  if (c->opt.html) cmd_draw(c, &page);
  if (c->opt.trace && !rep_first_trace(r)) {
    const char *why = c->nfindings ? "what was found has no trace" : "nothing was found, so there is no trace";
    fprintf(stderr, "dmc: %s was not written: %s\n", c->opt.trace, why);
    files[1].path = NULL;
  }
  for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
    int code = files[i].path ? write_file(c, files[i].path, files[i].write, files[i].of) : 0;
    if (code) return code;
  }
  return c->opt.dot ? cmd_graph_file(c, c->opt.dot, false) : 0;
}
