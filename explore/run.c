/* explore/run.c -- the loop, the path, and the limits. See run.h and algo.h. */
#include "explore/run.h"
#include <assert.h>
#include <string.h>
#include <time.h>
#include "explore/race.h"
#include "explore/team.h"

atomic_int ex_interrupted;

double ex_now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

void ex_stop(ExRun *run, const char *limit) {
  team_halt(run);
  ex_prune(run, limit);
}

/* The limit that stopped the search weighs more than one that only cut a branch. */
void ex_prune(ExRun *run, const char *limit) {
  if (!run->result->limit || run->stop) run->result->limit = limit;
  run->pruned = true;
}

size_t ex_schedule(ExRun *run, VmAction *out) {
  if (run->algo->schedule) return run->algo->schedule(run, out);
  size_t n = 0;
  for (uint32_t i = 0; i < run->depth; i++) {
    if (run->path[i].stuck) continue;        /* without it the schedule runs where guards wait */
    if (out) out[n] = run->path[i].action;
    n++;
  }
  return n;
}

void ex_find(ExRun *run, ExFindings *list, ExFinding *like, const VmAction *extra, size_t nextra) {
  if (run->again) return;
  bool fails = list == &run->result->findings || (list == &run->result->races && run->limits->races == LEVEL_ERROR) ||
               (list == &run->result->unread && run->limits->unread == LEVEL_ERROR);
  ExFinding *known = find_same(list, like);
  if (known) {
    known->count++;
    return;
  }
  ExFinding *f = find_add(list, run->arena, like);
  if (!fails) return;
  f->has_schedule = true;
  f->numbering = vm_numbering(run->vm, run->arena);
  f->nschedule = ex_schedule(run, NULL);
  f->schedule = ARENA_ARRAY(run->arena, VmAction, f->nschedule + nextra + 1);
  ex_schedule(run, f->schedule);
  if (nextra) memcpy(f->schedule + f->nschedule, extra, nextra * sizeof *extra);
  f->nschedule += nextra;
  if (!run->limits->all) team_halt(run);
}

/* --- the path --- */

static bool grow_path(ExRun *run) {
  uint32_t cap = run->path_cap ? run->path_cap * 2 : 256;
  ExFrame *path = mem_realloc(run->mem, run->path, run->path_cap * sizeof *path, cap * sizeof *path);
  if (!path) {
    ex_stop(run, "memory");
    return false;
  }
  run->path = path;
  run->path_cap = cap;
  return true;
}

static bool grow_trace(ExRun *run) {
  uint32_t cap = run->trace_cap ? run->trace_cap * 2 : 256;
  VmEvent *trace = mem_realloc(run->mem, run->trace, run->trace_cap * sizeof *trace, cap * sizeof *trace);
  if (!trace) return false;
  run->trace = trace;
  run->trace_cap = cap;
  return true;
}

static void free_path(ExRun *run) {
  mem_free(run->mem, run->path, run->path_cap * sizeof *run->path);
  mem_free(run->mem, run->trace, run->trace_cap * sizeof *run->trace);
  mem_free(run->mem, run->accs, run->accs_cap * sizeof *run->accs);
  mem_free(run->mem, run->ops, run->ops_cap * sizeof *run->ops);
}

/* Makes room in the pools of the trace. They may move, so the events are pointed to the new place. */
static bool grow_pools(ExRun *run, size_t nacc, size_t nop) {
  if (run->naccs + nacc > run->accs_cap) {
    size_t cap = (run->naccs + nacc) * 2 + 64;
    VmAcc *a = mem_realloc(run->mem, run->accs, run->accs_cap * sizeof *a, cap * sizeof *a);
    if (!a) return false;
    run->accs = a;
    run->accs_cap = cap;
  }
  if (run->nops + nop > run->ops_cap) {
    size_t cap = (run->nops + nop) * 2 + 64;
    VmOp *o = mem_realloc(run->mem, run->ops, run->ops_cap * sizeof *o, cap * sizeof *o);
    if (!o) return false;
    run->ops = o;
    run->ops_cap = cap;
  }
  VmAcc *a = run->accs;
  VmOp *o = run->ops;
  for (uint32_t i = 0; i < run->depth; i++) {
    run->trace[i].acc = a, a += run->trace[i].nacc;
    run->trace[i].ops = o, o += run->trace[i].nops;
  }
  return true;
}

