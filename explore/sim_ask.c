/* explore/sim_ask.c -- looking around, watching, hints, saving; see sim_commands.h. */
#include <string.h>
#include "explore/because.h"
#include "explore/commands.h"
#include "explore/report/lanes.h"
#include "explore/sim_commands.h"

#define HINT_STATES 65536

/* --- looking --- */

void ask_state(Game *g, const Typed *w) { (void)w, view_state(&g->view); }
void ask_threads(Game *g, const Typed *w) { (void)w, view_threads(&g->view); }
void ask_trace(Game *g, const Typed *w) { (void)w, view_trace(&g->view); }

void ask_enabled(Game *g, const Typed *w) {
  VmTid t;
  const char *why;
  if (!w->n) {
    view_choices(&g->view, -1, true);
    return;
  }
  size_t used = game_thread(g, w->at, w->n, &t, &why);
  if (used == (size_t)w->n) {
    Ways ways = move_ways(g, t);
    if (ways.steps + ways.crashes) view_choices(&g->view, t, true);
    else move_cannot(g, t, &ways);
  } else if (!view_search(&g->view, w->rest)) game_say(g, "No step here says '%.60s'.", w->rest);
}

void ask_source(Game *g, const Typed *w) {
  VmTid t = VM_MAX_THREADS;
  if (w->n && move_named(g, w->at, w->n, &t) == 0) return;
  if (!view_source(&g->view, t)) game_say(g, "%s stands nowhere: it does not run.", view_thread(&g->view, t));
}

/* --- watching --- */

static void watching(Game *g) {
  if (!g->view.nwatched) game_say(g, "All shared variables are shown after each step; `watch NAME` shows only that one.");
  else view_values(&g->view);
}

static void no_variable(Game *g, const char *word) {
  const BcProgram *p = g->sim.program;
  const char **names = ARENA_ARRAY(&g->view.scratch, const char *, p->nvars + 1);
  for (uint32_t i = 0; i < p->nvars; i++) names[i] = p->vars[i].name;
  const char *near = diag_nearest(word, names, p->nvars);
  if (near) game_say(g, "There is no shared variable %.60s; did you mean %s?", word, near);
  else game_say(g, "There is no shared variable %.60s.", word);
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

void ask_watch(Game *g, const Typed *w) {
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
  ScreenRow row = { { arena_printf(&g->view.scratch, "%zu", s.number), s.thread, s.place, s.what, s.source } };
  screen_table(&g->view.screen, &(ScreenRows){ &row, 1, 1 });
}

static const char *states(Game *g, uint64_t n) {
  return arena_printf(&g->view.scratch, "%llu state%s", (unsigned long long)n, n == 1 ? "" : "s");
}

static void fine(Game *g, const SimAhead *h) {
  if (g->sim.at == 0) game_say(g, "No order of steps breaks this model: dmc has looked at all %s.", states(g, h->states));
  else
    game_say(g, "From here every run is fine: dmc has looked at all %s. `undo` goes back to where there was more to choose.",
             states(g, h->states));
}

static void unknown(Game *g, const SimAhead *h) {
  bool interrupted = h->limit && strcmp(h->limit, "interrupted") == 0;
  game_say(g, "%sThere is no failure among the %s nearest to here. What lies beyond them is not known.", interrupted ? "interrupted. " : "",
      states(g, h->states));
}

void ask_hint(Game *g, const Typed *w) {
  (void)w;
  size_t at;
  if (sim_failure(&g->sim, &at)) {
    game_say(g, "This run has failed already, at step %zu. %s", at, at ? "`undo` goes back before it." : "");
    return;
  }
  if (sim_here(&g->sim)->end != END_NONE) {
    move_nothing(g);
    return;
  }
  SimAhead h = sim_ahead(&g->sim, g->sim.at, HINT_STATES);
  move_heard(g);
  if (h.found) {
    game_say(g, "A failure (%s) can be reached from here in %zu step%s. The first is", find_kind(h.what), h.steps, h.steps == 1 ? "" : "s");
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
  if (f && f->has_schedule) t->because = because(g->sim.program, t, a);
  c.findings = &f;
  c.nfindings = f != NULL;
  c.result.algorithm = "sim";
  c.opt.trace = path;                        /* the file says from where it leads to the model */
  c.verdict = f ? "fail" : "incomplete";
  c.kind = f ? find_kind(f->what) : NULL;
  c.exit = f ? find_exit(f->what) : 20;
  Report r = { .check = &c, .traces = &t, .sample = f ? NULL : t };
  if (!cmd_write(path, trace_file, &r)) return false;
  game_say(g, "%zu step%s written to %s; `dmc replay` shows them.", t->nsteps, t->nsteps == 1 ? "" : "s", rep_clean(a, path, strlen(path)));
  return true;
}

void ask_save(Game *g, const Typed *w) {
  if (!w->n) game_say(g, "save FILE");
  else if (!game_save(g, w->rest)) game_say(g, "The run was not saved.");
}
