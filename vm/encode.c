/* vm/encode.c -- a state as canonical bytes, and back. A word becomes a variable-length number (small values: one
 * byte); a thread becomes the number of its local state among those met so far (see parts.h), of which a thread that
 * has ended keeps only how it ended, and a running one its live frames. Portable bytes spell everything out. Shared bytes
 * have numbers on which machines agree: each spells a part or value out once, asks for its number (numbers.c), and knows it. */
#include <string.h>
#include "vm/state.h"

typedef enum { BY_CONTENTS, BY_AGREEMENT } Spelling;
typedef struct { VmState *s; uint8_t *b; size_t n; Spelling spelling; bool ok; } Out;

static bool grow(Out *o, size_t more) {
  VmState *s = o->s;
  size_t cap = s->capbytes ? s->capbytes : 256;
  while (cap < o->n + more) cap *= 2;
  uint8_t *b = mem_realloc(s->mem, s->bytes, s->capbytes, cap);
  if (!b) return o->ok = false;
  s->bytes = o->b = b;
  s->capbytes = cap;
  return true;
}

static inline bool room(Out *o, size_t more) { return o->n + more <= o->s->capbytes || grow(o, more); }

enum { NUMBER_MAX = 5 };             /* bytes */
static inline uint8_t *put_number(uint8_t *p, uint32_t v) {
  for (; v >= 128; v >>= 7) *p++ = (uint8_t)(v | 128);
  *p++ = (uint8_t)v;
  return p;
}

static inline void number(Out *o, uint32_t v) { o->n = (size_t)(put_number(o->b + o->n, v) - o->b); }

/* Immediates zigzag to even numbers, handles are odd. */
static inline uint32_t code(Word w) {
  if (!W_IS_IMM(w)) return w | 1u;
  int32_t v = W_VAL(w);
  return ((uint32_t)v << 2) ^ (v < 0 ? 0xfffffffeu : 0u);
}

static void contents(Out *o, Word w) {
  VmState *s = o->s;
  if (!room(o, 16)) return;
  if (W_IS_IMM(w) || w == W_NIL) { number(o, code(w)); return; }
  ValKind k = val_kind(&s->val, w);
  uint32_t n = val_len(&s->val, w);
  number(o, 3u + 2u * (uint32_t)k);                          /* odd, and never the code of nil */
  number(o, n);
  for (uint32_t i = 0; i < n && o->ok; i++) {
    Word x = val_words(&s->val, w)[i];
    if (k > VAL_BIGNEG) contents(o, x);
    else if (room(o, 16)) number(o, x);
  }
}

/* --- numbers on which machines agree --- */

static uint32_t *place(Out *o, Agreed *a, uint32_t local) {
  size_t had = a->cap;
  if (local < had) return &a->at[local];
  if (!mem_grow(o->s->mem, (void **)&a->at, &a->cap, sizeof *a->at, local + 1u)) { o->ok = false; return NULL; }
  memset(a->at + had, 0, (a->cap - had) * sizeof *a->at);
  return &a->at[local];
}

/* The number of the N words at W, which this machine calls LOCAL. */
static uint32_t agree(Out *o, Agreed *a, uint32_t local, const Word *w, uint32_t n) {
  uint32_t *known = place(o, a, local);
  if (!known) return 0;
  if (*known) return *known - 1;
  size_t begin = o->n;
  for (uint32_t i = 0; i < n && o->ok; i++) contents(o, w[i]);
  uint32_t number = o->ok ? vm_share_part(o->s, o->b + begin, o->n - begin) : PART_NONE;
  o->n = begin;
  if (number == PART_NONE) { o->ok = false; return 0; }
  *known = number + 1;
  return number;
}

static void agreed_word(Out *o, Word w) {
  uint32_t v = code(w);
  if (!W_IS_IMM(w) && w != W_NIL) v = 3u + 2u * agree(o, &o->s->agreed_values, w / 2, &w, 1);      /* odd, and never the code of nil */
  if (room(o, 16)) number(o, v);
}

static uint32_t agreed_part(Out *o, uint32_t id) {
  uint32_t n;
  const Word *w = parts_words(&o->s->parts, id, &n);
  return agree(o, &o->s->agreed_parts, id, w, n);
}

static void words(Out *o, uint32_t at, uint32_t n) {
  for (uint32_t i = 0; i < n && o->ok; i++) {
    if (o->spelling == BY_CONTENTS) contents(o, o->s->w[at + i]);
    else agreed_word(o, o->s->w[at + i]);
  }
}

