/* explore/trace_steps.h -- the schedule of a trace, from its text to actions of a machine.
 * A thread is found by its origin and a choice by its digits: numbers of threads and of long choices are those of the search that
 * wrote the trace, and mean nothing here but for the threads' order.
 * Owns: nothing; everything lives in the arena given. */
#ifndef EXPLORE_TRACE_STEPS_H
#define EXPLORE_TRACE_STEPS_H
#include "explore/json_in.h"
#include "vm/vm.h"

/* A thread of the trace. */
typedef struct { const char *name, *item; int32_t instance; int parent; /* tid; -1: not spawned */ bool there; } TraceThread;
/* A step of it, as far as it tells what to do. */
typedef struct { const JsonValue *json; VmTid tid; bool crash; const char *choice; /* NULL: the only one */ } TraceStep;

typedef struct {
  TraceThread threads[256];                  /* by the trace's tid */
  TraceStep *steps; size_t nsteps;
} TracePlan;

typedef struct {
  VmAction *schedule; size_t n;              /* the steps that could be taken, for machines with this numbering */
  const VmNumbering *numbering;
  const char *stuck;                         /* why step n could not be taken; NULL: all could */
} TraceRun;

void trace_run(const BcProgram *p, const TracePlan *plan, Arena *a, TraceRun *run);
#endif
