/* tests/unit/explore/test_realize_paper.c -- the published Realize against realize.h and against running all interleavings, on
 * two threads, stars, trees, and by its star on cyclic graphs. Also: on acyclic graphs realize.h takes no try back. */
#include "explore/algo/realize_star.h"
#include "tests/greatest.h"
#include "vm/event.h"

enum { THREADS = 4, OBJECTS = 6, MOST = 60, FEW = 9 };

static Mem mem;
static Paper paper;
static Realize z;
static uint64_t state;

static void start(void *none) { (void)none; mem_init(&mem, 0); paper_init(&paper, &mem); real_init(&z, &mem); state = 1; }
static void end(void *none) { (void)none; paper_deinit(&paper); real_deinit(&z); mem_deinit(&mem); }

static uint32_t below(uint32_t n) {          /* splitmix64 */
  uint64_t x = state += 0x9e3779b97f4a7c15u;
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
  x = (x ^ x >> 27) * 0x94d049bb133111ebu;
  return (uint32_t)((x ^ x >> 31) % n);
}

/* --- executions --- */

typedef struct { PaperBasis b; PaperEvent ev[MOST]; PaperAccess acc[2 * MOST]; PaperEdge edge[MOST * MOST]; uint32_t nacc; } Execution;
typedef struct { uint32_t last[OBJECTS]; } Run;                             /* per object: its last writer */

/* Who may use which objects, one bit each. */
static const uint32_t two[THREADS] = { 0x7, 0x7, 0, 0 }, star[THREADS] = { 0x3f, 0x03, 0x0c, 0x30 }, path[THREADS] = { 0x03, 0x0f, 0x3c, 0x30 },
                      everybody[THREADS] = { 0x7, 0x7, 0x7, 0 };

static PaperAccess *access_of(Execution *x, uint32_t e, uint32_t k) { return &x->acc[x->ev[e].first + k]; }

/* Every read that is E's takes its source now. Then E writes. */
static bool step(const Execution *x, Run *run, uint32_t e) {
  const PaperAccess *a = &x->acc[x->ev[e].first];
  for (uint32_t k = 0; k < x->ev[e].nacc; k++) if (a[k].mode & ACC_R && a[k].source != run->last[a[k].obj]) return false;
  for (uint32_t k = 0; k < x->ev[e].nacc; k++) if (a[k].mode & ACC_W) run->last[a[k].obj] = e;
  return true;
}

static const Run at_start = { { PAPER_INITIAL, PAPER_INITIAL, PAPER_INITIAL, PAPER_INITIAL, PAPER_INITIAL, PAPER_INITIAL } };

static uint32_t object(const uint32_t *may, uint32_t t) {
  uint32_t o = below(OBJECTS);
  while (!(may[t] >> o & 1)) o = below(OBJECTS);
  return o;
}

/* Threads read, write, or both, one object or two; events are numbered as they happen. */
static void random_execution(Execution *x, const uint32_t *may, uint32_t n) {
  Run run = at_start;
  uint32_t rare = 2 + below(6);              /* one in so many accesses reads: the fewer, the more is left open */
  x->nacc = 0;
  x->b = (PaperBasis){ .n = n, .ev = x->ev, .acc = x->acc, .edge = x->edge, .root = PAPER_NO_ROOT };
  for (uint32_t e = 0; e < n; e++) {
    uint32_t t = below(THREADS);
    while (!may[t]) t = below(THREADS);
    x->ev[e] = (PaperEvent){ t, x->nacc, 1 + !below(6) };
    for (uint32_t k = 0; k < x->ev[e].nacc; k++) {
      uint32_t o = object(may, t);
      if (k && o == x->acc[x->nacc - 1].obj) { x->ev[e].nacc--; break; }
      uint8_t mode = !below(8) ? ACC_RW : below(rare) ? ACC_W : ACC_R;
      x->acc[x->nacc++] = (PaperAccess){ o, run.last[o], mode };
    }
    for (uint32_t k = 0; k < x->ev[e].nacc; k++) if (access_of(x, e, k)->mode & ACC_W) run.last[access_of(x, e, k)->obj] = e;
  }
}

static bool writes(Execution *x, uint32_t e, uint32_t obj) {
  for (uint32_t k = 0; k < x->ev[e].nacc; k++) if (access_of(x, e, k)->obj == obj && access_of(x, e, k)->mode & ACC_W) return true;
  return false;
}

/* Gives MANY reads another source. */
static void disturb(Execution *x, uint32_t many) {
  for (uint32_t tries = 0; many && tries < 200; tries++) {
    uint32_t r = below(x->b.n), w = below(x->b.n + 1);
    PaperAccess *a = access_of(x, r, below(x->ev[r].nacc));
    if (!(a->mode & ACC_R) || w == r || (w < x->b.n && !writes(x, w, a->obj))) continue;
    a->source = w < x->b.n ? w : PAPER_INITIAL;
    many--;
  }
}

/* --- three answers --- */

