/* tests/unit/explore/test_realize.c -- total orders, against all permutations; and the constraints of executions, against
 * running every interleaving. */
#include "explore/algo/realize.h"
#include "tests/greatest.h"

static Mem mem;
static Realize z;
static uint64_t state;

static void start(void *none) { (void)none; mem_init(&mem, 0); real_init(&z, &mem); state = 1; }
static void end(void *none) { (void)none; real_deinit(&z); mem_deinit(&mem); }

/* splitmix64 */
static uint64_t next(void) {
  uint64_t x = state += 0x9e3779b97f4a7c15u;
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
  x = (x ^ x >> 27) * 0x94d049bb133111ebu;
  return x ^ x >> 31;
}
static uint32_t below(uint32_t n) { return (uint32_t)(next() % n); }

/* --- all permutations, in lexicographic order --- */

enum { FEW = 7, MANY = 24 };
typedef struct { uint32_t n, nedge, neither; RealEither edge[MANY], either[MANY]; } Instance;   /* an edge is a, b */

/* Places ORDER[k ..]; true: found one that obeys all of I. */
static bool permute(const Instance *i, uint32_t *order, uint32_t *place, uint32_t k) {
  if (k == i->n) {
    for (uint32_t j = 0; j < i->nedge; j++) if (place[i->edge[j].a] >= place[i->edge[j].b]) return false;
    for (uint32_t j = 0; j < i->neither; j++) {
      RealEither e = i->either[j];
      if (place[e.a] >= place[e.b] && place[e.c] >= place[e.d]) return false;
    }
    return true;
  }
  for (uint32_t x = 0; x < i->n; x++) {
    if (place[x] != UINT32_MAX) continue;
    bool early = false;                      /* somebody who must come first has not */
    for (uint32_t j = 0; j < i->nedge; j++) early |= i->edge[j].b == x && place[i->edge[j].a] == UINT32_MAX;
    if (early) continue;
    order[k] = x;
    place[x] = k;
    if (permute(i, order, place, k + 1)) return true;
    place[x] = UINT32_MAX;
  }
  return false;
}

static bool brute(const Instance *i, uint32_t *order) {
  uint32_t place[FEW];
  for (uint32_t x = 0; x < i->n; x++) place[x] = UINT32_MAX;
  return permute(i, order, place, 0);
}

static bool obeys(const Instance *i, const uint32_t *order) {
  uint32_t place[FEW], seen = 0;
  for (uint32_t k = 0; k < i->n; k++) { place[order[k]] = k; seen |= 1u << order[k]; }
  bool ok = seen == (1u << i->n) - 1;
  for (uint32_t j = 0; j < i->nedge; j++) ok &= place[i->edge[j].a] < place[i->edge[j].b];
  for (uint32_t j = 0; j < i->neither; j++) {
    RealEither e = i->either[j];
    ok &= place[e.a] < place[e.b] || place[e.c] < place[e.d];
  }
  return ok;
}

/* Puts I into Z, edges and disjunctions mixed, events from AT on. False: contradicted on the way. */
static bool state_of(Realize *to, const Instance *i, uint32_t at) {
  uint32_t e = 0, d = 0;
  while (e < i->nedge || d < i->neither)
    if (d == i->neither || (e < i->nedge && below(2))) {
      if (!real_edge(to, at + i->edge[e].a, at + i->edge[e].b)) return false;
      e++;
    } else {
      RealEither x = i->either[d++];
      if (!real_either(to, at + x.a, at + x.b, at + x.c, at + x.d)) return false;
    }
  return true;
}

static Instance random_instance(void) {
  Instance i = { .n = 2 + below(FEW - 1), .nedge = below(2) ? 0 : below(5), .neither = below(MANY + 1) };
  bool forward = below(3) > 0;                           /* edges that agree with the numbers never contradict each other */
  for (uint32_t j = 0; j < i.nedge; j++) {
    uint32_t a = below(i.n), b = below(i.n);
    i.edge[j] = forward && a > b ? (RealEither){ .a = b, .b = a } : (RealEither){ .a = a, .b = b };
  }
  bool apart = below(2);                                 /* nobody before itself: more is left to try */
  for (uint32_t j = 0; j < i.neither; j++) {
    RealEither *e = &i.either[j];
    do *e = (RealEither){ below(i.n), below(i.n), below(i.n), below(i.n) }; while (apart && (e->a == e->b || e->c == e->d));
  }
  return i;
}

