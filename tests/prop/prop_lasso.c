/* tests/prop/prop_lasso.c -- --progress against another way to decide it, on random programs with loops.
 * Here the graph is made through vm.h alone, and fairness is decided without components: a run is fair when a counter that
 * waits for thread 0, then 1, and so on -- for a step of it, or a state in which it cannot step -- comes round again and again.
 * So each state is taken once for each value of the counter, and a fair cycle is one with a step that turns the counter over.
 * What dmc reports must be of the kind found here, and its cycle must come round and, where that is claimed, be fair. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "explore/trace.h"
#include "tests/greatest.h"
#include "tests/prop/harness.h"

#define MAX_STATES 160
#define MAX_THREADS 4
#define MAX_EDGES (MAX_STATES * MAX_THREADS * 4)

/* --- programs --- */

typedef struct { Rng *r; Text *out; unsigned depth; } Gen;

static const char *var(Gen *g) { return rng_one_in(g->r, 2) ? "x" : "y"; }

static void block(Gen *g, unsigned most);

static void condition(Gen *g) { text_add(g->out, "%s %s %u", var(g), rng_one_in(g->r, 2) ? "==" : "!=", rng_below(g->r, 2)); }

static void statement(Gen *g) {
  const char *v = var(g);
  unsigned k = rng_below(g->r, 2);
  switch (rng_below(g->r, g->depth < 2 ? 12 : 7)) {
  case 0: case 1: text_add(g->out, "%s := %u", v, k); break;
  case 2: text_add(g->out, "%s := 1 - %s", v, v); break;
  case 3: text_add(g->out, "%s := choose(0..1)", v); break;
  case 4: text_add(g->out, "atomic { if %s == %u { %s := %u } }", var(g), k, v, 1 - k); break;
  case 5: text_add(g->out, "await "), condition(g); break;
  case 6: text_add(g->out, rng_one_in(g->r, 6) ? "assume " : "_ := "), condition(g); break;
  case 7: text_add(g->out, "if "), condition(g), text_add(g->out, " "), block(g, 2); break;
  case 8: text_add(g->out, "lock(m); %s := %u; unlock(m)", v, k); break;
  default: text_add(g->out, "while "), condition(g), text_add(g->out, " "), block(g, 2); break;
  }
}

static void block(Gen *g, unsigned most) {
  g->depth++;
  text_add(g->out, "{ ");
  for (unsigned n = 1 + rng_below(g->r, most); n; n--) statement(g), text_add(g->out, n > 1 ? "; " : " ");
  text_add(g->out, "}");
  g->depth--;
}

static void program(uint64_t seed, Text *out) {
  Rng r = rng_new(seed);
  Gen g = { &r, out, 0 };
  unsigned n = 2 + rng_below(&r, 2);
  text_add(out, "int x, y\nmutex m\n");
  if (rng_one_in(&r, 6)) text_add(out, "fault crash T0 <= 1\n");
  for (unsigned i = 0; i < n; i++) {
    text_add(out, "%sThread T%u ", i && rng_one_in(&r, 5) ? "daemon " : "", i);
    block(&g, n == 2 ? 3 : 2);
    text_add(out, "\n");
  }
}

/* --- the graph --- */

typedef struct { unsigned from, to; VmTid tid; bool crash; } Edge;
typedef struct {
  unsigned n, nthreads, nedges;
  unsigned ended[MAX_STATES];
  bool counts[MAX_STATES], can[MAX_STATES][MAX_THREADS];
  Edge edges[MAX_EDGES];
} Graph;

static void look(Graph *g, const VmState *s, unsigned state) {
  bool alive = false, spoiled = false;
  for (unsigned t = 0; t < vm_nthreads(s); t++) {
    VmThreadStatus st = vm_thread(s, (VmTid)t);
    bool daemon = vm_daemon(s, (VmTid)t);
    alive |= st == TH_RUNNING && !daemon;
    spoiled |= st == TH_STOPPED || st == TH_FAILED;
    g->ended[state] += st == TH_ENDED && !daemon;
  }
  g->counts[state] = alive && !spoiled;
}

static unsigned number(Graph *g, ByteSet *set, VmState *s) {
  size_t len, index;
  const uint8_t *bytes = vm_encode(s, &len, false);
  if (set_add(set, bytes, len, &index) && index < MAX_STATES) look(g, s, (unsigned)index);
  return (unsigned)index;
}

static void expand(Graph *g, ByteSet *set, VmState *s, unsigned state) {
  VmAction actions[64];
  const VmAction *a;
  size_t len, crashes;
  const uint8_t *bytes = set_get(set, state, &len);
  vm_decode(s, bytes, len);
  size_t n = vm_actions(s, &a, &crashes);
  CHECK(n <= 64);
  if (n) memcpy(actions, a, n * sizeof *a);
  for (size_t i = 0; i < n; i++) {
    VmEvent ev;
    VmMark mark = vm_save(s);
    vm_step(s, actions[i].tid, actions[i].choice, &ev);
    Edge e = { state, number(g, set, s), actions[i].tid, actions[i].choice == VM_CRASH };
    vm_restore(s, mark);
    if (!e.crash) g->can[state][e.tid] = true;
    CHECK(g->nedges < MAX_EDGES);
    g->edges[g->nedges++] = e;
  }
}

