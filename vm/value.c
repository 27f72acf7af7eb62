/* vm/value.c -- see value.h. */
#include "vm/value.h"
#include <string.h>

#define MAX_BITS (1u << 20)

static uint32_t hash_words(ValKind kind, const Word *w, uint32_t n) {
  uint64_t h = 0x9e3779b97f4a7c15ull ^ ((uint64_t)kind << 32 | n);
  for (uint32_t i = 0; i < n; i++) { h = (h ^ w[i]) * 0xff51afd7ed558ccdull; h ^= h >> 32; }
  return (uint32_t)(h ^ h >> 29);
}

#ifdef DMC_STRESS
enum { FIRST_WORDS = 8, FIRST_SLOTS = 2 };
#else
enum { FIRST_WORDS = 1024, FIRST_SLOTS = 256 };
#endif

bool val_init(Values *v, Mem *m) {
  *v = (Values){ .mem = m, .cap = FIRST_WORDS, .slots = FIRST_SLOTS };
  v->heap = mem_alloc(m, v->cap * sizeof *v->heap);
  v->table = mem_alloc(m, v->slots * sizeof *v->table);
  mpz_init(v->t0);
  mpz_init(v->t1);
  v->n = 4;                                                  /* 0 is nil, 2 is INT_HUGE */
  if (v->heap && v->table) return true;
  val_deinit(v);
  return false;
}

void val_deinit(Values *v) {
  if (v->heap) mem_free(v->mem, v->heap, v->cap * sizeof *v->heap);
  if (v->table) mem_free(v->mem, v->table, v->slots * sizeof *v->table);
  mpz_clear(v->t0);
  mpz_clear(v->t1);
  v->heap = NULL;
  v->table = NULL;
}

static bool grow_table(Values *v) {
  size_t slots = v->slots * 2;
  uint32_t *t = mem_alloc(v->mem, slots * sizeof *t);
  if (!t) return false;
  for (size_t i = 0; i < v->slots; i++) {
    if (!v->table[i]) continue;
    size_t at = v->heap[v->table[i] + 1] & (slots - 1);
    while (t[at]) at = (at + 1) & (slots - 1);
    t[at] = v->table[i];
  }
  mem_free(v->mem, v->table, v->slots * sizeof *v->table);
  v->table = t;
  v->slots = slots;
  return true;
}

static bool room(Values *v, size_t words) {
  if (v->n + words <= v->cap) return true;
  size_t cap = v->cap;
  while (cap < v->n + words) cap *= 2;
  if (cap > 0x7fffffffu) return false;
  Word *h = mem_realloc(v->mem, v->heap, v->cap * sizeof *h, cap * sizeof *h);
  if (!h) return false;
  v->heap = h;
  v->cap = cap;
  return true;
}

Word val_intern(Values *v, ValKind kind, const Word *words, uint32_t n) {
  if (!n && (kind == VAL_SEQ || kind == VAL_SET)) return W_NIL;
  uint32_t h = hash_words(kind, words, n);
  size_t at = h & (v->slots - 1);
  for (; v->table[at]; at = (at + 1) & (v->slots - 1)) {
    const Word *o = v->heap + v->table[at];
    if (o[1] == h && o[0] == ((uint32_t)kind << 28 | n) && memcmp(o + 2, words, n * sizeof *words) == 0) return v->table[at];
  }
  if (n >= 0x0fffffffu || !room(v, n + 3) || ((v->used + 1) * 2 > v->slots && !grow_table(v))) { v->nomem = true; return W_NIL; }
  at = h & (v->slots - 1);
  while (v->table[at]) at = (at + 1) & (v->slots - 1);
  Word handle = (Word)v->n;
  v->heap[handle] = (uint32_t)kind << 28 | n;
  v->heap[handle + 1] = h;
  memcpy(v->heap + handle + 2, words, n * sizeof *words);
  v->n += (n + 3) & ~1u;
  v->table[at] = handle;
  v->used++;
  return handle;
}

/* --- integers --- */

Word val_from_mpz(Values *v, mpz_srcptr z) {
  if (mpz_cmp_si(z, W_MIN) >= 0 && mpz_cmp_si(z, W_MAX) <= 0) return W_IMM(mpz_get_si(z));
  if (mpz_sizeinbase(z, 2) > MAX_BITS) return INT_HUGE;
  size_t limbs = mpz_size(z);
  return val_intern(v, mpz_sgn(z) < 0 ? VAL_BIGNEG : VAL_BIG, (const Word *)(const void *)mpz_limbs_read(z), (uint32_t)(limbs * sizeof(mp_limb_t) / sizeof(Word)));
}

mpz_srcptr val_mpz(const Values *v, Word w, mpz_ptr view, mp_limb_t *limb) {
  if (W_IS_IMM(w)) {
    int32_t x = W_VAL(w);
    *limb = (mp_limb_t)(x < 0 ? -(int64_t)x : x);
    return mpz_roinit_n(view, limb, x < 0 ? -1 : x > 0);
  }
  mp_size_t n = (mp_size_t)(val_len(v, w) * sizeof(Word) / sizeof(mp_limb_t));
  const mp_limb_t *l = (const mp_limb_t *)(const void *)val_words(v, w);
  return mpz_roinit_n(view, l, val_kind(v, w) == VAL_BIGNEG ? -n : n);
}

Word val_arith(Values *v, BcOp op, Word x, Word y) {
  mpz_t a, b;
  mp_limb_t la, lb;
  mpz_srcptr p = val_mpz(v, x, a, &la), q = val_mpz(v, y, b, &lb);
  switch (op) {
    case OP_ADD: mpz_add(v->t0, p, q); break;
    case OP_SUB: mpz_sub(v->t0, p, q); break;
    case OP_MUL:
      if (mpz_sizeinbase(p, 2) + mpz_sizeinbase(q, 2) > MAX_BITS + 1) return INT_HUGE;
      mpz_mul(v->t0, p, q);
      break;
    case OP_DIV: mpz_fdiv_q(v->t0, p, q); break;
    case OP_MOD: mpz_fdiv_r(v->t0, p, q); break;
    default: break;
  }
  return val_from_mpz(v, v->t0);
}

static bool is_int(const Values *v, Word w) { return W_IS_IMM(w) || (w != W_NIL && val_kind(v, w) <= VAL_BIGNEG); }

int val_compare(const Values *v, Word x, Word y) {
  if (x == y) return 0;
  if (W_IS_IMM(x) && W_IS_IMM(y)) return (int32_t)x < (int32_t)y ? -1 : 1;
  if (is_int(v, x) && is_int(v, y)) {
    mpz_t a, b;
    mp_limb_t la, lb;
    return mpz_cmp(val_mpz(v, x, a, &la), val_mpz(v, y, b, &lb)) < 0 ? -1 : 1;
  }
  uint32_t n = W_IS_IMM(x) ? 0 : val_len(v, x), m = W_IS_IMM(y) ? 0 : val_len(v, y);
  if (n != m) return n < m ? -1 : 1;
  for (uint32_t i = 0; i < n; i++) {
    int c = val_compare(v, val_words(v, x)[i], val_words(v, y)[i]);
    if (c) return c;
  }
  return 0;
}