/* Keeps EV as the event of path[depth]; the copy in the trace, not EV, gets its index and lasting arrays. */
static bool keep_event(ExRun *run, const VmEvent *ev) {
  bool full = run->naccs + ev->nacc > run->accs_cap || run->nops + ev->nops > run->ops_cap;
  if ((run->depth == run->trace_cap && !grow_trace(run)) || (full && !grow_pools(run, ev->nacc, ev->nops))) {
    ex_stop(run, "memory");
    return false;
  }
  VmEvent *e = &run->trace[run->depth];
  *e = *ev;
  e->index = run->index[ev->tid]++;
  e->acc = run->accs + run->naccs;
  e->ops = run->ops + run->nops;
  if (ev->nacc) memcpy(run->accs + run->naccs, ev->acc, ev->nacc * sizeof *ev->acc);
  if (ev->nops) memcpy(run->ops + run->nops, ev->ops, ev->nops * sizeof *ev->ops);
  run->naccs += ev->nacc;
  run->nops += ev->nops;
  return true;
}

static void drop_events(ExRun *run, uint32_t to) {
  for (uint32_t i = run->depth; i-- > to;) {
    run->index[run->trace[i].tid]--;
    run->naccs -= run->trace[i].nacc;
    run->nops -= run->trace[i].nops;
  }
}

/* --- limits --- */

/* Looks at the clock and for Ctrl-C, and decides when to look again: as rarely as moves are fast, every 1024 moves at
 * most, a few dozen times a second for models with long steps. */
void run_look_up(ExRun *run) {
  const ExLimits *l = run->limits;
  double now = ex_now();
  if (ex_interrupted) ex_stop(run, "interrupted");
  if (l->seconds > 0 && now - run->started > l->seconds) {
    ex_stop(run, "time");
    if (run->program->has_loop && !(run->algo->promises & EX_STATEFUL) && !run->result->limit_help)
      run->result->limit_help = "the model has loops: if they do not end, try --algo stateful, which visits each state once, or --loop n";
  }
  team_look(run);
  if (now - run->looked > 0.02 && run->patience > 1) run->patience /= 2;
  else if (run->patience < 1024) run->patience *= 2;
  run->looked = now;
  run->countdown = run->patience;
}

bool ex_tick(ExRun *run) {
  if (run->countdown-- == 0) run_look_up(run);
  return run->stop;
}

static void check_length(ExRun *run) {
  uint64_t length = run->base + run->depth;
  if (length > run->result->stats.depth) run->result->stats.depth = length;
  if (run->end != END_NONE && run->nenabled == 0) return;
  if (run->limits->depth >= 0 && length >= (uint64_t)run->limits->depth) {
    run->cut = true;
    ex_prune(run, "depth");
  } else if (run->limits->events && !(run->algo->promises & EX_STATEFUL) && length >= run->limits->events) {
    run->cut = true;
    if (!run->result->limit_help) end_loop_help(run);
    if (run->algo->promises & EX_COMPLETE) ex_stop(run, "events");      /* its like are without number */
    else ex_prune(run, "events");
  }
}

/* --- the loop --- */

/* What can be done in the present state. */
static void look_around(ExRun *run) {
  run->nenabled = vm_actions(run->vm, &run->enabled, &run->ncrashes);
  if (run->nenabled == SIZE_MAX) {
    run->nenabled = run->ncrashes = 0;
    run->cut = true;
    ex_stop(run, vm_limit(run->vm) ? vm_limit(run->vm) : "memory");
  }
}

static void look(ExRun *run, bool ended) {
  if (run->known) return;
  run->known = true;
  if (ended && !run->program->nfaults) run->nenabled = run->ncrashes = 0;
  else look_around(run);
  if (run->nenabled == run->ncrashes && !run->cut) end_classify(run);
  check_length(run);
}

void ex_look(ExRun *run) { look(run, false); }
void ex_end(ExRun *run) { look(run, true); }

