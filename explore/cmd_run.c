/* explore/cmd_run.c -- `dmc run FILE`: one random execution, step by step. */
#include "explore/commands.h"
#include "explore/report/report.h"

static void choose_seed(Options *o) {
  if (!o->seeded) o->limits.seed = (uint64_t)(ex_now() * 1e6) % 1000000;
}

static int run(Check *c) {
  ExLimits *l = &c->opt.limits;
  if (!c->opt.quiet) diag_print(&c->model.diags, stderr, opt_color(&c->opt, 2));
  choose_seed(&c->opt);
  c->opt.sampled = true;
  l->samples = 1;
  l->keep_path = true;
  l->races = LEVEL_OFF;
  ModelStatus s = check_search(c);
  if (s != MODEL_OK) return cmd_refused(c, s);
  ex_interrupted = 0;
  Report r = { .check = c, .color = opt_color(&c->opt, 1) };
  if (!cmd_traces(c, &r)) return EXIT_INTERNAL;
  ExFinding path = { .what = FIND_COUNT, .schedule = c->result.path, .nschedule = c->result.npath, .numbering = c->result.numbering };
  if (!c->nfindings && !c->opt.quiet) {
    const ExTrace *t = trace_build(c->model.program, l, &path, c->opt.full ? TRACE_STATES : 0, &c->model.arena);
    rep_trace(&r, t, stdout);
    if (c->opt.msc) rep_msc(c, t, stdout);
  }
  if (!c->opt.quiet) rep_text(&r, stdout);
  if (!c->opt.quiet && !c->opt.seeded) printf("note: --seed %llu repeats this run\n", (unsigned long long)l->seed);
  rep_result_line(c, stdout);
  return c->exit;
}

int cmd_run(int argc, char *const *argv) {
  const char *path;
  Check c;
  int code = cmd_find_file(argc, argv, CMD_RUN, &path);
  if (code == CMD_SHOW_HELP) return cmd_options(CMD_RUN, "run FILE [--seed n] [options]");
  if (code) return code;
  ModelStatus s = check_open(&c, path, CMD_RUN, argc, argv);
  code = s == MODEL_OK ? run(&c) : cmd_refused(&c, s);
  check_close(&c);
  return code;
}
