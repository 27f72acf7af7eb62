/* tests/unit/explore/test_causal.c -- consequences in clocks: the same as those in rows of bits (realize.h), and true of every
 * order there is; for random small systems. */
#include "explore/algo/causal.h"
#include "explore/algo/realize.h"
#include "tests/greatest.h"

enum { FEW = 7, THREADS = 3, OBJECTS = 2 };
static Mem mem;
static Causal c;
static Realize z;
static RfAcc acc[FEW][OBJECTS];
static uint64_t state;

static void start(void *none) {
  (void)none;
  mem_init(&mem, 0);
  causal_init(&c, &mem);
  real_init(&z, &mem);
  state = 1;
}
static void end(void *none) {
  (void)none;
  causal_deinit(&c);
  real_deinit(&z);
  mem_deinit(&mem);
}

/* splitmix64 */
static uint32_t below(uint32_t n) {
  uint64_t x = state += 0x9e3779b97f4a7c15u;
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
  x = (x ^ x >> 27) * 0x94d049bb133111ebu;
  return (uint32_t)((x ^ x >> 31) % n);
}

/* --- a system: events in some order, each with accesses; a read has any earlier write as its source --- */

static uint32_t source_of(void *none, uint32_t source) { (void)none; return source; }        /* item + 1 already */

static bool writes(uint32_t i, uint32_t obj) {
  for (uint32_t k = 0; k < c.item[i].nacc; k++) if (ACC_OBJ(acc[i][k].acc) == obj) return ACC_MODE(acc[i][k].acc) & ACC_W;
  return false;
}

static uint32_t any_source(uint32_t i, uint32_t obj) {
  uint32_t from[FEW + 1] = { 0 }, n = 1;
  for (uint32_t w = 0; w < i; w++) if (writes(w, obj)) from[n++] = w + 1;
  return from[below(n)];
}

static void add_event(uint32_t i, uint32_t *last, uint32_t *count) {
  VmTid t = (VmTid)below(THREADS);
  c.item[i] = (CausalItem){ .tid = t, .index = count[t]++, .prev = last[t], .acc = acc[i] };
  clock_copy(causal_row(&c, i), last[t] ? causal_row(&c, last[t] - 1) : NULL, c.stride);
  for (uint32_t obj = 0; obj < OBJECTS; obj++) {
    if (below(3) == 0) continue;
    uint32_t mode = below(5), k = c.item[i].nacc;
    mode = mode < 2 ? ACC_R : mode < 4 ? ACC_W : ACC_RW;
    acc[i][k] = (RfAcc){ .acc = obj << 2 | mode, .source = mode & ACC_R ? any_source(i, obj) : 0 };
    if (acc[i][k].source) clock_join(causal_row(&c, i), causal_row(&c, acc[i][k].source - 1), c.stride);
    c.item[i].nacc++;
  }
  causal_row(&c, i)[t] = (Clock)(c.item[i].index + 1);
  last[t] = i + 1;
}

static bool make(uint32_t n) {
  uint32_t last[THREADS] = { 0 }, count[THREADS] = { 0 };
  if (!causal_begin(&c, n, clock_stride(THREADS), OBJECTS)) return false;
  for (uint32_t i = 0; i < n; i++) add_event(i, last, count);
  return true;
}

/* The same for realize.h. False: contradicted. */
static bool make_rows(uint32_t n) {
  if (!real_begin(&z, n)) return false;
  for (uint32_t i = 0; i < n; i++) {
    if (c.item[i].prev && !real_edge(&z, c.item[i].prev - 1, i)) return false;
    for (uint32_t k = 0; k < c.item[i].nacc; k++)
      if (acc[i][k].source && !real_edge(&z, acc[i][k].source - 1, i)) return false;
  }
  for (uint32_t i = 0; i < n; i++)
    for (uint32_t k = 0; k < c.item[i].nacc; k++) {
      if (!(ACC_MODE(acc[i][k].acc) & ACC_R)) continue;
      for (uint32_t v = 0; v < n; v++) {
        uint32_t w = acc[i][k].source;
        if (v == i || v + 1 == w || !writes(v, ACC_OBJ(acc[i][k].acc))) continue;
        if (w ? !real_either(&z, v, w - 1, i, v) : !real_edge(&z, i, v)) return false;
      }
    }
  return true;
}

/* --- all orders --- */

typedef struct { uint32_t order[FEW], n, found; bool before[FEW][FEW]; } Orders;       /* before: in all that were found */

static void note(Orders *o) {
  uint32_t place[FEW];
  for (uint32_t k = 0; k < o->n; k++) place[o->order[k]] = k;
  for (uint32_t a = 0; a < o->n; a++)
    for (uint32_t b = 0; b < o->n; b++) o->before[a][b] = (o->before[a][b] || !o->found) && place[a] < place[b];
  o->found++;
}