/* What the closure must be: the edges, closed by brute force. */
static bool closed(const Realize *r) {
  for (uint32_t a = 0; a < r->n; a++)
    for (uint32_t b = 0; b < r->n; b++) {
      bool ab = real_before(r, a, b), back = r->before[(size_t)b * r->words + (a >> 6)] >> (a & 63) & 1;
      if (ab != back || (ab && real_before(r, b, a))) return false;
      for (uint32_t c = 0; c < r->n; c++) if (ab && real_before(r, b, c) && !real_before(r, a, c)) return false;
    }
  return true;
}

/* --- random instances --- */

TEST as_all_permutations(void) {
  uint32_t yes = 0, no = 0, open = 0;
  for (uint32_t round = 0; round < 40000; round++) {
    Instance i = random_instance();
    uint32_t want[FEW], got[FEW];
    bool there = brute(&i, want);
    ASSERT(real_begin(&z, i.n));
    bool ok = state_of(&z, &i, 0);
    if (!ok) { ASSERT(!there && z.cycle); ASSERT_EQ(REAL_NO, real_solve(&z, got)); no++; continue; }
    RealAnswer s = real_saturate(&z);
    if (s == REAL_NO) ASSERT(!there);
    else ASSERT(closed(&z));
    open += s == REAL_YES && z.nopen;
    size_t nopen = z.nopen;
    uint64_t tried = z.tried;
    ASSERT_EQ(there ? REAL_YES : REAL_NO, real_solve(&z, got));
    if (there) {
      ASSERT(obeys(&i, got) && closed(&z) && nopen >= z.nopen);
      if (tried == z.tried) ASSERT_MEM_EQ(want, got, i.n * sizeof *got);    /* of ready events the smallest first */
      ASSERT_EQ(REAL_YES, real_solve(&z, NULL));
    }
    there ? yes++ : no++;
  }
  ASSERT(yes > 5000 && no > 5000 && open > 1000 && z.wrong > 100 && z.undone > 100);
  PASS();
}

/* Edges that are left after a search hold in every order: adding the opposite of one contradicts. */
TEST leaves_only_what_must_be(void) {
  for (uint32_t round = 0; round < 4000; round++) {
    Instance i = random_instance();
    if (i.nedge >= MANY || !real_begin(&z, i.n) || !state_of(&z, &i, 0) || real_solve(&z, NULL) != REAL_YES) continue;
    uint32_t a = below(i.n), b = below(i.n), order[FEW];
    if (!real_before(&z, a, b)) continue;
    i.edge[i.nedge++] = (RealEither){ .a = b, .b = a };
    ASSERT(!brute(&i, order));
  }
  PASS();
}

/* Many words a row: small instances side by side, tied to each other in a chain now and then. */
TEST rows_of_many_words(void) {
  static uint32_t order[60 * FEW], part[FEW];
  for (uint32_t round = 0; round < 150; round++) {
    Instance block[60];
    uint32_t at[60], n = 0, blocks = 10 + below(50);
    bool there = true;
    for (uint32_t k = 0; k < blocks; k++) {
      do block[k] = random_instance(); while (!brute(&block[k], part) && (!there || below(100)));
      there &= brute(&block[k], part);
      at[k] = n;
      n += block[k].n;
    }
    ASSERT(real_begin(&z, n));
    bool ok = true;
    for (uint32_t k = 0; k < blocks && ok; k++) ok = state_of(&z, &block[k], at[k]);
    for (uint32_t k = 1; k < blocks && ok; k++) if (below(2)) ok = real_edge(&z, at[k] + below(block[k].n), at[k - 1] + below(block[k - 1].n));
    ASSERT_EQ(there ? REAL_YES : REAL_NO, ok ? real_solve(&z, order) : REAL_NO);
    if (!there) continue;
    uint32_t place[60 * FEW];
    for (uint32_t k = 0; k < n; k++) place[order[k]] = k;
    for (uint32_t k = 0; k < blocks; k++) {
      uint32_t got = 0;
      for (uint32_t j = 0; j < n; j++) if (order[j] >= at[k] && order[j] < at[k] + block[k].n) part[got++] = order[j] - at[k];
      ASSERT_EQ(block[k].n, got);
      ASSERT(obeys(&block[k], part));
    }
    for (uint32_t a = 0; a < n; a++)
      for (uint32_t b = 0; b < n; b++) if (real_before(&z, a, b)) ASSERT(place[a] < place[b]);
    if (n < 200) ASSERT(closed(&z));
  }
  PASS();
}

