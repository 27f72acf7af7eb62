/* explore/store.h -- a set of byte strings: the states of a stateful search.
 * Strings lie one after the other in blocks that never move; a table of 8-byte slots (slots.h) finds them by hash, and equality
 * is decided on the bytes. Strings get numbers 0, 1, 2, ... in the order they came, and can be read in that order.
 * With STORE_HASHES only the hash of a string is kept, 64 bits in the table: two strings with one hash are taken for the same,
 * and there is nothing to read. What a search has left out by this: store_missed.
 * Owns: blocks and table, from the Mem given.  One thread at a time; for several: shards.h. */
#ifndef EXPLORE_STORE_H
#define EXPLORE_STORE_H
#include "explore/slots.h"

enum {                               /* how a store is made */
  STORE_HASHES = 1,                  /* hashes instead of strings */
  STORE_NUMBERS = 2                  /* an old string's number is known too: 1 to 5 bytes a string, or 4 a slot beside hashes */
};

typedef struct { uint8_t *bytes; size_t size; } StoreBlock;
typedef struct {
  Mem *mem;
  unsigned flags;
  StoreBlock *blocks; size_t nblocks, blocks_cap;
  size_t bytes;                      /* of all blocks */
  size_t top;                        /* those used of the last one */
  Slots slots;                       /* high bits of the hash, position + 1; or the hash */
  size_t count;
} Store;

typedef enum { STORE_NEW, STORE_OLD, STORE_FULL } StoreStatus;     /* FULL: memory was refused, nothing changed */

void store_init(Store *s, Mem *m, unsigned flags);
void store_deinit(Store *s);
/* Requires: LEN > 0. *NUMBER, unless NULL: the number of the string, also when it is old (then requires STORE_NUMBERS). */
StoreStatus store_add(Store *s, const uint8_t *bytes, size_t len, size_t *number);
/* The same for one who knows the hash: HASH is store_hash of the string. */
StoreStatus store_add_hashed(Store *s, uint64_t hash, const uint8_t *bytes, size_t len, size_t *number);
/* Is the string there? Its *NUMBER (unless NULL; requires STORE_NUMBERS) and *HASH are told, the hash always. */
bool store_find(const Store *s, const uint8_t *bytes, size_t len, uint64_t *hash, size_t *number);

/* Reading in order of arrival; strings that come while reading are met too. The bytes stay where they are. Not of hashes. */
typedef struct { size_t block, at, index; } StoreCursor;
const uint8_t *store_next(const Store *s, StoreCursor *c, size_t *len);     /* NULL: no more for now */

uint64_t store_hash(const uint8_t *bytes, size_t len);
/* How many of COUNT strings are expected to share their 64-bit hash with an earlier one. */
double store_missed(size_t count);
#endif