static bool interleave(const Execution *x, const Run *run, uint32_t done) {
  if (done == (1u << x->b.n) - 1) return true;
  uint32_t tried = 0;
  for (uint32_t e = 0; e < x->b.n; e++) {
    if (done >> e & 1 || tried >> x->ev[e].thread & 1) continue;
    tried |= 1u << x->ev[e].thread;
    Run then = *run;
    if (step(x, &then, e) && interleave(x, &then, done | 1u << e)) return true;
  }
  return false;
}

static bool runs(const Execution *x, const uint32_t *order) {
  Run run = at_start;
  uint32_t newest[THREADS] = { 0 };
  uint64_t seen = 0;
  for (uint32_t k = 0; k < x->b.n; k++) {
    uint32_t e = order[k], *last = &newest[x->ev[e].thread];
    if (*last > e || !step(x, &run, e)) return false;
    *last = e;
    seen |= (uint64_t)1 << e;
  }
  return seen == ((uint64_t)1 << x->b.n) - 1;
}

static bool observes(Execution *x, uint32_t r, const PaperAccess *a, const uint32_t *as) {
  if (!(a->mode & ACC_R)) return true;
  bool initial = a->source == PAPER_INITIAL;
  if (!initial && !real_edge(&z, as[a->source], as[r])) return false;
  for (uint32_t w = 0; w < x->b.n; w++) {
    if (w == r || w == a->source || !writes(x, w, a->obj)) continue;
    if (initial ? !real_edge(&z, as[r], as[w]) : !real_either(&z, as[w], as[a->source], as[r], as[w])) return false;
  }
  return true;
}

/* Under random numbers, so that there is more to try: of ready events the smallest first is then seldom an answer. */
static bool by_realize(Execution *x, uint32_t *order) {
  uint32_t prev[THREADS] = { MOST, MOST, MOST, MOST }, as[MOST], is[MOST];
  for (uint32_t k = 0; k < x->b.n; k++) {
    uint32_t other = below(k + 1);
    is[k] = k;
    is[k] = is[other];
    is[other] = k;
  }
  for (uint32_t k = 0; k < x->b.n; k++) as[is[k]] = k;
  real_begin(&z, x->b.n);
  for (uint32_t e = 0; e < x->b.n; e++) {
    uint32_t *last = &prev[x->ev[e].thread];
    if (*last != MOST && !real_edge(&z, as[*last], as[e])) return false;
    *last = e;
    for (uint32_t k = 0; k < x->ev[e].nacc; k++) if (!observes(x, e, access_of(x, e, k), as)) return false;
  }
  if (real_solve(&z, order) != REAL_YES) return false;
  for (uint32_t k = 0; k < x->b.n; k++) order[k] = is[order[k]];
  return true;
}

static bool by_paper(const Execution *x, uint32_t *order) { return paper_realize(&paper, &x->b, order) == REAL_YES; }

static enum greatest_test_res all_agree(const uint32_t *may, uint32_t root, uint32_t rounds) {
  static Execution x;
  uint32_t yes = 0, no = 0, order[MOST];
  for (uint32_t round = 0; round < rounds; round++) {
    random_execution(&x, may, 2 + below(FEW - 1));
    disturb(&x, below(4));
    ASSERT(paper_acyclic(&paper, &x.b));
    x.b.root = root;
    bool want = interleave(&x, &at_start, 0), got = by_paper(&x, order);
    ASSERT_EQ(want, got);
    if (got) ASSERT(runs(&x, order));
    got = by_realize(&x, order);
    ASSERT_EQ(want, got);
    if (got) ASSERT(runs(&x, order));
    want ? yes++ : no++;
  }
  ASSERT(yes > rounds / 10 && no > rounds / 10);
  ASSERT_EQ(0, z.undone);
  PASS();
}

TEST two_threads(void) { return all_agree(two, PAPER_NO_ROOT, 10000); }
TEST stars(void) { return all_agree(star, PAPER_NO_ROOT, 10000); }
TEST trees(void) { return all_agree(path, PAPER_NO_ROOT, 10000); }
TEST a_star_by_its_root(void) { return all_agree(star, 0, 10000); }
TEST two_threads_by_a_root(void) { return all_agree(two, 1, 10000); }

/* Too many interleavings to run all: the two programs against each other, with few wrong sources so that both answers occur. */
TEST long_executions(void) {
  static const uint32_t *const shape[] = { two, star, path };
  static Execution x;
  uint32_t yes = 0, no = 0, order[MOST];
  for (uint32_t round = 0; round < 600; round++) {
    random_execution(&x, shape[round % 3], 10 + below(MOST - 30));
    disturb(&x, below(2));
    bool want = by_realize(&x, order);
    if (want) ASSERT(runs(&x, order));
    ASSERT_EQ(want, by_paper(&x, order));
    if (want) ASSERT(runs(&x, order));
    want ? yes++ : no++;
  }
  ASSERT(yes > 100 && no > 100 && z.tried > 10);
  ASSERT_EQ(0, z.undone);
  PASS();
}

/* --- cyclic graphs: thread 0 is the root, and there is a trace iff some order of the leaves has one --- */