const BcFunc *vm_func(const VmState *s, VmTid tid, uint32_t pc) {
  const BcProgram *p = s->p;
  const BcFunc *body = &p->threads[s->id[tid].item].body;
  if (pc >= body->entry && pc < body->end) return body;
  uint32_t lo = 0, hi = p->nfuncs;                           /* functions are emitted in order */
  while (hi - lo > 1) {
    uint32_t mid = (lo + hi) / 2;
    if (p->funcs[mid].entry <= pc) lo = mid;
    else hi = mid;
  }
  return &p->funcs[lo];
}

/* Words of a thread that matter: the first only, or its header and live frames. */
static uint32_t extent(const VmState *s, unsigned t) {
  uint32_t b = s->id[t].base;
  Word pc = s->w[b + TH_PC];
  if (vm_status_word(pc) != TH_RUNNING || (int)t == s->init_tid) return 1;
  return TH_STACK + (uint32_t)W_VAL(s->w[b + TH_FP]) + vm_func(s, (VmTid)t, (uint32_t)W_VAL(pc))->frame;
}

/* Shared memory, up to the first thread, in stretches of CHUNK words; few words are written as they are. */
static uint32_t chunk(const VmState *s) {
  uint32_t c = 16;
  while ((s->threads + c - 1) / c > PART_MAX - 256) c *= 2;
  return c;
}

static unsigned fixed_threads(const VmState *s) { return s->p->nstatic + (s->init_tid >= 0); }

/* --- numbers of parts --- */

static bool stretched(const VmState *s) { return s->threads > CHUNK_MIN; }

/* Which part each word belongs to. New threads bring new words. */
static bool map_words(VmState *s) {
  if (!mem_grow(s->mem, (void **)&s->part_of, &s->capmapped, sizeof *s->part_of, s->nw)) return false;
  s->nmapped = s->nw;
  memset(s->part_of, 255, s->nw * sizeof *s->part_of);
  for (uint32_t at = 0; at < s->threads && stretched(s); at++) s->part_of[at] = (uint16_t)(256 + at / s->chunk);
  for (unsigned t = 0; t < s->nid; t++) {
    uint32_t n = TH_STACK + ((int)t == s->init_tid ? 0 : s->p->threads[s->id[t].item].stack);
    for (uint32_t i = 0; i < n; i++) s->part_of[s->id[t].base + i] = (uint16_t)t;
  }
  return true;
}

static bool renumber(VmState *s, unsigned k) {
  uint32_t at = k < 256 ? s->id[k].base : (k - 256) * s->chunk;
  uint32_t n = k < 256 ? extent(s, k) : s->threads - at < s->chunk ? s->threads - at : s->chunk;
  s->number[k] = parts_number(&s->parts, s->w + at, n);
  return s->number[k] != PART_NONE;
}

static bool number_all(VmState *s) {
  s->chunk = chunk(s);
  if (!map_words(s)) return false;
  for (unsigned t = 0; t < s->nid; t++) if (!renumber(s, t)) return false;
  for (uint32_t at = 0, k = 256; at < s->threads && stretched(s); at += s->chunk, k++) if (!renumber(s, k)) return false;
  memset(s->changed, 0, sizeof s->changed);
  s->nolds = 0;
  s->first_seen = s->seen = s->nlog;
  return s->tracking = true;
}

/* The parts written since the last call, from the undo log. */
static bool list_changed(VmState *s) {
  if (s->nmapped < s->nw && !map_words(s)) return false;
  for (size_t i = s->seen; i < s->nlog; i++) {
    uint16_t k = s->part_of[s->log[i].at];
    if (k == NO_PART || s->changed[k]) continue;
    if (s->nolds == s->capolds && !mem_grow(s->mem, (void **)&s->olds, &s->capolds, sizeof *s->olds, s->nolds + 1)) return false;
    s->changed[k] = true;
    s->olds[s->nolds++] = (OldNumber){ k, s->number[k], s->nlog, s->seen };
  }
  return true;
}

/* Makes number[] that of the present state. False: no memory; the next call begins anew. */
static bool number_parts(VmState *s) {
  if (!s->tracking) return number_all(s);
  if (s->seen == s->nlog) return true;
  size_t first = s->nolds;
  s->tracking = list_changed(s);
  for (size_t i = first; i < s->nolds && s->tracking; i++) {
    s->tracking = renumber(s, s->olds[i].part);
    s->changed[s->olds[i].part] = false;
  }
  s->seen = s->nlog;
  return s->tracking;
}

void vm_old_numbers(VmState *s, VmMark m) {
  size_t seen = m;
  for (; s->nolds && s->olds[s->nolds - 1].to > m; s->nolds--) {
    const OldNumber *x = &s->olds[s->nolds - 1];
    s->number[x->part] = x->number;
    seen = x->from < m ? x->from : m;
  }
  s->seen = seen;
  s->tracking = m >= s->first_seen;
}

