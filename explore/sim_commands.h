/* explore/sim_commands.h -- what the commands of a session share (sim_game.c, sim_move.c, sim_ask.c, sim_names.c). For them alone. */
#ifndef EXPLORE_SIM_COMMANDS_H
#define EXPLORE_SIM_COMMANDS_H
#include "explore/sim_game.h"

/* The words after the command; REST: the same as one piece of the line. */
typedef struct { char **at; int n; const char *rest; } Typed;
typedef void SimCommand(Game *g, const Typed *w);

#define game_say(g, ...) screen_prose(&(g)->view.screen, 0, MARK_NONE, __VA_ARGS__)

/* sim_move.c: steps, taken and taken back. Each shows what came of it. */
SimCommand move_step, move_run, move_finish, move_random, move_undo, move_redo, move_goto, move_restart;
void move_begin(Game *g);                            /* nothing was done yet: the initial state */
void move_take(Game *g, VmAction a);
void move_pick(Game *g, size_t k);                   /* step K of the list */
void move_nothing(Game *g);                          /* says that there is no step */
bool move_number(const char *s, size_t *out);        /* is S a number of at most nine digits? */

/* What a thread can do. ONLY: the first that is no crash. */
typedef struct { VmAction only; size_t steps, crashes; } Ways;
Ways move_ways(Game *g, VmTid t);
void move_cannot(Game *g, VmTid t, const Ways *w);   /* says why it cannot step */
/* The thread that WORDS begin with; how many they are. 0: none, and that was said. */
int move_named(Game *g, char *const *words, int n, VmTid *t);
/* Ctrl-C has ended a command: what is shown next must not stop, too. */
void move_heard(Game *g);

/* sim_ask.c: looking, and asking dmc. */
SimCommand ask_enabled, ask_source, ask_state, ask_threads, ask_trace, ask_watch, ask_hint, ask_save;

/* sim_names.c: a thread by words: Inc[1], `inc 1`, `i1`, an unambiguous beginning. How many of the N WORDS say it; 0: none does, and
 * *WHY is a line for the user. */
size_t game_thread(Game *g, char *const *words, int n, VmTid *tid, const char **why);
bool game_is_thread(Game *g, const char *word);      /* is it the whole name of a thread? */
const char **game_threads(Game *g, size_t *n);       /* all names, in the scratch arena */
#endif
