/* explore/algo/hist.h -- 128 bits that stand for an event with its past. Two different pasts meet with probability 2^-128 a
 * pair. Stress builds keep all that were met and check that equal histories are equal events (rf.c). */
#ifndef EXPLORE_ALGO_HIST_H
#define EXPLORE_ALGO_HIST_H
#include "explore/algo/foot.h"

typedef struct { uint64_t a, b; } Hist;

static inline Hist hist_mix(Hist h, uint64_t x) { return (Hist){ foot_mix(h.a, x), foot_mix(h.b, x ^ 0x5851f42d4c957f2du) }; }
static inline Hist hist_join(Hist h, Hist x) { return (Hist){ foot_mix(h.a, x.a), foot_mix(h.b, x.b) }; }
static inline bool hist_same(Hist x, Hist y) { return x.a == y.a && x.b == y.b; }
#endif
