/* explore/algo/condsleep.h -- conditional sleep sets: whether a sequence is redundant under observers, without computing the
 * relation anew. Aronis, Jonsson, Lang, Sagonas, TACAS 2018, section 6; the form that Nidhugg uses.
 * Along the path each action done at some prefix sleeps, until an event conflicts with it. Two writes of an object are in
 * conflict only if the later one is read in the sequence, so a sleeping write that meets one that is not read sleeps on
 * under a condition: `unless` that object is read before it is written again. When its own thread then acts, the condition
 * becomes a debt, the object must be read; a write to it first makes the sequence redundant.
 * Applies to memory and locks with one object an event; others are judged by obs.h. */
#ifndef EXPLORE_ALGO_CONDSLEEP_H
#define EXPLORE_ALGO_CONDSLEEP_H
#include "explore/algo/wakeup.h"

#define COND_DEBT 254                        /* thread of an entry that is a debt: its object must be read. No real thread */

/* Does it apply to events like this one? */
bool cond_plain(const Feet *f, const Act *a);
/* One event of a path or a sequence on the set S[0 .. *n-1]; SEEN: it writes, and that write is read. False: redundant. */
bool cond_step(const Feet *f, Act *s, uint32_t *n, const Act *x, bool seen);
/* Is V redundant for the set S[0 .. n-1], which is changed? */
bool cond_redundant(const Feet *f, Act *s, uint32_t n, const Act *v, uint32_t len);
#endif
