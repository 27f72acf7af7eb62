/* explore/sim_view.c -- steps, taken and possible, and how it ends; see sim_view.h. */
#include "explore/sim_view.h"
#include <stdlib.h>
#include "explore/because.h"
#include "explore/replay.h"
#include "explore/report/lanes.h"

#define MANY_EFFECTS 4
#define MOST_SHOWN 40                        /* steps of one command that are listed */
#define MOST_WAITING 12                      /* threads that cannot step, below those that can */

void view_reset(View *v) {
  arena_deinit(&v->scratch);
  arena_init(&v->scratch);
}

const char *view_thread(View *v, VmTid tid) {
  char buf[TRACE_TEXT];
  if (v->sim->program->init_chooses && tid == v->sim->program->nstatic) return "init";
  vm_thread_name(v->sim->run.vm, tid, buf, sizeof buf);
  return arena_strndup(&v->scratch, buf, strlen(buf));
}

/* --- places --- */

static const char *place_text(View *v, Span span) {
  char buf[256];
  rep_place(v->check, span, buf, sizeof buf);
  return arena_strndup(&v->scratch, buf, strlen(buf));
}

/* The statement, which is cut where it is too long for the window. */
static const char *source_text(View *v, Span span) {
  const char *text = rep_source(v->check, span, &v->scratch);
  return *text ? arena_printf(&v->scratch, "| %s", text) : NULL;
}

static Span shown(const View *v, uint32_t pc, VmTid tid) {
  const BcProgram *p = v->sim->program;
  VmState *vm = v->sim->run.vm;
  uint32_t call = v->check->opt.lib || tid >= vm_nthreads(vm) ? UINT32_MAX : vm_user_call(vm, tid);
  if (call < p->ncode) return p->spans[call];
  return pc < p->ncode ? p->spans[pc] : (Span){ 0 };
}

/* --- steps that could be taken --- */

/* Shared values that the step changes: locations and what they become. */
typedef struct { uint32_t loc[MANY_EFFECTS]; const char *after[MANY_EFFECTS]; Word word[MANY_EFFECTS]; size_t n, more; } Effects;

static const char *value(View *v, uint32_t loc) {
  char buf[TRACE_TEXT];
  VmState *vm = v->sim->run.vm;
  vm_word_text(vm, v->sim->program->leaf_type[loc], vm_value(vm, loc), buf, sizeof buf);
  return arena_strndup(&v->scratch, buf, strlen(buf));
}

static void collect(View *v, const VmEvent *ev, Effects *e) {
  const BcProgram *p = v->sim->program;
  for (uint32_t i = 0; i < ev->nown; i++) {
    uint32_t loc = ACC_OBJ(ev->own[i]);
    if (loc >= p->nlocs || !(ACC_MODE(ev->own[i]) & ACC_W)) continue;
    if (e->n == MANY_EFFECTS) e->more++;
    else e->loc[e->n++] = loc;
  }
  for (size_t i = 0; i < e->n; i++) e->after[i] = value(v, e->loc[i]), e->word[i] = vm_value(v->sim->run.vm, e->loc[i]);
}

static const char *with_effects(View *v, const char *what, const Effects *e) {
  char name[TRACE_TEXT];
  size_t told = 0;
  for (size_t i = 0; i < e->n; i++) {
    if (e->word[i] == vm_value(v->sim->run.vm, e->loc[i])) continue;
    vm_loc_name(v->sim->program, e->loc[i], name, sizeof name);
    what = arena_printf(&v->scratch, "%s%s %s: %s -> %s", what, told++ ? "," : ":", name, value(v, e->loc[i]), e->after[i]);
  }
  if (e->more) return arena_printf(&v->scratch, "%s, ...", what);
  return told ? what : arena_printf(&v->scratch, "%s: changes nothing", what);
}

