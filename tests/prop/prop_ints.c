/* tests/prop/prop_ints.c -- integers: the inline path and the big path give the same words, and both agree with GMP.
 * An expression is evaluated as it stands and blown up: each subterm t becomes (t + K) - K, (t * K) / K or K - (K - t),
 * with K over 31 and over 64 bits. Equal values must be equal words, since states compare by words. */
#include <gmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "tests/greatest.h"
#include "tests/prop/harness.h"

enum { BATCH = 60 };
static const char *const anchors[] = { "0", "1", "7", "1000", "1073741824", "2147483648", "4294967296", "4611686018427387904",
                                       "9223372036854775808", "18446744073709551616", "340282366920938463463374607431768211456" };
static const char *const blow[] = { "1073741824", "4294967311", "4611686018427387904", "18446744073709551629",
                                    "340282366920938463463374607431768211507" };
enum { ANCHORS = sizeof anchors / sizeof *anchors, BLOWS = sizeof blow / sizeof *blow };

/* A value near an anchor: anchor + -2..2, either sign. */
static void near_anchor(Rng *r, mpz_t v, unsigned most) {
  mpz_set_str(v, anchors[rng_below(r, most)], 10);
  mpz_add_ui(v, v, rng_below(r, 3));
  mpz_sub_ui(v, v, rng_below(r, 3));
  if (rng_one_in(r, 2)) mpz_neg(v, v);
}

static void add_number(Text *t, const mpz_t v) {
  char *s = mpz_get_str(NULL, 10, v);
  text_add(t, mpz_sgn(v) < 0 ? "(%s)" : "%s", s);
  free(s);
}

/* An operation in dmc, and what GMP says. False: undefined (division by zero). */
static bool apply(char op, const mpz_t x, const mpz_t y, mpz_t out) {
  if ((op == '/' || op == '%') && mpz_sgn(y) == 0) return false;
  switch (op) {
    case '+': mpz_add(out, x, y); break;
    case '-': mpz_sub(out, x, y); break;
    case '*': mpz_mul(out, x, y); break;
    case '/': mpz_fdiv_q(out, x, y); break;
    case '%': mpz_fdiv_r(out, x, y); break;
    case 'm': mpz_set(out, mpz_cmp(x, y) < 0 ? x : y); break;
    case 'M': mpz_set(out, mpz_cmp(x, y) > 0 ? x : y); break;
    case '<': mpz_set_ui(out, mpz_cmp(x, y) < 0); break;
    case 'l': mpz_set_ui(out, mpz_cmp(x, y) <= 0); break;
    case '>': mpz_set_ui(out, mpz_cmp(x, y) > 0); break;
    case 'g': mpz_set_ui(out, mpz_cmp(x, y) >= 0); break;
    case '=': mpz_set_ui(out, mpz_cmp(x, y) == 0); break;
    case '!': mpz_set_ui(out, mpz_cmp(x, y) != 0); break;
    case 'n': mpz_neg(out, x); break;
    case 'a': mpz_abs(out, x); break;
    default: CHECK(!"operator");
  }
  return true;
}
static const char operators[] = "+-*/%mM<l>g=!na";

static void add_operation(Text *t, char op, const char *x, const char *y) {
  switch (op) {
    case 'm': text_add(t, "min(%s, %s)", x, y); break;
    case 'M': text_add(t, "max(%s, %s)", x, y); break;
    case 'n': text_add(t, "(-%s)", x); break;
    case 'a': text_add(t, "abs(%s)", x); break;
    case '<': text_add(t, "num(%s < %s)", x, y); break;
    case 'l': text_add(t, "num(%s <= %s)", x, y); break;
    case '>': text_add(t, "num(%s > %s)", x, y); break;
    case 'g': text_add(t, "num(%s >= %s)", x, y); break;
    case '=': text_add(t, "num(%s == %s)", x, y); break;
    case '!': text_add(t, "num(%s != %s)", x, y); break;
    default: text_add(t, "(%s %c %s)", x, op, y);
  }
}

/* A batch: a program whose thread stores one result per line, and the values expected. */
typedef struct { Text decl, body; mpz_t want[BATCH]; unsigned n; } Batch;

static void batch_init(Batch *b) {
  memset(b, 0, sizeof *b);
  for (unsigned i = 0; i < BATCH; i++) mpz_init(b->want[i]);
}

static void batch_free(Batch *b) {
  for (unsigned i = 0; i < BATCH; i++) mpz_clear(b->want[i]);
  text_free(&b->decl);
  text_free(&b->body);
}

static void batch_add(Batch *b, const char *expression, const mpz_t want) {
  CHECK(b->n < BATCH);
  text_add(&b->body, "  r[%u] := %s\n", b->n, expression);
  mpz_set(b->want[b->n++], want);
}

