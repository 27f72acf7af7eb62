/* explore/store.c -- see store.h.
 * A string in a block is its length (7 bits a byte, low first, the high bit says that more follow), its number written alike
 * where numbers are kept, then its bytes. A length 0 byte in the middle of a block cannot be a string (states are not empty)
 * and says: go on in the next block. */
#include "explore/store.h"
#include <assert.h>
#include <string.h>

#ifdef DMC_STRESS
#define BLOCK 4096u
#else
#define BLOCK (1u << 20)
#endif
#define FIRST_BLOCK 4096u            /* small models stay small */
#define POSITION_BITS (64 - KEY_BITS)

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

double store_missed(size_t count) { return (double)count * (double)count / 36893488147419103232.0; }     /* n^2 / 2^65 */

void store_init(Store *s, Mem *m, unsigned flags) {
  *s = (Store){ .mem = m, .flags = flags };
  slots_init(&s->slots, m, flags & STORE_HASHES && flags & STORE_NUMBERS);
}

void store_deinit(Store *s) {
  for (size_t i = 0; i < s->nblocks; i++) mem_free(s->mem, s->blocks[i].bytes, s->blocks[i].size);
  mem_free(s->mem, s->blocks, s->blocks_cap * sizeof *s->blocks);
  slots_deinit(&s->slots);
}

/* --- positions: block << 20 | offset; a block over 2^20 bytes holds one string, at 0 --- */

static const uint8_t *at(const Store *s, uint64_t pos) { return s->blocks[pos >> 20].bytes + (pos & 0xfffff); }

static const uint8_t *read_number(const uint8_t *p, size_t *out) {
  size_t n = 0;
  for (unsigned shift = 0;; shift += 7) {
    uint8_t b = *p++;
    n |= (size_t)(b & 127) << shift;
    if (b < 128) break;
  }
  *out = n;
  return p;
}

static size_t write_number(uint8_t *p, size_t v) {
  size_t n = 0;
  for (; v >= 128; v >>= 7) p[n++] = (uint8_t)(v | 128);
  p[n++] = (uint8_t)v;
  return n;
}

/* The string that begins at P: its bytes, length, and number (0 where none is kept). */
static const uint8_t *string_at(const Store *s, const uint8_t *p, size_t *len, size_t *number) {
  *number = 0;
  p = read_number(p, len);
  return s->flags & STORE_NUMBERS ? read_number(p, number) : p;
}

/* --- finding --- */

static uint64_t tag_of(uint64_t hash) { return hash >> POSITION_BITS << POSITION_BITS; }
static uint64_t position(uint64_t slot) { return (slot & (((uint64_t)1 << POSITION_BITS) - 1)) - 1; }

/* A hash as a slot has it: 0 is a free slot. */
static uint64_t slot_hash(const Store *s, uint64_t hash) { return s->flags & STORE_HASHES && !hash ? 1 : hash; }

static bool find_hash(const Store *s, uint64_t hash, size_t *number) {
  size_t i = slots_seek(&s->slots, hash);
  if (s->slots.at[i] != hash) return false;
  if (s->slots.numbered) *number = s->slots.numbers[i];
  return true;
}

static bool find_string(const Store *s, uint64_t hash, const uint8_t *bytes, size_t len, size_t *number) {
  uint64_t tag = tag_of(hash), slot;
  for (size_t i = slots_seek(&s->slots, tag); (slot = s->slots.at[i]) && tag_of(slot) == tag; i++) {
    size_t n;
    const uint8_t *p = string_at(s, at(s, position(slot)), &n, number);
    if (n == len && memcmp(p, bytes, len) == 0) return true;
  }
  return false;
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
  s->bytes += size;
  s->top = 0;
  return true;
}

/* An eighth of what there is: the part of the last block that is not used yet is small beside it. */
static size_t block_size(const Store *s) {
  size_t size = s->bytes / 8;
  return size < FIRST_BLOCK ? FIRST_BLOCK : size < BLOCK ? size : BLOCK;
}

/* Room for a string of LEN bytes in the last block, its length and number, and for the 0 that ends a block. */
static bool reserve(Store *s, size_t len) {
  size_t need = len + 20, size = block_size(s);
  if (s->nblocks && s->top + need <= s->blocks[s->nblocks - 1].size) return true;
  return new_block(s, need > size ? need : size);
}

static bool keep_string(Store *s, uint64_t hash, const uint8_t *bytes, size_t len) {
  if (!reserve(s, len)) return false;
  uint64_t pos = (uint64_t)(s->nblocks - 1) << 20 | s->top;
  if (pos + 1 >= (uint64_t)1 << POSITION_BITS || !slots_add(&s->slots, tag_of(hash) | (pos + 1), 0)) return false;
  uint8_t *begin = s->blocks[s->nblocks - 1].bytes + s->top, *p = begin;
  p += write_number(p, len);
  if (s->flags & STORE_NUMBERS) p += write_number(p, s->count);
  memcpy(p, bytes, len);
  s->top += (size_t)(p - begin) + len;
  return true;
}

static bool keep_hash(Store *s, uint64_t hash) {
  return !(s->slots.numbered && s->count > UINT32_MAX) && slots_add(&s->slots, hash, (uint32_t)s->count);
}

static bool find(const Store *s, uint64_t hash, const uint8_t *bytes, size_t len, size_t *number) {
  if (!s->count) return false;
  return s->flags & STORE_HASHES ? find_hash(s, hash, number) : find_string(s, hash, bytes, len, number);
}

static bool keep(Store *s, uint64_t hash, const uint8_t *bytes, size_t len) {
  if (!slots_reserve(&s->slots)) return false;
  return s->flags & STORE_HASHES ? keep_hash(s, hash) : keep_string(s, hash, bytes, len);
}

bool store_find(const Store *s, const uint8_t *bytes, size_t len, uint64_t *hash, size_t *number) {
  size_t unused;
  *hash = store_hash(bytes, len);
  return find(s, slot_hash(s, *hash), bytes, len, number ? number : &unused);
}

StoreStatus store_add_hashed(Store *s, uint64_t hash, const uint8_t *bytes, size_t len, size_t *number) {
  size_t known = 0;
  assert(len > 0);
  hash = slot_hash(s, hash);
  bool old = find(s, hash, bytes, len, &known);
  assert(!old || !number || s->flags & STORE_NUMBERS);
  if (!old && !keep(s, hash, bytes, len)) return STORE_FULL;
  if (number) *number = old ? known : s->count;
  s->count += !old;
  return old ? STORE_OLD : STORE_NEW;
}

StoreStatus store_add(Store *s, const uint8_t *bytes, size_t len, size_t *number) {
  return store_add_hashed(s, store_hash(bytes, len), bytes, len, number);
}

const uint8_t *store_next(const Store *s, StoreCursor *c, size_t *len) {
  size_t number;
  assert(!(s->flags & STORE_HASHES));
  if (c->index == s->count) return NULL;
  while (s->blocks[c->block].bytes[c->at] == 0) c->block++, c->at = 0;
  const uint8_t *p = string_at(s, s->blocks[c->block].bytes + c->at, len, &number);
  c->at = (size_t)(p - s->blocks[c->block].bytes) + *len;
  c->index++;
  return p;
}
