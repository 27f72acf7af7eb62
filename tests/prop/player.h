/* tests/prop/player.h -- a search that knows the answer: it plays one run of each class of the judge, right or with a mistake.
 * Shows that the comparison with lazy, dc and optimal can succeed, and that it notices what it should.
 * Borrows: the classes, while it runs. */
#ifndef TESTS_PROP_PLAYER_H
#define TESTS_PROP_PLAYER_H
#include "explore/run.h"
#include "tests/prop/classes.h"

typedef enum {
  PLAY_RIGHT,
  PLAY_LESS,                 /* one class is left out */
  PLAY_TWICE,                /* one class is played again at the end */
  PLAY_MISJUDGED,            /* the first run with a stuck guard is called pruned and is not, or the other way round */
  PLAY_OTHER                 /* CLASS_RF: classes that are real are played in an order in which their guards are not stuck for good */
} PlayFault;

typedef struct Player {
  PlayFault fault;
  size_t which;              /* of the classes, modulo their number: the one that is left out or played twice */
  bool happened;             /* the mistake was made, or the other order played */
} Player;

/* As ex_run with a search for the classes C in MODE; not CLASS_OBSERVERS. */
void player_run(Player *player, const Classes *c, ClassMode mode, const BcProgram *p, const ExLimits *l, Arena *a, ExResult *res);
#endif
