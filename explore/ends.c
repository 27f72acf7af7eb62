/* explore/ends.c -- how a run ends (language.md, "How a run ends"), and failures as findings. */
#include <stdio.h>
#include "explore/run.h"
#include "explore/store.h"

/* --- failures --- */

static ExWhat what_of(const VmFault *f, bool finally) {
  if (f->kind == FAIL_CRITICAL) return FIND_CRITICAL;
  if (f->kind == FAIL_RUNTIME) return FIND_ERROR;
  return finally ? FIND_FINALLY : FIND_ASSERT;
}

/* The name of a critical section is what the instruction names. */
static const char *critical_name(const BcProgram *p, const VmFault *f) {
  if (f->kind != FAIL_CRITICAL || f->pc >= p->ncode || p->code[f->pc].op != OP_ENTER) return NULL;
  return p->criticals[p->code[f->pc].a];
}

static void failure(ExRun *run, const VmFault *f, bool finally) {
  const BcProgram *p = run->program;
  ExFinding like = { .what = what_of(f, finally), .name = critical_name(p, f), .text = f->text, .pc = f->pc,
                     .span = p->spans[f->pc], .tid = f->tid < vm_nthreads(run->vm) && !finally ? f->tid : -1, .tid2 = -1 };
  if (f->kind == FAIL_RUNTIME) like.code = f->code;
  ex_find(run, &run->result->findings, &like, NULL, 0);
}

/* A step can make several threads fail: those that start in it. */
void end_fault(ExRun *run, bool finally) {
  const VmFault *f;
  size_t n = vm_faults(run->vm, &f);
  for (size_t i = 0; i < n; i++) failure(run, &f[i], finally);
}

/* --- deadlock --- */

/* Where a thread waits; UINT32_MAX: it does not. */
static uint32_t waits_at(const ExRun *run, unsigned t) {
  return vm_thread(run->vm, (VmTid)t) == TH_STUCK ? vm_stuck_pc(run->vm, (VmTid)t) : vm_pc(run->vm, (VmTid)t);
}

/* Two deadlocks are the same when threads wait at the same set of places. The sum over distinct places makes the key
 * blind to which thread waits where. */
static uint64_t waiting_key(ExRun *run) {
  uint64_t key = 1;
  unsigned n = vm_nthreads(run->vm);
  for (unsigned t = 0; t < n; t++) {
    uint32_t pc = waits_at(run, t);
    bool repeated = false;
    for (unsigned u = 0; u < t && !repeated; u++) repeated = waits_at(run, u) == pc;
    if (pc != UINT32_MAX && !repeated) key += (uint64_t)(pc + 1) * 0x9e3779b97f4a7c15u >> 7;
  }
  return key;
}

static void deadlock(ExRun *run) {
  if (run->limits->no_deadlock) return;
  ExFinding like = { .what = FIND_DEADLOCK, .text = "deadlock", .pc = UINT32_MAX, .tid = -1, .tid2 = -1,
                     .key = waiting_key(run) };
  ex_find(run, &run->result->findings, &like, NULL, 0);
}

/* --- ends --- */

/* An init whose assume allows none of its choices still waits; its thread is the one after the static ones. */
static bool discarded(const ExRun *run) {
  return run->program->init_chooses && vm_thread(run->vm, (VmTid)run->program->nstatic) == TH_RUNNING;
}

/* Where choices keep their wait sets, a pruned run is never one of the program, also when a thread failed in it. */
static ExEnd kind_of_end(ExRun *run) {
  VmCensus c = vm_census(run->vm);
  if (c.cut) ex_prune(run, "loop");
  if (discarded(run)) return END_BLOCKED;
  bool asks = c.stuck && run->algo->pruned, at_once = run->algo->needs & EX_KEEP_WAITS;
  if (asks && at_once && run->algo->pruned(run)) return END_BLOCKED;
  if (c.failed) return END_FAILED;
  if (c.stopped || c.cut || (asks && !at_once && run->algo->pruned(run))) return END_BLOCKED;
  if (c.started == 0 || (c.workers && !c.alive)) return END_TERMINAL;
  return END_DEADLOCK;
}

static void terminal(ExRun *run) {
  run->result->stats.finals++;
  if (run->program->finally_.entry && vm_finally(run->vm) == VM_FAULT) end_fault(run, true);
}

void end_classify(ExRun *run) {
  run->end = kind_of_end(run);
  if (run->end == END_BLOCKED) run->result->stats.blocked++;
  else run->result->stats.executions++;
  if (run->end == END_TERMINAL) terminal(run);
  if (run->end == END_DEADLOCK) deadlock(run);
  if (run->unread_known && (run->end == END_TERMINAL || run->end == END_DEADLOCK)) unread_end(run);
  if (run->limits->ended) run->limits->ended(run->limits->ended_ctx, run);
}

/* --- a search that kept hashes --- */

static const char *overlooked(ExRun *run, double missed) {
  if (missed >= 0.1) return arena_printf(run->arena, "expect about %.1f to be overlooked for that", missed);
  if (missed < 1e-9) return "expect less than one to be overlooked in a billion such searches";
  return arena_printf(run->arena, "expect one to be overlooked in %.0f such searches", 1 / missed);
}

void end_hashed(ExRun *run, size_t states) {
  ex_prune(run, "hash");
  if (run->result->limit_help) return;
  run->result->limit_help = arena_printf(run->arena, "only hashes of 64 bits were kept of %zu states, so two of them may have been taken for one: %s, "
                                         "with what is reached only through it; a failure that is found is real", states, overlooked(run, store_missed(states)));
}

/* --- a run that does not end --- */

/* The innermost backward jump over PC inside its code; its place is the loop. */
static const Span *loop_around(const BcProgram *p, uint32_t pc) {
  uint32_t best = UINT32_MAX;
  const Span *span = NULL;
  for (uint32_t j = pc; j < p->ncode && j < pc + 100000; j++) {
    BcOp op = (BcOp)p->code[j].op;
    if (op < OP_JMP || op > OP_JLE || p->code[j].a > pc) continue;
    if (j - p->code[j].a < best) best = j - p->code[j].a, span = &p->spans[j];
  }
  return span;
}

/* The thread that made the most of the last steps of the path is the one that loops. */
static VmTid busiest(const ExRun *run) {
  uint32_t times[VM_MAX_THREADS + 1] = { 0 };
  VmTid best = 0;
  for (uint32_t i = run->depth > 1000 ? run->depth - 1000 : 0; i < run->depth; i++) {
    VmTid t = run->path[i].action.tid;
    if (++times[t] > times[best]) best = t;
  }
  return best;
}

void end_loop_help(ExRun *run) {
  char name[100] = "";
  VmTid t = busiest(run);
  uint32_t pc = vm_pc(run->vm, t);
  const Span *span = pc < run->program->ncode ? loop_around(run->program, pc) : NULL;
  vm_thread_name(run->vm, t, name, sizeof name);
  if (!span) {
    run->result->limit_help = arena_printf(run->arena, "a run of %u steps did not end; thread %s made most of the last ones; "
                                           "try --algo stateful, which visits each state once", run->depth, name);
    return;
  }
  Place at = src_place(run->program->sources, *span);
  run->result->limit_help = arena_printf(run->arena, "a run of %u steps did not end: thread %s is in the loop at %s:%u; "
                                         "try --algo stateful, which visits each state once, or --loop n", run->depth,
                                         name, at.path, at.line);
}