TEST thousands_of_events(void) {
  enum { N = 3000 };
  static uint32_t order[N], place[N];
  ASSERT(real_begin(&z, N));
  for (uint32_t x = 10; x < N; x++) ASSERT(real_edge(&z, x - 10, x));
  for (uint32_t k = 0; k < 2000; k++) {
    uint32_t a = below(N), b = below(N), c = below(N), d = below(N);
    if (a != b && c != d) ASSERT(real_either(&z, a < b ? a : b, a < b ? b : a, c, d));
  }
  ASSERT_EQ(REAL_YES, real_solve(&z, order));
  for (uint32_t k = 0; k < N; k++) place[order[k]] = k;
  for (uint32_t x = 10; x < N; x++) ASSERT(place[x - 10] < place[x]);
  for (size_t k = 0; k < z.nopen; k++) ASSERT(place[z.open[k].a] < place[z.open[k].b] || place[z.open[k].c] < place[z.open[k].d]);
  PASS();
}

/* --- single properties --- */

TEST smallest_number_first(void) {
  static const uint32_t from[][2] = { { 4, 0 }, { 2, 1 }, { 3, 2 } };
  static const uint32_t want[] = { 3, 2, 1, 4, 0, 5 };
  for (uint32_t n = 6; n < 200; n += 97) {
    uint32_t order[200];
    ASSERT(real_begin(&z, n));
    for (int k = 0; k < 3; k++) ASSERT(real_edge(&z, from[k][0], from[k][1]));
    ASSERT_EQ(REAL_YES, real_solve(&z, order));
    ASSERT_MEM_EQ(want, order, sizeof want);
    for (uint32_t k = 6; k < n; k++) ASSERT_EQ(k, order[k]);
  }
  PASS();
}

TEST cycles_and_itself(void) {
  ASSERT(real_begin(&z, 3));
  ASSERT(real_edge(&z, 0, 1) && real_edge(&z, 1, 2) && real_edge(&z, 0, 2));
  ASSERT(real_before(&z, 0, 2) && !real_before(&z, 2, 0) && !real_before(&z, 1, 1));
  ASSERT(!real_edge(&z, 2, 0));
  ASSERT_EQ(REAL_NO, real_solve(&z, NULL));
  ASSERT(real_begin(&z, 2));
  ASSERT(!real_edge(&z, 1, 1));
  ASSERT(real_begin(&z, 2));
  ASSERT(real_either(&z, 0, 0, 1, 1));
  ASSERT_EQ(REAL_NO, real_saturate(&z));
  ASSERT(real_begin(&z, 2));
  ASSERT(real_either(&z, 0, 0, 1, 0));
  ASSERT_EQ(REAL_YES, real_saturate(&z));
  ASSERT(real_before(&z, 1, 0) && !z.nopen);
  ASSERT(real_begin(&z, 0));
  ASSERT_EQ(REAL_YES, real_solve(&z, NULL));
  PASS();
}

TEST grows_and_keeps(void) {
  uint32_t order[300];
  ASSERT(real_begin(&z, 3));
  ASSERT(real_edge(&z, 2, 0) && real_either(&z, 1, 2, 0, 1));
  for (uint32_t n = 40; n <= 300; n += 65) {
    ASSERT(real_grow(&z, n));
    ASSERT(real_before(&z, 2, 0) && closed(&z) && z.nopen == 1);
    ASSERT(real_edge(&z, n - 1, n - 36));
    for (uint32_t x = 0; x < n; x++) if (x != n - 1) ASSERT(!real_before(&z, x, n - 1));
  }
  ASSERT(real_edge(&z, 2, 1));
  ASSERT_EQ(REAL_YES, real_solve(&z, order));
  ASSERT(real_before(&z, 0, 1) && !real_before(&z, 1, 0));
  PASS();
}

TEST copies_are_apart(void) {
  Realize w;
  real_init(&w, &mem);
  for (uint32_t n = 5; n < 200; n += 150) {
    ASSERT(real_begin(&z, n));
    ASSERT(real_edge(&z, 4, 3) && real_either(&z, 0, 1, 2, 3));
    ASSERT(real_copy(&w, &z));
    ASSERT(real_edge(&w, 1, 0));
    ASSERT_EQ(REAL_YES, real_saturate(&w));
    ASSERT(real_before(&w, 2, 3) && real_before(&w, 4, 3) && !w.nopen);
    ASSERT(!real_before(&z, 2, 3) && !real_before(&z, 1, 0) && z.nopen == 1);
  }
  real_deinit(&w);
  PASS();
}

