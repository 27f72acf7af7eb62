/* explore/options.h -- the command line: one table of options, from which parsing, help and suggestions follow.
 * Options come from `//! options:` lines of the model first and from the command line after them; the later one wins.
 * Owns: nothing; texts are those of the arguments, lists live in the arena given. */
#ifndef EXPLORE_OPTIONS_H
#define EXPLORE_OPTIONS_H
#include <stdio.h>
#include "compiler/compile.h"
#include "explore/run.h"

enum { CMD_CHECK = 1, CMD_RUN = 2, CMD_FMT = 4, CMD_TEST = 8, CMD_EXPLAIN = 16, CMD_HELP = 32, CMD_SIM = 64,
       CMD_REPLAY = 128, CMD_HTML = 256, CMD_GRAPH = 512, CMD_BENCH = 1024, CMD_ALL = 2047 };
typedef enum { DUMP_NONE, DUMP_AST, DUMP_BYTECODE } OptDump;
typedef enum { COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER } OptColor;

typedef struct {
  Arena *arena;
  unsigned command;
  const char **files; size_t nfiles, files_cap;
  BcDefine *defines; size_t ndefines, defines_cap;
  const char *algo;              /* "auto", or a name of ex_algorithms */
  bool any_stateful;             /* it was given as `stateful`: which one follows from the other options */
  ExLimits limits;
  bool sampled;                  /* --sample was given */
  bool statement;
  int32_t loop;
  OptDump dump;
  bool json, quiet, full, lib, help;
  OptColor color;
  bool check, upgrade;           /* fmt */
  uint32_t jobs;                 /* test; 0: as many as there are processors */
  const char *junit;             /* test */
  const char *html, *dot, *trace;            /* check: files to write as well; NULL: none. --trace: the first finding's */
  const char *model;             /* replay, html: where the model of the trace is; NULL: where the trace says */
  bool msc;                      /* a message chart with the trace */
  uint32_t width;                /* columns of text output; 0: the terminal's, or 100 */
  bool no_shorten;               /* show traces as the search met them */
  const char **sweeps; size_t nsweeps, sweeps_cap;           /* bench: as given */
  const char *algos;             /* bench: names between commas, or all; NULL: the usual ones */
  const char *csv, *svg;         /* bench: files to write as well */
  bool no_times;                 /* bench: only what is the same each time */
  uint32_t states;               /* graph, --dot: at most so many; 0: the default */
  bool json_format;              /* graph: JSON, not DOT */
  const char *out;               /* html, graph: the file to write; NULL: stdout */
  bool seeded;                   /* --seed was given */
  char error[400];               /* after a failure: one or two lines for the user */
} Options;

void opt_init(Options *o, unsigned command, Arena *a);
/* Reads arguments into O, those not options as files. False: o->error says why; usage, exit 64. */
bool opt_read(Options *o, int argc, char *const *argv);
/* Reads the words of a `//! options:` line. */
bool opt_read_words(Options *o, const char *words);
/* Is NAME an algorithm, or auto, or stateful? False: o->error. */
bool opt_algo(Options *o, const char *name);
/* ARGV without the files of O (which has read it) and without the options named in OWN (ended by NULL): for a check inside the command. */
char **opt_pass_on(const Options *o, int argc, char *const *argv, const char *const *own, int *n);
bool opt_color(const Options *o, int fd);                    /* colours on this stream? */

/* Cuts TEXT at blanks into a list in A. */
char **opt_split(Arena *a, const char *text, int *count);
bool opt_seconds(const char *text, double *out);             /* 60s 5m 500ms 2h 1.5 */
bool opt_bytes(const char *text, size_t *out);               /* 64M 2G 512K */

const char *opt_command_name(unsigned command);              /* of the first of its bits */
bool opt_is_command(const char *name);

/* The table of options of COMMAND, for help. */
void opt_print(FILE *out, unsigned command);
#endif
