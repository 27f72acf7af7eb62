/* explore/sim_game.c -- see sim_game.h. */
#include "explore/sim_game.h"
#include <stdlib.h>
#include <string.h>
#include "explore/commands.h"
#include "explore/report/report.h"

#define MOST_STEPS 10000                     /* of run and finish */
#define MOST_RANDOM 100000
#define HINT_STATES 65536
#define SHORTEST_STATES 20000
#define NARROW 70                            /* a window in which help is prose */

typedef struct { char **at; int n; const char *rest; /* the line after the first word */ } Words;

static const Screen *screen(const Game *g) { return &g->view.screen; }
#define say(g, ...) screen_prose(screen(g), 0, MARK_NONE, __VA_ARGS__)

/* --- what came of it --- */

/* A failing run as short as any; looked for once. */
static const SimAhead *shortest(Game *g) {
  if (!g->looked) g->shortest = sim_ahead(&g->sim, 0, SHORTEST_STATES);
  g->looked = true;
  return &g->shortest;
}

static void congratulate(Game *g, const ExFinding *f, size_t steps) {
  const SimAhead *s = shortest(g);
  const char *plural = steps == 1 ? "" : "s", *check = find_kind(f->what);
  if (!steps) say(g, "It fails before the first step, whatever you do.");
  else if (s->found && s->steps < steps)
    screen_prose(screen(g), 0, MARK_GOOD, "You broke it in %zu step%s; the shortest run that fails needs %zu.", steps, plural, s->steps);
  else if (s->found) screen_prose(screen(g), 0, MARK_GOOD, "You broke it in %zu step%s, and no run that fails is shorter.", steps, plural);
  else screen_prose(screen(g), 0, MARK_GOOD, "You broke it in %zu step%s.", steps, plural);
  say(g, "`dmc check` ends with FAIL(%s), exit code %d, when it meets this.", check, find_exit(f->what));
}

static void failures(Game *g, size_t from, size_t to) {
  for (size_t i = from; i <= to; i++) {
    const ExFindings *found = &g->sim.steps.at[i].found;
    if (!found->count) continue;
    fputc('\n', screen(g)->out);
    view_failures(&g->view, found);
    congratulate(g, found->first, i);
  }
}

/* What is shown next must not stop, too. */
static void heard(Game *g) {
  g->interrupted = ex_interrupted;
  ex_interrupted = 0;
}

static void covers(Game *g, const bool *before) {
  const BcProgram *p = g->sim.program;
  for (uint32_t i = 0; i < p->ncovers; i++)
    if (g->sim.result.covered[i] && (!before || !before[i])) say(g, "cover: %s is reached", p->covers[i].name);
}

/* Who waits in a deadlock is told with the failure. */
static void look_around(Game *g) {
  const SimStep *here = sim_here(&g->sim);
  const VmAction *a;
  view_values(&g->view);
  view_end(&g->view);
  if (here->end == END_NONE || sim_actions(&g->sim, &a) != 0) view_choices(&g->view, -1, false);
  else if (here->end == END_DEADLOCK && !here->found.count) view_choices(&g->view, -1, true);
}

/* Steps after the FROMth were taken just now; NOTE: why no more, or NULL. */
static void moved(Game *g, size_t from, const bool *covered, const char *note) {
  sim_judge(&g->sim, from);
  view_history(&g->view, from);
  if (note) say(g, "%s", note);
  covers(g, covered);
  failures(g, from + 1, g->sim.at);
  look_around(g);
}

static const bool *covered_now(Game *g) {
  size_t n = g->sim.program->ncovers;
  bool *copy = ARENA_ARRAY(&g->view.scratch, bool, n + 1);
  return memcpy(copy, g->sim.result.covered, n);
}

/* After going back or forth. */
static void arrived(Game *g) {
  size_t at = 0;
  size_t ahead = sim_length(&g->sim) - g->sim.at;
  const char *redo = ahead ? arena_printf(&g->view.scratch, "; %zu step%s to redo", ahead, ahead == 1 ? "" : "s") : "";
  if (g->sim.at) say(g, "after step %zu%s", g->sim.at, redo);
  else say(g, "at the beginning%s", redo);
  const ExFinding *f = sim_failure(&g->sim, &at);
  if (f) say(g, "This run failed at step %zu (%s: %s).", at, find_kind(f->what), f->text);
  look_around(g);
}

