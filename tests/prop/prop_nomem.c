/* tests/prop/prop_nomem.c -- the Nth request for memory is refused, N = 1, 2, ...: a machine is not made, or a call says
 * so and has changed nothing; tried again, the walk goes on as if nothing had been. A search with too little memory, or whose
 * Nth request alone is refused, is incomplete, or finds what it finds with plenty; so for every algorithm, and for several
 * workers. Nothing leaks, nothing crashes. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "explore/run.h"
#include "tests/greatest.h"
#include "tests/prop/gen.h"

enum { MAX_STEPS = 24 };

typedef struct { Mem mem; VmState *s; const char *bad; Text trail; } Try;

/* Portable encoding, asked again after a refusal. */
static void trail(Try *t) {
  size_t len;
  for (int k = 0; k < 2; k++) {
    const uint8_t *p = vm_encode(t->s, &len, true);
    if (p) { text_bytes(&t->trail, &len, sizeof len); text_bytes(&t->trail, p, len); return; }
    if (!t->mem.refused) break;
  }
  t->bad = "vm_encode gives nothing though memory was not refused";
}

static bool same_as(Try *t, const Text *before) {
  size_t len;
  const uint8_t *p = vm_encode(t->s, &len, true);
  if (!p) p = vm_encode(t->s, &len, true);
  return p && len == before->len && memcmp(p, before->at, len) == 0;
}

static size_t actions(Try *t, const VmAction **a) {
  size_t crashes, n = vm_actions(t->s, a, &crashes);
  if (n == SIZE_MAX) {
    if (!t->mem.refused) t->bad = "vm_actions gives up though memory was not refused";
    n = vm_actions(t->s, a, &crashes);
  }
  if (n == SIZE_MAX) t->bad = "vm_actions does not recover";
  return n == SIZE_MAX ? 0 : n;
}

static VmStatus step(Try *t, VmAction a, VmEvent *ev) {
  Text before = { 0 };
  size_t len;
  const uint8_t *p = vm_encode(t->s, &len, true);
  if (!p) p = vm_encode(t->s, &len, true);
  if (!p) { t->bad = "vm_encode does not recover"; return VM_NOMEM; }
  text_bytes(&before, p, len);
  VmStatus st = vm_peek(t->s, a.tid, a.choice, ev);
  if (st == VM_NOMEM && !same_as(t, &before)) t->bad = "a refused peek changed the state";
  st = vm_step(t->s, a.tid, a.choice, ev);
  if (st == VM_NOMEM) {
    if (!t->mem.refused) t->bad = "VM_NOMEM though memory was not refused";
    if (!same_as(t, &before)) t->bad = "VM_NOMEM changed the state";
    st = vm_step(t->s, a.tid, a.choice, ev);
  }
  if (st != VM_OK && st != VM_FAULT && !t->bad) t->bad = "a step does not recover";
  text_free(&before);
  return st;
}

static void walk(Try *t, Rng *r) {
  trail(t);
  for (unsigned i = 0; i < MAX_STEPS && !t->bad; i++) {
    const VmAction *a;
    VmEvent ev;
    size_t n = actions(t, &a);
    if (n == 0) break;
    VmAction pick = a[rng_below(r, (unsigned)n)];
    VmMark mark = vm_save(t->s);
    step(t, pick, &ev);
    if (i % 3 == 2 && !t->bad) {
      vm_restore(t->s, mark);
      step(t, pick, &ev);
    }
    if (!t->bad) trail(t);
  }
  if (!t->bad && vm_finally(t->s) == VM_NOMEM && !t->mem.refused) t->bad = "finally gives up though memory was not refused";
}

/* One walk whose Nth request is refused. *MADE: there was a machine. */
static void attempt(const BcProgram *p, uint64_t seed, uint64_t n, Try *t, bool *made) {
  memset(t, 0, sizeof *t);
  mem_init(&t->mem, 0);
  t->mem.fail_after = n;
  t->s = vm_new(p, &t->mem);
  *made = t->s != NULL;
  if (!t->s) {
    if (!t->mem.refused) t->bad = "vm_new gives nothing though memory was not refused";
  } else {
    Rng r = rng_new(seed);
    if (vm_initial_status(t->s) != VM_BLOCKED) walk(t, &r);
    vm_free(t->s);
  }
  if (!t->bad && t->mem.used) t->bad = "memory was not returned";
}

static uint64_t refusals;

static const char *check_machine(const Model *m, uint64_t seed) {
  Try plain, t;
  bool made;
  attempt(m->program, seed, 0, &plain, &made);
  const char *bad = plain.bad;
  for (uint64_t n = 1; !bad && n < 100000; n++) {
    attempt(m->program, seed, n, &t, &made);
    bool refused = t.mem.refused;
    bad = t.bad;
    if (!bad && made && (t.trail.len != plain.trail.len || memcmp(t.trail.at, plain.trail.at, t.trail.len) != 0))
      bad = "after a refusal the walk goes elsewhere";
    text_free(&t.trail);
    if (bad) fprintf(stderr, "request %llu: ", (unsigned long long)n);
    if (!refused) break;
    refusals++;
  }
  text_free(&plain.trail);
  return bad;
}

