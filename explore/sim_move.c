/* explore/sim_move.c -- steps, taken and taken back, and what came of them; see sim_commands.h. */
#include <stdlib.h>
#include <string.h>
#include "explore/sim_commands.h"

#define MOST_STEPS 10000                     /* of run and finish */
#define MOST_RANDOM 100000
#define SHORTEST_STATES 20000

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
  const Screen *out = &g->view.screen;
  if (!steps) game_say(g, "It fails before the first step, whatever you do.");
  else if (s->found && s->steps < steps)
    screen_prose(out, 0, MARK_GOOD, "You broke it in %zu step%s; the shortest run that fails needs %zu.", steps, plural, s->steps);
  else if (s->found) screen_prose(out, 0, MARK_GOOD, "You broke it in %zu step%s, and no run that fails is shorter.", steps, plural);
  else screen_prose(out, 0, MARK_GOOD, "You broke it in %zu step%s.", steps, plural);
  game_say(g, "`dmc check` ends with FAIL(%s), exit code %d, when it meets this.", check, find_exit(f->what));
}

static void failures(Game *g, size_t from, size_t to) {
  for (size_t i = from; i <= to; i++) {
    const ExFindings *found = &g->sim.steps.at[i].found;
    if (!found->count) continue;
    fputc('\n', g->view.screen.out);
    view_failures(&g->view, found);
    congratulate(g, found->first, i);
  }
}

void move_heard(Game *g) {
  g->interrupted = ex_interrupted;
  ex_interrupted = 0;
}

static void covers(Game *g, const bool *before) {
  const BcProgram *p = g->sim.program;
  for (uint32_t i = 0; i < p->ncovers; i++)
    if (g->sim.result.covered[i] && (!before || !before[i])) game_say(g, "cover: %s is reached", p->covers[i].name);
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
  if (note) game_say(g, "%s", note);
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
  if (g->sim.at) game_say(g, "after step %zu%s", g->sim.at, redo);
  else game_say(g, "at the beginning%s", redo);
  const ExFinding *f = sim_failure(&g->sim, &at);
  if (f) game_say(g, "This run failed at step %zu (%s: %s).", at, find_kind(f->what), f->text);
  look_around(g);
}

static void refused(Game *g, const char *limit) {
  if (limit) game_say(g, "This step cannot be taken: dmc's limit on %s is met.", limit);
  else game_say(g, "This step is not possible now.");
}

void move_take(Game *g, VmAction a) {
  const char *limit;
  size_t from = g->sim.at;
  const bool *covered = covered_now(g);
  if (sim_step(&g->sim, a, &limit)) moved(g, from, covered, NULL);
  else refused(g, limit);
}

void move_begin(Game *g) {
  sim_judge(&g->sim, 0);
  view_history(&g->view, 0);
  covers(g, NULL);
  failures(g, 0, 0);
  look_around(g);
}

/* --- numbers and threads --- */

void move_nothing(Game *g) {
  if (!g->sim.begun) game_say(g, "There is nothing to schedule.");
  else game_say(g, "No step is possible here%s.", g->sim.at ? "; `undo` goes back, `restart` to the beginning" : "");
}

bool move_number(const char *s, size_t *out) {
  char *end;
  if (*s < '0' || *s > '9' || strlen(s) > 9) return false;
  *out = strtoul(s, &end, 10);
  return !*end;
}

void move_pick(Game *g, size_t k) {
  const VmAction *a;
  size_t n = sim_actions(&g->sim, &a);
  if (n == SIZE_MAX || n == 0) move_nothing(g);
  else if (n == 1 && k != 1) game_say(g, "There is no step %zu; there is only 1.", k);
  else if (k < 1 || k > n) game_say(g, "There is no step %zu; there are 1 to %zu.", k, n);
  else move_take(g, a[k - 1]);
}

