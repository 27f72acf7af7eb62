/* explore/commands.c -- what the commands share. */
#include "explore/commands.h"
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

/* Replays what was found. A schedule that does not lead to its finding is our own mistake. */
bool cmd_traces(Check *c, Report *r) {
  r->traces = ARENA_ARRAY(&c->model.arena, ExTrace *, c->nfindings + 1);
  for (size_t i = 0; i < c->nfindings; i++) {
    if (!c->findings[i]->has_schedule) continue;
    r->traces[i] = trace_build(c->model.program, &c->opt.limits, c->findings[i], c->opt.full, &c->model.arena);
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