static void search(const Model *m, const char *algo, size_t bytes, uint32_t jobs, Arena *a, ExResult *res) {
  ExLimits l = { .all = true, .races = LEVEL_COUNT, .unread = LEVEL_LIST, .depth = -1, .preemptions = -1, .events = 10000, .bytes = bytes, .jobs = jobs };
  memset(res, 0, sizeof *res);
  ex_run(m->program, ex_algorithm(algo)->algo, &l, a, res);
}

/* Refused by an algorithm that does not know all of the language. */
static bool out_of_scope(const ExResult *res) { return res->limit && strcmp(res->limit, "unsupported") == 0; }

static const char *check_search(const Model *m, const char *algo, uint32_t jobs) {
  Arena a;
  ExResult plenty, res;
  const char *bad = NULL;
  arena_init(&a);
  search(m, algo, 0, jobs, &a, &plenty);
  size_t peak = plenty.stats.bytes, pace = peak / 50 + 1;
  if (!plenty.complete && ex_algorithm(algo)->algo->promises & EX_COMPLETE && !out_of_scope(&plenty)) bad = "incomplete without a limit";
  for (size_t bytes = 1; bytes < peak + pace && !bad; bytes += pace) {
    search(m, algo, bytes, jobs, &a, &res);
    if (!res.complete && (!res.limit || (strcmp(res.limit, "memory") != 0 && plenty.complete))) bad = "a search short of memory does not say so";
    if (res.complete && res.findings.count != plenty.findings.count) bad = "another number of findings";
    if (res.complete && res.stats.executions != plenty.stats.executions) bad = "another number of executions";
    if (res.stats.bytes > bytes) bad = "more memory used than allowed";
    refusals += !res.complete;
  }
  arena_deinit(&a);
  return bad;
}

/* --- every algorithm, every request of its search --- */

/* Small, and together they reach all that an algorithm can meet. */
static const char *const models[] = {
  "int x, y\nThread(i in 1..3) A { x := x + i; y := x }\nfinally { assert x >= 1; assert y > 0 }\n",
  "int x\nmutex m, n\nThread A { lock(m); lock(n); x := 1; unlock(n); unlock(m) }\nThread B { lock(n); lock(m); x := 2; unlock(m); unlock(n) }\n"
  "Thread C { if trylock(m) { x := 3; unlock(m) } }\n",
  "int x, y\nThread A { x := choose(0..2); y := 1 }\nThread B { either { await y == 1 } or { x := 5 } or { skip } }\n"
  "Thread C { atomic { await x > 0 && y > 0; x := choose(7..8) } }\nfinally { assert x != 8 }\n",
  "int x, y\nfault crash A <= 1\nThread(i in 1..2) A { x := x + 1; await x == 2; y := i }\nThread B { join A[1]; x := 7 }\n",
  "message M(int n), N()\nint x\nfault drop M <= 1\nfault duplicate M <= 1\nThread A { C ! M(1); C ! N() }\nThread B { C ! M(2) }\n"
  "Thread C { receive { M(n) => { x := n } after => { x := 9 } }; receive { N() => { x := 3 } M(_) => { x := 4 } } }\n",
  "message M(int n)\nint x\nmutex m\nThread A { B ! M(1); atomic { lock(m); x := x + 1 }; unlock(m) }\n"
  "Thread B { atomic { receive { M(1) => { } }; await x >= 0; x := x + 1 }; atomic { lock(m); join A } }\nThread C { B ! M(2); x := 4 }\n",
  "int x, y\nset<int> s\nqueue<int> q\ninvariant small: x < 4\ncover seen: y == 2\ninit { x := choose(0..1) }\nThread(int i) W { add(s, i); y := i }\n"
  "Thread A { pid p = spawn W(2); join p; push(q, 1) }\nThread B { x := x + choose(s); assert x != 3; push(q, x) }\n",
  "int x, a\ninit { x := choose(0..1) }\nThread(int i) W { x := i }\nThread A { pid p = spawn W(2); join p; a := x }\nThread B { _ := cas(x, 0, 5); await a > 0 }\n",
  "int x, y\nThread A { atomic { x := y + 1 } }\nThread B { atomic { y := x + 1 } }\nThread C { x := 3; await x == 2 && y == 4 }\n",
  "int z, u\nThread A { z := 1; assume u == 0 }\nThread B { z := 2 }\nThread C { critical c { u := 5 } }\nThread D { critical c { u := z } }\n",
};

