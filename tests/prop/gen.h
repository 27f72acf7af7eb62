/* tests/prop/gen.h -- seeded random programs over the whole language, small enough to enumerate.
 * Every program ends in every run: loops are bounded, only blocking is left to chance. Each thread folds what it saw
 * into a local `h` and writes it to its own out[k] last, so that final states tell behaviours apart.
 *
 * Letters: r read  w write  c cas  f fetch_add, swap  a atomic  l lock, unlock  t trylock  s send, receive
 * e receive with after  j join  p spawn  h choose  b branch  y array  u assume  g guards and semaphores  i either
 * k crash  d drop, duplicate  m critical  v invariant, cover  q queue, set  x choose from a set  n functions  o loops
 * z records  B big integers  E extras (enums, pids, bools, quantifiers, exit, errors)  D daemon  I init
 * P one replicated thread  S statement atomicity. */
#ifndef TESTS_PROP_GEN_H
#define TESTS_PROP_GEN_H
#include "tests/prop/harness.h"

#define GEN_ALL "rwcfaltsejphbyugikdmvqxnozBEDIPS"

typedef struct {
  char used[64];             /* letters that really occur in the program */
  double log2_runs;          /* estimate: binary logarithm of the number of interleavings */
  unsigned threads, events;  /* static threads and spawned ones; events at most, in all */
} GenInfo;

/* Appends the program for SEED to OUT. LETTERS NULL: a random handful. INFO may be NULL. */
void gen_program(uint64_t seed, const char *letters, Text *out, GenInfo *info);
/* The same with MORE events in all, and as many more interleavings as these make: for judges that need not walk them all. */
void gen_larger(uint64_t seed, const char *letters, unsigned more, Text *out, GenInfo *info);
/* Letters for the I-th program of a test of reductions: NULL (a random handful) for even I, else the next of some sets that
 * concentrate on one difficulty each. */
const char *gen_focus(uint64_t i);
unsigned gen_size(uint64_t i);         /* MORE for the same program: three sizes in turn */
/* A thesis file (language.md section 6). */
void gen_thesis(uint64_t seed, Text *out);
#endif
