/* tests/prop/prop_commute.c -- independent events commute. In every state met, for two enabled actions of different
 * threads whose events ev_dependent calls independent: both orders reach the same state, each event keeps its
 * footprint after the other, and neither changes which actions the other thread has. And who enables an action depends
 * on it. Every reduction rests on this.
 * Then the same with the dependence broken on purpose: the property must notice. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "tests/greatest.h"
#include "tests/prop/gen.h"

typedef enum { KEEP_ALL, DROP_MEMORY, DROP_LOCK, DROP_MAILBOX, DROP_THREAD, DROP_CRITICAL, MUTANTS } Mutant;
static const char *const mutant_name[] = { "none", "memory", "lock", "mailbox", "join and spawn", "critical" };

enum { MAX_ACTIONS = 96, MAX_STATES = 400, FINAL_FLAGS = EVF_ENDED | EVF_FAULT | EVF_STOPPED | EVF_LOOPED };
typedef struct { VmAction at[MAX_ACTIONS]; size_t n; } Actions;

typedef struct {
  const Model *m;
  VmState *s;
  Mutant mutant;
  Text why;                      /* filled by the first violation */
} Test;

static uint64_t pairs, enablings, per_kind[EV_COUNT][EV_COUNT];

/* Is OBJ in the class the mutant forgets? */
static bool forgotten(const BcProgram *p, Mutant m, uint32_t obj) {
  bool leaf = obj < p->nlocs, mutex = leaf && p->leaf_type[obj]->kind == T_MUTEX;
  switch (m) {
    case DROP_MEMORY: return leaf && !mutex;
    case DROP_LOCK: return mutex;
    case DROP_MAILBOX: return obj >= OBJ_MAILBOX(p, 0) && obj < OBJ_THREAD(p, 0);
    case DROP_THREAD: return obj >= OBJ_THREAD(p, 0) && obj < OBJ_VIRTUAL(p, 0);
    case DROP_CRITICAL: return obj >= OBJ_CRITICAL(p, 0) && obj < OBJ_INVARIANT(p, 0);
    case KEEP_ALL: case MUTANTS: break;
  }
  return false;
}

static bool forgotten_op(Mutant m, uint8_t kind) {
  bool mail = kind == EV_SEND || kind == EV_RECEIVE || kind == EV_AFTER;
  return (m == DROP_MAILBOX && mail) || (m == DROP_THREAD && !mail);
}

/* E as the mutant sees it. */
static void forget(const BcProgram *p, Mutant m, const VmEvent *e, KeptEvent *out) {
  event_keep(out, e);
  out->ev.nacc = out->ev.nops = 0;
  for (uint32_t i = 0; i < e->nacc; i++)
    if (!forgotten(p, m, ACC_OBJ(e->acc[i]))) out->acc[out->ev.nacc++] = e->acc[i];
  for (uint32_t i = 0; i < e->nops; i++)
    if (!forgotten_op(m, e->ops[i].kind)) out->ops[out->ev.nops++] = e->ops[i];
  if (out->ev.nacc == e->nacc && out->ev.nops == e->nops && !(m == DROP_THREAD)) return;
  if (m == DROP_LOCK) out->ev.lock = UINT32_MAX;
  if (m == DROP_THREAD) out->ev.flags &= (uint8_t)~EVF_ENDED;
  out->ev.kind = EV_CHOOSE;
}

static bool dependent(const Test *t, const VmEvent *x, const VmEvent *y) {
  static KeptEvent a, b;
  if (t->mutant == KEEP_ALL) return ev_dependent(t->s, x, y);
  forget(t->m->program, t->mutant, x, &a);
  forget(t->m->program, t->mutant, y, &b);
  return ev_dependent(t->s, &a.ev, &b.ev);
}

/* Copies the enabled actions. A state with more than fit (a wide choose) has none and is left alone. */
static void all_actions(VmState *s, Actions *out) {
  const VmAction *a;
  size_t crashes;
  out->n = vm_actions(s, &a, &crashes);
  CHECK(out->n != SIZE_MAX);
  if (out->n > MAX_ACTIONS) out->n = 0;
  if (out->n) memcpy(out->at, a, out->n * sizeof *a);
}

/* Crash choices apart: a crash that spends the budget takes the crash choice from others, which is ordered by the
 * budget object between the crashes themselves, and says nothing about the others' own steps. */
static size_t without_crash(const VmAction *a, size_t n, VmTid tid, uint32_t *out) {
  size_t k = 0;
  for (size_t i = 0; i < n; i++) if (a[i].tid == tid && a[i].choice != VM_CRASH) out[k++] = a[i].choice;
  return k;
}

static bool same_actions(VmState *s, VmTid tid, const Actions *before) {
  static uint32_t was[MAX_ACTIONS], is[MAX_ACTIONS];
  const VmAction *a;
  size_t n = vm_thread_actions(s, tid, &a);
  CHECK(n <= MAX_ACTIONS);
  size_t k = without_crash(before->at, before->n, tid, was);
  return k == without_crash(a, n, tid, is) && memcmp(was, is, k * sizeof *was) == 0;
}

