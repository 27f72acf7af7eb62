/* explore/cmd_bench.c -- `dmc bench FILE --sweep N=2..6 --algo a,b`: what several searches need at several sizes, as a table, CSV
 * and curves. Times are what this command is about, so stdout has them (--no-times leaves them out). */
#include <errno.h>
#include <string.h>
#include <unistd.h>
#include "explore/bench.h"
#include "explore/commands.h"

#define CAP 10.0                 /* seconds a cell */
static const char *const usual = "naive,optimal,observers,dc,stateful:reach,stateful";

/* --- which algorithms --- */

static void add_algo(Bench *b, const char *name) {
  for (size_t i = 0; i < b->nalgos; i++)
    if (strcmp(b->algos[i], name) == 0) return;
  b->algos[b->nalgos++] = name;
}

static bool set_algos(Bench *b, Options *o, const char *list) {
  b->algos = ARENA_ARRAY(b->arena, const char *, ex_algorithm_count + strlen(list) + 1);
  if (strcmp(list, "all") == 0) {
    for (size_t i = 0; i < ex_algorithm_count; i++) add_algo(b, ex_algorithms[i].name);
    return true;
  }
  for (size_t len;; list += len + 1) {
    len = strcspn(list, ",");
    const char *name = arena_strndup(b->arena, list, len);
    if (!opt_algo(o, name)) return false;
    add_algo(b, strcmp(name, "stateful") == 0 ? "stateful:full+sleep" : name);
    if (!list[len]) return true;
  }
}

/* --- the grid --- */

static bool set_grid(Bench *b, Options *o) {
  b->sweeps = ARENA_ARRAY(b->arena, BenchSweep, o->nsweeps + 1);
  for (size_t i = 0; i < o->nsweeps; i++) {
    const char *wrong = bench_sweep(b->arena, o->sweeps[i], &b->sweeps[b->nsweeps++]);
    if (wrong) return snprintf(o->error, sizeof o->error, "--sweep %.200s: %s", o->sweeps[i], wrong), false;
    for (size_t k = 0; k < i; k++)
      if (strcmp(b->sweeps[k].name, b->sweeps[i].name) == 0)
        return snprintf(o->error, sizeof o->error, "--sweep names '%.100s' twice", b->sweeps[i].name), false;
  }
  if (b->nsweeps > 8) return snprintf(o->error, sizeof o->error, "--sweep: at most 8 parameters"), false;
  return bench_grid(b) || (snprintf(o->error, sizeof o->error, "--sweep: these are more than 100,000 searches"), false);
}

/* Does the model compile with the first values? What is wrong with the command line or the file is said once, and at once. */
static int try_model(const Bench *b) {
  Check c;
  int n = 0;
  char **argv = ARENA_ARRAY(b->arena, char *, (size_t)b->argc + b->nsweeps + 1);
  for (; n < b->argc; n++) argv[n] = b->argv[n];
  for (size_t i = 0; i < b->nsweeps; i++) argv[n++] = arena_printf(b->arena, "-D%s=%s", b->sweeps[i].name, b->sweeps[i].values[0]);
  ModelStatus s = check_open(&c, b->path, CMD_CHECK, n, argv);
  int code = s == MODEL_OK ? 0 : cmd_refused(&c, s);
  check_close(&c);
  return code;
}

/* --- output --- */

static void say(void *ctx, const Bench *b, const BenchCell *c) {
  static const char *const ends[] = { "", "", "done", "took too long", "cannot", "died", "", "interrupted" };
  const Options *o = ctx;
  if (o->quiet || !isatty(2)) return;
  fprintf(stderr, "%s", c->algo);
  for (size_t i = 0; i < b->nsweeps; i++) fprintf(stderr, " %s=%s", b->sweeps[i].name, c->values[i]);
  fprintf(stderr, ": %s, %.2f s\n", ends[c->result.state], c->result.seconds);
}

static void csv(const void *ctx, FILE *out) { rep_bench_csv(ctx, out); }
static void svg(const void *ctx, FILE *out) { rep_bench_svg(ctx, out); }

/* Before hours are spent: can the files be written? */
static bool writable(const char *path) {
  FILE *f = path ? fopen(path, "a") : NULL;
  if (path && !f) fprintf(stderr, "dmc: %s: %s\n", path, strerror(errno));
  if (f) fclose(f);
  return !path || f;
}

static int report(Bench *b, const Options *o) {
  size_t missing = 0;
  bench_notes(b);
  rep_bench_table(b, stdout);
  for (size_t i = 0; i < b->ncells; i++) {
    CellState s = b->cells[i].result.state;
    missing += s == CELL_INTERRUPTED || s == CELL_WAITS || s == CELL_RUNS;
  }
  if (o->csv && !cmd_write(o->csv, csv, b)) return EXIT_NOFILE;
  if (o->svg && !cmd_write(o->svg, svg, b)) return EXIT_NOFILE;
  if (missing) fprintf(stderr, "dmc: interrupted: %zu of %zu searches are missing\n", missing, b->ncells);
  return missing ? 20 : 0;
}

/* --- the command --- */

static int bench(Bench *b, Options *o, int argc, char *const *argv) {
  static const char *const own[] = { "--sweep", "--csv", "--svg", "--no-times", "--algo", "--jobs", "--time", "--quiet", "--color",
                                     NULL };
  if (!o->nfiles) return cmd_usage("which file? `dmc bench FILE --sweep N=2..6`");
  if (o->nfiles > 1) return cmd_usage("one model at a time");
  *b = (Bench){ .arena = o->arena, .path = o->files[0], .cap = o->limits.seconds > 0 ? o->limits.seconds : CAP, .jobs = o->jobs ? o->jobs : 1,
                .times = !o->no_times };
  b->argv = opt_pass_on(o, argc, argv, own, &b->argc);
  if (!set_algos(b, o, o->algos ? o->algos : usual) || !set_grid(b, o)) return cmd_usage(o->error);
  int code = try_model(b);
  if (code) return code;
  if (!writable(o->csv) || !writable(o->svg)) return EXIT_NOFILE;
  bench_run(b, say, o);
  return report(b, o);
}

int cmd_bench(int argc, char *const *argv) {
  Arena a;
  Options o;
  Bench b;
  int code;
  arena_init(&a);
  opt_init(&o, CMD_BENCH, &a);
  if (!opt_read(&o, argc, argv)) code = cmd_usage(o.error);
  else if (o.help) code = cmd_options(CMD_BENCH, "bench FILE --sweep N=2..6 [--algo all|a,b] [options]");
  else code = bench(&b, &o, argc, argv);
  arena_deinit(&a);
  return code;
}
