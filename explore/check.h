/* explore/check.h -- one model, one search, one verdict: what `dmc check`, `dmc run` and `dmc test` share. Prints nothing.
 * Owns: the model with its arena, in which everything else lives. */
#ifndef EXPLORE_CHECK_H
#define EXPLORE_CHECK_H
#include "explore/model.h"
#include "explore/trace.h"

typedef struct { const char *path; uint32_t line; const char *text; } CheckLine;
enum { TIPS_MAX = 3 };

typedef struct {
  Model model;
  Options opt;
  const char *path;              /* of the model, as given */
  ExResult result;
  const ExFinding **findings; size_t nfindings;     /* all that fail the model, weightiest first */
  const char *verdict;           /* ok, fail, incomplete */
  const char *kind;              /* of the weightiest finding; NULL: none */
  int exit;                      /* exit code */
  bool ran_finally;              /* some run ended, or there is no finally */
  CheckLine *unreached; size_t nunreached;          /* lines no run came to, though constants do not rule them out; complete searches only */
  const char *tips[TIPS_MAX]; size_t ntips;         /* what could be done better (tips.h) */
  bool auto_algo;                /* the algorithm was not asked for by name */
  const char *reason;            /* why this algorithm ran, where that needs saying; NULL: it does not */
} Check;

/* Reads, compiles; the options of the model and ARGV end up in c->opt. */
ModelStatus check_open(Check *c, const char *path, unsigned command, int argc, char *const *argv);
/* Searches and judges. MODEL_USAGE: options that do not go together; c->opt.error. */
ModelStatus check_search(Check *c);
void check_close(Check *c);
/* explore/choose.c: the search alone; c->result. */
ModelStatus check_run(Check *c);
#endif
