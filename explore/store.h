/* explore/store.h -- a set of byte strings: the states of a stateful search.
 * Strings lie one after the other in blocks that never move; a table of 8-byte slots finds them by hash, and equality is
 * decided on the bytes. Strings get numbers 0, 1, 2, ... in the order they came, and can be read in that order.
 * Owns: blocks and table, from the Mem given. */
#ifndef EXPLORE_STORE_H
#define EXPLORE_STORE_H
#include "lang/mem.h"

typedef struct { uint8_t *bytes; size_t size; } StoreBlock;
typedef struct {
  Mem *mem;
  StoreBlock *blocks; size_t nblocks, blocks_cap;
  size_t top;                        /* bytes used of the last block */
  uint64_t *slots; size_t cap;       /* power of two; 0 is free, else tag << 40 | position + 1 */
  size_t count;
  uint64_t at;                       /* where the string lies that store_add was last given; ascending with the numbers */
} Store;

typedef enum { STORE_NEW, STORE_OLD, STORE_FULL } StoreStatus;     /* FULL: memory was refused, nothing changed */

void store_init(Store *s, Mem *m);
void store_deinit(Store *s);
StoreStatus store_add(Store *s, const uint8_t *bytes, size_t len);

/* Reading in order of arrival; strings that come while reading are met too. The bytes stay where they are. */
typedef struct { size_t block, at, index; } StoreCursor;
const uint8_t *store_next(const Store *s, StoreCursor *c, size_t *len);     /* NULL: no more for now */

uint64_t store_hash(const uint8_t *bytes, size_t len);
#endif
