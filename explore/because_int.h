/* explore/because_int.h -- what the patterns share (because.c, because_stale.c). For them alone. */
#ifndef EXPLORE_BECAUSE_INT_H
#define EXPLORE_BECAUSE_INT_H
#include "explore/because.h"
#include "explore/what_if.h"

typedef struct {
  const BcProgram *p;
  const ExTrace *t;
  WhatIf w;
  bool playable;                 /* W is open */
  Arena *a;                      /* for texts that stay */
} Why;

/* Wording. "step 4 (line 12)", AT being an index; "line 12"; "Inc[1]"; "x"; a value of LOC, shortened. */
const char *why_step(Why *y, size_t at);
const char *why_line(Why *y, Span span);
const char *why_thread(Why *y, VmTid t);
const char *why_loc(Why *y, uint32_t loc);
const char *why_value(Why *y, uint32_t loc, Word v);

/* The patterns: a paragraph, or NULL. */
const char *why_lock_cycle(Why *y);
const char *why_lost_wakeup(Why *y);
const char *why_lost_update(Why *y);
const char *why_check_then_act(Why *y);
const char *why_torn_read(Why *y);
const char *why_unread(Why *y);
#endif
