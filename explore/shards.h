/* explore/shards.h -- a set of byte strings that several threads fill at once: the states of a stateful search with --jobs.
 * It is cut into stores by the hash of the string, each with a lock of its own, so that threads rarely meet. Of those that add
 * one string exactly one is told that it is new.
 * Owns: the stores, from the Mem given (shared). */
#ifndef EXPLORE_SHARDS_H
#define EXPLORE_SHARDS_H
#include "explore/store.h"

typedef struct Shards Shards;

/* N: a power of two, 256 at most. FLAGS: STORE_HASHES or 0. NULL: no memory. */
Shards *shards_open(Mem *m, unsigned n, unsigned flags);
void shards_close(Shards *s);                        /* S may be NULL. Requires: no thread is in it */
/* From any thread. FULL: memory was refused, nothing changed. */
StoreStatus shards_add(Shards *s, const uint8_t *bytes, size_t len);
bool shards_has(Shards *s, const uint8_t *bytes, size_t len);
size_t shards_count(Shards *s);                      /* strings; exact when nobody is adding */
#endif