/* False: too large. */
static bool make_graph(const BcProgram *p, Graph *g) {
  Mem mem;
  ByteSet set = { 0 };
  memset(g, 0, sizeof *g);
  mem_init(&mem, 0);
  VmState *s = vm_new(p, &mem);
  g->nthreads = vm_nthreads(s);
  number(g, &set, s);
  for (; g->n < set.count && set.count <= MAX_STATES; g->n++) expand(g, &set, s, g->n);
  bool small = set.count <= MAX_STATES;
  set_free(&set);
  vm_free(s);
  mem_deinit(&mem);
  return small;
}

/* --- the judge: nodes are states with the thread that the counter waits for --- */

typedef struct { bool from[MAX_STATES * MAX_THREADS]; } Reached;

static unsigned node(const Graph *g, unsigned state, unsigned waits) { return state * g->nthreads + waits; }

/* The counter after the step E; *TURNED: it came round. */
static unsigned advance(const Graph *g, unsigned waits, const Edge *e, bool *turned) {
  while (waits < g->nthreads && (!g->can[e->from][waits] || (e->tid == waits && !e->crash))) waits++;
  *turned = waits == g->nthreads;
  return *turned ? 0 : waits;
}

static void reach(const Graph *g, unsigned start, Reached *r) {
  memset(r, 0, sizeof *r);
  r->from[start] = true;
  for (bool more = true; more;) {
    more = false;
    for (unsigned i = 0; i < g->nedges; i++)
      for (unsigned w = 0; w < g->nthreads; w++) {
        bool turned;
        if (!r->from[node(g, g->edges[i].from, w)]) continue;
        unsigned to = node(g, g->edges[i].to, advance(g, w, &g->edges[i], &turned));
        more |= !r->from[to];
        r->from[to] = true;
      }
  }
}

/* Is a state with one more ended thread among those reached? */
static bool hope(const Graph *g, unsigned state, const Reached *r) {
  for (unsigned s = 0; s < g->n; s++)
    for (unsigned w = 0; w < g->nthreads; w++)
      if (r->from[node(g, s, w)] && g->ended[s] > g->ended[state]) return true;
  return false;
}

typedef struct { bool cycle, fair, hopeless, hopeless_fair; } Verdict;

static void judge_node(const Graph *g, unsigned state, unsigned waits, Verdict *v) {
  Reached r;
  bool cycle = false, fair = false;
  reach(g, node(g, state, waits), &r);
  for (unsigned i = 0; i < g->nedges; i++) {
    bool turned;
    unsigned w = 0;
    for (; g->edges[i].to == state && w < g->nthreads; w++) {
      if (!r.from[node(g, g->edges[i].from, w)]) continue;
      bool back = advance(g, w, &g->edges[i], &turned) == waits;
      cycle |= true;
      fair |= back && turned;
    }
  }
  bool lost = (cycle || fair) && !hope(g, state, &r);
  v->cycle |= cycle;
  v->fair |= fair;
  v->hopeless |= cycle && lost;
  v->hopeless_fair |= fair && lost;
}

/* A fair cycle has a step that turns the counter over, to 0: it is enough to begin there. */
static Verdict judge(const Graph *g) {
  Verdict v = { 0 };
  for (unsigned s = 0; s < g->n; s++)
    if (g->counts[s]) judge_node(g, s, 0, &v);
  return v;
}

static const char *word(const Verdict *v, bool fair) {
  if (fair ? v->hopeless_fair : v->hopeless) return "hopeless";
  if (v->fair) return "livelock";
  return v->cycle && !fair ? "starvation" : "none";
}

/* --- what dmc says --- */

static const ExFinding *progress_of(const ExResult *res) {
  const ExFinding *f = res->findings.first;
  while (f && f->what != FIND_PROGRESS) f = f->next;
  return f;
}

/* Does each thread step in the cycle of F, or cannot in some state of it? */
static bool is_fair(const BcProgram *p, const ExFinding *f) {
  bool done[MAX_THREADS] = { false };
  Mem mem;
  mem_init(&mem, 0);
  VmState *s = vm_new(p, &mem);
  unsigned n = vm_nthreads(s), left = 0;
  for (size_t i = 0; i < f->nschedule; i++) {
    VmEvent ev;
    for (unsigned t = 0; t < n && i >= f->loop; t++) {
      const VmAction *a;
      size_t k = vm_thread_actions(s, (VmTid)t, &a);
      done[t] |= !k || a[0].choice == VM_CRASH || t == f->schedule[i].tid;
    }
    vm_step(s, f->schedule[i].tid, f->schedule[i].choice, &ev);
  }
  for (unsigned t = 0; t < n; t++) left += !done[t];
  vm_free(s);
  mem_deinit(&mem);
  return left == 0;
}

static unsigned met[4];

