/* tests/prop/prop_undo.c -- going back: save, step, restore is the identity; a step undone and redone is the same step;
 * peek tells what the step will do; encodings decode; schedules replay; equal inputs give equal results. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "tests/greatest.h"
#include "tests/prop/gen.h"

enum { WALKS = 6, MAX_STEPS = 60, FINAL_FLAGS = EVF_ENDED | EVF_FAULT | EVF_STOPPED | EVF_LOOPED };

typedef struct { uint8_t *at; size_t len; } Bytes;
typedef struct {
  VmAction action[MAX_STEPS];
  KeptEvent *event;              /* MAX_STEPS of them */
  Bytes state[MAX_STEPS + 1], portable[MAX_STEPS + 1];
  VmMark mark[MAX_STEPS + 1];
  unsigned n;
} Walk;

static uint64_t steps_checked, peeks_checked;

static Bytes encoding(VmState *s, bool portable) {
  Bytes b;
  const uint8_t *p = vm_encode(s, &b.len, portable);
  CHECK(p);
  b.at = malloc(b.len + 1);
  CHECK(b.at);
  memcpy(b.at, p, b.len);
  return b;
}

static bool stands_at(VmState *s, const Bytes *want, bool portable) {
  size_t len;
  const uint8_t *p = vm_encode(s, &len, portable);
  return p && len == want->len && memcmp(p, want->at, len) == 0;
}

static bool pick(VmState *s, Rng *r, VmAction *out) {
  const VmAction *a;
  size_t crashes, n = vm_actions(s, &a, &crashes);
  CHECK(n != SIZE_MAX);
  if (n == 0) return false;
  *out = a[rng_below(r, (unsigned)n)];
  return true;
}

/* All enabled actions are peeked: the state must not notice. */
static const char *peek_all(VmState *s, const Bytes *here) {
  const VmAction *a;
  size_t crashes, n = vm_actions(s, &a, &crashes);
  VmAction copy[512];
  if (n > 512) n = 512;
  if (n) memcpy(copy, a, n * sizeof *copy);
  for (size_t i = 0; i < n; i++) {
    VmEvent ev;
    peeks_checked++;
    VmStatus st = vm_peek(s, copy[i].tid, copy[i].choice, &ev);
    if (st != VM_OK && st != VM_FAULT) return "an enabled action cannot be peeked";
    if (ev.tid != copy[i].tid || ev.choice != copy[i].choice) return "peek tells of another action";
    for (uint32_t k = 1; k < ev.nacc; k++)
      if (ACC_OBJ(ev.acc[k - 1]) >= ACC_OBJ(ev.acc[k])) return "footprint is not sorted";
    for (uint32_t k = 0; k < ev.nacc; k++)
      if (ACC_MODE(ev.acc[k]) == 0) return "footprint entry without access";
  }
  return stands_at(s, here, false) ? NULL : "peeking changed the state";
}

/* Steps once and checks everything that one step must satisfy. */
static const char *one_step(VmState *s, Walk *w, unsigned i) {
  static KeptEvent peeked, again;
  VmEvent ev;
  VmAction a = w->action[i];
  const char *bad = peek_all(s, &w->state[i]);
  if (bad) return bad;
  VmStatus told = vm_peek(s, a.tid, a.choice, &ev);
  if (told != VM_OK && told != VM_FAULT) return "peek says not enabled";
  event_keep(&peeked, &ev);
  w->mark[i] = vm_save(s);
  VmStatus st = vm_step(s, a.tid, a.choice, &ev);
  if (st != VM_OK && st != VM_FAULT) return "step refused an enabled action";
  if (st != told) return "peek and step have different results";
  event_keep(&w->event[i], &ev);
  if (!event_same(&peeked.ev, &w->event[i].ev, ~(unsigned)FINAL_FLAGS)) return "the step is not what peek said";
  w->state[i + 1] = encoding(s, false);
  w->portable[i + 1] = encoding(s, true);
  w->n = i + 1;
  vm_restore(s, w->mark[i]);
  if (!stands_at(s, &w->state[i], false)) return "save, step, restore changed the state";
  if (!stands_at(s, &w->portable[i], true)) return "save, step, restore changed the portable encoding";
  VmMark m = vm_save(s);
  if (vm_step(s, a.tid, a.choice, &ev) != st) return "redone step has another status";
  event_keep(&again, &ev);
  if (!event_same(&again.ev, &w->event[i].ev, 0xff)) return "redone step is another event";
  if (!stands_at(s, &w->state[i + 1], false)) return "redone step reaches another state";
  w->mark[i] = m;
  steps_checked++;
  return NULL;
}

static const char *walk(VmState *s, Rng *r, Walk *w) {
  w->n = 0;
  w->state[0] = encoding(s, false);
  w->portable[0] = encoding(s, true);
  for (unsigned i = 0; i < MAX_STEPS && pick(s, r, &w->action[i]); i++) {
    const char *bad = one_step(s, w, i);
    if (bad) return bad;
  }
  return NULL;
}

/* Back in leaps: only some of the marks are used. */
static const char *unwind(VmState *s, Rng *r, const Walk *w) {
  for (unsigned i = w->n; i > 0;) {
    i -= 1 + rng_below(r, i < 3 ? i : 3);
    vm_restore(s, w->mark[i]);
    if (!stands_at(s, &w->state[i], false)) return "restoring several steps gives another state";
  }
  return NULL;
}

