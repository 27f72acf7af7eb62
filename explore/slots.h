/* explore/slots.h -- the table of a store: words found by their high bits.
 * Open addressing with the words in ascending order:
 *
 *   home          .  .  3  .  5  .       A word stands at its home, told by its high KEY_BITS, or right after smaller words that
 *   at     . 12 . . 31 33 36 . 52 .      came before it; nothing is free between its home and its place. So a search ends at
 *                                        the first larger word, and the table may be nearly full; and growing is one pass over
 * the words where they are, without asking anybody for a hash. It grows by a quarter at seven eighths: 9 to 12 bytes a word.
 * Owns: the words, from the Mem given. */
#ifndef EXPLORE_SLOTS_H
#define EXPLORE_SLOTS_H
#include "lang/mem.h"

#define KEY_BITS 28
typedef struct {
  Mem *mem;
  uint64_t *at; size_t room;         /* 0 is free, and so is the last one */
  size_t homes;                      /* below room: what has its home near the end needs some slots after it */
  size_t count;
  bool numbered;
  uint32_t *numbers; size_t numbers_room;      /* a number beside each word; NULL: nobody asks */
} Slots;

void slots_init(Slots *s, Mem *m, bool numbered);
void slots_deinit(Slots *s);
/* Before each slots_add: some slot is free. False: memory was refused and the table is full. */
bool slots_reserve(Slots *s);
/* Adds V, not 0; V is not there yet. NUMBER is kept where numbers are. False: memory was refused, nothing changed. */
bool slots_add(Slots *s, uint64_t v, uint32_t number);

/* The first slot that is free, or holds V or a larger word: go on from here while the high bits are those looked for.
 * Requires: there is a word, or slots_reserve was called. */
static inline size_t slots_seek(const Slots *s, uint64_t v) {
  size_t i = (v >> (64 - KEY_BITS)) * s->homes >> KEY_BITS;
  while (s->at[i] && s->at[i] < v) i++;
  return i;
}
#endif
