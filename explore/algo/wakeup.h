/* explore/algo/wakeup.h -- wakeup trees: ordered trees of actions still to be explored below a node of the search.
 * Abdulla, Aronis, Jonsson, Sagonas, "Optimal Dynamic Partial Order Reduction", POPL 2014, section 5.
 * Trees are lists of numbers into one pool; 0 is the empty list.
 * Owns: the pool, from the Mem given. */
#ifndef EXPLORE_ALGO_WAKEUP_H
#define EXPLORE_ALGO_WAKEUP_H
#include "explore/algo/foot.h"

/* An action and the footprint of its event: a member of a sleep set, of a wakeup tree, of a sequence. */
typedef struct {
  uint32_t choice;
  Foot foot;
  uint32_t unless;               /* with BOUND: the object of a condition (condsleep.h) */
  VmTid tid;
  bool bound;
} Act;

typedef struct { Act act; uint32_t child, next; } WakeNode;
typedef struct {
  Feet *feet;
  WakeNode *node; size_t n, cap;             /* node[0] is unused */
  uint32_t free;                             /* list of nodes given back */
} Wake;

void wake_init(Wake *w, Feet *feet);
void wake_deinit(Wake *w);

/* Could B come first in v (v[0 .. n-1]), in it or added to it? b in WI(v). A crash is never added: a run may end without. */
typedef enum { INITIAL_NO, INITIAL_ADDED, INITIAL_IN } Initial;
Initial weak_initial(const Feet *f, const Act *b, const Act *v, uint32_t n);
/* Inserts V into the tree *LIST, unless a leaf covers it already. V is changed. *WHOLE: everything that begins with V will be
 * explored, since V is a branch of its own or just what a leaf stands for. False: no memory. */
bool wake_insert(Wake *w, uint32_t *list, Act *v, uint32_t n, bool *whole);
/* Appends the chain V as a new child of node PARENT, or of *LIST when that is 0. False: no memory. */
bool wake_graft(Wake *w, uint32_t *list, uint32_t parent, const Act *v, uint32_t n);
/* V without the first event of TID: what is left of its length. */
uint32_t wake_without(Act *v, uint32_t n, VmTid tid);
/* Appends one action at the right, with nothing below it. False: no memory. */
bool wake_append(Wake *w, uint32_t *list, const Act *a);
/* Removes the leftmost child: its action into *A; returns its subtree. Requires: *LIST is not empty. */
uint32_t wake_take(Wake *w, uint32_t *list, Act *a);
void wake_drop(Wake *w, uint32_t list);
#endif