static bool enabled(const Actions *set, VmAction a) {
  for (size_t i = 0; i < set->n; i++)
    if (set->at[i].tid == a.tid && set->at[i].choice == a.choice) return true;
  return false;
}

static void violation(Test *t, const char *what, const VmEvent *x, const VmEvent *y) {
  if (t->why.len) return;
  text_add(&t->why, "%s\n  first:  ", what);
  event_text(t->s, x, &t->why);
  text_add(&t->why, "\n  second: ");
  event_text(t->s, y, &t->why);
  text_add(&t->why, "\n");
}

/* Runs x then y from here; the resulting encoding goes to *OUT. NULL or what is wrong. */
static const char *in_order(Test *t, const Actions *before, const VmEvent *x, const VmEvent *y, Text *out) {
  VmEvent ev;
  const char *bad = NULL;
  VmMark mark = vm_save(t->s);
  VmStatus st = vm_step(t->s, x->tid, x->choice, &ev);
  if (st != VM_OK && st != VM_FAULT) bad = "an enabled action does not step";
  else if (!event_same(&ev, x, ~(unsigned)FINAL_FLAGS)) bad = "the step is not what peek said";
  else if (!same_actions(t->s, y->tid, before)) bad = "one event changes the actions of the other thread";
  if (!bad) {
    st = vm_step(t->s, y->tid, y->choice, &ev);
    if (st != VM_OK && st != VM_FAULT) bad = "one event disables the other";
    else if (!event_same(&ev, y, ~(unsigned)FINAL_FLAGS)) bad = "one event changes the footprint of the other";
  }
  if (!bad) {
    size_t len;
    const uint8_t *p = vm_encode(t->s, &len, false);
    CHECK(p);
    text_clear(out);
    text_bytes(out, p, len);
  }
  vm_restore(t->s, mark);
  return bad;
}

static void check_pair(Test *t, const Actions *before, const VmEvent *x, const VmEvent *y) {
  static Text xy, yx;
  if (dependent(t, x, y) != dependent(t, y, x)) { violation(t, "dependence is not symmetric", x, y); return; }
  if (dependent(t, x, y)) return;
  pairs++;
  per_kind[x->kind < y->kind ? x->kind : y->kind][x->kind < y->kind ? y->kind : x->kind]++;
  const char *bad = in_order(t, before, x, y, &xy);
  if (bad) { violation(t, bad, x, y); return; }
  bad = in_order(t, before, y, x, &yx);
  if (bad) violation(t, bad, y, x);
  else if (xy.len != yx.len || memcmp(xy.at, yx.at, xy.len) != 0) violation(t, "the two orders reach different states", x, y);
}

/* R takes a message that X sends: ordered, though ev_dependent, which speaks of events to come, does not say so. */
static bool consumes(const Test *t, const VmEvent *x, const VmEvent *r) {
  if (t->mutant == DROP_MAILBOX) return false;
  for (uint32_t i = 0; i < x->nops; i++)
    for (uint32_t k = 0; k < r->nops; k++)
      if (x->ops[i].kind == EV_SEND && r->ops[k].kind == EV_RECEIVE && x->ops[i].peer == r->tid && x->ops[i].msg == r->ops[k].msg)
        return true;
  return false;
}

/* What X makes possible depends on X. */
static void check_enabling(Test *t, const Actions *before, const VmEvent *x) {
  static KeptEvent y, done;
  Actions after;
  VmEvent ev;
  VmMark mark = vm_save(t->s);
  VmStatus st = vm_step(t->s, x->tid, x->choice, &ev);
  CHECK(st == VM_OK || st == VM_FAULT);
  event_keep(&done, &ev);
  all_actions(t->s, &after);
  for (size_t i = 0; i < after.n && x->kind != EV_INIT; i++) {
    if (after.at[i].tid == x->tid || enabled(before, after.at[i])) continue;
    VmStatus can = vm_peek(t->s, after.at[i].tid, after.at[i].choice, &ev);
    if (can != VM_OK && can != VM_FAULT) continue;
    event_keep(&y, &ev);
    enablings++;
    if (!dependent(t, &done.ev, &y.ev) && !consumes(t, &done.ev, &y.ev)) violation(t, "an event enables an independent one", &done.ev, &y.ev);
  }
  vm_restore(t->s, mark);
}

