/* explore/trace_steps.c -- see trace_steps.h. */
#include "explore/trace_steps.h"

#define NAME_TEXT 400

typedef struct {
  const BcProgram *program;
  const TracePlan *plan;
  VmState *vm;
  Arena *arena;
  int here[256];                             /* the machine's tid of each of the trace; -1: none */
} Steps;

/* --- threads --- */

/* A parent has a number before its children. DEPTH: parents that go round in a circle have no beginning. */
static int number(Steps *r, VmTid tid, int depth) {
  const TraceThread *t = &r->plan->threads[tid];
  if (r->here[tid] >= 0 || !t->there || depth > VM_MAX_THREADS) return r->here[tid];
  int parent = t->parent < 0 ? -1 : number(r, (VmTid)t->parent, depth + 1);
  if (t->parent >= 0 && parent < 0) return -1;
  return r->here[tid] = vm_number(r->vm, (VmOrigin){ t->item, t->instance, parent });
}

/* --- why not --- */

static const char *cannot(Steps *r, VmTid tid) {
  char name[NAME_TEXT];
  vm_thread_name(r->vm, tid, name, sizeof name);
  switch (vm_thread(r->vm, tid)) {
  case TH_UNBORN: return arena_printf(r->arena, "%s has not started", name);
  case TH_ENDED: return arena_printf(r->arena, "%s has ended", name);
  case TH_CRASHED: return arena_printf(r->arena, "%s has crashed", name);
  case TH_FAILED: return arena_printf(r->arena, "%s has failed", name);
  case TH_STOPPED: case TH_CUT: case TH_STUCK: return arena_printf(r->arena, "%s was stopped", name);
  case TH_RUNNING: break;
  }
  uint32_t pc = vm_pc(r->vm, tid);
  Place at = src_place(r->program->sources, pc < r->program->ncode ? r->program->spans[pc] : (Span){ 0 });
  const VmAction *actions;
  size_t n = vm_thread_actions(r->vm, tid, &actions);
  const char *why = n == 0 ? "cannot go on there" : "has no such choice there";
  return arena_printf(r->arena, "%s stands at %s:%u:%u and %s", name, at.path, at.line, at.col, why);
}

static bool take(Steps *r, const TraceStep *s, TraceRun *run) {
  VmEvent ev;
  uint32_t choice = s->crash ? VM_CRASH : 0;
  int tid = r->here[s->tid];
  if (tid < 0) return run->stuck = arena_printf(r->arena, "there is no thread %s", r->plan->threads[s->tid].name), false;
  bool read = s->crash || !s->choice || vm_choice_parse(r->vm, s->choice, &choice);
  VmStatus x = read ? vm_step(r->vm, (VmTid)tid, choice, &ev) : VM_BLOCKED;
  if (x == VM_OK || x == VM_FAULT) {
    run->schedule[run->n++] = (VmAction){ (VmTid)tid, choice };
    return true;
  }
  run->stuck = x == VM_BLOCKED ? cannot(r, (VmTid)tid) : arena_printf(r->arena, "a limit is met (%s)", vm_limit(r->vm));
  return false;
}

void trace_run(const BcProgram *p, const TracePlan *plan, Arena *a, TraceRun *run) {
  Mem mem;
  Steps *r = ARENA_NEW(a, Steps);
  mem_init(&mem, 0);
  *r = (Steps){ .program = p, .plan = plan, .vm = vm_new(p, &mem), .arena = a };
  if (!r->vm) arena_out_of_memory();
  for (int i = 0; i < 256; i++) r->here[i] = -1;
  for (int i = 0; i < 256; i++) number(r, (VmTid)i, 0);
  vm_footprints(r->vm, false);
  *run = (TraceRun){ .schedule = ARENA_ARRAY(a, VmAction, plan->nsteps + 1) };
  for (size_t i = 0; i < plan->nsteps; i++)
    if (!take(r, &plan->steps[i], run)) break;
  run->numbering = vm_numbering(r->vm, a);
  vm_free(r->vm);
  mem_deinit(&mem);
}