/* A state met for the first time. TOUCHED: properties to look at. */
static void arrive(ExRun *run, uint64_t touched) {
  run->result->stats.states++;
  run->end = END_NONE;
  run->cut = run->known = false;
  if (run->limits->states && run->result->stats.states > run->limits->states) ex_stop(run, "states");
  if (touched) props_check(run, touched);
  if (run->races_pending && run->races) race_pending(run);
  if (!(run->algo->needs & EX_ASKS) || (run->limits->events && run->base + run->depth >= run->limits->events)) ex_look(run);
}

/* The machine's part of a step, and the path's. False: the search has stopped, or the step was left out. */
static inline bool go(ExRun *run, VmTid tid, uint32_t choice, VmEvent *ev, VmStatus *status) {
  if (run->depth == run->path_cap && !grow_path(run)) return false;
  run->path[run->depth].mark = vm_save(run->vm);
#ifdef DMC_STRESS
  vm_peek(run->vm, tid, choice, ev);       /* every step done, undone and done again */
#endif
  *status = vm_step(run->vm, tid, choice, ev);
  if (*status == VM_BLOCKED && run->algo->needs & EX_LENIENT) return false;
  if (*status != VM_OK && *status != VM_FAULT) {
    assert(*status != VM_BLOCKED);         /* the algorithm's promise: only enabled actions */
    ex_stop(run, *status == VM_LIMIT ? vm_limit(run->vm) : "memory");
    return false;
  }
  if (run->algo->needs & EX_NEEDS_TRACE && !keep_event(run, ev)) return false;
  run->path[run->depth].stuck = ev->flags & EVF_STUCK;
  run->path[run->depth++].action = (VmAction){ tid, choice };
  return true;
}

void run_step(ExRun *run, VmTid tid, uint32_t choice) {
  VmEvent ev;
  VmStatus status;
  if (run->unread_known) unread_before(run, tid);
  if (!go(run, tid, choice, &ev, &status)) return;
  run->result->stats.steps++;
  if (status == VM_FAULT) end_fault(run, false);
  if (run->unread_known) unread_after(run, &ev);
  if (run->races && !run->races_pending) race_took(run, &ev);
  uint64_t touched = props_touched(run, &ev);                /* took may ask the machine, and then the event is gone */
  if (run->algo->took(run, &ev)) arrive(run, touched);
}

/* A step some worker took before: the races' clocks must know it, nobody else. */
static void again(ExRun *run, VmTid tid, uint32_t choice) {
  VmEvent ev;
  VmStatus status;
  if (!go(run, tid, choice, &ev, &status)) return;
  run->again = true;
  run->end = END_NONE;
  run->cut = run->known = false;
  if (run->races && !run->races_pending) race_took(run, &ev);
  run->algo->took(run, &ev);
  run->again = false;
}

void run_back(ExRun *run, uint32_t depth) {
  assert(depth < run->depth);
  if (run->algo->needs & EX_NEEDS_TRACE) drop_events(run, depth);
  vm_restore(run->vm, run->path[depth].mark);
  run->depth = depth;
  if (run->races && !run->races_pending) race_back(run);
}

static void load(ExRun *run) {
  vm_decode(run->vm, run->load.bytes, run->load.len);
  run->depth = 0;
  run->base = run->load.base;
  run->cut = false;
  look_around(run);
  run->end = END_NONE;
  check_length(run);
}

void run_loop(ExRun *run) {
  while (!run->stop) {
    if (ex_tick(run)) break;
    ExMove m = run->algo->next(run);
    switch ((ExMoveKind)m.kind) {
    case EX_STEP: run_step(run, (VmTid)m.tid, m.choice); break;
    case EX_AGAIN: again(run, (VmTid)m.tid, m.choice); break;
    case EX_CUT: run->result->stats.redundant++; run_back(run, m.depth); break;
    case EX_BACK: run_back(run, m.depth); break;
    case EX_LOAD: load(run); break;
    case EX_DONE: run->result->complete = !run->stop && !run->pruned; return;
    }
  }
}

/* --- opening and closing --- */

