/* explore/cmd_html.c -- `dmc html FILE`: the verdict as a page. Exit code 0 says that the page was written, whatever the verdict. */
#include "explore/commands.h"
#include "explore/report/report.h"

static int write_page(Check *c) {
  Report r = { .check = c };
  if (!cmd_traces(c, &r)) return EXIT_INTERNAL;
  cmd_sample(c, &r);
  c->opt.html = c->opt.out;
  int code = cmd_files(c, &r);
  if (!c->opt.out) rep_html(&r, stdout);
  if (!code) rep_result_line(c, stderr);
  return code;
}

static int search(Check *c) {
  Progress p;
  if (!c->opt.quiet) diag_print(&c->model.diags, stderr, opt_color(&c->opt, 2));
  progress_init(&p, &c->opt.limits, c->opt.quiet);
  ModelStatus s = check_search(c);
  progress_end(&p);
  if (s != MODEL_OK) return cmd_refused(c, s);
  ex_interrupted = 0;                        /* the replays below must not stop */
  return write_page(c);
}

int cmd_html(int argc, char *const *argv) {
  const char *path;
  Check c;
  int code = cmd_find_file(argc, argv, CMD_HTML, &path);
  if (code == CMD_SHOW_HELP) return cmd_options(CMD_HTML, "html FILE [-o page.html] [options]");
  if (code) return code;
  ModelStatus s = check_open(&c, path, CMD_HTML, argc, argv);
  code = s == MODEL_OK ? search(&c) : cmd_refused(&c, s);
  check_close(&c);
  return code;
}
