/* explore/options.c -- see options.h. */
#include "explore/options.h"
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "lang/diag.h"
#include "lang/vec.h"

typedef bool (*Setter)(Options *o, const char *value);
typedef struct {
  const char *name;
  const char *arg;               /* what follows, for help; NULL: nothing; in [ ]: may be left out, else it stands after = */
  unsigned commands;
  Setter set;                    /* NULL: not in this build */
  const char *help;
} Spec;

static bool fail(Options *o, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
static bool fail(Options *o, const char *fmt, ...) {
  va_list ap;
  va_start(ap, fmt);
  vsnprintf(o->error, sizeof o->error, fmt, ap);
  va_end(ap);
  return false;
}

/* --- values --- */

static bool to_count(const char *s, uint64_t max, uint64_t *out) {
  char *end;
  if (*s < '0' || *s > '9') return false;
  errno = 0;
  unsigned long long v = strtoull(s, &end, 10);
  if (*end || errno || v > max) return false;
  *out = v;
  return true;
}

typedef struct { const char *unit; double factor; } Unit;

/* A number and one of UNITS; *OUT in the smallest. */
static bool to_quantity(const char *s, const Unit *units, double *out) {
  char *end;
  if ((*s < '0' || *s > '9') && *s != '.') return false;
  double v = strtod(s, &end);
  for (; units->unit; units++)
    if (strcmp(end, units->unit) == 0) {
      *out = v * units->factor;
      return isfinite(*out);
    }
  return false;
}

bool opt_seconds(const char *text, double *out) {
  static const Unit units[] = { { "", 1 }, { "s", 1 }, { "ms", 1e-3 }, { "m", 60 }, { "min", 60 }, { "h", 3600 }, { 0 } };
  return to_quantity(text, units, out) && *out > 0;
}

bool opt_bytes(const char *text, size_t *out) {
  static const Unit units[] = { { "K", 1024. }, { "M", 1048576. }, { "G", 1073741824. }, { "T", 1099511627776. }, { "KB", 1024. },
                                { "MB", 1048576. }, { "GB", 1073741824. }, { "k", 1024. }, { "m", 1048576. },
                                { "g", 1073741824. }, { 0 } };
  double v;
  if (!to_quantity(text, units, &v) || v < 1 || v > 9e18) return false;
  *out = (size_t)v;
  return true;
}

static bool count_option(Options *o, const char *name, const char *v, uint64_t max, uint64_t *out) {
  if (to_count(v, max, out)) return true;
  return fail(o, "%s needs a number from 0 to %llu, not '%s'", name, (unsigned long long)max, v);
}

/* One of WORDS (ended by NULL); *OUT is its position. */
static bool word_option(Options *o, const char *name, const char *v, const char *const *words, int *out) {
  char list[200] = "";
  for (int i = 0; words[i]; i++) {
    if (strcmp(words[i], v) == 0) {
      *out = i;
      return true;
    }
    if (i) strcat(list, ", ");
    strcat(list, words[i]);
  }
  return fail(o, "%s is one of %s, not '%s'", name, list, v);
}

/* --- setters --- */

static bool set_bfs(Options *o, const char *v) { (void)v; return o->limits.bfs = true; }
static bool set_paths(Options *o, const char *v) { (void)v; return o->limits.paths = true; }
static bool set_all(Options *o, const char *v) { (void)v; return o->limits.all = true; }
static bool set_no_deadlock(Options *o, const char *v) { (void)v; return o->limits.no_deadlock = true; }
static bool set_full(Options *o, const char *v) { (void)v; return o->full = true; }
static bool set_lib(Options *o, const char *v) { (void)v; return o->lib = true; }
static bool set_quiet(Options *o, const char *v) { (void)v; return o->quiet = true; }
static bool set_json(Options *o, const char *v) { (void)v; return o->json = true; }
static bool set_check(Options *o, const char *v) { (void)v; return o->check = true; }
static bool set_upgrade(Options *o, const char *v) { (void)v; return o->upgrade = true; }
static bool set_help(Options *o, const char *v) { (void)v; return o->help = true; }
static bool set_junit(Options *o, const char *v) { o->junit = v; return true; }
static bool set_algos(Options *o, const char *v) { o->algos = v; return true; }
static bool set_csv(Options *o, const char *v) { o->csv = v; return true; }
static bool set_svg(Options *o, const char *v) { o->svg = v; return true; }
static bool set_no_times(Options *o, const char *v) { (void)v; return o->no_times = true; }
static bool set_html(Options *o, const char *v) { o->html = v; return true; }
static bool set_dot(Options *o, const char *v) { o->dot = v; return true; }
static bool set_trace(Options *o, const char *v) { o->trace = v; return true; }
static bool set_model(Options *o, const char *v) { o->model = v; return true; }
static bool set_out(Options *o, const char *v) { o->out = v; return true; }
static bool set_msc(Options *o, const char *v) { (void)v; return o->msc = true; }
static bool set_no_shorten(Options *o, const char *v) { (void)v; return o->no_shorten = true; }

static void list_available(char *buf, size_t size) {
  snprintf(buf, size, "auto");
  for (size_t i = 0; i < ex_algorithm_count; i++)
    snprintf(buf + strlen(buf), size - strlen(buf), ", %s", ex_algorithms[i].name);
}

static bool unknown_algo(Options *o, const char *v) {
  const char *names[64] = { "auto", "stateful" };
  size_t n = 2;
  for (size_t i = 0; i < ex_algorithm_count && n < 64; i++) names[n++] = ex_algorithms[i].name;
  const char *near = diag_nearest(v, names, n);
  char have[300];
  list_available(have, sizeof have);
  if (strchr(v, ',')) return fail(o, "one algorithm at a time; `dmc bench FILE --algo %.60s` compares several", v);
  if (near) return fail(o, "unknown algorithm '%s'; did you mean '%s'?", v, near);
  return fail(o, "unknown algorithm '%s'; there are %s", v, have);
}

bool opt_algo(Options *o, const char *name) {
  return strcmp(name, "auto") == 0 || strcmp(name, "stateful") == 0 || ex_algorithm(name) || unknown_algo(o, name);
}

static bool set_algo(Options *o, const char *v) {
  o->any_stateful = strcmp(v, "stateful") == 0;
  if (o->any_stateful) v = "stateful:full+sleep";
  const ExAlgoEntry *e = ex_algorithm(v);
  if (!e && strcmp(v, "auto") != 0) return unknown_algo(o, v);
  o->algo = e ? e->name : "auto";
  return true;
}

static bool set_define(Options *o, const char *v) {
  const char *eq = strchr(v, '=');
  if (!eq || eq == v || !eq[1]) return fail(o, "-D needs name=value without blanks, as in -D N=3, not '%s'", v);
  const char *name = arena_strndup(o->arena, v, (size_t)(eq - v));
  for (size_t i = 0; i < o->ndefines; i++)
    if (strcmp(o->defines[i].name, name) == 0) {
      o->defines[i].value = eq + 1;
      return true;
    }
  if (o->ndefines == o->defines_cap) o->defines = vec_grow(o->arena, o->defines, &o->defines_cap, sizeof *o->defines);
  o->defines[o->ndefines++] = (BcDefine){ .name = name, .value = eq + 1 };
  return true;
}

static bool set_dump(Options *o, const char *v) {
  static const char *const words[] = { "none", "ast", "bytecode", NULL };
  int i;
  if (!word_option(o, "--dump", v, words, &i)) return false;
  o->dump = (OptDump)i;
  return true;
}

static bool set_atomicity(Options *o, const char *v) {
  static const char *const words[] = { "access", "statement", NULL };
  int i;
  if (!word_option(o, "--atomicity", v, words, &i)) return false;
  o->statement = i == 1;
  return true;
}

static bool set_races(Options *o, const char *v) {
  static const char *const words[] = { "off", "count", "list", "error", NULL };
  int i;
  if (!word_option(o, "--races", v, words, &i)) return false;
  o->limits.races = (ExLevel)i;
  return true;
}

static bool set_unread(Options *o, const char *v) {
  static const char *const words[] = { "off", "list", "error", NULL };
  static const ExLevel levels[] = { LEVEL_OFF, LEVEL_LIST, LEVEL_ERROR };
  int i;
  if (!word_option(o, "--unread", v, words, &i)) return false;
  o->limits.unread = levels[i];
  return true;
}

static bool set_color(Options *o, const char *v) {
  static const char *const words[] = { "auto", "always", "never", NULL };
  int i;
  if (!word_option(o, "--color", v, words, &i)) return false;
  o->color = (OptColor)i;
  return true;
}

static bool set_dep(Options *o, const char *v) {
  static const char *const words[] = { "access", "object", NULL };
  int i;
  if (!word_option(o, "--dep", v, words, &i)) return false;
  o->limits.object_dep = i == 1;
  return true;
}

static bool set_store(Options *o, const char *v) {
  static const char *const words[] = { "exact", "hash", NULL };
  int i;
  if (!word_option(o, "--store", v, words, &i)) return false;
  o->limits.store = (ExStoreKind)i;
  return true;
}

static bool set_progress(Options *o, const char *v) {
  static const char *const words[] = { "any", "fair", NULL };
  int i = 0;
  if (v && !word_option(o, "--progress", v, words, &i)) return false;
  o->limits.lasso = i ? LASSO_FAIR : LASSO_ANY;
  return true;
}

static bool set_preemptions(Options *o, const char *v) {
  uint64_t n = 0;
  if (!count_option(o, "--preemptions", v, 1000000, &n)) return false;
  o->limits.preemptions = (int64_t)n;
  return true;
}

static bool set_depth(Options *o, const char *v) {
  uint64_t n = 0;
  if (!count_option(o, "--depth", v, 1000000000, &n)) return false;
  o->limits.depth = (int64_t)n;
  return true;
}

static bool set_loop(Options *o, const char *v) {
  uint64_t n = 0;
  if (!count_option(o, "--loop", v, 1000000, &n)) return false;
  o->loop = (int32_t)n;
  return true;
}

static bool set_time(Options *o, const char *v) {
  return opt_seconds(v, &o->limits.seconds) || fail(o, "--time needs a time such as 60s, 5m or 500ms, not '%s'", v);
}

static bool set_mem(Options *o, const char *v) {
  return opt_bytes(v, &o->limits.bytes) || fail(o, "--mem needs a size such as 64M or 2G, not '%s'", v);
}

static bool set_sample(Options *o, const char *v) {
  o->sampled = true;
  if (!count_option(o, "--sample", v, UINT64_MAX, &o->limits.samples)) return false;
  return o->limits.samples > 0 || fail(o, "--sample needs at least one run");
}

static bool set_pct(Options *o, const char *v) {
  uint64_t n = 0;
  if (!to_count(v, 32, &n) || n == 0) return fail(o, "--pct needs a bug depth from 1 to 32, not '%s'", v);
  o->limits.pct = (uint32_t)n;
  return true;
}

static bool set_seed(Options *o, const char *v) {
  o->seeded = true;
  return count_option(o, "--seed", v, UINT64_MAX, &o->limits.seed);
}

static bool set_jobs(Options *o, const char *v) {
  uint64_t n = 0;
  if (!to_count(v, 1024, &n) || n == 0) return fail(o, "--jobs needs a number from 1 to 1024, not '%s'", v);
  o->jobs = (uint32_t)n;
  return true;
}

static bool set_width(Options *o, const char *v) {
  uint64_t n = 0;
  if (!to_count(v, 10000, &n) || n < 20) return fail(o, "--width needs a number of columns from 20 to 10000, not '%s'", v);
  o->width = (uint32_t)n;
  return true;
}

static bool set_sweep(Options *o, const char *v) {
  if (o->nsweeps == o->sweeps_cap) o->sweeps = vec_grow(o->arena, o->sweeps, &o->sweeps_cap, sizeof *o->sweeps);
  o->sweeps[o->nsweeps++] = v;
  return true;
}

static bool set_states(Options *o, const char *v) {
  uint64_t n = 0;
  if (!to_count(v, 10000000, &n) || n == 0) return fail(o, "--states needs a number from 1 to 10000000, not '%s'", v);
  o->states = (uint32_t)n;
  return true;
}

static bool set_format(Options *o, const char *v) {
  static const char *const words[] = { "dot", "json", NULL };
  int i;
  if (!word_option(o, "--format", v, words, &i)) return false;
  o->json_format = i == 1;
  return true;
}

static bool set_workers(Options *o, const char *v) {
  uint64_t n = 0;
  if (!to_count(v, 256, &n) || n == 0) return fail(o, "--jobs needs a number of workers from 1 to 256, not '%s'", v);
  o->limits.jobs = (uint32_t)n;
  return true;
}

/* --- the table --- */

#define SEARCH (CMD_CHECK | CMD_TEST | CMD_HTML | CMD_GRAPH | CMD_BENCH)      /* those that search, */
#define MODEL (SEARCH | CMD_RUN | CMD_SIM)                                     /* that take a model, */
#define SHOWS (CMD_CHECK | CMD_RUN | CMD_REPLAY | CMD_SIM)                     /* that show steps as text */
static const Spec specs[] = {
  { "-D",            "name=value", MODEL,     set_define,      "sets a const or param of the model; may be repeated" },
  { "--algo",        "name",  SEARCH & ~CMD_BENCH, set_algo,  "the search: auto or one of `dmc help algorithms`" },
  { "--sweep",       "N=2..6", CMD_BENCH, set_sweep,      "these values of a parameter, one after the other; also N=1,2,4; may be repeated" },
  { "--algo",        "all|a,b", CMD_BENCH, set_algos,     "these searches (naive, optimal, observers, dc, stateful:reach, stateful)" },
  { "--csv",         "file",  CMD_BENCH, set_csv,         "also writes the table as CSV" },
  { "--svg",         "file",  CMD_BENCH, set_svg,         "also draws it as curves" },
  { "--no-times",    NULL,    CMD_BENCH, set_no_times,    "leaves out what differs from run to run: seconds, memory, executions/s" },
  { "--bfs",         NULL,    SEARCH, set_bfs,   "stateful:reach: breadth first, for a shortest trace" },
  { "--dep",         "access|object", SEARCH, set_dep, "stateful: two steps depend on each other if one writes what the other touches; or if both touch it" },
  { "--store",       "exact|hash", SEARCH, set_store, "stateful: keeps whole states, or hashes of them: smaller, and never ok" },
  { "--paths",       NULL,    SEARCH, set_paths, "stateful: counts the paths of the reduced graph" },
  { "--progress",    "[=any|fair]", SEARCH, set_progress, "stateful:reach: also looks for runs that never end; fair: under a fair scheduler" },
  { "--all",         NULL,    SEARCH, set_all,   "goes on after a failure; failures are grouped by kind and line" },
  { "--depth",       "n",     MODEL,     set_depth,       "at most n steps in a run" },
  { "--loop",        "n",     MODEL,     set_loop,        "at most n iterations of a while or loop per entry" },
  { "--preemptions", "n",     SEARCH, set_preemptions, "at most n switches away from a thread that could go on" },
  { "--time",        "60s",   SEARCH, set_time,  "stops after this time (s, m, h, ms); bench: 10s a search, graph: 10s for the failure" },
  { "--mem",         "2G",    SEARCH, set_mem,   "uses at most this much memory (K, M, G)" },
  { "--sample",      "n",     SEARCH, set_sample, "n random runs instead of a search" },
  { "--pct",         "d",     SEARCH | CMD_RUN, set_pct, "with --sample, and run: random priorities with d-1 changes" },
  { "--seed",        "n",     MODEL,     set_seed,        "where the random numbers start" },
  { "--atomicity",   "access|statement", MODEL, set_atomicity, "what is one step: a shared access, or a statement" },
  { "--no-deadlock", NULL,    SEARCH, set_no_deadlock, "a deadlock is no failure" },
  { "--races",       "off|count|list|error", SEARCH, set_races, "what to do about data races (count)" },
  { "--unread",      "off|list|error", SEARCH, set_unread, "what to do about messages nobody receives (list)" },
  { "--dump",        "ast|bytecode", CMD_CHECK, set_dump,  "prints the tree or the code before it searches" },
  { "--full",        NULL,    SHOWS, set_full,   "whole states in the trace" },
  { "--lib",         NULL,    SHOWS | CMD_HTML, set_lib,    "steps inside the library one by one in the trace" },
  { "--width",       "n",     SHOWS,     set_width,       "columns of the trace (the terminal's, or 100)" },
  { "--no-shorten",  NULL,    CMD_CHECK | CMD_RUN | CMD_HTML | CMD_GRAPH, set_no_shorten, "shows traces as the search met them" },
  { "--trace",       "file",  CMD_CHECK | CMD_RUN | CMD_SIM, set_trace, "writes the trace as a file for `dmc replay` and `dmc html`" },
  { "--model",       "file",  CMD_REPLAY | CMD_HTML, set_model, "the model of the trace, where it is not where the trace says" },
  { "--html",        "file",  CMD_CHECK | CMD_RUN | CMD_REPLAY, set_html, "writes a page that shows the verdict and the trace" },
  { "--dot",         "file",  CMD_CHECK, set_dot,         "writes the state graph for Graphviz, the failing path coloured" },
  { "--states",      "n",     CMD_CHECK | CMD_GRAPH, set_states, "states of the graph, at most (1000)" },
  { "--format",      "dot|json", CMD_GRAPH, set_format,   "how the graph is written (dot)" },
  { "--msc",         NULL,    CMD_CHECK | CMD_RUN | CMD_REPLAY, set_msc, "also shows the trace as a message chart" },
  { "-o",            "file",  CMD_HTML | CMD_GRAPH, set_out, "writes to this file" },
  { "--json",        NULL,    CMD_CHECK | CMD_REPLAY, set_json,        "one JSON object on stdout (`dmc help json`)" },
  { "--quiet",       NULL,    MODEL | CMD_REPLAY | CMD_FMT, set_quiet, "only the result line, no progress" },
  { "--color",       "auto|always|never", CMD_ALL, set_color, "colours (auto: on a terminal, unless NO_COLOR is set)" },
  { "--check",       NULL,    CMD_FMT,   set_check,       "lists the files that are not formatted, exit 1 if any" },
  { "--upgrade",     NULL,    CMD_FMT,   set_upgrade,     "prints the present form of a thesis file" },
  { "--jobs",        "n",     CMD_CHECK, set_workers,     "so many workers search at once (naive, lazy, dc, stateful:reach, stateful:full-sleep)" },
  { "--jobs",        "n",     CMD_TEST,  set_jobs,        "so many files at once" },
  { "--jobs",        "n",     CMD_BENCH, set_jobs,        "so many searches at once (1, so that times mean something)" },
  { "--junit",       "file",  CMD_TEST,  set_junit,       "also writes the results as JUnit XML" },
  { "--help",        NULL,    CMD_ALL,   set_help,        "this list" },
  { "-h",            NULL,    CMD_ALL,   set_help,        NULL },
  /* known, later */
  { "--memo", NULL, CMD_CHECK, NULL, NULL },
};
#define NSPECS (sizeof specs / sizeof *specs)

static const struct { unsigned command; const char *name; } commands[] = {
  { CMD_CHECK, "check" }, { CMD_RUN, "run" }, { CMD_FMT, "fmt" }, { CMD_TEST, "test" }, { CMD_EXPLAIN, "explain" }, { CMD_HELP, "help" },
  { CMD_SIM, "sim" }, { CMD_REPLAY, "replay" }, { CMD_HTML, "html" }, { CMD_GRAPH, "graph" }, { CMD_BENCH, "bench" },
};

const char *opt_command_name(unsigned command) {
  for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
    if (commands[i].command & command) return commands[i].name;
  return "check";
}

bool opt_is_command(const char *name) {
  for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
    if (strcmp(commands[i].name, name) == 0) return true;
  return false;
}

/* The spec of NAME for the command; failing that, of another command. */
static const Spec *find(const Options *o, const char *name) {
  const Spec *other = NULL;
  for (size_t i = 0; i < NSPECS; i++) {
    if (strcmp(specs[i].name, name) != 0) continue;
    if (specs[i].commands & o->command) return &specs[i];
    other = &specs[i];
  }
  return other;
}

/* Options of other tools, and shorter ones. */
static const struct { const char *name, *say; } foreign[] = {
  { "-q", "--quiet" }, { "-a", "--all" }, { "-j", "--jobs n" }, { "-t", "--time 60s" }, { "-m", "--mem 2G" }, { "-n", "--sample n" },
  { "-s", "--seed s" }, { "-v", "dmc --version" }, { "-V", "dmc --version" }, { "-f", "--full" }, { "--verbose", "--full" },
  { "--timeout", "--time 60s" }, { "--memory", "--mem 2G" }, { "--limit", "--time 60s, --mem 2G, --depth n" }, { "--output", "-o file" },
  { "--param", "-D name=value" }, { "--define", "-D name=value" }, { "--const", "-D name=value" }, { "--random", "--sample n" },
  { "--threads", "--jobs n" }, { "--workers", "--jobs n" }, { "--algorithm", "--algo name" }, { "--trace-file", "--trace file" },
};

/* "unknown option": what is close to it, or what it may be. */
static bool unknown(Options *o, const char *name, const char *value) {
  const char *names[NSPECS];
  size_t n = 0;
  if (strcmp(name, "--expect") == 0)
    return fail(o, "there is no option --expect: what is expected stands in the model, see `dmc help expect`, and `dmc test` checks it");
  for (size_t i = 0; i < sizeof foreign / sizeof *foreign; i++)
    if (strcmp(foreign[i].name, name) == 0 || (name[1] != '-' && foreign[i].name[2] == 0 && strncmp(name, foreign[i].name, 2) == 0))
      return fail(o, "unknown option '%s'; did you mean '%s'?", name, foreign[i].say);
  for (size_t i = 0; i < NSPECS; i++)
    if (specs[i].commands & o->command && specs[i].set && specs[i].name[1] == '-') names[n++] = specs[i].name;
  const char *near = diag_nearest(name, names, n);
  if (near) return fail(o, "unknown option '%s'; did you mean '%s'?", name, near);
  if (value && name[1] == '-') return fail(o, "unknown option '%s'; to set a parameter of the model: -D %s=%s", name, name + 2, value);
  return fail(o, "unknown option '%s'; `dmc %s --help` lists the options", name, opt_command_name(o->command));
}

static bool apply(Options *o, const Spec *s, const char *value) {
  if (!(s->commands & o->command))
    return fail(o, "option %s belongs to `dmc %s`, not to `dmc %s`", s->name, opt_command_name(s->commands), opt_command_name(o->command));
  if (!s->set) return fail(o, "option %s is not available in this build", s->name);
  return s->set(o, value);
}

/* One option at argv[*i], with its value from the same or the next argument. */
static bool read_option(Options *o, int argc, char *const *argv, int *i) {
  const char *arg = argv[*i], *eq = strchr(arg, '=');
  if (arg[0] == '-' && arg[1] == 'D' && arg[2]) return apply(o, find(o, "-D"), arg + 2);
  char name[64];
  size_t len = eq && arg[1] == '-' ? (size_t)(eq - arg) : strlen(arg);
  if (len >= sizeof name) return fail(o, "unknown option '%.60s...'", arg);
  memcpy(name, arg, len);
  name[len] = 0;
  const Spec *s = find(o, name);
  if (!s) return unknown(o, name, arg[len] ? arg + len + 1 : NULL);
  if (!s->arg && arg[len]) return fail(o, "option %s takes no value", name);
  if (!s->arg || !s->set || !(s->commands & o->command)) return apply(o, s, NULL);
  if (arg[len]) return apply(o, s, arg + len + 1);
  if (s->arg[0] == '[') return apply(o, s, NULL);
  if (*i + 1 >= argc) return fail(o, "option %s needs a value: %s %s", name, name, s->arg);
  return apply(o, s, argv[++*i]);
}

static void add_file(Options *o, const char *path) {
  if (o->nfiles == o->files_cap) o->files = vec_grow(o->arena, o->files, &o->files_cap, sizeof *o->files);
  o->files[o->nfiles++] = path;
}

bool opt_read(Options *o, int argc, char *const *argv) {
  bool rest = false;
  for (int i = 0; i < argc; i++) {
    if (!rest && strcmp(argv[i], "--") == 0) rest = true;
    else if (rest || argv[i][0] != '-' || argv[i][1] == 0) add_file(o, argv[i]);
    else if (!read_option(o, argc, argv, &i)) return false;
  }
  return true;
}

static bool is_file(const Options *o, const char *arg) {
  for (size_t i = 0; i < o->nfiles; i++)
    if (o->files[i] == arg) return true;
  return false;
}

static bool among(const char *const *names, const char *name, size_t len) {
  for (; *names; names++)
    if (strlen(*names) == len && strncmp(*names, name, len) == 0) return true;
  return false;
}

/* Does the value of the option ARG stand in the argument after it? */
static bool value_follows(const Options *o, const char *arg) {
  const Spec *s = strchr(arg, '=') ? NULL : find(o, arg);
  return s && s->arg && s->arg[0] != '[';
}

char **opt_pass_on(const Options *o, int argc, char *const *argv, const char *const *own, int *n) {
  char **out = ARENA_ARRAY(o->arena, char *, (size_t)argc + 1);
  *n = 0;
  for (int i = 0; i < argc; i++) {
    bool skip = is_file(o, argv[i]) || strcmp(argv[i], "--") == 0 || among(own, argv[i], strcspn(argv[i], "="));
    bool two = !is_file(o, argv[i]) && i + 1 < argc && value_follows(o, argv[i]);
    if (!skip) out[(*n)++] = argv[i];
    if (two && !skip) out[(*n)++] = argv[i + 1];
    i += two;
  }
  return out;
}

char **opt_split(Arena *a, const char *text, int *count) {
  char **words = NULL;
  size_t cap = 0;
  *count = 0;
  for (const char *s = text; *s;) {
    size_t gap = strspn(s, " \t\r"), len = strcspn(s + gap, " \t\r");
    if (!len) break;
    if ((size_t)*count == cap) words = vec_grow(a, words, &cap, sizeof *words);
    words[(*count)++] = arena_strndup(a, s + gap, len);
    s += gap + len;
  }
  return words;
}

bool opt_read_words(Options *o, const char *text) {
  int n;
  char **words = opt_split(o->arena, text, &n);
  size_t files = o->nfiles;
  if (!opt_read(o, n, words)) return false;
  return o->nfiles == files || fail(o, "'%s' is not an option", o->files[files]);
}

void opt_init(Options *o, unsigned command, Arena *a) {
  *o = (Options){ .arena = a, .command = command, .algo = "auto", .loop = -1 };
  o->limits = (ExLimits){ .races = LEVEL_COUNT, .unread = LEVEL_LIST, .depth = -1, .preemptions = -1, .events = 10000, .seed = 1 };
}

bool opt_color(const Options *o, int fd) {
  const char *no = getenv("NO_COLOR");
  if (o->color != COLOR_AUTO) return o->color == COLOR_ALWAYS;
  return isatty(fd) && !(no && *no);
}

void opt_print(FILE *out, unsigned command) {
  for (size_t i = 0; i < NSPECS; i++) {
    const Spec *s = &specs[i];
    char left[64];
    if (!(s->commands & command) || !s->help) continue;
    snprintf(left, sizeof left, "%s%s%s", s->name, s->arg && s->arg[0] != '[' ? " " : "", s->arg ? s->arg : "");
    fprintf(out, "  %-28s %s\n", left, s->help);
  }
}