static void extend(Orders *o, uint32_t k, uint32_t done, const uint32_t *write) {
  if (k == o->n) { note(o); return; }
  for (uint32_t i = 0; i < o->n; i++) {
    uint32_t now[OBJECTS] = { write[0], write[1] };
    const CausalItem *x = &c.item[i];
    bool can = !(done >> i & 1) && (!x->prev || done >> (x->prev - 1) & 1);
    for (uint32_t a = 0; a < x->nacc && can; a++) {
      uint32_t obj = ACC_OBJ(x->acc[a].acc), mode = ACC_MODE(x->acc[a].acc);
      can = !(mode & ACC_R) || now[obj] == x->acc[a].source;
      if (mode & ACC_W) now[obj] = i + 1;
    }
    o->order[k] = i;
    if (can) extend(o, k + 1, done | 1u << i, now);
  }
}

static bool obeys_rows(const uint32_t *seq) {
  uint32_t done = 0;
  for (uint32_t k = 0; k < c.n; k++) {
    for (uint32_t a = 0; a < c.n; a++) if (a != seq[k] && causal_before(&c, a, seq[k]) && !(done >> a & 1)) return false;
    done |= 1u << seq[k];
  }
  return done == (1u << c.n) - 1;
}

TEST as_rows_of_bits(void) {
  uint32_t yes = 0, no = 0, more = 0;
  for (uint32_t round = 0; round < 40000; round++) {
    uint32_t n = 2 + below(FEW - 1), seq[FEW], none[OBJECTS] = { 0 };
    bool ok = true;
    Orders o = { .n = n };
    ASSERT(make(n));
    extend(&o, 0, 0, none);
    bool closed = causal_close(&c, source_of, NULL, &ok), rows = make_rows(n) && real_saturate(&z) != REAL_NO;
    ASSERT(ok);
    ASSERT_EQ(rows, closed);
    if (!closed) { ASSERT_EQ(0u, o.found); no++; continue; }
    for (uint32_t a = 0; a < n; a++)
      for (uint32_t b = 0; b < n; b++) {
        if (a == b) continue;
        ASSERT_EQ(real_before(&z, a, b), causal_before(&c, a, b));
        if (causal_before(&c, a, b)) ASSERT(o.before[a][b] || !o.found);
      }
    more += c.nedge > 0;
    causal_order(&c, seq);
    ASSERT(obeys_rows(seq));
    yes++;
  }
  ASSERT(yes > 5000 && no > 5000 && more > 2000);
  PASS();
}

/* Events in the order in which they stand, where nothing speaks against it. */
TEST keeps_the_order_at_hand(void) {
  for (uint32_t round = 0; round < 2000; round++) {
    uint32_t n = 2 + below(FEW - 1), seq[FEW];
    bool ok = true, before = false;
    ASSERT(make(n));
    if (!causal_close(&c, source_of, NULL, &ok)) continue;
    for (uint32_t a = 0; a < n; a++) for (uint32_t b = 0; b < a; b++) before |= causal_before(&c, a, b);
    causal_order(&c, seq);
    for (uint32_t i = 0; i < n && !before; i++) ASSERT_EQ(i, seq[i]);
  }
  PASS();
}

/* A refusal is no answer. */
TEST refuses_memory(void) {
  for (uint64_t nth = 1; nth < 8; nth++) {
    Mem small;
    Causal x;
    mem_init(&small, 0);
    small.fail_after = nth;
    causal_init(&x, &small);
    if (causal_begin(&x, 2, clock_stride(2), OBJECTS)) {
      RfAcc w = { .acc = ACC_W }, r = { .acc = ACC_R, .source = 1 };
      bool ok = true;
      x.item[0] = (CausalItem){ .tid = 0, .acc = &w, .nacc = 1 };
      x.item[1] = (CausalItem){ .tid = 1, .acc = &r, .nacc = 1 };
      for (uint32_t i = 0; i < 2; i++) clock_copy(causal_row(&x, i), NULL, x.stride);
      causal_row(&x, 0)[0] = causal_row(&x, 1)[0] = causal_row(&x, 1)[1] = 1;
      bool yes = causal_close(&x, source_of, NULL, &ok);
      ASSERT_EQ(!small.refused, ok);
      ASSERT_EQ(ok, yes);
    } else ASSERT(small.refused);
    causal_deinit(&x);
    mem_deinit(&small);
  }
  PASS();
}

SUITE(causal) {
  SET_SETUP(start, NULL);
  SET_TEARDOWN(end, NULL);
  RUN_TEST(as_rows_of_bits);
  RUN_TEST(keeps_the_order_at_hand);
  RUN_TEST(refuses_memory);
}

GREATEST_MAIN_DEFS();
int main(int argc, char **argv) {
  GREATEST_MAIN_BEGIN();
  RUN_SUITE(causal);
  GREATEST_MAIN_END();
}