static uint32_t result_base(const BcProgram *p) {
  for (uint32_t i = 0; i < p->nvars; i++)
    if (strcmp(p->vars[i].name, "r") == 0) return p->vars[i].base;
  CHECK(!"variable r");
  return 0;
}

/* Runs the only thread to its end. */
static bool run(VmState *s) {
  for (unsigned i = 0; i < 20 * BATCH; i++) {
    const VmAction *a;
    size_t crashes, n = vm_actions(s, &a, &crashes);
    VmEvent ev;
    if (n == 0) return vm_thread(s, 0) == TH_ENDED;
    VmAction first = a[0];
    if (vm_step(s, first.tid, first.choice, &ev) != VM_OK) return false;
  }
  return false;
}

static unsigned long checked;

static bool compare(const Model *m, VmState *s, const Batch *b) {
  static char got[1 << 12];
  const BcType integer = { .kind = T_INT, .width = 1 };
  uint32_t base = result_base(m->program);
  for (unsigned i = 0; i < b->n; i++) {
    Word w = vm_value(s, base + i);
    bool fits = mpz_cmp_si(b->want[i], W_MIN) >= 0 && mpz_cmp_si(b->want[i], W_MAX) <= 0;
    char *want = mpz_get_str(NULL, 10, b->want[i]);
    vm_word_text(s, &integer, w, got, sizeof got);
    bool ok = strcmp(want, got) == 0 && fits == (bool)W_IS_IMM(w);
    if (!ok) fprintf(stderr, "r[%u]: want %s, got %s (%s)\n", i, want, got, W_IS_IMM(w) ? "inline" : "big");
    free(want);
    if (!ok) return false;
    checked++;
  }
  return true;
}

static bool batch_check(Batch *b) {
  Text t = { 0 };
  Model m;
  Mem mem;
  text_add(&t, "int[%u] r\npure int num(bool b) { if b { return 1 }  return 0 }\n%sThread T {\n%s}\n", BATCH, b->decl.at ? b->decl.at : "",
           b->body.at);
  bool ok = model_compile(&m, "ints.d", t.at, t.len);
  if (ok) {
    mem_init(&mem, 0);
    VmState *s = vm_new(m.program, &mem);
    CHECK(s);
    ok = run(s);
    if (!ok) fprintf(stderr, "the thread does not end: %s\n", vm_fault(s) ? vm_fault(s)->text : "");
    ok = ok && compare(&m, s, b);
    vm_free(s);
    mem_deinit(&mem);
  } else {
    diag_print(&m.diags, stderr, false);
  }
  if (!ok) fprintf(stderr, "%s\n", t.at);
  model_free(&m);
  text_free(&t);
  return ok;
}

/* x OP y three ways: both literal (folded by the compiler), both shared, one of each; plus through locals. */
static void add_pair(Batch *b, char op, const mpz_t x, const mpz_t y, const mpz_t want) {
  Text lx = { 0 }, ly = { 0 }, e = { 0 };
  char vx[16], vy[16];
  unsigned k = b->n;
  add_number(&lx, x);
  add_number(&ly, y);
  text_add(&b->decl, "int x%u = %s\nint y%u = %s\n", k, lx.at, k, ly.at);
  text_add(&b->body, "  int p%u = %s; int q%u = %s\n", k, lx.at, k, ly.at);
  const char *left[] = { lx.at, vx, vx, vx }, *right[] = { ly.at, vy, ly.at, vy };
  for (int way = 0; way < 4; way++) {
    snprintf(vx, sizeof vx, way == 3 ? "p%u" : "x%u", k);
    snprintf(vy, sizeof vy, way == 3 ? "q%u" : "y%u", k);
    text_clear(&e);
    add_operation(&e, op, left[way], right[way]);
    batch_add(b, e.at, want);
  }
  text_free(&lx);
  text_free(&ly);
  text_free(&e);
}

TEST operators_agree_with_gmp(void) {
  unsigned n = prop_count(400);
  Rng r = rng_new(prop_first_seed());
  mpz_t x, y, want;
  mpz_inits(x, y, want, NULL);
  bool ok = true;
  for (unsigned i = 0; i < n && ok; i++) {
    Batch b;
    batch_init(&b);
    while (b.n + 4 <= BATCH) {
      char op = operators[rng_below(&r, sizeof operators - 1)];
      near_anchor(&r, x, ANCHORS);
      near_anchor(&r, y, ANCHORS);
      if (apply(op, x, y, want)) add_pair(&b, op, x, y, want);
    }
    ok = batch_check(&b);
    batch_free(&b);
  }
  mpz_clears(x, y, want, NULL);
  ASSERT(ok);
  PASS();
}

