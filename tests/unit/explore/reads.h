/* tests/unit/explore/reads.h -- an execution made by hand, stepped by thread names, with who reads from whom (algo/rf.h). Guards
 * are failing reads. */
#ifndef TESTS_UNIT_EXPLORE_READS_H
#define TESTS_UNIT_EXPLORE_READS_H
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "explore/algo/rf.h"
#include "explore/model.h"

enum { READS_STEPS = 200 };

typedef struct {
  Model model;
  Options opts;
  Mem mem;
  ExResult result;
  ExRun run;
  Rf rf;
  VmMark mark[READS_STEPS];      /* before each step */
} Reads;

static inline void reads(Reads *r, const char *text) {
  memset(r, 0, sizeof *r);
  if (model_open_text(&r->model, "t.d", text, strlen(text)) != MODEL_OK || model_options(&r->model, &r->opts, CMD_CHECK, 0, NULL) != MODEL_OK ||
      model_compile(&r->model, &r->opts) != MODEL_OK) {
    diag_print(&r->model.diags, stderr, false);
    abort();
  }
  mem_init(&r->mem, 0);
  r->run = (ExRun){ .program = r->model.program, .limits = &r->opts.limits, .mem = &r->mem, .arena = &r->model.arena, .result = &r->result };
  r->run.vm = vm_new(r->model.program, &r->mem);
  vm_footprints(r->run.vm, true);
  vm_failing_guards(r->run.vm, true);
  vm_record_matchers(r->run.vm, true);
  if (!rf_open(&r->rf, &r->run)) abort();
}

/* Everything goes back: mem_deinit asserts it. */
static inline void reads_done(Reads *r) {
  rf_close(&r->rf);
  vm_free(r->run.vm);
  mem_deinit(&r->mem);
  model_close(&r->model);
}

static inline bool reads_take(Reads *r, VmAction a) {
  VmEvent ev;
  if (r->rf.n == READS_STEPS || !rf_before_step(&r->rf, a.tid)) abort();
  r->mark[r->rf.n] = vm_save(r->run.vm);
  VmStatus s = vm_step(r->run.vm, a.tid, a.choice, &ev);
  if (s != VM_OK && s != VM_FAULT) return false;
  if (!rf_push(&r->rf, &ev)) abort();
  return true;
}

static inline VmTid reads_tid(const Reads *r, const char *name) {
  char b[64];
  for (unsigned t = 0; t < vm_nthreads(r->run.vm); t++)
    if (strcmp(vm_thread_name(r->run.vm, (VmTid)t, b, sizeof b), name) == 0) return (VmTid)t;
  fprintf(stderr, "no thread %s\n", name);
  abort();
}

/* One step of each of the threads named, one letter each. */
static inline void reads_steps(Reads *r, const char *names) {
  for (; *names; names++)
    if (!reads_take(r, (VmAction){ reads_tid(r, (char[]){ *names, 0 }), 0 })) { fprintf(stderr, "%c cannot step\n", *names); abort(); }
}

static inline void reads_back(Reads *r, uint32_t to) {
  if (to < r->rf.n) vm_restore(r->run.vm, r->mark[to]);
  rf_pop(&r->rf, to);
}

/* splitmix64 */
static uint64_t reads_state = 1;
static inline uint32_t reads_below(uint32_t n) {
  uint64_t x = reads_state += 0x9e3779b97f4a7c15u;
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
  x = (x ^ x >> 27) * 0x94d049bb133111ebu;
  return (uint32_t)((x ^ x >> 31) % n);
}

/* Up to N steps, each by anybody. */
static inline void reads_wander(Reads *r, uint32_t n) {
  const VmAction *a;
  size_t crashes, all;
  while (n-- && (all = vm_actions(r->run.vm, &a, &crashes)) != 0)
    if (!reads_take(r, a[reads_below((uint32_t)all)])) abort();
}
#endif