static void refused(Game *g, const char *limit) {
  if (limit) say(g, "This step cannot be taken: dmc's limit on %s is met.", limit);
  else say(g, "This step is not possible now.");
}

static void take(Game *g, VmAction a) {
  const char *limit;
  size_t from = g->sim.at;
  const bool *covered = covered_now(g);
  if (sim_step(&g->sim, a, &limit)) moved(g, from, covered, NULL);
  else refused(g, limit);
}

/* --- numbers and threads --- */

static void nothing_to_do(Game *g) {
  if (!g->sim.begun) say(g, "There is nothing to schedule.");
  else say(g, "No step is possible here%s.", g->sim.at ? "; `undo` goes back, `restart` to the beginning" : "");
}

static bool number(const char *s, size_t *out) {
  char *end;
  if (*s < '0' || *s > '9' || strlen(s) > 9) return false;
  *out = strtoul(s, &end, 10);
  return !*end;
}

static void pick(Game *g, size_t k) {
  const VmAction *a;
  size_t n = sim_actions(&g->sim, &a);
  if (n == SIZE_MAX || n == 0) nothing_to_do(g);
  else if (k < 1 || k > n) say(g, "There is no step %zu; there %s 1%s.", k, n == 1 ? "is only" : "are", n == 1 ? "" : arena_printf(&g->view.scratch, " to %zu", n));
  else take(g, a[k - 1]);
}

typedef struct { VmAction only; size_t steps, crashes; } Ways;        /* what a thread can do; ONLY: the first that is no crash */

static Ways ways_of(Game *g, VmTid t) {
  const VmAction *a;
  size_t n = sim_actions(&g->sim, &a);
  Ways w = { 0 };
  for (size_t i = 0; n != SIZE_MAX && i < n; i++) {
    if (a[i].tid != t) continue;
    if (a[i].choice == VM_CRASH) w.crashes++;
    else if (!w.steps++) w.only = a[i];
  }
  return w;
}

static void cannot_step(Game *g, VmTid t, const Ways *w) {
  VmThreadStatus st = g->sim.begun ? vm_thread(g->sim.run.vm, t) : TH_UNBORN;
  const char *name = view_thread(&g->view, t);
  if (w->crashes) say(g, "%s can only crash here: `step %s crash`.", name, name);
  else if (st == TH_RUNNING) say(g, "%s waits; `threads` shows for what.", name);
  else say(g, "%s %s.", name, st == TH_ENDED ? "has ended" : st == TH_UNBORN ? "has not started" : st == TH_CRASHED ? "has crashed" : "cannot go on");
}

static void several(Game *g, VmTid t) {
  say(g, "%s has several steps; which number?", view_thread(&g->view, t));
  view_choices(&g->view, t, true);
}

static void step_thread(Game *g, VmTid t) {
  Ways w = ways_of(g, t);
  if (w.steps == 0) cannot_step(g, t, &w);
  else if (w.steps == 1) take(g, w.only);
  else several(g, t);
}

static void step_choice(Game *g, VmTid t, const char *word) {
  const VmAction *a;
  uint32_t choice;
  bool read = vm_choice_parse(g->sim.run.vm, word, &choice);
  size_t n = read ? sim_actions(&g->sim, &a) : 0;
  for (size_t i = 0; n != SIZE_MAX && i < n; i++) {
    if (a[i].tid != t || a[i].choice != choice) continue;
    take(g, a[i]);
    return;
  }
  say(g, "%s has no choice '%.60s' here; `enabled %s` lists its steps.", view_thread(&g->view, t), word, view_thread(&g->view, t));
}

/* The thread that WORDS begin with; how many they are. 0: none, and that was said. */
static int named(Game *g, char *const *words, int n, VmTid *t) {
  const char *why = "which thread?";
  size_t used = n ? game_thread(g, words, n, t, &why) : 0;
  if (!used) say(g, "%s", why);
  return (int)used;
}

