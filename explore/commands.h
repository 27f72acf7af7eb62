/* explore/commands.h -- the commands of dmc. Each gets the arguments after its name, prints, and returns the exit code. */
#ifndef EXPLORE_COMMANDS_H
#define EXPLORE_COMMANDS_H
#include "explore/check.h"
#include "explore/shorten.h"

enum { EXIT_USAGE = 64, EXIT_MODEL = 65, EXIT_NOFILE = 66, EXIT_INTERNAL = 70 };

int cmd_check(int argc, char *const *argv);
int cmd_run(int argc, char *const *argv);
int cmd_fmt(int argc, char *const *argv);
int cmd_test(int argc, char *const *argv);
int cmd_explain(int argc, char *const *argv);
int cmd_help(int argc, char *const *argv);
int cmd_sim(int argc, char *const *argv);
int cmd_replay(int argc, char *const *argv);
int cmd_html(int argc, char *const *argv);
int cmd_graph(int argc, char *const *argv);
int cmd_bench(int argc, char *const *argv);

/* Shared: a usage message on stderr; what went wrong when a model was opened, with its diagnostics. Return the exit code. */
int cmd_usage(const char *message);
int cmd_refused(const Check *c, ModelStatus status);
/* The one file among the arguments. 0, an exit code after a message, or CMD_SHOW_HELP. */
#define CMD_SHOW_HELP (-1)
int cmd_find_file(int argc, char *const *argv, unsigned command, const char **path);
int cmd_options(unsigned command, const char *usage);        /* usage and options on stdout */
/* Makes the schedules of what was found shorter, unless --no-shorten; what there is to say of each. */
Shortened *cmd_shorten(Check *c);
/* The same, then replays every finding. False: one was not confirmed, which was said on stderr; exit EXIT_INTERNAL. */
struct Report;
bool cmd_traces(Check *c, struct Report *r);
/* Without findings: the run in c->result.path, replayed, as R's sample. Call it after cmd_traces. */
void cmd_sample(Check *c, struct Report *r);
/* Where neither a finding nor a sample can be shown: a random run, the same each time, as R's sample. For pages; cmd_files does it. */
void cmd_draw(Check *c, struct Report *r);
/* Opens the trace at PATH (trace_file.h). 0, or an exit code after a message; call check_close in any case. */
int cmd_trace(Check *c, const char *path, unsigned command, int argc, char *const *argv);
/* The files that the options ask for besides the text: --html, --dot, --trace. 0, or an exit code after a message. */
int cmd_files(Check *c, const struct Report *r);
/* The state graph with the path of the first finding: to PATH, or to stdout. 0, or an exit code after a message. */
int cmd_graph_file(Check *c, const char *path, bool json);
/* Writes a file with WRITE(ctx, out). False: it could not be written, which was said on stderr. */
bool cmd_write(const char *path, void (*write)(const void *ctx, FILE *out), const void *ctx);
/* Progress on stderr: after half a second one line that is rewritten four times a second on a terminal, else a line every ten
 * seconds; nothing with QUIET. Whoever writes after the search calls progress_end first, which takes the line away. */
enum { PROGRESS_BAND = 20 };     /* so many of the last estimates make a band */
typedef struct {
  bool tty, shown;
  double next;                   /* when to show the next line: seconds since the search began */
  double before, rate;           /* when the last one was shown, and what it said a second; 0: none was */
  uint64_t count;                /* what it had counted */
  double all[PROGRESS_BAND]; unsigned nall;  /* estimates of how much it is in all; how many were made */
  const ExAlgo *algo;            /* the search that it tells of: `auto` makes several */
} Progress;
void progress_init(Progress *p, ExLimits *l, bool quiet);
void progress_end(Progress *p);
/* Takes the line away from within a signal handler. */
void progress_abandon(void);
#endif
