/* explore/shorten.h -- before a failing run is shown it is made as short as can be: fewest steps, then fewest switches between
 * threads. It stays a run of the same bounded model and shows the same finding (find_same).
 * First a breadth-first search for all findings at once (seek.h), which also proves that a run is a shortest one; then, for those
 * too far away for it, whatever can be left out (trim.h). How much is tried is bounded by work, not by time.
 * Owns: nothing; shorter schedules live in the arena given. */
#ifndef EXPLORE_SHORTEN_H
#define EXPLORE_SHORTEN_H
#include "explore/run.h"

typedef struct {
  size_t found;                  /* steps of the schedule that was replaced; 0: it is as it was */
  bool shortest;                 /* no run with fewer steps shows the finding */
} Shortened;

/* What may be spent (work.h): on the search, which all findings share; on what can be left out of one; of all. */
typedef struct { uint64_t seek, trim, trim_all; } ShortenWork;
extern const ShortenWork shorten_usual;

/* Replaces FINDINGS[i] by a copy with a shorter schedule where there is one. BREADTH_FIRST: the schedules come from a search that
 * meets each finding by a shortest way. OUT has room for N. */
void shorten(const BcProgram *p, const ExLimits *l, const ShortenWork *work, bool breadth_first, const ExFinding **findings, size_t n,
             Shortened *out, Arena *a);
#endif
