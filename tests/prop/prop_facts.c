/* tests/prop/prop_facts.c -- vm/facts.h tells of everything a thread does: on random walks, what each event touches is in the
 * foot of its alternative, also of the one that knows the present state; what the thread may touch from then on is in the
 * future it had, and in that of one of the points the alternative leads to. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "tests/greatest.h"
#include "tests/prop/gen.h"
#include "vm/facts.h"

enum { WALKS = 8, MAX_STEPS = 80 };
static uint64_t steps, strangers, cases;

static bool inside(const uint64_t *x, const uint64_t *y, uint32_t n) {
  for (uint32_t i = 0; i < n; i++) if (x[i] & ~y[i]) return false;
  return true;
}

/* What an event touched, in what was foreseen: who may write an object may look at it too. */
static bool foreseen(const uint64_t *sets, const uint64_t *in, uint32_t words) {
  for (uint32_t i = 0; i < words; i++) if (sets[i] & ~(in[i] | in[words + i]) || sets[words + i] & ~in[words + i]) return false;
  return true;
}

/* Is X within the future of one of the points that A leads to? */
static bool leads_to(VmState *s, const VmAlt *a, const uint64_t *x, uint32_t n) {
  for (uint32_t i = 0; i < a->nnext; i++)
    for (uint32_t k = 0; k < vm_point_alts(s, a->next[i]); k++) {
      const VmAlt *b = vm_point_alt(s, a->next[i], k);
      CHECK(b);
      if (inside(x, b->future, n)) return true;
    }
  return false;
}

/* N: words of the sets to compare. */
static const char *after(VmState *s, VmTid tid, const VmAlt *a, const VmAlt *now, uint32_t n) {
  if (vm_thread(s, tid) != TH_RUNNING) return NULL;
  VmPoint q = vm_point(s, tid);
  CHECK(q != POINT_NOMEM);
  for (uint32_t k = 0; k < vm_point_alts(s, q); k++) {
    const VmAlt *b = vm_point_alt(s, q, k);
    CHECK(b);
    if (!inside(b->future, a->future, n)) return "what is ahead now was not ahead before";
    if (vm_point_alts(s, q) == 1 && !leads_to(s, a, b->future, n)) return "the alternative does not lead here";
    if (vm_point_alts(s, q) == 1 && !leads_to(s, now, b->future, n)) return "the alternative, as things stand, does not lead here";
  }
  return NULL;
}

static const char *one_step(VmState *s, VmAction act) {
  uint32_t words = vm_facts_words(s), n = VM_SETS * words;
  uint64_t *sets = calloc(2 * n, sizeof *sets), *nothing = sets + n;
  VmEvent ev;
  const char *bad = NULL;
  CHECK(sets);
  VmPoint q = vm_point(s, act.tid);
  CHECK(q != POINT_NOMEM);
  strangers += q == POINT_ANY;
  uint32_t alt = act.choice == VM_CRASH ? 0 : vm_action_alt(s, act.tid, act.choice);
  const VmAlt *a = vm_point_alt(s, q, alt), *now = vm_point_now(s, q, alt, nothing);
  CHECK(a && now);
  cases += a->foot != now->foot;
  VmStatus st = vm_step(s, act.tid, act.choice, &ev);
  CHECK(st == VM_OK || st == VM_FAULT);
  vm_event_sets(s, &ev, sets);
  steps++;
  if (!foreseen(sets, a->future, words)) bad = "the event is not in the future";
  if (act.choice != VM_CRASH) {
    if (!foreseen(sets, a->foot, words)) bad = "the event is not in the foot";
    if (!foreseen(sets, now->foot, words)) bad = "the event is not in the foot as things stand";
    if (!now->happens) bad = "the event is said not to happen as things stand";
    if (a->exact && st == VM_OK && !inside(a->foot, sets, 2 * words)) bad = "the foot is said to be exact and is not";
    if (!bad) bad = after(s, act.tid, a, now, SET_X * words);      /* a lock hides what it exposes when it is taken */
  }
  free(sets);
  return bad;
}

static const char *walk(VmState *s, Rng *r) {
  for (unsigned i = 0; i < MAX_STEPS; i++) {
    const VmAction *a;
    size_t crashes, n = vm_actions(s, &a, &crashes);
    CHECK(n != SIZE_MAX);
    if (!n) return NULL;
    const char *bad = one_step(s, a[rng_below(r, (unsigned)n)]);
    if (bad) return bad;
  }
  return NULL;
}

static const char *facts_hold(const char *text, uint64_t seed, bool objects) {
  Model m;
  Mem mem;
  Rng r = rng_new(seed);
  const char *bad = NULL;

  CHECK(model_compile(&m, "random.d", text, strlen(text)));
  mem_init(&mem, 0);
  VmState *s = vm_new(m.program, &mem);
  CHECK(s && vm_facts_open(s, objects));
  vm_footprints(s, false);
  for (unsigned i = 0; i < WALKS && !bad && vm_initial_status(s) != VM_BLOCKED; i++, vm_reset(s)) bad = walk(s, &r);
  vm_free(s);
  mem_deinit(&mem);
  model_free(&m);
  return bad;
}

TEST facts_cover_what_happens(void) {
  unsigned n = prop_count(4000);
  for (uint64_t i = 0; i < n; i++) {
    uint64_t seed = prop_first_seed() + i;
    Text text = { 0 };
    gen_larger(seed, gen_focus(i), gen_size(i), &text, NULL);
    const char *bad = facts_hold(text.at, seed, i % 4 == 3);
    if (bad) {
      printf("seed %llu: %s\n%s\n", (unsigned long long)seed, bad, text.at);
      FAILm("facts do not hold");
    }
    text_free(&text);
  }
  printf("  %llu steps, %llu where anything was possible, %llu where the present state told more\n", (unsigned long long)steps,
         (unsigned long long)strangers, (unsigned long long)cases);
  ASSERT(strangers * 10 < steps);
  PASS();
}

GREATEST_MAIN_DEFS();
int main(int argc, char **argv) {
  GREATEST_MAIN_BEGIN();
  RUN_TEST(facts_cover_what_happens);
  GREATEST_MAIN_END();
}