static const char *decode_all(VmState *s, Rng *r, const Walk *w) {
  for (unsigned k = 0; k < 8; k++) {
    unsigned i = rng_below(r, w->n + 1);
    vm_decode(s, w->state[i].at, w->state[i].len);
    if (!stands_at(s, &w->state[i], false)) return "decode, encode gives other bytes";
    if (!stands_at(s, &w->portable[i], true)) return "decode loses something the portable encoding shows";
    if (i == w->n) continue;
    VmEvent ev;
    VmStatus st = vm_step(s, w->action[i].tid, w->action[i].choice, &ev);
    if (st != VM_OK && st != VM_FAULT) return "a decoded state refuses the step";
    if (!event_same(&ev, &w->event[i].ev, 0xff)) return "a decoded state steps to another event";
    if (!stands_at(s, &w->state[i + 1], false)) return "a decoded state steps elsewhere";
  }
  vm_decode(s, w->state[0].at, w->state[0].len);
  return NULL;
}

/* Handles may be numbered otherwise in another machine; portable bytes and footprints may not, once it has adopted the
 * numbering of spawned threads and long choices. */
static const char *replay(Model *m, const VmState *from, const Walk *w) {
  Mem mem;
  mem_init(&mem, 0);
  VmState *s = vm_new(m->program, &mem);
  CHECK(s);
  CHECK(vm_adopt(s, vm_numbering(from, &m->arena)));
  const char *bad = stands_at(s, &w->portable[0], true) ? NULL : "two machines start in different states";
  for (unsigned i = 0; i < w->n && !bad; i++) {
    VmEvent ev;
    VmStatus st = vm_step(s, w->action[i].tid, w->action[i].choice, &ev);
    const VmEvent *was = &w->event[i].ev;
    if (st != VM_OK && st != VM_FAULT) bad = "replay: a recorded action is not enabled";
    else if (ev.kind != was->kind || ev.flags != was->flags || ev.pc != was->pc || ev.nacc != was->nacc || ev.nops != was->nops ||
             (ev.nacc && memcmp(ev.acc, was->acc, ev.nacc * sizeof *ev.acc) != 0))
      bad = "replay: another event";
    else if (!stands_at(s, &w->portable[i + 1], true)) bad = "replay: another state";
  }
  vm_free(s);
  if (!bad && mem.used) bad = "vm_free left memory behind";
  return bad;
}

static void forget(Walk *w) {
  for (unsigned i = 0; i <= w->n; i++) {
    free(w->state[i].at);
    free(w->portable[i].at);
  }
}

static const char *check_program(const char *text, uint64_t seed) {
  static Walk w;
  Model m;
  Mem mem;
  const char *bad = NULL;
  if (!w.event) w.event = malloc(MAX_STEPS * sizeof *w.event);
  CHECK(w.event);
  if (!model_compile(&m, "generated.d", text, strlen(text))) {
    diag_print(&m.diags, stderr, false);
    model_free(&m);
    return "does not compile";
  }
  mem_init(&mem, 0);
  VmState *s = vm_new(m.program, &mem);
  CHECK(s);
  Rng r = rng_new(seed);
  for (unsigned k = 0; k < WALKS && !bad && vm_initial_status(s) != VM_BLOCKED; k++) {
    bad = walk(s, &r, &w);
    if (!bad) bad = unwind(s, &r, &w);
    if (!bad) bad = replay(&m, s, &w);
    if (!bad) bad = decode_all(s, &r, &w);
    if (bad) fprintf(stderr, "after %u steps: ", w.n);
    forget(&w);
  }
  vm_free(s);
  if (!bad && mem.used) bad = "vm_free left memory behind";
  model_free(&m);
  return bad;
}

TEST going_back(void) {
  unsigned n = prop_count(6000), wrong = 0;
  uint64_t seed = prop_first_seed();
  for (unsigned i = 0; i < n && wrong < prop_keep(); i++, seed++) {
    Text t = { 0 };
    if (seed % 16 == 0) gen_thesis(seed, &t);
    else gen_program(seed, NULL, &t, NULL);
    const char *bad = check_program(t.at, seed);
    if (bad) fprintf(stderr, "seed %llu: %s\n%s\n", (unsigned long long)seed, bad, t.at);
    text_free(&t);
    wrong += bad != NULL;
  }
  printf("  %llu steps undone and redone, %llu peeks\n", (unsigned long long)steps_checked, (unsigned long long)peeks_checked);
  ASSERT_EQ(wrong, 0u);
  PASS();
}

static unsigned bad_files;
static void visit(void *ctx, const char *path) {
  size_t len;
  (void)ctx;
  char *text = file_read(path, &len);
  CHECK(text);
  Model m;
  bool compiles = model_compile(&m, path, text, len);
  model_free(&m);
  const char *bad = compiles ? check_program(text, 7) : NULL;
  if (bad) { bad_files++; fprintf(stderr, "%s: %s\n", path, bad); }
  free(text);
}

TEST examples_go_back(void) {
  file_each("examples", visit, NULL);
  ASSERT_EQ(bad_files, 0u);
  PASS();
}

GREATEST_MAIN_DEFS();
int main(int argc, char **argv) {
  GREATEST_MAIN_BEGIN();
  RUN_TEST(going_back);
  RUN_TEST(examples_go_back);
  GREATEST_MAIN_END();
}
