/* vm/tried.h -- what trying a thread's pending event showed: which of its choices are enabled. Guards of threads that wait are
 * asked in every state, mostly in vain, so the answer is kept with all it depends on: the local state, by its number
 * (parts.h), and the shared words that were read. A small cache: an old answer makes room for a new one.
 * Owns: the answers, from the machine's Mem. */
#ifndef VM_TRIED_H
#define VM_TRIED_H
#include "vm/state.h"

/* Appends the enabled choices of TID, which runs, to s->actions if they are known. Known answers are asked for only where
 * states are encoded, which keeps the numbers of local states at hand. */
bool tried_known(VmState *s, VmTid tid);
/* Around the trials of all choices of TID: begin, note after each trial, keep with the actions from s->actions[FIRST] on. */
void tried_begin(VmState *s);
void tried_note(VmState *s);
void tried_keep(VmState *s, VmTid tid, size_t first);        /* no memory: s->nomem */
void tried_free(VmState *s);
#endif
