/* explore/cmd_run.c -- `dmc run FILE`: one random execution, step by step. */
#include "explore/commands.h"
#include "explore/report/report.h"

static void choose_seed(Options *o) {
  if (!o->seeded) o->limits.seed = (uint64_t)(ex_now() * 1e6) % 1000000;
}

static void show(Check *c, const Report *r) {
  if (c->opt.quiet) return;
  if (r->sample) rep_trace(r, r->sample, stdout);
  if (r->sample && c->opt.msc) rep_msc(c, r->sample, stdout);
  rep_text(r, stdout);
  printf("note: --seed %llu repeats this run\n", (unsigned long long)c->opt.limits.seed);
}

static int report(Check *c) {
  Report r = { .check = c, .color = opt_color(&c->opt, 1) };
  if (!cmd_traces(c, &r)) return EXIT_INTERNAL;
  cmd_sample(c, &r);
  show(c, &r);
  int code = cmd_files(c, &r);
  rep_result_line(c, stdout);
  return code ? code : c->exit;
}

/* Options of the model's `//! options:` lines that direct a search say nothing about one run. */
static void one_run(Options *o) {
  ExLimits *l = &o->limits;
  o->sampled = true;
  l->samples = 1;
  l->keep_path = true;
  l->all = l->bfs = l->object_dep = l->paths = false;
  l->store = KEEP_STATES;
  l->lasso = LASSO_OFF;
  l->races = LEVEL_OFF;
  l->preemptions = -1;
  l->jobs = 1;
}

static int run(Check *c) {
  if (!c->opt.quiet) diag_print(&c->model.diags, stderr, opt_color(&c->opt, 2));
  choose_seed(&c->opt);
  one_run(&c->opt);
  ModelStatus s = check_search(c);
  if (s != MODEL_OK) return cmd_refused(c, s);
  ex_interrupted = 0;
  return report(c);
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
