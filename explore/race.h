/* explore/race.h -- data races: two conflicting plain accesses that nothing orders (language.md, Races).
 * On a path: happens-before by vector clocks, all pairs. In a stored state: two pending accesses.
 * A pair of places is reported once per variable. When every pair the code allows was found, or there is none, the
 * tracker switches itself off.
 * Owns: its tables, from run->mem. */
#ifndef EXPLORE_RACE_H
#define EXPLORE_RACE_H
#include "explore/run.h"

/* Sets run->races when there is something to look for. False: no memory. */
bool race_open(ExRun *run);
void race_close(ExRun *run);
/* The event just taken is the last of the path. */
void race_took(ExRun *run, const VmEvent *ev);
void race_back(ExRun *run);            /* to run->depth */
void race_pending(ExRun *run);         /* looks at what the threads would do in the present state */
#endif