/* The choices inside an atomic block are not in its words. */
static bool several(View *v, VmTid tid) {
  const VmAction *a;
  size_t n = vm_thread_actions(v->sim->run.vm, tid, &a);
  return n != SIZE_MAX && n > 1 && a[1].choice != VM_CRASH;
}

/* Events whose words do not say what becomes of the shared variables. */
static bool silent(const VmEvent *ev) { return ev->kind == EV_INIT || (ev->kind == EV_ATOMIC && !ev->nops); }

static const char *words(View *v, VmAction a) {
  char buf[TRACE_TEXT], choice[100];
  VmEvent ev;
  Effects effects = { 0 };
  VmState *vm = v->sim->run.vm;
  bool choice_told = !several(v, a.tid);
  VmMark mark = vm_save(vm);
  VmStatus status = vm_step(vm, a.tid, a.choice, &ev);
  const char *what = "cannot be tried: a limit of dmc is met";
  bool done = status == VM_OK || status == VM_FAULT;
  if (done) {
    vm_describe(vm, &ev, buf, sizeof buf);
    what = rep_clean(&v->scratch, buf, strlen(buf));
    vm_choice_text(vm, a.choice, choice, sizeof choice);
    if (ev.kind == EV_ATOMIC && !choice_told) what = arena_printf(&v->scratch, "%s, choice %s", what, choice);
    if (silent(&ev)) collect(v, &ev, &effects);
  }
  vm_restore(vm, mark);
  if (done && silent(&ev) && status == VM_OK) what = with_effects(v, what, &effects);
  return what;
}

ViewStep view_step(View *v, VmAction a, size_t number) {
  Span at = shown(v, vm_pc(v->sim->run.vm, a.tid), a.tid);
  return (ViewStep){ a, number, view_thread(v, a.tid), place_text(v, at), words(v, a), source_text(v, at) };
}

static const char *label(View *v, size_t number) { return arena_printf(&v->scratch, "%zu", number); }

static void add(View *v, ScreenRows *rows, VmAction a, size_t number) {
  ViewStep s = view_step(v, a, number);
  screen_add(rows, &v->scratch, label(v, number), s.thread, s.place, s.what, s.source);
}

/* A copy: telling one step in words asks the machine. */
static const VmAction *actions(View *v, size_t *n) {
  const VmAction *a;
  *n = sim_actions(v->sim, &a);
  if (*n == SIZE_MAX || *n == 0) return NULL;
  VmAction *copy = ARENA_ARRAY(&v->scratch, VmAction, *n);
  return memcpy(copy, a, *n * sizeof *a);
}

/* How many steps of each thread are shown, and of how many threads. */
typedef struct { size_t each, threads; } Budget;

static Budget budget_of(const View *v, const VmAction *a, size_t n, bool all) {
  size_t rows = v->screen.height, threads = 0;
  for (size_t i = 0; i < n; i++) threads += i == 0 || a[i].tid != a[i - 1].tid;
  if (all || n <= rows) return (Budget){ SIZE_MAX, SIZE_MAX };
  size_t each = rows / threads;
  return (Budget){ each < 3 ? 1 : each - 1, each < 3 ? rows : SIZE_MAX };
}

static void left_out(View *v, ScreenRows *rows, VmTid tid, size_t from, size_t to) {
  const char *number = to > from ? arena_printf(&v->scratch, "%zu-%zu", from, to) : label(v, from), *name = view_thread(v, tid);
  const char *what = arena_printf(&v->scratch, "%zu more; `enabled %s` lists them", to - from + 1, name);
  screen_add(rows, &v->scratch, number, name, NULL, what, NULL);
}