static void do_step(Game *g, const Words *w) {
  VmTid t;
  int used = named(g, w->at, w->n, &t);
  if (!used) return;
  if (w->n == used) step_thread(g, t);
  else if (w->n == used + 1) step_choice(g, t, w->at[used]);
  else say(g, "step THREAD [CHOICE]");
}

/* --- many steps at once --- */

typedef enum { STOP_ASKED, STOP_MANY, STOP_WAITS, STOP_CHOICE, STOP_TOUCHES, STOP_FAILED, STOP_LIMIT, STOP_OVER, STOP_INTERRUPT } Stop;

static Stop one_more(Game *g, VmAction a) {
  const char *limit;
  if (!sim_step(&g->sim, a, &limit)) return STOP_LIMIT;
  if (sim_here(&g->sim)->found.count) return STOP_FAILED;
  if (sim_here(&g->sim)->limit) return STOP_LIMIT;
  return ex_interrupted ? STOP_INTERRUPT : STOP_ASKED;
}

/* COUNT 0: as far as it goes; with ALONE no further than others have nothing to do with it. */
static Stop run_thread(Game *g, VmTid t, size_t count, bool alone) {
  size_t most = count ? count : MOST_STEPS;
  for (size_t i = 0; i < most; i++) {
    Ways w = ways_of(g, t);
    if (w.steps == 0) return STOP_WAITS;
    if (w.steps > 1) return STOP_CHOICE;
    if (alone && i && sim_touches_others(&g->sim, w.only)) return STOP_TOUCHES;
    Stop s = one_more(g, w.only);
    if (s != STOP_ASKED) return s;
  }
  return count ? STOP_ASKED : STOP_MANY;
}

static const char *why_stopped(Game *g, VmTid t, Stop s) {
  Arena *a = &g->view.scratch;
  const char *name = view_thread(&g->view, t);
  switch (s) {
  case STOP_WAITS: return vm_thread(g->sim.run.vm, t) == TH_RUNNING ? arena_printf(a, "%s waits.", name) : NULL;
  case STOP_CHOICE: return arena_printf(a, "%s has several steps here.", name);
  case STOP_TOUCHES: return arena_printf(a, "%s stands before a step that other threads can notice or change.", name);
  case STOP_MANY: return arena_printf(a, "%s has not ended after %d steps.", name, MOST_STEPS);
  case STOP_LIMIT: return "A limit of dmc is met.";
  case STOP_INTERRUPT: return "interrupted";
  case STOP_ASKED: case STOP_FAILED: case STOP_OVER: break;
  }
  return NULL;
}

static void run_words(Game *g, const Words *w, bool alone) {
  VmTid t;
  size_t count = 0, from = g->sim.at;
  int used = named(g, w->at, w->n, &t);
  if (!used) return;
  if (w->n > used && (!alone || w->n > used + 1 || !number(w->at[used], &count) || !count)) {
    say(g, alone ? "run THREAD [COUNT]" : "finish THREAD");
    return;
  }
  if (count > MOST_RANDOM) count = MOST_RANDOM;
  const bool *covered = covered_now(g);
  Stop s = run_thread(g, t, count, alone && !count);
  if (g->sim.at == from && s == STOP_CHOICE) {
    several(g, t);
    return;
  }
  if (g->sim.at == from) {
    Ways ways = ways_of(g, t);
    cannot_step(g, t, &ways);
    return;
  }
  heard(g);
  moved(g, from, covered, why_stopped(g, t, s));
}

static void do_run(Game *g, const Words *w) { run_words(g, w, true); }
static void do_finish(Game *g, const Words *w) { run_words(g, w, false); }

static Stop random_steps(Game *g, size_t count) {
  for (size_t i = 0; i < count; i++) {
    const VmAction *a;
    size_t n = sim_actions(&g->sim, &a);
    if (n == SIZE_MAX) return STOP_LIMIT;
    if (n == 0) return STOP_OVER;
    Stop s = one_more(g, sim_draw(&g->sim, a, n));
    if (s != STOP_ASKED) return s;
  }
  return STOP_ASKED;
}