uint32_t vm_part_number(VmState *s, VmTid tid) { return number_parts(s) ? s->number[tid] : PART_NONE; }

/* --- writing --- */

/* By handle: what a search does in every state, so without asking for room each time. */
static uint8_t *put_shared(const VmState *s, uint8_t *p) {
  if (!stretched(s)) for (uint32_t at = 0; at < s->threads; at++) p = put_number(p, code(s->w[at]));
  else for (uint32_t at = 0, k = 256; at < s->threads; at += s->chunk, k++) p = put_number(p, s->number[k]);
  return p;
}

static const uint8_t *encode_handles(VmState *s, size_t *len) {
  Out o = { .s = s, .b = s->bytes, .ok = true };
  unsigned fixed = fixed_threads(s);
  if (!number_parts(s) || !room(&o, NUMBER_MAX * ((size_t)s->threads + 2 * s->nid))) return NULL;
  uint8_t *p = put_shared(s, s->bytes);
  for (unsigned t = 0; t < fixed; t++) p = put_number(p, s->number[t]);
  for (unsigned t = fixed; t < s->nid; t++)
    if (vm_thread(s, (VmTid)t) != TH_UNBORN) p = put_number(put_number(p, t), s->number[t]);
  *len = (size_t)(p - s->bytes);
  return s->bytes;
}

static void part(Out *o, unsigned k) {
  uint32_t v = agreed_part(o, o->s->number[k]);
  if (room(o, 16)) number(o, v);
}

static void shared(Out *o) {
  VmState *s = o->s;
  if (o->spelling == BY_CONTENTS || !stretched(s)) { words(o, 0, s->threads); return; }
  for (uint32_t at = 0, k = 256; at < s->threads && o->ok; at += s->chunk, k++) part(o, k);
}

static void thread(Out *o, unsigned t) {
  if (o->spelling == BY_CONTENTS) words(o, o->s->id[t].base, extent(o->s, t));
  else part(o, t);
}

static const uint8_t *encode(VmState *s, size_t *len, Spelling spelling) {
  Out o = { s, s->bytes, 0, spelling, true };
  if (spelling != BY_CONTENTS && !number_parts(s)) return NULL;
  shared(&o);
  unsigned fixed = fixed_threads(s);
  for (unsigned t = 0; t < fixed && o.ok; t++) thread(&o, t);
  for (unsigned t = fixed; t < s->nid && o.ok; t++) {
    if (vm_thread(s, (VmTid)t) == TH_UNBORN || !room(&o, 16)) continue;
    number(&o, t);
    thread(&o, t);
  }
  *len = o.n;
  return o.ok ? o.b : NULL;
}

const uint8_t *vm_encode(VmState *s, size_t *len, bool portable) { return portable ? encode(s, len, BY_CONTENTS) : encode_handles(s, len); }
const uint8_t *vm_encode_shared(VmState *s, size_t *len) { return encode(s, len, BY_AGREEMENT); }

typedef struct { const uint8_t *b, *end; } In;

static inline uint32_t get(In *i) {
  uint32_t v = *i->b & 127u, shift = 7;
  while (*i->b++ & 128) { v |= (uint32_t)(*i->b & 127u) << shift; shift += 7; }
  return v;
}

static inline Word word_of(uint32_t c) {
  if (c & 1) return c & ~1u;
  return ((c & 2) ? W_IMM((int32_t)~((c ^ 2u) >> 2)) : W_IMM((int32_t)(c >> 2)));
}

static void read_words(VmState *s, In *i, uint32_t at, uint32_t n) { for (uint32_t k = 0; k < n; k++) s->w[at + k] = word_of(get(i)); }

static uint32_t read_part(VmState *s, In *i, unsigned k, uint32_t at) {
  uint32_t n, id = get(i);
  const Word *w = parts_words(&s->parts, id, &n);
  memcpy(s->w + at, w, n * sizeof *w);
  s->number[k] = id;
  return n;
}

void vm_decode(VmState *s, const uint8_t *bytes, size_t len) {
  In i = { bytes, bytes + len };
  s->nlog = s->seen = s->first_seen = s->nolds = 0;
  memset(s->w + s->threads, 0, (s->nw - s->threads) * sizeof *s->w);
  if (!stretched(s)) read_words(s, &i, 0, s->threads);
  else for (uint32_t at = 0, k = 256; at < s->threads; k++) at += read_part(s, &i, k, at);
  unsigned fixed = fixed_threads(s);
  for (unsigned t = 0; t < fixed; t++) read_part(s, &i, t, s->id[t].base);
  for (unsigned t = fixed; t < s->nid; t++) s->w[s->id[t].base] = STATUS_WORD(TH_UNBORN);
  while (i.b < i.end) { unsigned t = get(&i); read_part(s, &i, t, s->id[t].base); }
}
