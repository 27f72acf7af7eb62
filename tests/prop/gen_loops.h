/* tests/prop/gen_loops.h -- seeded random programs with loops that may go on for ever, over finitely many states.
 * Shared integers and the locals stay small, messages are only passed on inside loops, and every round of a loop has an event.
 * Runs spin, wait, repeat themselves or end; threads that repeat themselves may be daemons. */
#ifndef TESTS_PROP_GEN_LOOPS_H
#define TESTS_PROP_GEN_LOOPS_H
#include "tests/prop/harness.h"

/* What occurs in a program, for tallies: W while with a body  S spin over two reads  L loop  E endless loop  D daemon  a atomic
 * w await  l lock  t trylock  m message  c choose  i either  s assert  u assume  k crash  r critical  v invariant or cover
 * p spawn  f finally. */
#define GEN_LOOPS_ALL "WSLEDawltmcisukrvpf"

/* Appends the program for SEED to OUT; USED gets the letters of what is in it (room for 32). */
void gen_loops(uint64_t seed, Text *out, char *used);
#endif