static void do_random(Game *g, const Words *w) {
  size_t count = 1, from = g->sim.at;
  if (w->n > 1 || (w->n == 1 && (!number(w->at[0], &count) || !count || count > MOST_RANDOM))) {
    say(g, "random [COUNT], a number from 1 to %d", MOST_RANDOM);
    return;
  }
  const bool *covered = covered_now(g);
  Stop s = random_steps(g, count);
  heard(g);
  if (g->sim.at == from) {
    nothing_to_do(g);
    return;
  }
  moved(g, from, covered, s == STOP_INTERRUPT ? "interrupted" : NULL);
}

/* --- back and forth --- */

static bool how_many(Game *g, const Words *w, size_t *n) {
  *n = 1;
  if (w->n == 0 || (w->n == 1 && number(w->at[0], n))) return true;
  say(g, "A number of steps goes with it, such as 3.");
  return false;
}

static void do_undo(Game *g, const Words *w) {
  size_t n;
  if (!how_many(g, w, &n)) return;
  if (!g->sim.at) {
    say(g, "There is nothing to undo.");
    return;
  }
  sim_goto(&g->sim, n < g->sim.at ? g->sim.at - n : 0);
  arrived(g);
}

static void do_redo(Game *g, const Words *w) {
  size_t n, length = sim_length(&g->sim), from = g->sim.at;
  if (!how_many(g, w, &n)) return;
  if (from == length) {
    say(g, "There is nothing to redo.");
    return;
  }
  const bool *covered = covered_now(g);
  sim_goto(&g->sim, n < length - from ? from + n : length);
  moved(g, from, covered, NULL);
}

static void do_goto(Game *g, const Words *w) {
  size_t n;
  if (w->n != 1 || !number(w->at[0], &n) || n > sim_length(&g->sim)) {
    say(g, "goto N: a step of this run, from 0 (the beginning) to %zu.", sim_length(&g->sim));
    return;
  }
  sim_goto(&g->sim, n);
  arrived(g);
}

static void do_restart(Game *g, const Words *w) {
  (void)w;
  sim_goto(&g->sim, 0);
  arrived(g);
}

/* --- looking --- */

static void do_state(Game *g, const Words *w) { (void)w, view_state(&g->view); }
static void do_threads(Game *g, const Words *w) { (void)w, view_threads(&g->view); }
static void do_trace(Game *g, const Words *w) { (void)w, view_trace(&g->view); }

static void do_enabled(Game *g, const Words *w) {
  VmTid t;
  const char *why;
  if (!w->n) {
    view_choices(&g->view, -1, true);
    return;
  }
  size_t used = game_thread(g, w->at, w->n, &t, &why);
  if (used == (size_t)w->n) {
    Ways ways = ways_of(g, t);
    if (ways.steps + ways.crashes) view_choices(&g->view, t, true);
    else cannot_step(g, t, &ways);
  } else if (!view_search(&g->view, w->rest)) say(g, "No step here says '%.60s'.", w->rest);
}

static void do_source(Game *g, const Words *w) {
  VmTid t = VM_MAX_THREADS;
  if (w->n && named(g, w->at, w->n, &t) == 0) return;
  if (!view_source(&g->view, t)) say(g, "%s stands nowhere: it does not run.", view_thread(&g->view, t));
}

/* --- watching --- */

static void watching(Game *g) {
  if (!g->view.nwatched) say(g, "All shared variables are shown after each step; `watch NAME` shows only that one.");
  else view_values(&g->view);
}

static void no_variable(Game *g, const char *word) {
  const BcProgram *p = g->sim.program;
  const char **names = ARENA_ARRAY(&g->view.scratch, const char *, p->nvars + 1);
  for (uint32_t i = 0; i < p->nvars; i++) names[i] = p->vars[i].name;
  const char *near = diag_nearest(word, names, p->nvars);
  if (near) say(g, "There is no shared variable %.60s; did you mean %s?", word, near);
  else say(g, "There is no shared variable %.60s.", word);
}

static bool watch(Game *g, const char *word) {
  const BcProgram *p = g->sim.program;
  size_t n = strcspn(word, "[.");
  for (uint32_t i = 0; i < p->nvars; i++) {
    if (strncmp(p->vars[i].name, word, n) != 0 || p->vars[i].name[n]) continue;
    g->view.nwatched += g->view.watched[i] ? (size_t)-1 : 1;
    g->view.watched[i] = !g->view.watched[i];
    return true;
  }
  no_variable(g, word);
  return false;
}