Ways move_ways(Game *g, VmTid t) {
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

void move_cannot(Game *g, VmTid t, const Ways *w) {
  VmThreadStatus st = g->sim.begun ? vm_thread(g->sim.run.vm, t) : TH_UNBORN;
  const char *name = view_thread(&g->view, t);
  if (w->crashes) game_say(g, "%s can only crash here: `step %s crash`.", name, name);
  else if (st == TH_RUNNING) game_say(g, "%s waits; `threads` shows for what.", name);
  else if (st == TH_ENDED) game_say(g, "%s has ended.", name);
  else if (st == TH_CRASHED) game_say(g, "%s has crashed.", name);
  else game_say(g, "%s %s.", name, st == TH_UNBORN ? "has not started" : "cannot go on");
}

static void several(Game *g, VmTid t) {
  game_say(g, "%s has several steps; which number?", view_thread(&g->view, t));
  view_choices(&g->view, t, true);
}

static void step_thread(Game *g, VmTid t) {
  Ways w = move_ways(g, t);
  if (w.steps == 0) move_cannot(g, t, &w);
  else if (w.steps == 1) move_take(g, w.only);
  else several(g, t);
}

static void step_choice(Game *g, VmTid t, const char *word) {
  const VmAction *a;
  uint32_t choice;
  bool read = vm_choice_parse(g->sim.run.vm, word, &choice);
  size_t n = read ? sim_actions(&g->sim, &a) : 0;
  for (size_t i = 0; n != SIZE_MAX && i < n; i++) {
    if (a[i].tid != t || a[i].choice != choice) continue;
    move_take(g, a[i]);
    return;
  }
  game_say(g, "%s has no choice '%.60s' here; `enabled %s` lists its steps.", view_thread(&g->view, t), word, view_thread(&g->view, t));
}

int move_named(Game *g, char *const *words, int n, VmTid *t) {
  const char *why = "which thread?";
  size_t used = n ? game_thread(g, words, n, t, &why) : 0;
  if (!used) game_say(g, "%s", why);
  return (int)used;
}

void move_step(Game *g, const Typed *w) {
  VmTid t;
  int used = move_named(g, w->at, w->n, &t);
  if (!used) return;
  if (w->n == used) step_thread(g, t);
  else if (w->n == used + 1) step_choice(g, t, w->at[used]);
  else game_say(g, "step THREAD [CHOICE]");
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
    Ways w = move_ways(g, t);
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

static void run_words(Game *g, const Typed *w, bool alone) {
  VmTid t;
  size_t count = 0, from = g->sim.at;
  int used = move_named(g, w->at, w->n, &t);
  if (!used) return;
  if (w->n > used && (!alone || w->n > used + 1 || !move_number(w->at[used], &count) || !count)) {
    game_say(g, alone ? "run THREAD [COUNT]" : "finish THREAD");
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
    Ways ways = move_ways(g, t);
    move_cannot(g, t, &ways);
    return;
  }
  move_heard(g);
  moved(g, from, covered, why_stopped(g, t, s));
}

void move_run(Game *g, const Typed *w) { run_words(g, w, true); }
void move_finish(Game *g, const Typed *w) { run_words(g, w, false); }

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

void move_random(Game *g, const Typed *w) {
  size_t count = 1, from = g->sim.at;
  if (w->n > 1 || (w->n == 1 && (!move_number(w->at[0], &count) || !count || count > MOST_RANDOM))) {
    game_say(g, "random [COUNT], a number from 1 to %d", MOST_RANDOM);
    return;
  }
  const bool *covered = covered_now(g);
  Stop s = random_steps(g, count);
  move_heard(g);
  if (g->sim.at == from) {
    move_nothing(g);
    return;
  }
  moved(g, from, covered, s == STOP_INTERRUPT ? "interrupted" : NULL);
}

/* --- back and forth --- */

static bool how_many(Game *g, const Typed *w, size_t *n) {
  *n = 1;
  if (w->n == 0 || (w->n == 1 && move_number(w->at[0], n))) return true;
  game_say(g, "A number of steps goes with it, such as 3.");
  return false;
}

void move_undo(Game *g, const Typed *w) {
  size_t n;
  if (!how_many(g, w, &n)) return;
  if (!g->sim.at) {
    game_say(g, "There is nothing to undo.");
    return;
  }
  sim_goto(&g->sim, n < g->sim.at ? g->sim.at - n : 0);
  arrived(g);
}

void move_redo(Game *g, const Typed *w) {
  size_t n, length = sim_length(&g->sim), from = g->sim.at;
  if (!how_many(g, w, &n)) return;
  if (from == length) {
    game_say(g, "There is nothing to redo.");
    return;
  }
  const bool *covered = covered_now(g);
  sim_goto(&g->sim, n < length - from ? from + n : length);
  moved(g, from, covered, NULL);
}

void move_goto(Game *g, const Typed *w) {
  size_t n;
  if (w->n != 1 || !move_number(w->at[0], &n) || n > sim_length(&g->sim)) {
    game_say(g, "goto N: a step of this run, from 0 (the beginning) to %zu.", sim_length(&g->sim));
    return;
  }
  sim_goto(&g->sim, n);
  arrived(g);
}

void move_restart(Game *g, const Typed *w) {
  (void)w;
  sim_goto(&g->sim, 0);
  arrived(g);
}