/* Their runs do not all end: for searches that store states. */
static const char *const loops[] = {
  "int x, y\nThread A { loop { x := 1 - x; if y == 1 { break } } }\nThread B { while x == 0 && y == 0 { }; y := 1; assert x == 1 }\n",
  "message M(int n)\nint x\nmutex m\nThread A { B ! M(1); loop { lock(m); x := (x + 1) % 2; unlock(m) } }\n"
  "daemon Thread B { loop { receive { M(n) => { either { await x == n } or { x := 0 }; A ! M(n) } } } }\n"
  "Thread C { atomic { await x == 1; x := choose(0..1) }; assert x == 0 }\n",
};

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

/* The search with ALGO; from its beginning the NTH request is refused, and no other. 0: none. MORE: with what only the stateful
 * reductions know. */
static void starve(const Model *m, const ExAlgo *algo, bool more, uint64_t nth, Arena *a, ExResult *res) {
  ExLimits l = { .all = true, .races = LEVEL_LIST, .unread = LEVEL_LIST, .depth = -1, .preemptions = -1, .events = 10000, .object_dep = more, .paths = more };
  ExAlgo starved = *algo;
  starving.inner = algo;
  starving.nth = nth;
  starved.open = starve_open;
  starved.close = starve_close;
  ex_run(m->program, &starved, &l, a, res);
}

static const char *check_requests(const Model *m, const ExAlgo *algo, bool more) {
  Arena a;
  ExResult plenty, res;
  const char *bad = NULL;
  arena_init(&a);
  starve(m, algo, more, 0, &a, &plenty);
  if (!plenty.complete && algo->promises & EX_COMPLETE && !out_of_scope(&plenty)) bad = "incomplete without a limit";
  for (uint64_t n = 1; !bad; n++) {
    starve(m, algo, more, n, &a, &res);
    if (!starving.refused) break;
    if (!res.complete && (!res.limit || (strcmp(res.limit, "memory") != 0 && plenty.complete))) bad = "a refused search does not say so";
    if (res.complete && (res.findings.count != plenty.findings.count || res.stats.executions != plenty.stats.executions || res.stats.blocked != plenty.stats.blocked))
      bad = "a refusal went unnoticed and something is missing";
    if (res.complete && plenty.paths && (!res.paths || strcmp(res.paths, plenty.paths) != 0)) bad = "another number of paths";
    if (bad) fprintf(stderr, "request %llu: ", (unsigned long long)n);
    refusals++;
  }
  arena_deinit(&a);
  return bad;
}

static bool of_every_request(const char *text, bool stateful) {
  Model m;
  const char *bad = NULL;
  CHECK(model_compile(&m, "small.d", text, strlen(text)));
  for (size_t k = 0; k < ex_algorithm_count && !bad; k++) {
    const ExAlgo *algo = ex_algorithms[k].algo;
    if (!algo || (stateful && !(algo->promises & EX_STATEFUL))) continue;
    bad = check_requests(&m, algo, false);
    if (!bad && algo->promises & EX_STATEFUL) bad = check_requests(&m, algo, true);
    if (!bad) bad = check_search(&m, ex_algorithms[k].name, 1);
    if (!bad && algo->promises & EX_PARALLEL) bad = check_search(&m, ex_algorithms[k].name, 3);
    if (bad) fprintf(stderr, "%s: %s\n%s\n", ex_algorithms[k].name, bad, text);
  }
  model_free(&m);
  return !bad;
}

TEST every_request_of_every_algorithm(void) {
  for (size_t i = 0; i < sizeof models / sizeof *models; i++) ASSERTm("refused memory", of_every_request(models[i], false));
  for (size_t i = 0; i < sizeof loops / sizeof *loops; i++) ASSERTm("refused memory", of_every_request(loops[i], true));
  PASS();
}

TEST refusals_are_survived(void) {
  unsigned n = prop_count(300);
  uint64_t seed = prop_first_seed();
  for (unsigned i = 0; i < n; i++, seed++) {
    Text t = { 0 };
    Model m;
    gen_program(seed, NULL, &t, NULL);
    const char *bad = model_compile(&m, "generated.d", t.at, t.len) ? check_machine(&m, seed) : "does not compile";
    for (size_t k = 0; k < ex_algorithm_count && !bad; k++) if (ex_algorithms[k].algo) bad = check_search(&m, ex_algorithms[k].name, 1);
    if (bad) fprintf(stderr, "seed %llu: %s\n%s\n", (unsigned long long)seed, bad, t.at);
    model_free(&m);
    text_free(&t);
    ASSERTm("refused memory", !bad);
  }
  printf("  %llu refusals\n", (unsigned long long)refusals);
  PASS();
}

GREATEST_MAIN_DEFS();
int main(int argc, char **argv) {
  GREATEST_MAIN_BEGIN();
  RUN_TEST(every_request_of_every_algorithm);
  RUN_TEST(refusals_are_survived);
  GREATEST_MAIN_END();
}