/* Each pair of events is the wrong way round at first, and nothing but trying says so. */
static void upside_down(uint32_t pairs) {
  real_begin(&z, 4 * pairs);
  for (uint32_t k = 0; k < pairs; k++) real_either(&z, 4 * k + 1, 4 * k, 4 * k + 3, 4 * k + 2);
}

TEST budget(void) {
  for (uint32_t pairs = 10; pairs < 100; pairs += 80) {
    upside_down(pairs);
    z.budget = 5;
    ASSERT_EQ(REAL_BUDGET, real_solve(&z, NULL));
    ASSERT_EQ(pairs, z.nopen);
    for (uint32_t x = 0; x < z.n; x++) for (uint32_t y = 0; y < z.n; y++) ASSERT(!real_before(&z, x, y));
    z.budget = REAL_BUDGET_DEFAULT;
    ASSERT_EQ(REAL_YES, real_solve(&z, NULL));                              /* what was given up can be taken up */
    ASSERT_EQ(pairs, z.nopen);
  }
  PASS();
}

/* A contradiction that only trying finds, behind many tries that have nothing to do with it. */
TEST independent_tries_are_not_turned_over(void) {
  for (uint32_t pairs = 10; pairs < 100; pairs += 80) {
    upside_down(pairs);
    uint32_t x = 4 * pairs, y = x + 2;
    real_grow(&z, x + 4);
    for (int k = 0; k < 4; k++) real_either(&z, x + (k & 1), x + !(k & 1), y + (k >> 1), y + !(k >> 1));
    z.spent = 0;
    ASSERT_EQ(REAL_NO, real_solve(&z, NULL));
    ASSERT(z.spent < 20 * pairs);
    ASSERT_EQ(0, z.undone);
  }
  PASS();
}

/* Whatever request is refused, the answer is "no memory" and everything comes back. */
static RealAnswer under_refusal(uint64_t n, uint32_t events) {
  Mem m;
  Realize r, copy;
  mem_init(&m, 0);
  real_init(&r, &m);
  real_init(&copy, &m);
  m.fail_after = n;
  RealAnswer a = REAL_NOMEM;
  bool ok = real_begin(&r, 3) && real_edge(&r, 0, 1) && real_grow(&r, events);
  for (uint32_t k = 0; ok && 4 * k + 3 < events; k++) ok = real_either(&r, 4 * k + 1, 4 * k, 4 * k + 3, 4 * k + 2);
  if (ok && real_copy(&copy, &r)) a = real_solve(&copy, NULL);
  if (a == REAL_NOMEM && ok && !m.fail_after) {                             /* a second time, with memory */
    if (real_copy(&copy, &r) && real_solve(&copy, NULL) != REAL_YES) a = REAL_NO;
  }
  real_deinit(&r);
  real_deinit(&copy);
  mem_deinit(&m);
  return a;
}

TEST refusals(void) {
  for (uint32_t events = 60; events < 900; events += 800) {
    uint64_t n = 1;
    RealAnswer a;
    while ((a = under_refusal(n, events)) == REAL_NOMEM) n++;
    ASSERT_EQ(REAL_YES, a);
    ASSERT(n > 5);
  }
  PASS();
}

/* --- executions: threads that read, write, lock, send and receive, each read with the source it shall have --- */

enum { THREADS = 3, OBJECTS = 2 };
#define INITIAL UINT32_MAX
#define NOTHING (UINT32_MAX - 1)
typedef enum { READ, WRITE, RMW, LOCK, UNLOCK, SEND, RECEIVE, AFTER } Kind;
typedef struct { uint32_t thread, obj, tags, source; Kind kind; } Event;    /* tags: of a send one, of a receive those it takes; obj of a send: to whom */
typedef struct { uint32_t n; Event ev[FEW]; } Execution;

static bool reads(const Event *e) { return e->kind == READ || e->kind == RMW || e->kind == LOCK; }
static bool writes(const Event *e) { return e->kind == WRITE || e->kind == RMW || e->kind == LOCK || e->kind == UNLOCK; }
static bool receives(const Event *e) { return e->kind == RECEIVE || e->kind == AFTER; }
static bool memory(const Event *e) { return e->kind <= UNLOCK; }
static bool matching(const Event *s, const Event *r) { return s->kind == SEND && s->obj == r->thread && s->tags & r->tags; }