static void do_watch(Game *g, const Words *w) {
  bool known = w->n == 0;
  for (int i = 0; i < w->n; i++) known |= watch(g, w->at[i]);
  if (known) watching(g);
}

/* --- asking dmc --- */

static void first_step(Game *g, VmAction first) {
  const VmAction *a;
  size_t n = sim_actions(&g->sim, &a), k = 0;
  while (k < n && (a[k].tid != first.tid || a[k].choice != first.choice)) k++;
  ViewStep s = view_step(&g->view, first, k + 1);
  ScreenRow row = { .cell = { arena_printf(&g->view.scratch, "%zu", s.number), s.thread, s.place, s.what, s.source }, .mark = MARK_BOLD };
  screen_table(screen(g), &(ScreenRows){ &row, 1, 1 });
}

static const char *states(Game *g, uint64_t n) { return arena_printf(&g->view.scratch, "%llu state%s", (unsigned long long)n, n == 1 ? "" : "s"); }

static void fine(Game *g, const SimAhead *h) {
  if (g->sim.at == 0) say(g, "No order of steps breaks this model: dmc has looked at all %s.", states(g, h->states));
  else say(g, "From here every run is fine: dmc has looked at all %s. `undo` goes back to where there was more to choose.", states(g, h->states));
}

static void unknown(Game *g, const SimAhead *h) {
  bool interrupted = h->limit && strcmp(h->limit, "interrupted") == 0;
  say(g, "%sThere is no failure among the %s nearest to here. What lies beyond them is not known.", interrupted ? "interrupted. " : "",
      states(g, h->states));
}

static void do_hint(Game *g, const Words *w) {
  (void)w;
  size_t at;
  if (sim_failure(&g->sim, &at)) {
    say(g, "This run has failed already, at step %zu. %s", at, at ? "`undo` goes back before it." : "");
    return;
  }
  if (sim_here(&g->sim)->end != END_NONE) {
    nothing_to_do(g);
    return;
  }
  SimAhead h = sim_ahead(&g->sim, g->sim.at, HINT_STATES);
  heard(g);
  if (h.found) {
    say(g, "A failure (%s) can be reached from here in %zu step%s. The first is", find_kind(h.what), h.steps, h.steps == 1 ? "" : "s");
    first_step(g, h.first);
  } else if (h.complete) fine(g, &h);
  else unknown(g, &h);
}

/* --- saving --- */

static void trace_file(const void *ctx, FILE *out) { rep_trace_file(ctx, out); }

/* Of a run that failed what led to the failure, which is what can be confirmed. */
bool game_save(Game *g, const char *path) {
  Check c = *g->check;
  Arena *a = &g->view.scratch;
  ExFinding run = sim_run(&g->sim, a);
  const ExFinding *f = sim_failure(&g->sim, NULL);
  ExTrace *t = trace_build(g->sim.program, &c.opt.limits, f && f->has_schedule ? f : &run, 0, a);
  c.findings = &f;
  c.nfindings = f != NULL;
  c.result.algorithm = "sim";
  c.opt.trace = path;                        /* the file says from where it leads to the model */
  c.verdict = f ? "fail" : "incomplete";
  c.kind = f ? find_kind(f->what) : NULL;
  c.exit = f ? find_exit(f->what) : 20;
  Report r = { .check = &c, .traces = &t, .sample = f ? NULL : t };
  if (!cmd_write(path, trace_file, &r)) return false;
  say(g, "%zu step%s written to %s; `dmc replay` shows them.", t->nsteps, t->nsteps == 1 ? "" : "s", screen_clean(a, path, strlen(path)));
  return true;
}

static void do_save(Game *g, const Words *w) {
  if (!w->n) say(g, "save FILE");
  else if (!game_save(g, w->rest)) say(g, "The run was not saved.");
}

static void do_quit(Game *g, const Words *w) { (void)w, g->over = true; }

/* --- the table of commands --- */

