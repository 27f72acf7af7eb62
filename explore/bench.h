/* explore/bench.h -- a model searched by several algorithms at several sizes: the grid of `dmc bench`.
 * A series is an algorithm with the values of all swept parameters but the first; along it the first one varies. A series ends
 * with the first cell that took too long or could not be searched at all.
 * Owns: nothing; everything lives in the arena given. */
#ifndef EXPLORE_BENCH_H
#define EXPLORE_BENCH_H
#include "explore/options.h"

#define BENCH_TEXT 400

typedef struct { const char *name; const char **values; size_t n; } BenchSweep;

typedef enum { CELL_WAITS, CELL_RUNS, CELL_DONE, CELL_TIMEOUT, CELL_REFUSED, CELL_DIED, CELL_SKIPPED, CELL_INTERRUPTED } CellState;
typedef struct {                 /* what a child sends; no pointers */
  CellState state;
  uint64_t executions, blocked, redundant, states;
  double seconds;
  uint64_t bytes;
  char verdict[60];              /* ok, FAIL(deadlock), incomplete(loop) */
  char why[BENCH_TEXT];          /* not searched, or not decided: one line */
} BenchResult;

typedef struct BenchCell {
  const char *algo;
  const char **values;           /* per sweep */
  size_t series;                 /* cells of one number are a series */
  struct BenchCell *before;      /* in the series; NULL: it is the first */
  BenchResult result;
  size_t note;                   /* number of the footnote, from 1; 0: none */
} BenchCell;

typedef struct {
  Arena *arena;
  const char *path;              /* of the model */
  BenchSweep *sweeps; size_t nsweeps;
  const char **algos; size_t nalgos;
  BenchCell *cells; size_t ncells;           /* in the order in which they are shown */
  int argc; char *const *argv;   /* options for every check */
  double cap;                    /* seconds of a cell */
  size_t jobs;                   /* cells at once */
  bool times;                    /* show what differs from run to run */
  const char **notes; size_t nnotes;
} Bench;

/* Reads `N=2..6` or `N=1,2,4` into *S. NULL, or what is wrong. */
const char *bench_sweep(Arena *a, const char *text, BenchSweep *s);
/* Makes the cells from sweeps and algorithms, in order. False: too many. */
bool bench_grid(Bench *b);
/* explore/bench_run.c: runs all cells, each in a process of its own. SAY (NULL: nobody) hears of each that ended. */
void bench_run(Bench *b, void (*say)(void *ctx, const Bench *b, const BenchCell *c), void *ctx);
/* Numbers the footnotes, equal ones alike. */
void bench_notes(Bench *b);
bool bench_shown(const BenchCell *c);        /* is there anything to show of it? */

/* explore/report/bench_table.c, bench_svg.c */
void rep_bench_table(const Bench *b, FILE *out);
void rep_bench_csv(const Bench *b, FILE *out);
void rep_bench_svg(const Bench *b, FILE *out);
#endif
