/* vm/value.h -- interned values: big integers, queues, sets, messages. Immutable; equal contents, equal handle, so
 * that values compare as words. Nothing is freed before the table is: the distinct values of a search are few.
 * Owns: the heap. A refusal of memory sets `nomem` and yields W_NIL; the step that met it is undone by its caller. */
#ifndef VM_VALUE_H
#define VM_VALUE_H
#include "compiler/bytecode.h"
#include "lang/mem.h"

typedef enum { VAL_BIG, VAL_BIGNEG, VAL_SEQ, VAL_SET, VAL_MSG } ValKind;

typedef struct {
  Mem *mem;
  Word *heap;                        /* objects: [kind << 28 | length][hash][payload], each at an even index = its handle */
  size_t n, cap;
  uint32_t *table;                   /* open addressing, handles */
  size_t slots, used;
  bool nomem;
  mpz_t t0, t1;                      /* scratch of integer work */
} Values;

bool val_init(Values *v, Mem *m);
void val_deinit(Values *v);
Word val_intern(Values *v, ValKind kind, const Word *words, uint32_t n);
static inline uint32_t val_len(const Values *v, Word h) { return h == W_NIL ? 0 : v->heap[h] & 0x0fffffffu; }
static inline ValKind val_kind(const Values *v, Word h) { return (ValKind)(v->heap[h] >> 28); }
static inline const Word *val_words(const Values *v, Word h) { return h == W_NIL ? NULL : v->heap + h + 2; }

/* Integers. INT_HUGE as result: over 2^20 bits (R0007). */
#define INT_HUGE 2u                  /* never a handle: objects start at index 4 */
Word val_from_mpz(Values *v, mpz_srcptr z);
mpz_srcptr val_mpz(const Values *v, Word w, mpz_ptr room, mp_limb_t *limb);     /* read-only view */
Word val_arith(Values *v, BcOp op, Word x, Word y);          /* add sub mul div mod; divisor not zero */
/* The same on immediates; 0 when the result is none. / rounds down, % has the divisor's sign. */
static inline Word val_small(BcOp op, Word x, Word y) {
  int64_t a = W_VAL(x), b = W_VAL(y), v;
  switch (op) {
    case OP_ADD: v = a + b; break;
    case OP_SUB: v = a - b; break;
    case OP_MUL: v = a * b; break;
    default:
      v = a / b - (a % b && (a < 0) != (b < 0));
      if (op == OP_MOD) v = a - v * b;
  }
  return v >= W_MIN && v <= W_MAX ? W_IMM(v) : W_NIL;
}
int val_compare(const Values *v, Word x, Word y);            /* any two values of one type: a total order by contents */
#endif