/* Every pair of values around the boundaries, for division and modulo. */
TEST division_floors(void) {
  mpz_t x, y, want;
  bool ok = true;
  mpz_inits(x, y, want, NULL);
  for (unsigned i = 0; i < ANCHORS && ok; i++)
    for (unsigned k = 1; k < ANCHORS && ok; k++) {
      Batch b;
      batch_init(&b);
      for (unsigned sign = 0; sign < 4; sign++) {
        mpz_set_str(x, anchors[i], 10);
        mpz_set_str(y, anchors[k], 10);
        mpz_add_ui(x, x, 1);
        if (sign & 1) mpz_neg(x, x);
        if (sign & 2) mpz_neg(y, y);
        if (apply('/', x, y, want)) add_pair(&b, '/', x, y, want);
        if (apply('%', x, y, want)) add_pair(&b, '%', x, y, want);
      }
      ok = batch_check(&b);
      batch_free(&b);
    }
  mpz_clears(x, y, want, NULL);
  ASSERT(ok);
  PASS();
}

/* A random expression over v0..v3, plain and blown up side by side. False: it divides by zero. */
static bool grow(Rng *r, unsigned depth, const mpz_t *v, Text *plain, Text *big, mpz_t value) {
  Text left[2] = { { 0 } }, right[2] = { { 0 } }, half = { 0 };
  bool ok = true;
  if (depth == 0 || rng_one_in(r, 5)) {
    unsigned k = rng_below(r, 4);
    text_add(plain, "v%u", k);
    text_add(&half, "v%u", k);
    mpz_set(value, v[k]);
  } else {
    static const char ops[] = "+-*/%mM";
    char op = ops[rng_below(r, 7)];
    mpz_t x, y;
    mpz_inits(x, y, NULL);
    ok = grow(r, depth - 1, v, &left[0], &left[1], x) && grow(r, depth - 1, v, &right[0], &right[1], y) && apply(op, x, y, value);
    mpz_clears(x, y, NULL);
    if (ok) {
      add_operation(plain, op, left[0].at, right[0].at);
      add_operation(&half, op, left[1].at, right[1].at);
    }
  }
  const char *k = blow[rng_below(r, BLOWS)];
  if (ok) switch (rng_below(r, 5)) {
    case 0: text_add(big, "((%s + %s) - %s)", half.at, k, k); break;
    case 1: text_add(big, "((%s * %s) / %s)", half.at, k, k); break;
    case 2: text_add(big, "(%s - (%s - %s))", k, k, half.at); break;
    case 3: text_add(big, "(-((-%s) - %s) - %s)", k, half.at, k); break;
    default: text_add(big, "%s", half.at);
  }
  for (int i = 0; i < 2; i++) { text_free(&left[i]); text_free(&right[i]); }
  text_free(&half);
  return ok;
}

TEST small_path_equals_big_path(void) {
  unsigned n = prop_count(400);
  Rng r = rng_new(prop_first_seed() + 99);
  mpz_t v[4], want;
  mpz_init(want);
  for (int i = 0; i < 4; i++) mpz_init(v[i]);
  bool ok = true;
  for (unsigned i = 0; i < n && ok; i++) {
    Batch b;
    batch_init(&b);
    for (unsigned k = 0; k < 4; k++) {
      Text t = { 0 };
      near_anchor(&r, v[k], 5);
      add_number(&t, v[k]);
      text_add(&b.body, "  int v%u = %s\n", k, t.at);
      text_free(&t);
    }
    for (unsigned tries = 0; tries < 40 && b.n + 2 <= BATCH; tries++) {
      Text plain = { 0 }, big = { 0 };
      if (grow(&r, 3, (const mpz_t *)v, &plain, &big, want) && mpz_sizeinbase(want, 2) < 900 && big.len < 4000) {
        bool tame = mpz_sizeinbase(want, 2) < 64;
        batch_add(&b, plain.at, want);
        if (tame) batch_add(&b, big.at, want);
      }
      text_free(&plain);
      text_free(&big);
    }
    ok = b.n == 0 || batch_check(&b);
    batch_free(&b);
  }
  for (int i = 0; i < 4; i++) mpz_clear(v[i]);
  mpz_clear(want);
  printf("  %lu results\n", checked);
  ASSERT(ok);
  PASS();
}

GREATEST_MAIN_DEFS();
int main(int argc, char **argv) {
  GREATEST_MAIN_BEGIN();
  RUN_TEST(division_floors);
  RUN_TEST(operators_agree_with_gmp);
  RUN_TEST(small_path_equals_big_path);
  GREATEST_MAIN_END();
}
