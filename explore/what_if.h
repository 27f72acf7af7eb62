/* explore/what_if.h -- the run of a finding once more, and how it would have gone had one thread taken some of its steps
 * later. The machine is the judge: a run is changed by playing it, never by reasoning about the program.
 * A finding that is there in the run as it was, and gone when one thread only looks again before it acts, is there because
 * the thread did not.
 * Owns: a machine with its Mem, till wi_close. Runs live in the arena given, which may be another one for each (w->a). */
#ifndef EXPLORE_WHAT_IF_H
#define EXPLORE_WHAT_IF_H
#include "explore/findings.h"
#include "lang/vec.h"

/* A shared leaf that a step looked at or wrote, with its value before and after. */
typedef struct { uint32_t loc; uint8_t mode; Word before, after; } WiTouch;

typedef struct {
  VmAction action;
  uint8_t kind, flags;           /* EvKind; EVF_ENDED, EVF_FAULT, EVF_STOPPED */
  uint32_t pc;
  WiTouch *touch; uint32_t ntouch;
  VmOp *ops; uint32_t nops;
} WiStep;

typedef VEC(WiStep) WiRun;

typedef struct {
  const BcProgram *p;
  const ExFinding *f;
  Arena *a;                      /* of what is made next */
  Mem mem;
  VmState *vm;
  VmMark start;
  Word *now;                     /* shared words in the present state */
  Word *first;                   /* and in the first one (where init chooses: after it) */
  size_t left;                   /* steps that may still be taken, in all */
  bool over;                     /* none is left, or the machine met a limit: nothing more can be known */
  bool met;                      /* the finding was met since this was last cleared */
  size_t failures, known;        /* failures of the present run other than the finding; as many has the run of the finding */
  WiRun run;                     /* the run of the finding */
} WhatIf;

/* GONE: the run, as far as it goes on as it was, and then to its end, does not show the finding, nor a failure in its place. */
typedef enum { WI_UNKNOWN, WI_MET, WI_GONE } WiOutcome;

/* One thread's steps taken later. */
typedef struct {
  bool possible;                 /* the others' steps come as they were, only values read are changed by the delay, nothing fails anew */
  size_t strayed;                /* the first of its steps, up to TO, that the thread does not take again: it went elsewhere; or SIZE_MAX */
  VEC(uint32_t) fresh;           /* leaves whose value it read anew, and found changed */
  WiRun run;                     /* so far; wi_rest adds what follows */
} WiLate;

/* False: the run is too long for this, or there is no memory; W is closed then. */
bool wi_open(WhatIf *w, const BcProgram *p, const ExFinding *f, Arena *a);
void wi_close(WhatIf *w);

#define WI_NO_LEAF UINT32_MAX
/* RUN up to step TO (an index), T's steps from FROM on coming last. What they write nobody else touches meanwhile, save the leaf FREE. */
WiLate wi_late(WhatIf *w, const WiRun *run, VmTid t, size_t from, size_t to, uint32_t free);
/* Right after wi_late with the same arguments: the rest of RUN, each thread taking its turns where it comes to the same places
 * and going on by itself where it does not; then to the end. Is the finding met, from step FROM on? */
WiOutcome wi_rest(WhatIf *w, const WiRun *run, VmTid t, size_t to, WiLate *late);

/* Can this be told of the finding? Not of races, messages nobody receives, and runs that never end. */
bool wi_judges(const WhatIf *w);

/* What STEP did to LOC; NULL: nothing. */
const WiTouch *wi_touch(const WiStep *step, uint32_t loc);
/* The value of LOC before step AT. */
Word wi_value(const WhatIf *w, const WiRun *run, uint32_t loc, size_t at);
/* The step in which T took the first of the mutexes that it holds before step AT; AT: it holds none. */
size_t wi_holds_since(const WhatIf *w, const WiRun *run, VmTid t, size_t at);
#endif
