/* tests/prop/gen_wide.h -- seeded random programs of three to five threads that end and share little: each touches what lies
 * beside it on a ring, so that dependence goes around in chains. Too many interleavings to walk them all, few states. */
#ifndef TESTS_PROP_GEN_WIDE_H
#define TESTS_PROP_GEN_WIDE_H
#include "tests/prop/harness.h"

/* What occurs in a program, for tallies: a memory  l two locks  t trylock  w await  c choose  g choices in an atomic block, some of
 * which wait  i either  s send, receive  e receive with after  j join  k crash  v invariant, cover  m critical  b branch
 * u assert  q queue  P one replicated thread. */
#define GEN_WIDE_ALL "altwcgisejkvmbuqP"

/* Appends the program for SEED to OUT; USED gets the letters of what is in it (room for 32). */
void gen_wide(uint64_t seed, Text *out, char *used);
#endif
