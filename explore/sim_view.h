/* explore/sim_view.h -- what `dmc sim` shows of a session.
 * Owns: the scratch arena, emptied by view_reset. */
#ifndef EXPLORE_SIM_VIEW_H
#define EXPLORE_SIM_VIEW_H
#include "explore/check.h"
#include "explore/sim.h"
#include "explore/sim_screen.h"

typedef struct {
  Sim *sim;
  const Check *check;
  Screen screen;
  Arena scratch;                 /* for one command */
  bool *watched;                 /* per shared variable */
  size_t nwatched;               /* 0: all are shown */
} View;

/* An enabled step in words. NUMBER is what the user types to take it. */
typedef struct { VmAction action; size_t number; const char *thread, *place, *what, *source; } ViewStep;

void view_reset(View *v);

/* sim_view.c */
void view_goal(View *v);                             /* what the model is, what would be a failure */
/* The enabled steps and who waits. ONLY: a thread, or -1; ALL: however many there are. */
void view_choices(View *v, int only, bool all);
/* Those of them whose words contain TEXT. Returns how many. */
size_t view_search(View *v, const char *text);
ViewStep view_step(View *v, VmAction a, size_t number);
void view_history(View *v, size_t from);             /* the steps after the FROMth */
void view_failures(View *v, const ExFindings *f);    /* in full, as `dmc check` shows them */
void view_end(View *v);                              /* how the run ended, if it did */
void view_trace(View *v);
const char *view_thread(View *v, VmTid tid);

/* sim_state.c */
void view_values(View *v);                           /* shared variables, those watched if any are, in short */
void view_state(View *v);                            /* all there is */
void view_threads(View *v);
bool view_source(View *v, VmTid tid);                /* false: it stands nowhere */
void view_waiting(View *v, ScreenRows *rows, size_t most);       /* adds threads that cannot step, and why */
#endif
