/* explore/sim.h -- a run that somebody else schedules, step by step, with a way back. What fails is judged by the search's own
 * loop (run.c): each step of a session is a step of a search that has a single run.
 * Owns: the machine, the path. Findings and lists live in the arena given, which outlives the session. */
#ifndef EXPLORE_SIM_H
#define EXPLORE_SIM_H
#include "explore/team.h"
#include "explore/trace.h"
#include "lang/vec.h"

/* A step of the history and the state it led to. The first entry is the initial state and has no action. */
typedef struct {
  VmAction action;
  ExFindings found;              /* what failed in this step or state */
  ExEnd end;                     /* how the run ended here; END_NONE: it can go on */
  const char *limit;             /* a limit of dmc that keeps the run from going on; NULL: none */
} SimStep;

typedef struct {
  const BcProgram *program;
  Arena *arena;
  ExLimits limits, wanted;       /* of the session's own run; as the user set them */
  Mem mem;
  ExTeam team;
  ExRun run;
  ExResult result;               /* result.covered: covers reached so far */
  bool opened, begun;            /* begun: init went well, so there is something to schedule */
  bool facts;                    /* the machine has made room for facts (vm/facts.h) */
  VEC(SimStep) steps;            /* steps.at[0] is the start; what is after `at` can be redone */
  size_t at;                     /* steps taken */
  uint64_t random;
} Sim;

/* Stands in the initial state. False: no memory; close it all the same. */
bool sim_open(Sim *s, const BcProgram *p, const ExLimits *l, Arena *a);
void sim_close(Sim *s);

/* What can be done now; crash choices come last of a thread. Valid until the next call. SIZE_MAX: a limit was met (sim_here()->limit). */
size_t sim_actions(Sim *s, const VmAction **out);
const SimStep *sim_here(const Sim *s);
/* Takes an enabled step; what could be redone is forgotten unless this is its first step. False: it is not enabled, or a limit
 * was met (*LIMIT); then nothing happened. */
bool sim_step(Sim *s, VmAction a, const char **limit);
/* Goes to step AT of the history. Requires: AT <= sim_length. */
void sim_goto(Sim *s, size_t at);
size_t sim_length(const Sim *s);                     /* steps of the history, with those that can be redone */

/* The weightiest failure of the run so far, NULL: none. *AT (may be NULL): the step at which it was met. */
const ExFinding *sim_failure(const Sim *s, size_t *at);
/* The run so far as something to replay, its schedule in A. */
ExFinding sim_run(const Sim *s, Arena *a);
/* Races or unread messages of the run so far, for those levels that are at least LEAST; lists in A. */
void sim_replay(const Sim *s, ExLevel least, Arena *a, ExResult *out);

/* Adds to the history what only the whole run shows: races and unread messages, where they are failures, met after step FROM. Call
 * it after taking steps. */
void sim_judge(Sim *s, size_t from);

/* One of the enabled steps, drawn by the seed: a thread, then one of its choices; crashes are rare. Requires: N > 0. */
VmAction sim_draw(Sim *s, const VmAction *a, size_t n);
/* Would the step touch what another thread may still touch? */
bool sim_touches_others(Sim *s, VmAction a);

/* Is a failure reachable from step AT of the history? Looks at STATES states at most, nearest first. */
typedef struct {
  bool found;
  size_t steps;                  /* found: to the nearest failure */
  VmAction first;                /* found, steps > 0: what to do first */
  ExWhat what;                   /* found: its kind */
  bool complete;                 /* not found: every run from here was looked at */
  uint64_t states;               /* looked at */
  const char *limit;             /* not complete: why */
} SimAhead;
SimAhead sim_ahead(const Sim *s, size_t at, uint64_t states);
#endif