static const char *compare(const BcProgram *p, const char *expected, bool fair, bool all) {
  ExLimits l = { .no_deadlock = true, .depth = -1, .preemptions = -1, .lasso = fair ? LASSO_FAIR : LASSO_ANY, .all = all };
  Arena a;
  ExResult res;
  const char *bad = NULL;
  arena_init(&a);
  ex_run(p, ex_algorithm("stateful:reach")->algo, &l, &a, &res);
  const ExFinding *f = progress_of(&res);
  if (!f && strcmp(expected, "none") != 0) bad = "a cycle was missed";
  else if (f && strncmp(f->text, expected, strlen(expected)) != 0) bad = "another kind of cycle";
  for (; f && !bad; f = f->next) {
    bool must = fair || strncmp(f->text, "livelock", 8) == 0;
    if (!trace_build(p, &l, f, 0, &a)->confirmed) bad = "the cycle does not come round";
    else if (must && !is_fair(p, f)) bad = "the cycle is not fair";
    else if (strncmp(f->text, "starvation", 10) == 0 && is_fair(p, f)) bad = "nobody starves";
  }
  if (bad) fprintf(stderr, "expected %s, got: %s\n", expected, progress_of(&res) ? progress_of(&res)->text : "none");
  arena_deinit(&a);
  return bad;
}

static void count(const char *kind) { met[strcmp(kind, "none") ? strcmp(kind, "starvation") ? strcmp(kind, "livelock") ? 3 : 2 : 1 : 0]++; }

static const char *check(const char *text) {
  static Graph g;
  Model m;
  const char *bad = NULL;
  if (!model_compile(&m, "generated.d", text, strlen(text))) bad = "does not compile";
  else if (make_graph(m.program, &g)) {
    Verdict v = judge(&g);
    for (int fair = 0; fair < 2 && !bad; fair++) {
      count(word(&v, fair));
      bad = compare(m.program, word(&v, fair), fair, false);
      if (!bad) bad = compare(m.program, word(&v, fair), fair, true);
    }
  }
  model_free(&m);
  return bad;
}

TEST verdicts_agree(void) {
  unsigned n = prop_count(5000), wrong = 0;
  uint64_t seed = prop_first_seed();
  for (unsigned i = 0; i < n && wrong < prop_keep(); i++, seed++) {
    Text t = { 0 };
    program(seed, &t);
    const char *bad = check(t.at);
    if (bad) fprintf(stderr, "seed %llu: %s\n%s\n", (unsigned long long)seed, bad, t.at);
    text_free(&t);
    wrong += bad != NULL;
  }
  printf("  %u without, %u starvations, %u livelocks, %u hopeless\n", met[0], met[1], met[2], met[3]);
  ASSERT_EQ(wrong, 0u);
  ASSERT(met[0] && met[1] && met[2] && met[3]);
  PASS();
}

/* --- refused memory --- */

static struct { const ExAlgo *inner; uint64_t nth; bool refused; } starving;

static bool starve_open(ExRun *run) {
  run->mem->refused = false;
  run->mem->fail_after = starving.nth;
  return starving.inner->open(run);
}

static void starve_close(ExRun *run) {
  starving.refused = run->mem->refused;
  starving.inner->close(run);
}

/* From the beginning of the search the NTH request is refused, and no other; 0: none, and *FINDINGS becomes how many there are. */
static const char *starve(const BcProgram *p, uint64_t nth, size_t *findings) {
  ExLimits l = { .no_deadlock = true, .depth = -1, .preemptions = -1, .lasso = LASSO_ANY, .all = true };
  Arena a;
  ExResult res;
  arena_init(&a);
  starving.inner = ex_algorithm("stateful:reach")->algo;
  starving.nth = nth;
  ExAlgo starved = *starving.inner;
  starved.open = starve_open;
  starved.close = starve_close;
  ex_run(p, &starved, &l, &a, &res);
  const char *bad = NULL;
  if (!nth) *findings = res.findings.count;
  if (!res.complete && (!res.limit || strcmp(res.limit, "memory") != 0)) bad = "a refused search does not say so";
  if (res.complete && res.findings.count != *findings) bad = "a refusal went unnoticed and something is missing";
  arena_deinit(&a);
  return bad;
}

TEST every_request_refused(void) {
  const char *text = "bool[2] left\nint n\nThread(i in 0..1) W { while left[i] == left[1 - i] { left[i] := !left[i] } }\n"
                     "Thread A { n := choose(0..1); while n == 0 { n := 0 } }\n";
  Model m;
  ASSERT(model_compile(&m, "small.d", text, strlen(text)));
  size_t findings = 0;
  uint64_t n = 0;
  for (; n < 2 || starving.refused; n++) {
    const char *bad = starve(m.program, n, &findings);
    if (bad) fprintf(stderr, "request %llu: %s\n", (unsigned long long)n, bad);
    ASSERTm("refused memory", !bad);
  }
  printf("  %llu requests, %zu findings\n", (unsigned long long)n, findings);
  ASSERT(findings > 1);
  model_free(&m);
  PASS();
}

GREATEST_MAIN_DEFS();
int main(int argc, char **argv) {
  GREATEST_MAIN_BEGIN();
  RUN_TEST(verdicts_agree);
  RUN_TEST(every_request_refused);
  GREATEST_MAIN_END();
}