static void list(View *v, ScreenRows *rows, const VmAction *a, size_t n, int only, bool all) {
  Budget b = budget_of(v, a, n, all);
  size_t shown_of = 0, threads = 0, i = 0;
  for (; i < n; i++) {
    bool fresh = i == 0 || a[i].tid != a[i - 1].tid;
    if (only >= 0 && a[i].tid != only) continue;
    if (fresh && threads++ == b.threads) break;
    shown_of = fresh ? 1 : shown_of + 1;
    if (shown_of <= b.each) add(v, rows, a[i], i + 1);
    bool last = i + 1 == n || a[i + 1].tid != a[i].tid;
    if (last && shown_of > b.each) left_out(v, rows, a[i].tid, i + 2 - (shown_of - b.each), i + 1);
  }
  if (i < n)
    screen_add(rows, &v->scratch, arena_printf(&v->scratch, "%zu-%zu", i + 1, n), "others", NULL,
               "`enabled` lists them, a thread's name takes its step", NULL);
}

void view_choices(View *v, int only, bool all) {
  size_t n;
  const VmAction *a = actions(v, &n);
  if (n == SIZE_MAX) {
    screen_prose(&v->screen, 2, MARK_BAD, "The steps that are possible here cannot be listed: dmc's limit on %s is met. `undo` goes back.",
                 sim_here(v->sim)->limit ? sim_here(v->sim)->limit : "memory");
    return;
  }
  ScreenRows rows = { 0 };
  if (n) list(v, &rows, a, n, only, all || only >= 0);
  if (only < 0) view_waiting(v, &rows, all ? SIZE_MAX : MOST_WAITING);
  screen_table(&v->screen, &rows);
}

size_t view_search(View *v, const char *text) {
  ScreenRows rows = { 0 };
  size_t n;
  const VmAction *a = actions(v, &n);
  for (size_t i = 0; a && i < n; i++) {
    ViewStep s = view_step(v, a[i], i + 1);
    if (!strstr(s.what, text) && !strstr(s.thread, text)) continue;
    screen_add(&rows, &v->scratch, label(v, i + 1), s.thread, s.place, s.what, s.source);
  }
  screen_table(&v->screen, &rows);
  return rows.count;
}

/* --- steps taken --- */

static ExTrace *trace_of(View *v, const ExFinding *f) {
  ExTrace *t = trace_build(v->sim->program, &v->check->opt.limits, f, v->check->opt.full ? TRACE_STATES : 0, &v->scratch);
  if (f->what != FIND_COUNT) t->because = because(v->sim->program, t, &v->scratch);
  return t;
}

static const char *changes(View *v, const ExStep *s, const char *text) {
  for (size_t i = 0; i < s->nchanges && i < MANY_EFFECTS; i++) {
    const ExChange *x = &s->changes[i];
    text = arena_printf(&v->scratch, "%s%s%s: %s -> %s", text, i ? ", " : *text ? ": " : "", x->name, x->before, x->after);
  }
  return s->nchanges > MANY_EFFECTS ? arena_printf(&v->scratch, "%s, ...", text) : text;
}

/* The words of these events hold the value that is new. */
static bool tells_all(const ExStep *s) {
  return s->event == EV_LOCK || s->event == EV_UNLOCK || s->event == EV_DATA || s->event == EV_RMW;
}

/* Unlike a whole trace it does not tell what became of it later: that is not known yet. */
static const char *became(View *v, const ExStep *s) {
  const char *text = s->what;
  bool changed = false;
  for (size_t i = 0; i < s->nchanges; i++) changed |= strcmp(s->changes[i].before, s->changes[i].after) != 0;
  if (s->event == EV_WRITE && changed) text = changes(v, s, "");
  else if (s->event == EV_WRITE) text = arena_printf(&v->scratch, "%s (unchanged)", text);
  else if (!tells_all(s)) text = changes(v, s, text);
  if (s->note) text = arena_printf(&v->scratch, s->failed ? "%s  %s" : "%s  (%s)", text, s->note);
  return rep_clean(&v->scratch, text, strlen(text));
}

static void prints(View *v, ScreenRows *rows, const char *const *lines, size_t n) {
  for (size_t i = 0; i < n; i++)
    screen_add(rows, &v->scratch, NULL, NULL, NULL,
               arena_printf(&v->scratch, "prints: %s", rep_clean(&v->scratch, lines[i], strlen(lines[i]))), NULL);
}

