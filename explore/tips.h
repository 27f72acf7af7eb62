/* explore/tips.h -- what could be done better, said where it is known: variables that cost steps for nothing, a search that makes runs
 * another one would not make. A tip is true, tells what to do, and repeats nothing that the report says already. */
#ifndef EXPLORE_TIPS_H
#define EXPLORE_TIPS_H
#include "explore/check.h"

/* After the search and its verdict: c->tips, TIPS_MAX at most. A model that fails gets none: its finding comes first. */
void tips_find(Check *c);
#endif