static void check_state(Test *t) {
  static KeptEvent ev[MAX_ACTIONS];
  Actions acts;
  all_actions(t->s, &acts);
  for (size_t i = 0; i < acts.n; i++) {
    VmEvent e;
    VmStatus st = vm_peek(t->s, acts.at[i].tid, acts.at[i].choice, &e);
    if (st != VM_OK && st != VM_FAULT) {
      text_add(&t->why, "an enabled action cannot be peeked\n");
      return;
    }
    event_keep(&ev[i], &e);
  }
  for (size_t i = 0; i < acts.n && !t->why.len; i++) check_enabling(t, &acts, &ev[i].ev);
  for (size_t i = 0; i < acts.n; i++)
    for (size_t k = i + 1; k < acts.n && !t->why.len; k++)
      if (acts.at[i].tid != acts.at[k].tid) check_pair(t, &acts, &ev[i].ev, &ev[k].ev);
}

/* Depth first over new states; at most MAX_STATES of them, so programs beyond that are only sampled. */
static void visit(Test *t, ByteSet *known, Rng *r) {
  size_t len;
  const uint8_t *p = vm_encode(t->s, &len, false);
  CHECK(p);
  if (known->count >= MAX_STATES || !set_add(known, p, len, NULL)) return;
  check_state(t);
  Actions acts;
  all_actions(t->s, &acts);
  size_t first = acts.n ? rng_below(r, (unsigned)acts.n) : 0;
  for (size_t i = 0; i < acts.n && !t->why.len; i++) {
    VmAction a = acts.at[(first + i) % acts.n];
    VmEvent ev;
    VmMark mark = vm_save(t->s);
    VmStatus st = vm_step(t->s, a.tid, a.choice, &ev);
    CHECK(st == VM_OK || st == VM_FAULT);
    visit(t, known, r);
    vm_restore(t->s, mark);
  }
}

/* True: the property holds for TEXT. WHY gets the violation. */
static bool commutes(const char *text, uint64_t seed, Mutant mutant, Text *why) {
  Model m;
  Mem mem;
  if (!model_compile(&m, "generated.d", text, strlen(text))) {
    diag_print(&m.diags, stderr, false);
    text_add(why, "does not compile\n");
    model_free(&m);
    return false;
  }
  mem_init(&mem, 0);
  Test t = { &m, vm_new(m.program, &mem), mutant, { 0 } };
  CHECK(t.s);
  ByteSet known = { 0 };
  Rng r = rng_new(seed);
  if (vm_initial_status(t.s) != VM_BLOCKED) visit(&t, &known, &r);
  text_bytes(why, t.why.at ? t.why.at : "", t.why.len);
  set_free(&known);
  text_free(&t.why);
  vm_free(t.s);
  model_free(&m);
  return why->len == 0;
}

static void print_kinds(void) {
  for (unsigned x = 0; x < EV_COUNT; x++)
    for (unsigned y = x; y < EV_COUNT; y++)
      if (per_kind[x][y]) printf("  %s/%s %llu", ev_kind_word((EvKind)x), ev_kind_word((EvKind)y), (unsigned long long)per_kind[x][y]);
  printf("\n");
}

TEST independent_events_commute(void) {
  unsigned n = prop_count(12000), wrong = 0;
  uint64_t seed = prop_first_seed();
  for (unsigned i = 0; i < n && wrong < prop_keep(); i++, seed++) {
    Text t = { 0 }, why = { 0 };
    if (seed % 16 == 0) gen_thesis(seed, &t);
    else gen_program(seed, NULL, &t, NULL);
    if (!commutes(t.at, seed, KEEP_ALL, &why)) {
      wrong++;
      fprintf(stderr, "seed %llu: %s%s\n", (unsigned long long)seed, why.at, t.at);
    }
    text_free(&t);
    text_free(&why);
  }
  printf("  %llu independent pairs, %llu enablings\n", (unsigned long long)pairs, (unsigned long long)enablings);
  print_kinds();
  ASSERT_EQ(wrong, 0u);
  ASSERTm("at least 100,000 pairs", n < 12000 || pairs > 100000);
  PASS();
}

/* A dependence that forgets one class of objects must be caught within a few programs. */
TEST broken_dependence_is_noticed(void) {
  static const char *const letters[] = { "", "rwfa", "lrw", "ser", "jprw", "mrw" };
  for (int m = DROP_MEMORY; m < MUTANTS; m++) {
    unsigned noticed = 0, tried = 0;
    for (uint64_t seed = 1; seed <= 200; seed++, tried++) {
      Text t = { 0 }, why = { 0 };
      gen_program(seed, letters[m], &t, NULL);
      noticed += !commutes(t.at, seed, (Mutant)m, &why);
      text_free(&t);
      text_free(&why);
    }
    printf("  without %s: %u of %u programs notice\n", mutant_name[m], noticed, tried);
    ASSERTm(mutant_name[m], noticed >= 5);
  }
  PASS();
}

GREATEST_MAIN_DEFS();
int main(int argc, char **argv) {
  GREATEST_MAIN_BEGIN();
  RUN_TEST(independent_events_commute);
  RUN_TEST(broken_dependence_is_noticed);
  GREATEST_MAIN_END();
}