/* Where it stands: who wrote last (objects, then one mutex), and which sends wait. */
typedef struct { uint32_t last[OBJECTS + 1], mail[FEW], nmail; } Run;

/* What event E would take now: INITIAL or a write, a send or NOTHING. Takes it away and writes if DO_IT. */
static uint32_t run_event(Run *run, const Execution *x, uint32_t e, bool do_it) {
  const Event *ev = &x->ev[e];
  uint32_t got = NOTHING;
  if (memory(ev)) {
    got = run->last[ev->obj];
    if (writes(ev) && do_it) run->last[ev->obj] = e;
  } else if (ev->kind == SEND) {
    if (do_it) run->mail[run->nmail++] = e;
  } else {
    uint32_t k = 0;
    while (k < run->nmail && !matching(&x->ev[run->mail[k]], ev)) k++;
    if (k == run->nmail) return NOTHING;
    got = run->mail[k];
    if (do_it) memmove(run->mail + k, run->mail + k + 1, (--run->nmail - k) * sizeof *run->mail);
  }
  return got;
}

/* Is there an interleaving in which all take their sources? */
static bool interleave(const Execution *x, const Run *run, uint32_t done) {
  if (done == (1u << x->n) - 1) return true;
  uint32_t tried = 0;
  for (uint32_t e = 0; e < x->n; e++) {
    const Event *ev = &x->ev[e];
    if (done >> e & 1 || tried >> ev->thread & 1) continue;
    tried |= 1u << ev->thread;
    Run then = *run;
    uint32_t got = run_event(&then, x, e, true);
    if ((reads(ev) || receives(ev)) && got != ev->source) continue;
    if (interleave(x, &then, done | 1u << e)) return true;
  }
  return false;
}

static const Run at_start = { .last = { INITIAL, INITIAL, INITIAL } };

/* Threads that do what they like, as far as mutex and mailbox let them; events are numbered as they happen. */
static Execution random_execution(uint32_t kinds) {
  Execution x = { 0 };
  Run run = at_start;
  uint32_t holder = THREADS, want = 3 + below(FEW - 2);
  for (uint32_t tries = 0; x.n < want && tries < 100; tries++) {
    Event e = { .thread = below(THREADS), .obj = below(OBJECTS), .tags = 1 + below(3), .kind = (Kind)below(8) };
    if (!(kinds >> e.kind & 1)) continue;
    if (e.kind == LOCK && holder != THREADS) continue;
    if (e.kind == UNLOCK && holder != e.thread) continue;
    if (e.kind == LOCK || e.kind == UNLOCK) { e.obj = OBJECTS; holder = e.kind == LOCK ? e.thread : THREADS; }
    if (e.kind == SEND) { e.obj = below(THREADS); e.tags = 1u << below(2); }
    x.ev[x.n] = e;
    uint32_t got = run_event(&run, &x, x.n, false);
    if (e.kind == RECEIVE && got == NOTHING) continue;
    run_event(&run, &x, x.n, true);
    x.ev[x.n++].source = got;
  }
  return x;
}

/* Gives some reads and receives sources they did not have; each send and each unlock is taken once at most. */
static void disturb(Execution *x) {
  for (uint32_t k = 0; k < 8 * x->n; k++) {
    uint32_t e = below(x->n);
    Event *ev = &x->ev[e];
    if (!(reads(ev) || receives(ev))) continue;
    uint32_t s = below(x->n + 1);
    if (s == x->n) s = ev->kind == AFTER ? NOTHING : INITIAL;
    const Event *from = s < x->n ? &x->ev[s] : NULL;
    if (receives(ev) && (from ? !matching(from, ev) : ev->kind == RECEIVE)) continue;
    if (reads(ev) && from && (s == e || !memory(from) || !writes(from) || from->obj != ev->obj)) continue;
    if (ev->kind == LOCK && from && from->kind != UNLOCK) continue;
    bool taken = false;
    for (uint32_t o = 0; o < x->n; o++) taken |= o != e && x->ev[o].source == s && (receives(&x->ev[o]) || ev->kind == LOCK) && from;
    if (!taken) ev->source = s;
  }
}

