/* explore/replay.h -- what the parts of a replay share (trace.c, trace_around.c, trace_end.c, trace_cond.c,
 * confirm.c, trace_file.c), and the simulator, which looks at a state with the same words (sim_view.c). For them alone. */
#ifndef EXPLORE_REPLAY_H
#define EXPLORE_REPLAY_H
#include "explore/trace.h"
#include "lang/vec.h"

#define TRACE_TEXT 400                       /* room for one value or one line */

/* A message in a mailbox: which step put it there, and which of the messages of that step it was. */
typedef struct { size_t step, nth; } Posted;

typedef struct {
  const BcProgram *program;
  VmState *vm;
  Arena *arena;
  unsigned detail;
  ExTrace *trace;
  VEC(const char *) prints;
  VEC(ExValue) values;
  VEC(ExBand) bands;
  Word *before;                              /* shared words before the step */
  size_t *writer;                            /* per shared leaf: the step that wrote it last */
  VEC(Posted) mail[VM_MAX_THREADS + 1];      /* per thread: what its mailbox holds, oldest first */
  bool alive[VM_MAX_THREADS + 1];            /* per thread: it is, or was, there */
  size_t born[VM_MAX_THREADS + 1];
  const char *mail_text[VM_MAX_THREADS + 1]; /* and how that reads; NULL: empty */
  bool goes_on[VM_MAX_THREADS + 1];          /* per thread: it stands within the library call of its last step */
} Replay;

const char *replay_keep(Replay *r, const char *s);
const char *replay_thread(Replay *r, VmTid tid);
void replay_shared(Replay *r, ExValue **out, size_t *n);     /* all shared values now */
Span replay_span(Replay *r, uint32_t pc);                    /* end 0: nowhere */
Span replay_call(Replay *r, VmTid tid);                      /* the user's call under which TID stands in the library */
/* trace_around.c */
bool replay_enabled(Replay *r, VmTid tid);                   /* by something else than a crash */
void replay_options(Replay *r, ExStep *s);                   /* before the step */
void replay_at(Replay *r, ExAt **out, size_t *n);
/* trace_end.c */
void replay_waits(Replay *r);
void replay_cycle(Replay *r);
/* trace_cond.c: *TEXT is a condition at PC on which T waits. Ref parameters in it become what they stand for, and locals that it
 * names go behind *VALUES, with what they are ("; i = 1"), as far as T's frame is that of PC; what std.sync waits for is said in words. */
void cond_words(Replay *r, VmTid t, uint32_t pc, const char **text, const char **values);
/* confirm.c: runs the schedule of F with a search's eyes; *RES has all that it met. False: it could not be run to its end, or (progress)
 * does not come round. Requires: each of its actions is enabled when its turn comes. */
bool replay_search(const BcProgram *p, const ExLimits *l, const ExFinding *f, Arena *a, ExResult *res);
/* Does the schedule of F end as F says? */
bool replay_confirm(const BcProgram *p, const ExLimits *l, const ExFinding *f, Arena *a);
/* Everything that the search sees along the schedule of F, which need not be a failure. */
void replay_judge(const BcProgram *p, const ExLimits *limits, const ExFinding *f, Arena *a, ExResult *res);
#endif
