/* tests/prop/prop_nomem.c -- the Nth request for memory is refused, N = 1, 2, ...: a machine is not made, or a call says
 * so and has changed nothing; tried again, the walk goes on as if nothing had been. A search with too little memory is
 * incomplete, or finds what it finds with plenty. Nothing leaks, nothing crashes. */
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

static void search(const Model *m, const char *algo, size_t bytes, Arena *a, ExResult *res) {
  ExLimits l = { .all = true, .races = LEVEL_COUNT, .unread = LEVEL_LIST, .depth = -1, .preemptions = -1, .events = 10000, .bytes = bytes };
  memset(res, 0, sizeof *res);
  ex_run(m->program, ex_algorithm(algo)->algo, &l, a, res);
}

static const char *check_search(const Model *m, const char *algo) {
  Arena a;
  ExResult plenty, res;
  const char *bad = NULL;
  arena_init(&a);
  search(m, algo, 0, &a, &plenty);
  size_t peak = plenty.stats.bytes, pace = peak / 50 + 1;
  if (!plenty.complete) bad = "incomplete without a limit";
  for (size_t bytes = 1; bytes < peak + pace && !bad; bytes += pace) {
    search(m, algo, bytes, &a, &res);
    if (!res.complete && (!res.limit || strcmp(res.limit, "memory") != 0)) bad = "a search short of memory does not say so";
    if (res.complete && res.findings.count != plenty.findings.count) bad = "another number of findings";
    if (res.complete && res.stats.executions != plenty.stats.executions) bad = "another number of executions";
    if (res.stats.bytes > bytes) bad = "more memory used than allowed";
    refusals += !res.complete;
  }
  arena_deinit(&a);
  return bad;
}

TEST refusals_are_survived(void) {
  unsigned n = prop_count(300);
  uint64_t seed = prop_first_seed();
  for (unsigned i = 0; i < n; i++, seed++) {
    Text t = { 0 };
    Model m;
    gen_program(seed, NULL, &t, NULL);
    const char *bad = model_compile(&m, "generated.d", t.at, t.len) ? check_machine(&m, seed) : "does not compile";
    if (!bad) bad = check_search(&m, "naive");
    if (!bad) bad = check_search(&m, "stateful:reach");
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
  RUN_TEST(refusals_are_survived);
  GREATEST_MAIN_END();
}
