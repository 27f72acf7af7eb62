/* explore/cmd_check.c -- `dmc check FILE`: search, verdict, traces. */
#include "explore/commands.h"
#include "explore/report/report.h"
#include "explore/trace_file.h"
#include "lang/print.h"

static void dump(const Check *c) {
  FILE *out = c->opt.json ? stderr : stdout;
  if (c->opt.dump == DUMP_AST) print_tree(c->model.ast.file, out);
  if (c->opt.dump == DUMP_BYTECODE) bc_dump(c->model.program, out);
  if (c->opt.dump != DUMP_NONE) fputc('\n', out);
}

static int report(Check *c) {
  Report r = { .check = c, .color = opt_color(&c->opt, 1) };
  if (!cmd_traces(c, &r)) return EXIT_INTERNAL;
  if (c->opt.json) rep_json(&r, stdout);
  else if (!c->opt.quiet) rep_text(&r, stdout);
  int code = cmd_files(c, &r);
  rep_result_line(c, c->opt.json ? stderr : stdout);
  return code ? code : c->exit;
}

static int check(Check *c) {
  Progress p;
  if (!c->opt.quiet) diag_print(&c->model.diags, stderr, opt_color(&c->opt, 2));
  dump(c);
  fflush(stdout);
  progress_init(&p, &c->opt.limits, c->opt.quiet);
  ModelStatus s = check_search(c);
  progress_end(&p);
  if (s != MODEL_OK) return cmd_refused(c, s);
  ex_interrupted = 0;                        /* the replays below must not stop */
  return report(c);
}

int cmd_check(int argc, char *const *argv) {
  const char *path;
  Check c;
  int code = cmd_find_file(argc, argv, CMD_CHECK, &path);
  if (code == CMD_SHOW_HELP) return cmd_options(CMD_CHECK, "check FILE [options]");
  if (code) return code;
  ModelStatus s = check_open(&c, path, CMD_CHECK, argc, argv);
  code = s == MODEL_OK ? check(&c) : cmd_refused(&c, s);
  if (s == MODEL_WRONG && trace_is(path)) fprintf(stderr, "help: for a trace it is `dmc replay %s`\n", path);
  check_close(&c);
  return code;
}
