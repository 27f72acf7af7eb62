/* explore/cmd_replay.c -- `dmc replay TRACE`: takes the recorded steps again, and shows them only if they are what they were. */
#include <signal.h>
#include "explore/commands.h"
#include "explore/report/report.h"
#include "explore/trace_file.h"

int cmd_trace(Check *c, const char *path, unsigned command, int argc, char *const *argv) {
  TraceFile t;
  TraceStatus s = trace_open(&t, c, path, command, argc, argv);
  if (t.why) fprintf(stderr, "dmc: %s\n", t.why);
  switch (s) {
  case TRACE_OK: return 0;
  case TRACE_UNREADABLE: return EXIT_NOFILE;
  case TRACE_DIFFERS: return EXIT_MODEL;
  case TRACE_WRONG_MODEL: return cmd_refused(c, t.model);
  case TRACE_USAGE: return EXIT_USAGE;
  }
  return EXIT_INTERNAL;
}

static void show(Check *c, const Report *r) {
  if (c->opt.json) {
    rep_json(r, stdout);
    return;
  }
  if (c->opt.quiet) return;
  if (r->sample) rep_trace(r, r->sample, stdout);
  if (r->sample && c->opt.msc) rep_msc(c, r->sample, stdout);
  rep_text(r, stdout);
}

static int replay(Check *c) {
  Report r = { .check = c, .color = opt_color(&c->opt, 1) };
  if (!cmd_traces(c, &r)) return EXIT_INTERNAL;
  cmd_sample(c, &r);
  show(c, &r);
  int code = cmd_files(c, &r);
  rep_result_line(c, c->opt.json ? stderr : stdout);
  return code ? code : c->nfindings ? c->exit : 0;           /* a run without a finding did what it should */
}

int cmd_replay(int argc, char *const *argv) {
  const char *path;
  Check c;
  int code = cmd_find_file(argc, argv, CMD_REPLAY, &path);
  if (code == CMD_SHOW_HELP) return cmd_options(CMD_REPLAY, "replay TRACE [--model FILE] [options]");
  if (code) return code;
  signal(SIGINT, SIG_DFL);                   /* there is no search to bring to an end */
  code = cmd_trace(&c, path, CMD_REPLAY, argc, argv);
  if (!code) code = replay(&c);
  check_close(&c);
  return code;
}
