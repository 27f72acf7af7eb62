/* tests/unit/vm/test_value.c -- interned values: equal contents, equal handle; integers at and beyond the inline range. */
#include "tests/greatest.h"
#include "vm/value.h"

static Mem mem;
static Values v;
static void begin(void *x) { (void)x; mem_init(&mem, 0); val_init(&v, &mem); }
static void end(void *x) { (void)x; val_deinit(&v); mem_deinit(&mem); }

static Word big(const char *digits) {
  mpz_t z;
  mpz_init_set_str(z, digits, 10);
  Word w = val_from_mpz(&v, z);
  mpz_clear(z);
  return w;
}

static const char *text(Word w) {
  static char out[4][200];
  static int k;
  mpz_t view;
  mp_limb_t limb;
  return mpz_get_str(out[k++ & 3], 10, val_mpz(&v, w, view, &limb));
}

TEST equal_contents_equal_handle(void) {
  const Word a[] = { W_IMM(1), W_IMM(2), W_IMM(3) }, b[] = { W_IMM(1), W_IMM(2), W_IMM(3) }, c[] = { W_IMM(1), W_IMM(3), W_IMM(2) };
  Word x = val_intern(&v, VAL_SEQ, a, 3);
  ASSERT_EQ(x, val_intern(&v, VAL_SEQ, b, 3));
  ASSERT(x != val_intern(&v, VAL_SEQ, c, 3));
  ASSERT(x != val_intern(&v, VAL_SEQ, a, 2));
  ASSERT(x != val_intern(&v, VAL_SET, a, 3) && x != val_intern(&v, VAL_MSG, a, 3));        /* the kind counts */
  ASSERT(!W_IS_IMM(x) && val_len(&v, x) == 3 && val_kind(&v, x) == VAL_SEQ && val_words(&v, x)[2] == W_IMM(3));
  PASS();
}

TEST empty_is_nil(void) {
  ASSERT_EQ(W_NIL, val_intern(&v, VAL_SEQ, NULL, 0));
  ASSERT_EQ(W_NIL, val_intern(&v, VAL_SET, NULL, 0));
  ASSERT_EQ(0u, val_len(&v, W_NIL));
  Word m = W_IMM(0);
  ASSERT(val_intern(&v, VAL_MSG, &m, 1) != W_NIL);
  PASS();
}

TEST many_values(void) {
  enum { N = 20000 };
  static Word h[N];
  for (int i = 0; i < N; i++) { Word w[2] = { W_IMM(i), W_IMM(i / 7) }; h[i] = val_intern(&v, VAL_SEQ, w, 2); }
  for (int i = 0; i < N; i++) {
    Word w[2] = { W_IMM(i), W_IMM(i / 7) };
    ASSERT_EQ_FMT(h[i], val_intern(&v, VAL_SEQ, w, 2), "%u");
    ASSERT_EQ_FMT(W_IMM(i), val_words(&v, h[i])[0], "%u");
    ASSERT(!(h[i] & 1));
  }
  PASS();
}

TEST inline_range(void) {
  ASSERT_EQ(W_IMM(1073741823), big("1073741823"));
  ASSERT_EQ(W_IMM(-1073741824), big("-1073741824"));
  ASSERT(!W_IS_IMM(big("1073741824")) && !W_IS_IMM(big("-1073741825")));
  ASSERT_EQ(W_VAL(W_IMM(-1)), -1);
  ASSERT_EQ(W_VAL(W_IMM(W_MIN)), W_MIN);
  ASSERT_EQ(W_VAL(W_IMM(W_MAX)), W_MAX);
  ASSERT_EQ(big("99999999999999999999"), big("99999999999999999999"));
  ASSERT(big("99999999999999999999") != big("-99999999999999999999"));
  PASS();
}

/* Whatever way a value was computed, it is one word; across the border both ways. */
TEST arithmetic_across_the_border(void) {
  Word m = W_IMM(W_MAX), one = W_IMM(1), over = val_arith(&v, OP_ADD, m, one);
  ASSERT_STR_EQ("1073741824", text(over));
  ASSERT_EQ(m, val_arith(&v, OP_SUB, over, one));
  ASSERT_EQ(W_IMM(W_MIN), val_arith(&v, OP_SUB, W_IMM(0), over));
  ASSERT_STR_EQ("1152921504606846976", text(val_arith(&v, OP_MUL, over, over)));
  ASSERT_EQ(over, val_arith(&v, OP_DIV, val_arith(&v, OP_MUL, over, over), over));
  ASSERT_EQ(W_IMM(0), val_arith(&v, OP_MOD, val_arith(&v, OP_MUL, over, over), over));
  ASSERT_STR_EQ("-1073741825", text(val_arith(&v, OP_SUB, W_IMM(W_MIN), one)));
  PASS();
}