static bool conflict(Execution *x, uint32_t e, uint32_t f) {
  for (uint32_t k = 0; k < x->ev[e].nacc; k++) {
    uint32_t o = access_of(x, e, k)->obj;
    for (uint32_t j = 0; j < x->ev[f].nacc; j++)
      if (access_of(x, f, j)->obj == o && (access_of(x, e, k)->mode | access_of(x, f, j)->mode) & ACC_W) return true;
  }
  return false;
}

/* Goes on with LEAF[0 .. n-1], leaf events in some order. */
static bool some_order(Execution *x, uint32_t *leaf, uint32_t n, uint32_t done, uint32_t *order) {
  uint32_t tried = 1, before = n;            /* the root is not asked */
  for (uint32_t e = 0; e < x->b.n; e++) {
    if (done >> e & 1 || tried >> x->ev[e].thread & 1) continue;
    tried |= 1u << x->ev[e].thread;
    leaf[n] = e;
    if (some_order(x, leaf, n + 1, done | 1u << e, order)) return true;
    before = n + 1;
  }
  if (before != n) return false;
  x->b.nedge = 0;
  for (uint32_t i = 0; i < n; i++)
    for (uint32_t j = i + 1; j < n; j++) if (conflict(x, leaf[i], leaf[j])) x->edge[x->b.nedge++] = (PaperEdge){ leaf[i], leaf[j] };
  return by_paper(x, order);
}

TEST cyclic_graphs(void) {
  static Execution x;
  uint32_t yes = 0, no = 0, cyclic = 0, order[MOST], leaf[MOST];
  for (uint32_t round = 0; round < 4000; round++) {
    random_execution(&x, everybody, 2 + below(FEW - 1));
    disturb(&x, below(3));
    cyclic += !paper_acyclic(&paper, &x.b);
    x.b.root = 0;
    bool want = interleave(&x, &at_start, 0), got = some_order(&x, leaf, 0, 0, order);
    ASSERT_EQ(want, got);
    if (got) ASSERT(runs(&x, order));
    ASSERT_EQ(want, by_realize(&x, order));
    want ? yes++ : no++;
  }
  ASSERT(yes > 500 && no > 500 && cyclic > 500);
  PASS();
}

TEST cyclic_graphs_by_a_star(void) {
  static Execution x;
  uint32_t yes = 0, no = 0, order[MOST];
  Star s;
  star_init(&s, &mem);
  for (uint32_t round = 0; round < 4000; round++) {
    random_execution(&x, everybody, 2 + below(round % 10 ? FEW - 1 : 2 * FEW));
    disturb(&x, below(3));
    bool want = by_realize(&x, order);
    ASSERT_EQ(want ? REAL_YES : REAL_NO, star_realize(&s, &x.b, below(3), order));
    if (want) ASSERT(runs(&x, order));
    want ? yes++ : no++;
  }
  ASSERT(yes > 500 && no > 500 && s.stars > 500 && s.orders > s.stars / 2);
  star_deinit(&s);
  PASS();
}

TEST extra_edges(void) {
  static Execution x;
  uint32_t order[2];
  x.b = (PaperBasis){ .n = 2, .ev = x.ev, .acc = x.acc, .edge = x.edge, .nedge = 1, .root = PAPER_NO_ROOT };
  x.ev[0] = (PaperEvent){ 0, 0, 0 };
  x.ev[1] = (PaperEvent){ 1, 0, 0 };
  x.edge[0] = (PaperEdge){ 1, 0 };
  ASSERT_EQ(REAL_YES, paper_realize(&paper, &x.b, order));
  ASSERT_EQ(1, order[0]);
  x.edge[1] = (PaperEdge){ 0, 1 };
  x.b.nedge = 2;
  ASSERT_EQ(REAL_NO, paper_realize(&paper, &x.b, order));
  PASS();
}

TEST refusals(void) {
  static Execution x;
  RealAnswer a = REAL_NOMEM;
  random_execution(&x, everybody, MOST - 30);
  for (uint64_t n = 1; a == REAL_NOMEM; n++) {
    Mem m;
    Star s;
    uint32_t order[MOST];
    mem_init(&m, 0);
    star_init(&s, &m);
    m.fail_after = n;
    a = star_realize(&s, &x.b, 0, order);
    star_deinit(&s);
    mem_deinit(&m);
  }
  ASSERT_EQ(REAL_YES, a);
  PASS();
}

SUITE(realize_paper) {
  SET_SETUP(start, NULL);
  SET_TEARDOWN(end, NULL);
  RUN_TEST(two_threads);
  RUN_TEST(stars);
  RUN_TEST(trees);
  RUN_TEST(a_star_by_its_root);
  RUN_TEST(two_threads_by_a_root);
  RUN_TEST(long_executions);
  RUN_TEST(cyclic_graphs);
  RUN_TEST(cyclic_graphs_by_a_star);
  RUN_TEST(extra_edges);
  RUN_TEST(refusals);
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv) {
  GREATEST_MAIN_BEGIN();
  RUN_SUITE(realize_paper);
  GREATEST_MAIN_END();
}
