/* explore/sim_game.c -- the commands of a session and how a line becomes one of them; see sim_game.h. */
#include <string.h>
#include "explore/commands.h"
#include "explore/sim_commands.h"

#define NARROW 70                            /* a window in which help is prose */

/* --- the table of commands --- */

typedef struct { const char *name, *letter, *arguments, *help; SimCommand *run; } Command;

static SimCommand do_help;
static void do_quit(Game *g, const Typed *w) { (void)w, g->over = true; }

static const Command commands[] = {
  { "undo",    "u",  "[N]",             "goes back N steps (1)", move_undo },
  { "redo",    "",   "[N]",             "takes N steps again that were undone", move_redo },
  { "goto",    "g",  "N",               "goes to the state after step N; 0 is the beginning", move_goto },
  { "restart", "",   "",                "goes to the beginning", move_restart },
  { "step",    "",   "THREAD [CHOICE]", "takes a step of the thread; CHOICE: 0, 1, ... or crash", move_step },
  { "run",     "r",  "THREAD [N]",      "runs it till its next step touches what others touch, or N steps", move_run },
  { "finish",  "f",  "THREAD",          "runs it until it ends, waits, or has a choice", move_finish },
  { "random",  "",   "[N]",             "takes N random steps (1)", move_random },
  { "enabled", "e",  "[THREAD|TEXT]",   "lists all steps that are possible, or those of a thread or with a word", ask_enabled },
  { "state",   "s",  "",                "shows everything: variables, mutexes, threads, locals, mailboxes", ask_state },
  { "threads", "t",  "",                "shows where each thread stands and what it waits for", ask_threads },
  { "trace",   "",   "",                "shows the steps so far", ask_trace },
  { "source",  "",   "[THREAD]",        "shows the model, or where a thread stands in it", ask_source },
  { "watch",   "w",  "[NAME...]",       "shows only these variables after each step; again: no longer", ask_watch },
  { "hint",    "",   "",                "says whether a failure can be reached from here, and how to begin", ask_hint },
  { "save",    "",   "FILE",            "writes the run as a file for `dmc replay` and `dmc html`", ask_save },
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
  screen_add(rows, &g->view.scratch, *c->letter ? c->letter : NULL, left, c->help, NULL, NULL);
}

static void do_help(Game *g, const Typed *w) {
  ScreenRows rows = { 0 };
  size_t count = 0;
  const char *names;
  const Command *one = w->n ? find(g, w->at[0], &count, &names) : NULL;
  if (w->n && count != 1) {
    game_say(g, "There is no command '%.60s'; `help` lists them.", w->at[0]);
    return;
  }
  for (size_t i = 0; i < NCOMMANDS; i++)
    if (!one || one == &commands[i]) help_row(g, &rows, &commands[i]);
  if (!one) screen_add(&rows, &g->view.scratch, NULL, "N", "takes step N of the list", NULL, NULL);
  if (!one) screen_add(&rows, &g->view.scratch, NULL, "THREAD", "takes the thread's step: Inc[1], inc 1, i1", NULL, NULL);
  if (!one) screen_add(&rows, &g->view.scratch, NULL, "(nothing)", "takes the step if there is only one", NULL, NULL);
  if (g->view.screen.width >= NARROW) screen_table(&g->view.screen, &rows);
  for (size_t i = 0; i < rows.count && g->view.screen.width < NARROW; i++)
    screen_prose(&g->view.screen, 4, MARK_NONE, "%s: %s", rows.at[i].cell[1], rows.at[i].cell[2]);
  if (!one) game_say(g, "A command may be shortened as long as one is meant. Ctrl-C ends what takes too long, Ctrl-D leaves.");
}

/* --- a line --- */

static void empty(Game *g) {
  const VmAction *a;
  size_t n = sim_actions(&g->sim, &a);
  if (n == 1 && a[0].choice != VM_CRASH) move_take(g, a[0]);
  else if (n == 0 || n == SIZE_MAX) move_nothing(g);
  else game_say(g, "Type a number from 1 to %zu, or `help`.", n);
}

static void not_known(Game *g, const char *word, const char *why) {
  size_t n = 0, threads;
  const char **names = game_threads(g, &threads);
  const char **all = ARENA_ARRAY(&g->view.scratch, const char *, NCOMMANDS + threads + 1);
  for (; n < NCOMMANDS; n++) all[n] = commands[n].name;
  for (size_t i = 0; i < threads; i++) all[n++] = names[i];
  const char *near = diag_nearest(word, all, n);
  if (near) game_say(g, "There is no command or thread '%.60s'; did you mean '%s'?", word, near);
  else if (strncmp(why, "which", 5) == 0) game_say(g, "'%.60s': %s", word, why);
  else game_say(g, "There is no command or thread '%.60s'; `help` lists the commands.", word);
}

/* A whole name of a command or thread first, then what is short for a command, then for a thread. */
static void words(Game *g, const Typed *all) {
  size_t count, k;
  const char *names, *why = "", *word = all->at[0];
  Typed rest = { all->at + 1, all->n - 1, all->rest };
  VmTid t;
  if (all->n == 1 && move_number(word, &k)) {
    move_pick(g, k);
    return;
  }
  const Command *c = find(g, word, &count, &names);
  if (c && !is(c, word) && strcmp(word, "?") != 0 && game_is_thread(g, word)) c = NULL;
  if (c && count == 1) {
    c->run(g, &rest);
    return;
  }
  size_t used = game_thread(g, all->at, all->n, &t, &why);
  if (used) move_step(g, all);
  else if (count > 1) game_say(g, "'%s' is short for several commands: %s.", word, names);
  else not_known(g, word, why);
}

void game_do(Game *g, const char *line) {
  Typed w = { 0 };
  g->interrupted = false;
  view_reset(&g->view);
  w.at = opt_split(&g->view.scratch, line, &w.n);
  const char *rest = line + strspn(line, " \t\r");
  rest += strcspn(rest, " \t\r");
  w.rest = rest + strspn(rest, " \t\r");
  if (w.n) words(g, &w);
  else empty(g);
  fflush(g->view.screen.out);
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
  fputc('\n', g->view.screen.out);
  move_begin(g);
  fflush(g->view.screen.out);
}

int game_exit(const Game *g) {
  const ExFinding *f = sim_failure(&g->sim, NULL);
  return f && !g->over ? find_exit(f->what) : 0;
}
