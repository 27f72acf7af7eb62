/* explore/commands.c -- what the commands share. */
#include "explore/commands.h"
#include <errno.h>
#include <string.h>
#include "explore/report/report.h"

int cmd_usage(const char *message) {
  fprintf(stderr, "dmc: %s\n", message);
  return EXIT_USAGE;
}

int cmd_refused(const Check *c, ModelStatus status) {
  if (status == MODEL_USAGE) return cmd_usage(c->opt.error);
  if (status == MODEL_UNREADABLE) {
    fprintf(stderr, "dmc: %s: %s\n", c->path, c->model.why ? c->model.why : "cannot be read");
    return EXIT_NOFILE;
  }
  diag_print(&c->model.diags, stderr, opt_color(&c->opt, 2));
  return EXIT_MODEL;
}

static unsigned detail(const Options *o) { return (o->full ? TRACE_STATES : 0) | (o->html ? TRACE_AROUND : 0); }

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

static bool nobody_looks(const Options *o) { return o->quiet && !o->json && !o->html && !o->dot && !o->trace; }

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
    if (r->traces[i]->confirmed) continue;
    fprintf(stderr, "dmc: internal error: the replay of a finding (%s: %s) ended differently; "
            "please report this with the model\n", find_word(c->findings[i]->what), c->findings[i]->text);
    return false;
  }
  return true;
}

/* The file is named among the options, whose defaults stand in the file: read once for the name, then again. */
int cmd_find_file(int argc, char *const *argv, unsigned command, const char **path) {
  Arena a;
  Options o;
  arena_init(&a);
  opt_init(&o, command, &a);
  int code = opt_read(&o, argc, argv) ? 0 : cmd_usage(o.error);
  *path = o.nfiles ? o.files[0] : NULL;      /* one of argv */
  bool help = o.help;
  size_t files = o.nfiles;
  arena_deinit(&a);
  if (code) return code;
  if (help) return CMD_SHOW_HELP;
  if (files == 0) return cmd_usage("which file? `dmc check FILE`; `dmc help` shows more");
  if (files > 1) return cmd_usage("one model at a time; `dmc test` takes several files");
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

int cmd_files(Check *c, const Report *r) {
  const struct { const char *path; Writer write; } files[] = { { c->opt.html, html }, { c->opt.trace, trace } };
  for (size_t i = 0; i < sizeof files / sizeof *files; i++)
    if (files[i].path && !cmd_write(files[i].path, files[i].write, r)) return EXIT_NOFILE;
  return c->opt.dot ? cmd_graph_file(c, c->opt.dot, false) : 0;
}
