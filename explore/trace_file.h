/* explore/trace_file.h -- a trace read back from its file (docs/trace.md): its model is found and compiled as it was then, the
 * recorded steps are taken again, and each is compared with what was recorded.
 * Afterwards the Check is what a search leaves that met this one run, so reporters can show it. Prints nothing.
 * Owns: nothing; everything lives in the arena of the check's model. */
#ifndef EXPLORE_TRACE_FILE_H
#define EXPLORE_TRACE_FILE_H
#include "explore/check.h"

#define TRACE_FORMAT 1                       /* value of the key dmc_trace */

typedef enum {
  TRACE_OK,
  TRACE_UNREADABLE,                          /* no file, no trace, not ours, no model: exit 66 */
  TRACE_DIFFERS,                             /* the model has changed, or the steps are not what it does: exit 65 */
  TRACE_WRONG_MODEL,                         /* the model does not compile, cannot be read, lacks a parameter: t->model */
  TRACE_USAGE                                /* options that do not go with a trace: exit 64 */
} TraceStatus;

typedef struct {
  const char *path;
  const char *why;                           /* unless TRACE_OK: lines for the user, no newline at the end; may be NULL with TRACE_WRONG_MODEL */
  ModelStatus model;                         /* TRACE_WRONG_MODEL: what kind */
} TraceFile;

/* Is PATH a regular file that could be a trace? Its first character that is no blank is a brace, which begins no model. */
bool trace_is(const char *path);

/* Opens the trace at PATH. COMMAND's options are read from ARGV into c->opt, after those in the model's `//!` lines; what makes the
 * model what it is (definitions, atomicity, loop bound, sync names) comes from the trace alone.
 * TRACE_OK: c->findings[0] is the recorded finding, with its schedule, as met again just now; without a finding there are none
 * and c->result.path is the schedule of a run to show (see cmd_sample). c->exit is the finding's exit code, or 20.
 * Call check_close in any case. */
TraceStatus trace_open(TraceFile *t, Check *c, const char *path, unsigned command, int argc, char *const *argv);
#endif