static bool sources(const Execution *x, uint32_t e) {
  const Event *r = &x->ev[e];
  if (r->source < NOTHING && !real_edge(&z, r->source, e)) return false;
  for (uint32_t v = 0; v < x->n; v++) {
    const Event *w = &x->ev[v];
    if (v == e || v == r->source) continue;
    if (reads(r)) {
      if (!memory(w) || !writes(w) || w->obj != r->obj) continue;
      if (r->source == INITIAL ? !real_edge(&z, e, v) : !real_either(&z, v, r->source, e, v)) return false;
    } else if (matching(w, r)) {
      bool gone = false;                     /* an earlier receive of the thread takes it */
      for (uint32_t k = 0; k < e; k++) gone |= x->ev[k].thread == r->thread && receives(&x->ev[k]) && x->ev[k].source == v;
      if (!gone && !real_edge(&z, r->source == NOTHING ? e : r->source, v)) return false;
    }
  }
  return true;
}

static bool constraints(const Execution *x) {
  uint32_t prev[THREADS] = { INITIAL, INITIAL, INITIAL };
  if (!real_begin(&z, x->n)) return false;
  for (uint32_t e = 0; e < x->n; e++) {
    uint32_t t = x->ev[e].thread;
    if (prev[t] != INITIAL && !real_edge(&z, prev[t], e)) return false;
    prev[t] = e;
  }
  for (uint32_t e = 0; e < x->n; e++) if ((reads(&x->ev[e]) || receives(&x->ev[e])) && !sources(x, e)) return false;
  return true;
}

static bool runs(const Execution *x, const uint32_t *order) {
  Run run = at_start;
  uint32_t done = 0;
  for (uint32_t k = 0; k < x->n; k++) {
    const Event *e = &x->ev[order[k]];
    for (uint32_t j = 0; j < order[k]; j++) if (x->ev[j].thread == e->thread && !(done >> j & 1)) return false;
    if (run_event(&run, x, order[k], true) != e->source && (reads(e) || receives(e))) return false;
    done |= 1u << order[k];
  }
  return true;
}

static enum greatest_test_res as_interleaved(uint32_t kinds, uint32_t rounds) {
  uint32_t yes = 0, no = 0;
  for (uint32_t round = 0; round < rounds; round++) {
    Execution x = random_execution(kinds);
    if (below(4)) disturb(&x);
    uint32_t order[FEW];
    bool want = interleave(&x, &at_start, 0), got = constraints(&x) && real_solve(&z, order) == REAL_YES;
    ASSERT_EQ(want, got);
    if (got) ASSERT(runs(&x, order));
    want ? yes++ : no++;
  }
  ASSERT(yes > rounds / 10 && no > rounds / 20);
  PASS();
}

TEST memory_of_executions(void) { return as_interleaved(1u << READ | 1u << WRITE | 1u << RMW, 30000); }
TEST mutexes_of_executions(void) { return as_interleaved(1u << LOCK | 1u << UNLOCK | 1u << WRITE | 1u << READ, 20000); }
TEST mailboxes_of_executions(void) { return as_interleaved(1u << SEND | 1u << RECEIVE | 1u << AFTER, 30000); }
TEST everything_of_executions(void) { return as_interleaved(0xff, 30000); }

SUITE(orders) {
  SET_SETUP(start, NULL);
  SET_TEARDOWN(end, NULL);
  RUN_TEST(as_all_permutations);
  RUN_TEST(leaves_only_what_must_be);
  RUN_TEST(rows_of_many_words);
  RUN_TEST(thousands_of_events);
  RUN_TEST(smallest_number_first);
  RUN_TEST(cycles_and_itself);
  RUN_TEST(grows_and_keeps);
  RUN_TEST(copies_are_apart);
  RUN_TEST(budget);
  RUN_TEST(independent_tries_are_not_turned_over);
  RUN_TEST(refusals);
}
SUITE(executions) {
  SET_SETUP(start, NULL);
  SET_TEARDOWN(end, NULL);
  RUN_TEST(memory_of_executions);
  RUN_TEST(mutexes_of_executions);
  RUN_TEST(mailboxes_of_executions);
  RUN_TEST(everything_of_executions);
}

GREATEST_MAIN_DEFS();

int main(int argc, char **argv) {
  GREATEST_MAIN_BEGIN();
  RUN_SUITE(orders);
  RUN_SUITE(executions);
  GREATEST_MAIN_END();
}
