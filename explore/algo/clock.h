/* explore/algo/clock.h -- sets of events closed under program order, as counts per thread: clock[t] of thread t's events are in.
 * Unions are maxima, taken several threads at once. */
#ifndef EXPLORE_ALGO_CLOCK_H
#define EXPLORE_ALGO_CLOCK_H
#include <string.h>
#include "lang/mem.h"

typedef uint16_t Clock;
#define CLOCK_LANE 8u                        /* joined at once: rows are a multiple of it */
typedef Clock ClockLane __attribute__((vector_size(CLOCK_LANE * sizeof(Clock)), aligned(2), may_alias));

/* Room for THREADS clocks, and for one more. */
static inline uint32_t clock_stride(uint32_t threads) { return (threads + CLOCK_LANE) / CLOCK_LANE * CLOCK_LANE; }

static inline void clock_join(Clock *into, const Clock *from, uint32_t stride) {
  for (uint32_t i = 0; i < stride; i += CLOCK_LANE) {
    ClockLane a = *(const ClockLane *)(into + i), b = *(const ClockLane *)(from + i), m = (ClockLane)(a > b);
    *(ClockLane *)(into + i) = (a & m) | (b & ~m);
  }
}

/* FROM may be NULL: nothing. */
static inline void clock_copy(Clock *to, const Clock *from, uint32_t stride) {
  for (uint32_t i = 0; i < stride; i += CLOCK_LANE) *(ClockLane *)(to + i) = from ? *(const ClockLane *)(from + i) : (ClockLane){ 0 };
}

/* N rows, *CAP clocks in all, get room for THREADS. False: no memory, nothing changed. */
static inline bool clock_widen(Mem *m, Clock **rows, size_t *cap, uint32_t *stride, size_t n, uint32_t threads) {
  uint32_t wide = clock_stride(threads);
  size_t more = (n + 64) * wide;
  Clock *c = mem_alloc(m, more * sizeof *c);
  if (!c) return false;
  for (size_t i = 0; i < n; i++) memcpy(c + i * wide, *rows + i * *stride, *stride * sizeof *c);
  mem_free(m, *rows, *cap * sizeof *c);
  *rows = c;
  *cap = more;
  *stride = wide;
  return true;
}
#endif
