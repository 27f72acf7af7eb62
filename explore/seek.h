/* explore/seek.h -- a bounded breadth-first search for findings that are known already: what is the shortest way to each, and of
 * the shortest ones the one with the fewest changes of the running thread?
 * It judges states and steps as any search does, since it is one (algo.h). How far it goes is bounded by work and memory, never
 * by time. What it explored also gives shortcuts: a later state of a schedule may be nearer than the schedule goes.
 * Owns: nothing; answers live in the arena given. */
#ifndef EXPLORE_SEEK_H
#define EXPLORE_SEEK_H
#include "explore/run.h"

/* After the first `from` steps of its schedule go AT, then on with schedule[to ..]. */
typedef struct {
  VmAction *at; size_t n;        /* AT is NULL: nothing was found */
  size_t to;
  bool shows;                    /* AT leads to the finding itself; TO is the end of the schedule */
} SeekWay;

typedef struct {
  const ExFinding *const *wanted; size_t nwanted;      /* with schedules, on one numbering; progress: only shortcuts */
  size_t from;                   /* begin in the state after so many steps of the schedule of wanted[0]; then nwanted is 1 */
  uint64_t work;                 /* may be spent; in: allowed, out: left */
  size_t most;                   /* no longer ways than that */
  /* Answers. */
  SeekWay *ways;                 /* per wanted */
  size_t proved;                 /* all ways of at most so many steps were looked at; SIZE_MAX: all there are */
  bool exact;                    /* and all shortest ways, so that what was found has the fewest switches of them */
  const VmNumbering *numbering;  /* of the ways and, extended, of the schedules */
} Seek;

void seek(const BcProgram *p, const ExLimits *l, Seek *s, Arena *a);

/* How often another thread runs than before; a crash is nobody's step. */
size_t seek_switches(const VmAction *at, size_t n);

/* explore/seek_way.c: the steps between a search's levels, and the best way through them. */
typedef struct { uint32_t from, to, choice; VmTid tid; } SeekEdge;       /* sorted by `from`; `to` is one level further */
typedef struct {
  const SeekEdge *edges; size_t nedges;
  size_t nstates;
  int last;                      /* who ran before state 0; -1: nobody */
} SeekGraph;
/* Where a way may end: with a step from a state (last_step), or in a state. */
typedef struct { uint32_t state; bool last_step; VmAction step; } SeekGoal;
/* A way from state 0 to one of the goals, all equally far, with the fewest switches. Into OUT, which has room for its N steps. */
void seek_way(const SeekGraph *g, const SeekGoal *goals, size_t ngoals, VmAction *out, size_t n);
#endif