/* / floors, % has the divisor's sign: the same for small and for big operands. */
TEST division(void) {
  static const struct { const char *x, *y, *q, *r; } cases[] = {
    { "7", "2", "3", "1" }, { "-7", "2", "-4", "1" }, { "7", "-2", "-4", "-1" }, { "-7", "-2", "3", "-1" }, { "6", "-3", "-2", "0" },
    { "100000000000000000007", "100000000000000000000", "1", "7" }, { "-100000000000000000007", "100000000000000000000", "-2", "99999999999999999993" },
    { "100000000000000000007", "-100000000000000000000", "-2", "-99999999999999999993" }, { "-5", "100000000000000000000", "-1", "99999999999999999995" },
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    ASSERT_STR_EQ(cases[i].q, text(val_arith(&v, OP_DIV, big(cases[i].x), big(cases[i].y))));
    ASSERT_STR_EQ(cases[i].r, text(val_arith(&v, OP_MOD, big(cases[i].x), big(cases[i].y))));
  }
  PASS();
}

TEST too_large(void) {
  mpz_t z;
  mpz_init_set_ui(z, 1);
  mpz_mul_2exp(z, z, (1u << 20) - 1);
  Word w = val_from_mpz(&v, z);                              /* 2^20 bits exactly */
  ASSERT(w != INT_HUGE && !W_IS_IMM(w));
  ASSERT_EQ(INT_HUGE, val_arith(&v, OP_ADD, w, w));
  ASSERT_EQ(INT_HUGE, val_arith(&v, OP_MUL, w, w));
  ASSERT_EQ(w, val_arith(&v, OP_MUL, w, W_IMM(1)));
  ASSERT(val_arith(&v, OP_DIV, w, W_IMM(2)) != INT_HUGE);
  mpz_clear(z);
  PASS();
}

/* A total order by contents. */
TEST order(void) {
  const char *up[] = { "-100000000000000000000", "-1073741825", "-1073741824", "-1", "0", "1", "1073741823", "1073741824", "100000000000000000000" };
  for (int i = 0; i < 9; i++)
    for (int k = 0; k < 9; k++) {
      int c = val_compare(&v, big(up[i]), big(up[k]));
      ASSERT_EQ(i < k, c < 0);
      ASSERT_EQ(i == k, c == 0);
    }
  Word a[] = { W_IMM(1), W_IMM(9) }, b[] = { W_IMM(2), W_IMM(0) }, c[] = { W_IMM(0), W_IMM(0), W_IMM(0) };
  Word x = val_intern(&v, VAL_SEQ, a, 2), y = val_intern(&v, VAL_SEQ, b, 2), z = val_intern(&v, VAL_SEQ, c, 3);
  ASSERT(val_compare(&v, x, y) < 0 && val_compare(&v, y, z) < 0 && val_compare(&v, W_NIL, x) < 0 && val_compare(&v, x, W_NIL) > 0);
  Word in[] = { x }, in2[] = { y };                          /* sequences of sequences */
  ASSERT(val_compare(&v, val_intern(&v, VAL_SEQ, in2, 1), val_intern(&v, VAL_SEQ, in, 1)) > 0);
  PASS();
}

TEST refused_memory(void) {
  Word w[64];
  for (int i = 0; i < 64; i++) w[i] = W_IMM(i);
  Word h = val_intern(&v, VAL_SEQ, w, 64);
  mem.fail_after = 1;
  for (int i = 0; i < 100 && !v.nomem; i++) { w[0] = W_IMM(1000 + i); val_intern(&v, VAL_SEQ, w, 64); }
  ASSERT(v.nomem);
  v.nomem = false;
  mem.fail_after = 0;
  w[0] = W_IMM(0);
  ASSERT_EQ(h, val_intern(&v, VAL_SEQ, w, 64));              /* what was there is untouched */
  PASS();
}

SUITE(values) {
  SET_SETUP(begin, NULL);
  SET_TEARDOWN(end, NULL);
  RUN_TEST(equal_contents_equal_handle);
  RUN_TEST(empty_is_nil);
  RUN_TEST(many_values);
  RUN_TEST(inline_range);
  RUN_TEST(arithmetic_across_the_border);
  RUN_TEST(division);
  RUN_TEST(too_large);
  RUN_TEST(order);
  RUN_TEST(refused_memory);
}

GREATEST_MAIN_DEFS();
int main(int argc, char **argv) {
  GREATEST_MAIN_BEGIN();
  RUN_SUITE(values);
  GREATEST_MAIN_END();
}