typedef struct { const char *name, *letter, *arguments, *help; void (*run)(Game *g, const Words *w); } Command;

static void do_help(Game *g, const Words *w);

static const Command commands[] = {
  { "undo",    "u",  "[N]",             "goes back N steps (1)", do_undo },
  { "redo",    "",   "[N]",             "takes N steps again that were undone", do_redo },
  { "goto",    "g",  "N",               "goes to the state after step N; 0 is the beginning", do_goto },
  { "restart", "",   "",                "goes to the beginning", do_restart },
  { "step",    "",   "THREAD [CHOICE]", "takes a step of the thread; CHOICE: 0, 1, ... or crash", do_step },
  { "run",     "r",  "THREAD [N]",      "runs it till its next step touches what others touch, or N steps", do_run },
  { "finish",  "f",  "THREAD",          "runs it until it ends, waits, or has a choice", do_finish },
  { "random",  "",   "[N]",             "takes N random steps (1)", do_random },
  { "enabled", "e",  "[THREAD|TEXT]",   "lists all steps that are possible, or those of a thread or with a word", do_enabled },
  { "state",   "s",  "",                "shows everything: variables, mutexes, threads, locals, mailboxes", do_state },
  { "threads", "t",  "",                "shows where each thread stands and what it waits for", do_threads },
  { "trace",   "",   "",                "shows the steps so far", do_trace },
  { "source",  "",   "[THREAD]",        "shows the model, or where a thread stands in it", do_source },
  { "watch",   "w",  "[NAME...]",       "shows only these variables after each step; again: no longer", do_watch },
  { "hint",    "",   "",                "says whether a failure can be reached from here, and how to begin", do_hint },
  { "save",    "",   "FILE",            "writes the run as a file for `dmc replay` and `dmc html`", do_save },
  { "help",    "h",  "[COMMAND]",       "shows this", do_help },
  { "quit",    "q",  "",                "leaves", do_quit },
};
#define NCOMMANDS (sizeof commands / sizeof *commands)

static bool is(const Command *c, const char *word) { return strcmp(c->name, word) == 0 || (*c->letter && strcmp(c->letter, word) == 0); }

/* *COUNT commands are meant: 1: the one returned; more: *NAMES lists them. */
static const Command *find(Game *g, const char *word, size_t *count, const char **names) {
  const Command *found = NULL;
  *count = 0;
  *names = "";
  if (strcmp(word, "?") == 0) word = "help";
  for (size_t i = 0; i < NCOMMANDS; i++)
    if (is(&commands[i], word)) return *count = 1, &commands[i];
  for (size_t i = 0; i < NCOMMANDS; i++) {
    if (strncmp(commands[i].name, word, strlen(word)) != 0) continue;
    *names = arena_printf(&g->view.scratch, "%s%s%s", *names, *count ? ", " : "", commands[i].name);
    found = &commands[i];
    ++*count;
  }
  return found;
}

static void help_row(Game *g, ScreenRows *rows, const Command *c) {
  const char *left = arena_printf(&g->view.scratch, "%s%s%s", c->name, *c->arguments ? " " : "", c->arguments);
  VEC_PUSH(&g->view.scratch, rows, ((ScreenRow){ .cell = { *c->letter ? c->letter : NULL, left, c->help } }));
}

static void do_help(Game *g, const Words *w) {
  ScreenRows rows = { 0 };
  size_t count = 0;
  const char *names;
  const Command *one = w->n ? find(g, w->at[0], &count, &names) : NULL;
  if (w->n && count != 1) {
    say(g, "There is no command '%.60s'; `help` lists them.", w->at[0]);
    return;
  }
  for (size_t i = 0; i < NCOMMANDS; i++)
    if (!one || one == &commands[i]) help_row(g, &rows, &commands[i]);
  if (!one) VEC_PUSH(&g->view.scratch, &rows, ((ScreenRow){ .cell = { NULL, "N", "takes step N of the list" } }));
  if (!one) VEC_PUSH(&g->view.scratch, &rows, ((ScreenRow){ .cell = { NULL, "THREAD", "takes the thread's step: Inc[1], inc 1, i1" } }));
  if (!one) VEC_PUSH(&g->view.scratch, &rows, ((ScreenRow){ .cell = { NULL, "(nothing)", "takes the step if there is only one" } }));
  if (screen(g)->width >= NARROW) screen_table(screen(g), &rows);
  for (size_t i = 0; i < rows.count && screen(g)->width < NARROW; i++) screen_prose(screen(g), 4, MARK_NONE, "%s: %s", rows.at[i].cell[1], rows.at[i].cell[2]);
  if (!one) say(g, "A command may be shortened as long as one is meant. Ctrl-C ends what takes too long, Ctrl-D leaves.");
}

