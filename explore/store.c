/* explore/store.c -- see store.h.
 * A string in a block is its length (7 bits a byte, low first, the high bit says that more follow), its number written alike
 * where numbers are kept, then its bytes. A length 0 byte in the middle of a block cannot be a string (states are not empty)
 * and says: go on in the next block. */
#include "explore/store.h"
#include <assert.h>
#include <string.h>

#ifdef DMC_STRESS
#define BLOCK 4096u
#define FIRST_SLOTS 2u
#else
#define BLOCK (1u << 20)
#define FIRST_SLOTS 64u
#endif
#define FIRST_BLOCK 4096u            /* small models stay small; each block is twice as large, up to BLOCK */
#define POSITION_BITS 36             /* of the 48 of a slot: 64 GB of strings */

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

void store_init(Store *s, Mem *m, unsigned flags) { *s = (Store){ .mem = m, .flags = flags }; }

static size_t slot_size(const Store *s) { return s->flags & STORE_HASHES ? 8 : 6; }

static void free_table(Store *s) {
  mem_free(s->mem, s->slots, s->cap * slot_size(s));
  if (s->numbers) mem_free(s->mem, s->numbers, s->cap * sizeof *s->numbers);
}

void store_deinit(Store *s) {
  for (size_t i = 0; i < s->nblocks; i++) mem_free(s->mem, s->blocks[i].bytes, s->blocks[i].size);
  mem_free(s->mem, s->blocks, s->blocks_cap * sizeof *s->blocks);
  free_table(s);
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

/* --- the table --- */

static uint64_t slot_at(const Store *s, size_t i) {
  uint32_t low;
  uint16_t high;
  if (s->flags & STORE_HASHES) return word(s->slots + i * 8);
  memcpy(&low, s->slots + i * 6, 4);
  memcpy(&high, s->slots + i * 6 + 4, 2);
  return (uint64_t)high << 32 | low;
}

static void set_slot(Store *s, size_t i, uint64_t slot) {
  uint32_t low = (uint32_t)slot;
  uint16_t high = (uint16_t)(slot >> 32);
  if (s->flags & STORE_HASHES) { memcpy(s->slots + i * 8, &slot, 8); return; }
  memcpy(s->slots + i * 6, &low, 4);
  memcpy(s->slots + i * 6 + 4, &high, 2);
}

/* The tag is the highest bits of the hash, the place in the table the lowest. */
static uint64_t tag(uint64_t hash) { return hash >> (16 + POSITION_BITS); }
static uint64_t position(uint64_t slot) { return (slot & (((uint64_t)1 << POSITION_BITS) - 1)) - 1; }

/* The string that begins at P: its bytes, length, and number (0 where none is kept). */
static const uint8_t *string_at(const Store *s, const uint8_t *p, size_t *len, size_t *number) {
  *number = 0;
  p = read_number(p, len);
  return s->flags & STORE_NUMBERS ? read_number(p, number) : p;
}

static bool holds(const Store *s, size_t i, uint64_t slot, uint64_t hash, const uint8_t *bytes, size_t len, size_t *number) {
  size_t n, known;
  if (s->flags & STORE_HASHES) {
    if (slot != hash) return false;
    known = s->numbers ? s->numbers[i] : 0;
  } else {
    if (slot >> POSITION_BITS != tag(hash)) return false;
    const uint8_t *p = string_at(s, at(s, position(slot)), &n, &known);
    if (n != len || memcmp(p, bytes, len) != 0) return false;
  }
  if (number) *number = known;
  return true;
}

static uint64_t hash_in(const Store *s, uint64_t slot) {
  if (s->flags & STORE_HASHES) return slot;
  size_t len, number;
  const uint8_t *p = string_at(s, at(s, position(slot)), &len, &number);
  return store_hash(p, len);
}

static void move_slot(const Store *from, size_t i, Store *to) {
  uint64_t slot = slot_at(from, i);
  if (!slot) return;
  size_t k = hash_in(from, slot) & (to->cap - 1);
  while (slot_at(to, k)) k = (k + 1) & (to->cap - 1);
  set_slot(to, k, slot);
  if (to->numbers) to->numbers[k] = from->numbers[i];
}

static bool grow_table(Store *s) {
  bool numbers = s->flags & STORE_HASHES && s->flags & STORE_NUMBERS;
  Store to = *s;
  to.cap = s->cap ? s->cap * 2 : FIRST_SLOTS;
  to.slots = mem_alloc(s->mem, to.cap * slot_size(s));
  to.numbers = numbers && to.slots ? mem_alloc(s->mem, to.cap * sizeof *to.numbers) : NULL;
  if (!to.slots || (numbers && !to.numbers)) {
    if (to.slots) mem_free(s->mem, to.slots, to.cap * slot_size(s));
    return false;
  }
  for (size_t i = 0; i < s->cap; i++) move_slot(s, i, &to);
  free_table(s);
  *s = to;
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

static size_t block_size(const Store *s) {
  size_t last = s->nblocks ? s->blocks[s->nblocks - 1].size : FIRST_BLOCK / 2;
  return last < BLOCK / 2 ? last * 2 : BLOCK;
}

/* Room for a string of LEN bytes in the last block, its length and number, and for the 0 that ends a block. */
static bool reserve(Store *s, size_t len) {
  size_t need = len + 20, size = block_size(s);
  if (s->nblocks && s->top + need <= s->blocks[s->nblocks - 1].size) return true;
  return new_block(s, need > size ? need : size);
}

/* The table doubles at three quarters; where that is refused it may fill up further. */
static bool make_room(Store *s) {
  if (s->count * 4 < s->cap * 3) return true;
  return grow_table(s) || s->count * 16 < s->cap * 15;
}

static bool keep_string(Store *s, size_t i, uint64_t hash, const uint8_t *bytes, size_t len) {
  if (!reserve(s, len)) return false;
  uint64_t pos = (uint64_t)(s->nblocks - 1) << 20 | s->top;
  if ((pos + 1) >> POSITION_BITS) return false;
  uint8_t *begin = s->blocks[s->nblocks - 1].bytes + s->top, *p = begin;
  p += write_number(p, len);
  if (s->flags & STORE_NUMBERS) p += write_number(p, s->count);
  memcpy(p, bytes, len);
  s->top += (size_t)(p - begin) + len;
  set_slot(s, i, tag(hash) << POSITION_BITS | (pos + 1));
  return true;
}

static bool keep_hash(Store *s, size_t i, uint64_t hash) {
  if (s->numbers && s->count > UINT32_MAX) return false;
  set_slot(s, i, hash);
  if (s->numbers) s->numbers[i] = (uint32_t)s->count;
  return true;
}

bool store_find(const Store *s, const uint8_t *bytes, size_t len, uint64_t *hash, size_t *number) {
  *hash = store_hash(bytes, len);
  uint64_t h = s->flags & STORE_HASHES && !*hash ? 1 : *hash;
  if (!s->cap) return false;
  uint64_t slot;
  for (size_t i = h & (s->cap - 1); (slot = slot_at(s, i)); i = (i + 1) & (s->cap - 1)) if (holds(s, i, slot, h, bytes, len, number)) return true;
  return false;
}

StoreStatus store_add_hashed(Store *s, uint64_t hash, const uint8_t *bytes, size_t len, size_t *number) {
  assert(len > 0);
  if (!make_room(s)) return STORE_FULL;
  bool hashes = s->flags & STORE_HASHES;
  if (hashes && !hash) hash = 1;                       /* 0 is a free slot */
  size_t i = hash & (s->cap - 1);
  for (uint64_t slot; (slot = slot_at(s, i)); i = (i + 1) & (s->cap - 1)) {
    if (!holds(s, i, slot, hash, bytes, len, number)) continue;
    assert(!number || s->flags & STORE_NUMBERS);
    return STORE_OLD;
  }
  if (hashes ? !keep_hash(s, i, hash) : !keep_string(s, i, hash, bytes, len)) return STORE_FULL;
  if (number) *number = s->count;
  s->count++;
  return STORE_NEW;
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
