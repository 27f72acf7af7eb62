/* explore/store.c -- see store.h.
 * A string in a block is its length (7 bits a byte, low first, the high bit says that more follow), then its bytes. A
 * length 0 byte in the middle of a block cannot be a string (states are not empty) and says: go on in the next block. */
#include "explore/store.h"
#include <assert.h>
#include <string.h>

#ifdef DMC_STRESS
#define BLOCK 4096u
#define FIRST_SLOTS 2u
#else
#define BLOCK (1u << 20)
#define FIRST_SLOTS 1024u
#endif
#define FIRST_BLOCK 4096u            /* small models stay small */
#define POSITION_BITS 40

__extension__ typedef unsigned __int128 Wide;

static uint64_t mix(uint64_t a, uint64_t b) {
  Wide w = (Wide)a * b;
  return (uint64_t)w ^ (uint64_t)(w >> 64);
}

static uint64_t word(const uint8_t *p) {
  uint64_t w;
  memcpy(&w, p, 8);
  return w;
}

/* Multiply and fold, 16 bytes a round; the last round overlaps the one before. */
uint64_t store_hash(const uint8_t *p, size_t n) {
  uint8_t small[16] = { 0 };
  uint64_t h = 0x9e3779b97f4a7c15u ^ n;
  const uint8_t *tail = n < 16 ? memcpy(small, p, n) : p + n - 16;
  for (; n > 16; p += 16, n -= 16) h = mix(word(p) ^ 0xa0761d6478bd642fu, word(p + 8) ^ h);
  h = mix(word(tail) ^ 0xe7037ed1a0b428dbu, word(tail + 8) ^ h);
  return mix(h ^ 0x8ebc6af09c88c6e3u, 0x589965cc75374cc3u);
}

void store_init(Store *s, Mem *m) { *s = (Store){ .mem = m }; }

void store_deinit(Store *s) {
  for (size_t i = 0; i < s->nblocks; i++) mem_free(s->mem, s->blocks[i].bytes, s->blocks[i].size);
  mem_free(s->mem, s->blocks, s->blocks_cap * sizeof *s->blocks);
  mem_free(s->mem, s->slots, s->cap * sizeof *s->slots);
}

/* --- positions: block << 20 | offset; a block over 2^20 bytes holds one string, at 0 --- */

static const uint8_t *at(const Store *s, uint64_t pos) { return s->blocks[pos >> 20].bytes + (pos & 0xfffff); }

static const uint8_t *read_length(const uint8_t *p, size_t *len) {
  size_t n = 0;
  for (unsigned shift = 0;; shift += 7) {
    uint8_t b = *p++;
    n |= (size_t)(b & 127) << shift;
    if (b < 128) break;
  }
  *len = n;
  return p;
}

static size_t write_length(uint8_t *p, size_t len) {
  size_t n = 0;
  for (; len >= 128; len >>= 7) p[n++] = (uint8_t)(len | 128);
  p[n++] = (uint8_t)len;
  return n;
}

/* --- the table --- */

static uint64_t slot_value(uint64_t hash, uint64_t pos) { return hash >> POSITION_BITS << POSITION_BITS | (pos + 1); }
static uint64_t position(uint64_t slot) { return (slot & (((uint64_t)1 << POSITION_BITS) - 1)) - 1; }
static bool same_tag(uint64_t slot, uint64_t hash) { return slot >> POSITION_BITS == hash >> POSITION_BITS; }

static bool holds(const Store *s, uint64_t slot, const uint8_t *bytes, size_t len) {
  size_t n;
  const uint8_t *p = read_length(at(s, position(slot)), &n);
  return n == len && memcmp(p, bytes, len) == 0;
}

static void put(uint64_t *slots, size_t cap, uint64_t hash, uint64_t value) {
  size_t i = hash & (cap - 1);
  while (slots[i]) i = (i + 1) & (cap - 1);
  slots[i] = value;
}

static bool grow_table(Store *s) {
  size_t cap = s->cap ? s->cap * 2 : FIRST_SLOTS;
  uint64_t *slots = mem_alloc(s->mem, cap * sizeof *slots);
  if (!slots) return false;
  for (size_t i = 0; i < s->cap; i++) {
    if (!s->slots[i]) continue;
    size_t len;
    const uint8_t *p = read_length(at(s, position(s->slots[i])), &len);
    put(slots, cap, store_hash(p, len), s->slots[i]);
  }
  mem_free(s->mem, s->slots, s->cap * sizeof *s->slots);
  s->slots = slots;
  s->cap = cap;
  return true;
}

/* --- the bytes --- */

static bool new_block(Store *s, size_t size) {
  if (s->nblocks == s->blocks_cap) {
    size_t cap = s->blocks_cap ? s->blocks_cap * 2 : 8;
    StoreBlock *blocks = mem_realloc(s->mem, s->blocks, s->blocks_cap * sizeof *blocks, cap * sizeof *blocks);
    if (!blocks) return false;
    s->blocks = blocks;
    s->blocks_cap = cap;
  }
  uint8_t *bytes = mem_alloc(s->mem, size);
  if (!bytes) return false;
  s->blocks[s->nblocks++] = (StoreBlock){ bytes, size };
  s->top = 0;
  return true;
}

/* Room for a string of LEN bytes in the last block, and for the 0 that ends a block. */
static bool reserve(Store *s, size_t len) {
  size_t need = len + 10, size = s->nblocks ? BLOCK : FIRST_BLOCK;
  if (s->nblocks && s->top + need <= s->blocks[s->nblocks - 1].size) return true;
  return new_block(s, need > size ? need : size);
}

/* The table doubles at three quarters; where that is refused it may fill up further. */
static bool make_room(Store *s) {
  if (s->count * 4 < s->cap * 3) return true;
  return grow_table(s) || s->count * 16 < s->cap * 15;
}

StoreStatus store_add(Store *s, const uint8_t *bytes, size_t len) {
  assert(len > 0);
  if (!make_room(s)) return STORE_FULL;
  uint64_t hash = store_hash(bytes, len);
  size_t i = hash & (s->cap - 1);
  for (; s->slots[i]; i = (i + 1) & (s->cap - 1))
    if (same_tag(s->slots[i], hash) && holds(s, s->slots[i], bytes, len)) return s->at = position(s->slots[i]), STORE_OLD;
  if (!reserve(s, len)) return STORE_FULL;
  uint64_t pos = (uint64_t)(s->nblocks - 1) << 20 | s->top;
  uint8_t *p = s->blocks[s->nblocks - 1].bytes + s->top;
  size_t head = write_length(p, len);
  memcpy(p + head, bytes, len);
  s->top += head + len;
  s->slots[i] = slot_value(hash, pos);
  s->at = pos;
  s->count++;
  return STORE_NEW;
}

const uint8_t *store_next(const Store *s, StoreCursor *c, size_t *len) {
  if (c->index == s->count) return NULL;
  while (s->blocks[c->block].bytes[c->at] == 0) c->block++, c->at = 0;
  const uint8_t *p = read_length(s->blocks[c->block].bytes + c->at, len);
  c->at = (size_t)(p - s->blocks[c->block].bytes) + *len;
  c->index++;
  return p;
}