/* --- a line --- */

static void empty(Game *g) {
  const VmAction *a;
  size_t n = sim_actions(&g->sim, &a);
  if (n == 1 && a[0].choice != VM_CRASH) take(g, a[0]);
  else if (n == 0 || n == SIZE_MAX) nothing_to_do(g);
  else say(g, "Type a number from 1 to %zu, or `help`.", n);
}

static void not_known(Game *g, const char *word, const char *why) {
  size_t n = 0, threads;
  const char **names = game_threads(g, &threads);
  const char **all = ARENA_ARRAY(&g->view.scratch, const char *, NCOMMANDS + threads + 1);
  for (; n < NCOMMANDS; n++) all[n] = commands[n].name;
  for (size_t i = 0; i < threads; i++) all[n++] = names[i];
  const char *near = diag_nearest(word, all, n);
  if (near) say(g, "There is no command or thread '%.60s'; did you mean '%s'?", word, near);
  else if (strncmp(why, "which", 5) == 0) say(g, "'%.60s': %s", word, why);
  else say(g, "There is no command or thread '%.60s'; `help` lists the commands.", word);
}

/* A whole name of a command or thread first, then what is short for a command, then for a thread. */
static void words(Game *g, const Words *all) {
  size_t count, k;
  const char *names, *why = "", *word = all->at[0];
  Words rest = { all->at + 1, all->n - 1, all->rest };
  VmTid t;
  if (all->n == 1 && number(word, &k)) {
    pick(g, k);
    return;
  }
  const Command *c = find(g, word, &count, &names);
  if (c && !is(c, word) && strcmp(word, "?") != 0 && game_is_thread(g, word)) c = NULL;
  if (c && count == 1) {
    c->run(g, &rest);
    return;
  }
  size_t used = game_thread(g, all->at, all->n, &t, &why);
  if (used) do_step(g, all);
  else if (count > 1) say(g, "'%s' is short for several commands: %s.", word, names);
  else not_known(g, word, why);
}

void game_do(Game *g, const char *line) {
  Words w = { 0 };
  g->interrupted = false;
  view_reset(&g->view);
  w.at = opt_split(&g->view.scratch, line, &w.n);
  const char *rest = line + strspn(line, " \t\r");
  rest += strcspn(rest, " \t\r");
  w.rest = rest + strspn(rest, " \t\r");
  if (w.n) words(g, &w);
  else empty(g);
  fflush(screen(g)->out);
}

/* --- begin and end --- */

bool game_open(Game *g, const Check *c, Screen s) {
  *g = (Game){ .check = c };
  bool ok = sim_open(&g->sim, c->model.program, &c->opt.limits, (Arena *)&c->model.arena);
  g->view = (View){ .sim = &g->sim, .check = c, .screen = s };
  arena_init(&g->view.scratch);
  g->view.watched = ARENA_ARRAY(g->sim.arena, bool, c->model.program->nvars + 1);
  return ok;
}

void game_close(Game *g) {
  sim_close(&g->sim);
  arena_deinit(&g->view.scratch);
}

void game_begin(Game *g) {
  if (!g->check->opt.quiet) view_goal(&g->view);
  fputc('\n', screen(g)->out);
  sim_judge(&g->sim, 0);
  view_history(&g->view, 0);
  covers(g, NULL);
  failures(g, 0, 0);
  look_around(g);
  fflush(screen(g)->out);
}

int game_exit(const Game *g) {
  const ExFinding *f = sim_failure(&g->sim, NULL);
  return f && !g->over ? find_exit(f->what) : 0;
}