void view_history(View *v, size_t from) {
  ScreenRows rows = { 0 };
  ExFinding run = sim_run(v->sim, &v->scratch);
  const ExTrace *t = trace_of(v, &run);
  if (!from) prints(v, &rows, t->prints, t->nprints);
  size_t first = t->nsteps > from + MOST_SHOWN ? t->nsteps - MOST_SHOWN : from;
  if (first > from) screen_prose(&v->screen, 2, MARK_NONE, "  ... %zu steps; `trace` shows them", first - from);
  for (size_t i = first; i < t->nsteps; i++) {
    const ExStep *s = &t->steps[i];
    Span at = s->call.end && !v->check->opt.lib ? s->call : s->span;
    const char *number = arena_printf(&v->scratch, "step %zu", i + 1);
    screen_add(&rows, &v->scratch, number, s->thread, place_text(v, at), became(v, s), source_text(v, at));
    prints(v, &rows, s->prints, s->nprints);
  }
  screen_table(&v->screen, &rows);
}

void view_trace(View *v) {
  ExFinding run = sim_run(v->sim, &v->scratch);
  fprintf(v->screen.out, "%zu step%s:\n", run.nschedule, run.nschedule == 1 ? "" : "s");
  rep_trace(&(Report){ .check = v->check, .color = v->screen.color }, trace_of(v, &run), v->screen.out);
}

/* --- the end --- */

/* The report of a search that has found F and nothing else. */
void view_failures(View *v, const ExFindings *list_) {
  Check c = *v->check;
  c.result = (ExResult){ .algorithm = "sim", .complete = true, .stats.executions = 1 };
  c.result.covered = ARENA_ARRAY(&v->scratch, bool, v->sim->program->ncovers + 1);
  c.ran_finally = true;
  c.reason = NULL;
  c.nunreached = 0;
  c.findings = ARENA_ARRAY(&v->scratch, const ExFinding *, list_->count + 1);
  ExTrace **traces = ARENA_ARRAY(&v->scratch, ExTrace *, list_->count + 1);
  c.nfindings = 0;
  for (const ExFinding *f = list_->first; f; f = f->next) {
    if (f->has_schedule) traces[c.nfindings] = trace_of(v, f);
    c.findings[c.nfindings++] = f;
  }
  rep_text(&(Report){ .check = &c, .traces = traces, .color = v->screen.color }, v->screen.out);
}

static void unread_notes(View *v) {
  ExResult r;
  sim_replay(v->sim, LEVEL_LIST, &v->scratch, &r);
  for (const ExFinding *f = r.unread.first; f; f = f->next) screen_prose(&v->screen, 2, MARK_NONE, "unread: %s", f->text);
}

void view_end(View *v) {
  const SimStep *here = sim_here(v->sim);
  const Screen *s = &v->screen;
  bool failed = sim_failure(v->sim, NULL) != NULL;
  switch (here->end) {
  case END_NONE: return;
  case END_FAILED: screen_prose(s, 0, MARK_NONE, "The run is over: nobody can go on after the failure."); break;
  case END_DEADLOCK:
    if (here->found.count) break;
    screen_prose(s, 0, MARK_NONE, "No thread can go on; --no-deadlock says that this is no failure.");
    break;
  case END_BLOCKED:
    if (!v->sim->begun) screen_prose(s, 0, MARK_NONE, "An assume in init allows nothing: there is no run at all.");
    else screen_prose(s, 0, MARK_NONE, "The run ends here: an assume, or --loop, stopped a thread, so nothing is claimed about it.");
    break;
  case END_TERMINAL:
    if (failed) break;
    screen_prose(s, 0, MARK_GOOD, "The run is over after %zu step%s, and it was fine: all threads have ended%s.", v->sim->at,
                 v->sim->at == 1 ? "" : "s", v->sim->program->finally_.entry ? ", and `finally` holds" : "");
    break;
  }
  unread_notes(v);
  const VmAction *a;
  size_t n = sim_actions(v->sim, &a);
  if (n && n != SIZE_MAX) screen_prose(s, 0, MARK_NONE, "Only crashes are left:");
  else if (v->sim->at) screen_prose(s, 0, MARK_NONE, "`undo` goes back a step, `restart` to the beginning.");
}

