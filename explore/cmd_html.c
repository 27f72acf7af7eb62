/* explore/cmd_html.c -- `dmc html`: the verdict of a search, or a trace, as a page. Exit code 0 says that the page was written, whatever
 * the verdict. */
#include "explore/commands.h"
#include "explore/report/report.h"
#include "explore/trace_file.h"

static int write_page(Check *c) {
  Report r = { .check = c };
  if (!cmd_traces(c, &r)) return EXIT_INTERNAL;
  if (c->result.path) cmd_sample(c, &r);
  c->opt.html = c->opt.out;
  int code = cmd_files(c, &r);
  if (!c->opt.out) {
    cmd_draw(c, &r);
    rep_html(&r, stdout);
  }
  if (!code) rep_result_line(c, stderr);
  return code;
}

static int of_model(Check *c, const char *path, int argc, char *const *argv) {
  Progress p;
  ModelStatus s = check_open(c, path, CMD_HTML, argc, argv);
  if (s != MODEL_OK) return cmd_refused(c, s);
  if (!c->opt.quiet) diag_print(&c->model.diags, stderr, opt_color(&c->opt, 2));
  progress_init(&p, &c->opt.limits, c->opt.quiet);
  s = check_search(c);
  progress_end(&p);
  if (s != MODEL_OK) return cmd_refused(c, s);
  ex_interrupted = 0;                        /* the replays below must not stop */
  return write_page(c);
}

static int of_trace(Check *c, const char *path, int argc, char *const *argv) {
  int code = cmd_trace(c, path, CMD_HTML, argc, argv);
  return code ? code : write_page(c);
}

int cmd_html(int argc, char *const *argv) {
  const char *path;
  Check c;
  int code = cmd_find_file(argc, argv, CMD_HTML, &path);
  if (code == CMD_SHOW_HELP) return cmd_options(CMD_HTML, "html FILE|TRACE [-o page.html] [options]");
  if (code) return code;
  code = trace_is(path) ? of_trace(&c, path, argc, argv) : of_model(&c, path, argc, argv);
  check_close(&c);
  return code;
}