/* The initial state: init's findings, the properties, and whether there is anything to run. */
bool run_begin(ExRun *run) {
  VmStatus status = vm_initial_status(run->vm);
  if (status == VM_BLOCKED) {              /* assume in init discards everything */
    run->result->stats.blocked++;
    run->result->complete = true;
    return false;
  }
  if (status == VM_FAULT) {
    end_fault(run, false);
    if (vm_fault(run->vm)->tid >= vm_nthreads(run->vm)) {      /* init itself: no thread started */
      run->result->stats.executions++;
      run->result->stats.states++;
      run->result->complete = true;
      return false;
    }
  }
  if (!run->algo->open(run)) {
    ex_stop(run, "memory");
    return false;
  }
  arrive(run, props_touched(run, NULL));
  return true;
}

void run_init(ExRun *run, ExTeam *t, unsigned worker, void *self, Arena *a, ExResult *result) {
  *run = (ExRun){ .program = t->program, .algo = t->algo, .self = self, .team = t, .worker = worker, .limits = t->limits,
                  .mem = t->mem, .arena = a, .result = result, .patience = 16, .started = t->started, .looked = t->started };
  *result = (ExResult){ .algorithm = t->algo->name };
  result->covered = ARENA_ARRAY(a, bool, t->program->ncovers + 1);
  result->executed = ARENA_ARRAY(a, uint8_t, t->program->ncode + 1);
}

/* All machines of a team number alike; the first one begins. */
static bool share_numbers(ExRun *run) {
  ExTeam *t = run->team;
  if (t->n == 1) return true;
  if (run->worker) return vm_numbers_join(t->numbers, run->vm);
  return (t->numbers = vm_numbers_new(run->vm, run->mem)) != NULL;
}

static bool open_machine(ExRun *run) {
  run->vm = vm_new(run->program, run->mem);
  if (!run->vm || !vm_adopt(run->vm, run->limits->numbering) || !share_numbers(run)) return false;
  vm_footprints(run->vm, (run->algo->needs & (EX_NEEDS_TRACE | EX_NEEDS_FOOTPRINTS)) != 0);
  if (run->algo->needs & EX_FAILING_GUARDS) {
    vm_failing_guards(run->vm, true);
    vm_record_matchers(run->vm, true);
    vm_keep_waits(run->vm, (run->algo->needs & EX_KEEP_WAITS) != 0);
  }
  return true;
}

bool run_open(ExRun *run) {
  if (open_machine(run) && props_open(run) && unread_open(run) && race_open(run)) return true;
  ex_stop(run, "memory");
  return false;
}

static void keep_path(ExRun *run) {
  ExResult *r = run->result;
  r->numbering = vm_numbering(run->vm, run->arena);
  r->npath = ex_schedule(run, NULL);
  r->path = ARENA_ARRAY(run->arena, VmAction, r->npath + 1);
  ex_schedule(run, r->path);
}

void run_close(ExRun *run, bool opened) {
  if (run->vm) memcpy(run->result->executed, vm_coverage(run->vm), run->program->ncode);
  if (run->vm && run->limits->keep_path) keep_path(run);
  if (opened) run->algo->close(run);
  race_close(run);
  unread_close(run);
  props_close(run);
  free_path(run);
  if (run->vm) vm_free(run->vm);
  run->vm = NULL;
}

void ex_replay(const BcProgram *p, const ExAlgo *algo, void *self, const ExLimits *l, Arena *a, ExResult *result) {
  Mem mem;
  ExTeam team;
  ExRun run;
  mem_init(&mem, l->bytes);
  bool room = team_open(&team, p, algo, l, &mem);
  run_init(&run, &team, 0, self, a, result);
  if (!room) ex_stop(&run, "memory");
  bool opened = room && run_open(&run);
  if (opened && run_begin(&run)) {
    if (!run.stop) team_start(&team, &run);
    run_loop(&run);
    team_join(&team);
  }
  run_close(&run, opened);
  team_merge(&team, &run);
  team_close(&team);
  result->stats.seconds = ex_now() - team.started;
  result->stats.bytes = mem.peak;
  mem_deinit(&mem);
}

void ex_run(const BcProgram *p, const ExAlgo *algo, const ExLimits *l, Arena *a, ExResult *result) {
  ex_replay(p, algo, NULL, l, a, result);
}