/* --- the beginning --- */

typedef VEC(const char *) Names;

static void threads(View *v) {
  Names names = { 0 };
  for (unsigned t = 0; t < v->sim->program->nstatic && names.count < 12; t++) VEC_PUSH(&v->scratch, &names, view_thread(v, (VmTid)t));
  size_t n = v->sim->program->nstatic;
  if (n > names.count) VEC_PUSH(&v->scratch, &names, arena_printf(&v->scratch, "... %zu in all", n));
  if (names.count) screen_list(&v->screen, 0, "Threads:", names.at, names.count);
  else screen_prose(&v->screen, 0, MARK_NONE, "The model has no threads.");
}

static void rule(View *v, ScreenRows *rows, const char *what, Span span, bool source) {
  screen_add(rows, &v->scratch, NULL, what, place_text(v, span), NULL, source ? source_text(v, span) : NULL);
}

#define MANY_RULES 10

static void asserts(View *v, ScreenRows *rows) {
  const BcProgram *p = v->sim->program;
  size_t before = rows->count, more = 0;
  Span last = { 0 };
  for (uint32_t pc = 0; pc < p->ncode; pc++) {
    Span at = p->spans[pc];
    if (p->code[pc].op != OP_ASSERT || at.end == 0 || (at.file == last.file && at.start == last.start && last.end)) continue;
    last = at;
    if (rows->count - before == MANY_RULES) more++;
    else rule(v, rows, "an assert fails", at, true);
  }
  if (more) screen_add(rows, &v->scratch, NULL, arena_printf(&v->scratch, "or one of %zu more asserts", more), NULL, NULL, NULL);
}

/* What has no place of its own. */
static void everywhere(View *v) {
  const BcProgram *p = v->sim->program;
  const ExLimits *l = &v->sim->wanted;
  for (uint32_t i = 0; i < p->ncriticals && i < MANY_RULES; i++)
    screen_prose(&v->screen, 4, MARK_NONE, "  two threads are inside critical %s", p->criticals[i]);
  if (!l->no_deadlock) screen_prose(&v->screen, 4, MARK_NONE, "  no thread can go on: a deadlock");
  screen_prose(&v->screen, 4, MARK_NONE, "  there is a run-time error: a division by zero, an index outside, ...");
  if (l->unread == LEVEL_ERROR) screen_prose(&v->screen, 4, MARK_NONE, "  a message is never received");
  if (l->races == LEVEL_ERROR) screen_prose(&v->screen, 4, MARK_NONE, "  there is a data race");
}

void view_goal(View *v) {
  const BcProgram *p = v->sim->program;
  ScreenRows rows = { 0 };
  screen_prose(&v->screen, 2, MARK_BOLD, "%s: you are the scheduler.", v->check->path);
  threads(v);
  for (uint32_t i = 0; i < p->ninvariants && i < MANY_RULES; i++)
    rule(v, &rows, arena_printf(&v->scratch, "invariant %s does not hold", p->invariants[i].name), p->invariants[i].span, true);
  asserts(v, &rows);
  fputs("It fails when\n", v->screen.out);
  screen_table(&v->screen, &rows);
  everywhere(v);
  screen_prose(&v->screen, 0, MARK_BOLD, "Goal: break it. Find an order of steps that fails.");
  screen_prose(&v->screen, 0, MARK_NONE, "Type the number of a step to take it; `hint` if you are stuck; `help` for all commands.");
}
