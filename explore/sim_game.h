/* explore/sim_game.h -- a session as its user meets it: words become commands, commands move the session and show what came of it.
 * Owns: the session and its view. */
#ifndef EXPLORE_SIM_GAME_H
#define EXPLORE_SIM_GAME_H
#include "explore/sim_view.h"

typedef struct {
  Sim sim;
  View view;
  const Check *check;
  bool over;                     /* `quit` was said */
  bool interrupted;              /* Ctrl-C ended the last command */
  bool looked;                   /* the shortest failing run was looked for */
  SimAhead shortest;
} Game;

/* False: no memory; close it all the same. */
bool game_open(Game *g, const Check *c, Screen screen);
void game_close(Game *g);
void game_begin(Game *g);                            /* what it is about, and the first state */
void game_do(Game *g, const char *line);             /* one command; NULs and what is no text are refused before */
int game_exit(const Game *g);                        /* exit code if it ended here */
bool game_save(Game *g, const char *path);           /* the run so far as a trace file; false: said on stderr */
#endif
