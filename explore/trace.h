/* explore/trace.h -- a finding's schedule, run again from the start on a fresh machine and told step by step.
 * Nothing is shown that was not confirmed: the replay must end in the same failure at the same place,
 * or, where a cycle was found, in the state in which the cycle began.
 * Owns: nothing; a trace lives in the arena given. */
#ifndef EXPLORE_TRACE_H
#define EXPLORE_TRACE_H
#include "explore/run.h"

typedef struct { const char *name, *before, *after; } ExChange;
typedef struct { const char *name, *value; } ExValue;

typedef struct {
  VmTid tid;
  const char *thread;            /* Worker[2]; "init" for the initial choice */
  const char *kind;              /* word of the event */
  uint32_t pc;
  Span span;
  Span call;                     /* the user's call under which library code ran; end 0: none */
  const char *choice;            /* digits, or NULL when there was nothing to choose */
  const char *what;              /* what happened, from vm_describe */
  const char *note;              /* the thread ended, failed, stopped; NULL: none */
  ExChange *changes; size_t nchanges;
  ExValue *locals; size_t nlocals;
  const char **prints; size_t nprints;
  ExValue *state; size_t nstate;             /* all shared values after the step, when asked for */
} ExStep;

/* A thread that has not ended, and what it waits for. */
typedef struct { VmTid tid; const char *thread, *text; int holder; uint32_t pc; Span span, call; bool daemon; } ExWait;

typedef struct {
  const ExFinding *finding;
  bool confirmed;
  ExValue *initial; size_t ninitial;
  const char **prints; size_t nprints;       /* before the first step */
  ExStep *steps; size_t nsteps;
  size_t loop;                               /* progress: the step with which the cycle begins, from 1; 0: there is none */
  ExValue *loop_state; size_t nloop_state;   /* progress: shared values before it */
  ExWait *waits; size_t nwaits;              /* deadlock: at the end; progress: where the cycle begins, also those that could go on */
  const char **cycle; size_t ncycle;         /* threads of a wait-for cycle, in order */
  ExValue *final; size_t nfinal;             /* shared values at the end */
} ExTrace;

/* FINDING may lack a failure (a schedule to show): then the replay is confirmed when every step could be taken. */
ExTrace *trace_build(const BcProgram *p, const ExLimits *l, const ExFinding *finding, bool full, Arena *a);
#endif
