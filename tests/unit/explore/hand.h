/* tests/unit/explore/hand.h -- an execution made by hand: a compiled model, stepped by thread names, each step pushed onto the
 * happens-before relation that the step engine keeps. */
#ifndef TESTS_UNIT_EXPLORE_HAND_H
#define TESTS_UNIT_EXPLORE_HAND_H
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "explore/algo/hb.h"
#include "explore/algo/wakeup.h"
#include "explore/model.h"

enum { HAND_STEPS = 200 };

typedef struct {
  Model model;
  Options opts;
  Mem mem;
  ExResult result;
  ExRun run;
  Feet feet;
  Hb hb;
  VmMark mark[HAND_STEPS];       /* before each step */
  VmEvent ev;                    /* of the last step */
} Hand;

static inline void hand(Hand *h, const char *text) {
  memset(h, 0, sizeof *h);
  if (model_open_text(&h->model, "t.d", text, strlen(text)) != MODEL_OK || model_options(&h->model, &h->opts, CMD_CHECK, 0, NULL) != MODEL_OK ||
      model_compile(&h->model, &h->opts) != MODEL_OK) {
    diag_print(&h->model.diags, stderr, false);
    abort();
  }
  mem_init(&h->mem, 0);
  h->run = (ExRun){ .program = h->model.program, .limits = &h->opts.limits, .mem = &h->mem, .arena = &h->model.arena, .result = &h->result };
  h->run.vm = vm_new(h->model.program, &h->mem);
  vm_record_matchers(h->run.vm, true);
  feet_init(&h->feet, h->run.vm, &h->mem);
  if (!hb_open(&h->hb, &h->run, &h->feet)) abort();
}

/* Everything goes back: mem_deinit asserts it. */
static inline void hand_done(Hand *h) {
  hb_close(&h->hb);
  feet_deinit(&h->feet);
  vm_free(h->run.vm);
  mem_deinit(&h->mem);
  model_close(&h->model);
}

static inline VmTid hand_tid(const Hand *h, const char *name) {
  char b[64];
  for (unsigned t = 0; t < vm_nthreads(h->run.vm); t++)
    if (strcmp(vm_thread_name(h->run.vm, (VmTid)t, b, sizeof b), name) == 0) return (VmTid)t;
  fprintf(stderr, "no thread %s among %u, the last is %s\n", name, vm_nthreads(h->run.vm), b);
  abort();
}

/* One step of NAME; its position. */
static inline uint32_t hand_choose(Hand *h, const char *name, uint32_t choice) {
  uint32_t at = (uint32_t)h->hb.n;
  h->mark[at] = vm_save(h->run.vm);
  VmStatus s = vm_step(h->run.vm, hand_tid(h, name), choice, &h->ev);
  if ((s != VM_OK && s != VM_FAULT) || !hb_push(&h->hb, &h->ev)) { fprintf(stderr, "%s cannot step\n", name); abort(); }
  return at;
}
static inline uint32_t hand_step(Hand *h, const char *name) { return hand_choose(h, name, 0); }
/* One step of each of the threads named, one letter each. */
static inline void hand_steps(Hand *h, const char *names) {
  for (; *names; names++) hand_step(h, (char[]){ *names, 0 });
}
static inline void hand_back(Hand *h, uint32_t to) {
  if (to < h->hb.n) vm_restore(h->run.vm, h->mark[to]);
  hb_pop(&h->hb, to);
}

/* Positions that race with the event at AT, ascending: "0 2". */
static inline const char *hand_races(Hand *h, uint32_t at) {
  const HbEvent *e = &h->hb.ev[at];
  const char *s = "";
  for (uint32_t k = 0; k < at; k++)
    for (uint32_t i = 0; i < e->nraces; i++)
      if (h->hb.race[e->race + i] == k) s = arena_printf(&h->model.arena, "%s%s%u", s, *s ? " " : "", k);
  return s;
}

/* The executed event as a member of sequences. */
static inline Act hand_act(const Hand *h, uint32_t at) {
  const HbEvent *e = &h->hb.ev[at];
  return (Act){ .tid = e->tid, .choice = e->choice, .foot = e->foot };
}
#endif
