/* explore/cmd_help.c -- `dmc help [topic]`. */
#include <string.h>
#include "explore/commands.h"

static void overview(void) {
  puts("dmc checks models of concurrent programs: it runs every way the threads can interleave\n"
       "and reports failed assertions, deadlocks, races and lost messages with the run that leads to them.\n"
       "\n"
       "commands:\n"
       "  dmc FILE                   same as dmc check FILE\n"
       "  dmc check FILE [options]   search; verdict, trace\n"
       "  dmc run FILE [--seed n]    one random execution, step by step\n"
       "  dmc sim FILE               you are the scheduler: pick steps, undo, hints\n"
       "  dmc replay TRACE           runs a recorded trace again and verifies each step\n"
       "  dmc html TRACE|FILE [-o f] a page of its own: lanes, source, variables\n"
       "  dmc graph FILE [-o f]      the state graph, for Graphviz or as JSON\n"
       "  dmc bench FILE --sweep N=2..6 --algo all\n"
       "                             several searches at several sizes: table, CSV, curves\n"
       "  dmc fmt [--check|--upgrade] DIR|FILE...\n"
       "                             format files in place (- : standard input to output)\n"
       "  dmc test DIR|FILE...       check all `//! expect` lines\n"
       "  dmc explain CODE           what a message means, with a wrong and a right example\n"
       "  dmc help [topic]           topics: options, algorithms, exit, language, json, expect,\n"
       "                             or a command: check, run, sim, replay, ...\n"
       "  dmc --version\n"
       "\n"
       "a first model, lost.d:\n"
       "  int x = 0\n"
       "  Thread(i in 1..2) Inc { x := x + 1 }      // two steps: read x, then write x\n"
       "  finally { assert x == 2, \"an update was lost\" }\n"
       "\n"
       "  dmc lost.d                                // shows the interleaving that loses one");
}

static void options(void) {
  puts("options of dmc check:");
  opt_print(stdout, CMD_CHECK);
  puts("\noptions may also stand in the model, on a line of its own at the top; the command line wins:\n"
       "  //! options: --algo naive --depth 100");
}

static void algorithms(void) {
  puts("--algo NAME:\n"
       "  auto                       first stateful:reach, up to 65,536 states; then by what the model is\n"
       "  stateful                   stateful:full+sleep, or stateful:reach where an option needs all states");
  for (size_t i = 0; i < ex_algorithm_count; i++) {
    const ExAlgoEntry *e = &ex_algorithms[i];
    printf("  %-26s %s", e->name, e->help);
    if (*e->paper) printf(" (%s)", e->paper);
    puts("");
  }
  puts("\n--sample n runs n random executions instead; --pct d gives the threads random priorities.");
}

static void exits(void) {
  puts("exit codes:\n"
       "   0  holds, and the search was complete\n"
       "  10  violation: assert, invariant, finally, critical; with --progress a run that never ends\n"
       "  11  deadlock\n"
       "  12  data race (with --races=error)\n"
       "  13  unread message (with --unread=error)\n"
       "  14  run-time error (division by zero, index outside, ...)\n"
       "  15  a cover that a complete search never reached\n"
       "  20  nothing found, but the search was not complete (bound, time, memory, sampling, Ctrl-C)\n"
       "  64  usage\n"
       "  65  the model does not compile\n"
       "  66  a file cannot be read\n"
       "  70  internal error, or the result could not be written\n"
       "with several kinds of findings the first of 14, 10, 11, 12, 13, 15.\n"
       "dmc test and dmc fmt --check: 1 when something differs.");
}

static void language(void) {
  puts("items\n"
       "  param int N = 3                      const or param: -D N=4 changes it\n"
       "  int x = 0, y      bool[N] flag       shared variables; types int bool pid mutex,\n"
       "  queue<int> q      set<pid> s         queue<T>, set<T>, T[n], enums, records\n"
       "  enum Color { Red, Green }            record Point { int x, int y }\n"
       "  message Ask(pid who), Answer(int v)\n"
       "  int twice(int a) { return 2 * a }    functions; `pure` ones may stand in properties\n"
       "  Thread Name { }                      one thread; Thread(i in 1..N) Name { } one each\n"
       "  daemon Thread Server { }             need not end\n"
       "  init { }   finally { }               before all threads; after all have ended\n"
       "  invariant small: x < 10              holds in every state\n"
       "  cover full: len(q) == 3              some state must reach it\n"
       "  fault crash Name <= 1                also drop M, duplicate M\n"
       "\n"
       "statements\n"
       "  x := e   x += e   if e { } else { }   while e { }   loop { }   for i in 1..N { }\n"
       "  atomic { }         one step, all or nothing\n"
       "  await e            waits until e\n"
       "  lock(m)  unlock(m)  trylock(m)  cas(x, old, new)  swap(x, v)  fetch_add(x, n)\n"
       "  push(q, v)  pop(q)  head(q)  len(q)  add(s, v)  remove(s, v)  contains(s, v)  clear(s)\n"
       "  either { } or { }  one of them        choose(bool)  choose(1..6)  choose(s)\n"
       "  p ! Ask(self)      receive { Answer(v) when v > 0 => { }  after => { } }\n"
       "  pid p = spawn W(1) join p             exit   skip   break   continue   return e\n"
       "  assert e, \"why\"    assume e          critical cs { }   print \"x is\", x\n"
       "\n"
       "A step is one shared access: `x := x + 1` is two. The library: `import std.sync`, `std.queue`, `std.net`,\n"
       "`std.atomic` (docs/stdlib.md).");
}

static void json(void) {
  puts("dmc check --json prints one object on stdout, the result line on stderr. Keys (docs/json.md has all):\n"
       "  model, params, verdict (ok, fail, incomplete), kind, exit, algorithm, complete, limit, help\n"
       "  stats.{executions, blocked, redundant, states, nodes, paths, steps, depth, seconds, bytes}\n"
       "  findings[].{kind, what, name, code, text, place, count}\n"
       "  trace.steps[].{number, tid, thread, action, choice, event, place, what, note, changes[], locals, prints[]}\n"
       "  trace.{loop, loop_threads[], loop_state} of a run that never ends (--progress)\n"
       "  races[], unread[], covers[].{name, reached}, unreached[].{file, line, text}, finally_ran");
}

static void expect(void) {
  puts("lines at the top of a model say what dmc test is to find:\n"
       "  //! expect: ok                            no finding, complete search\n"
       "  //! expect -D N=3: deadlock               with these options\n"
       "  //! expect naive: violation agreement     with this algorithm; violation of this name\n"
       "  //! expect --progress: violation progress  a run that never ends\n"
       "  //! expect --depth 5: incomplete          kinds: ok violation deadlock error race unread cover incomplete\n"
       "  //! expect: violation, deadlock           several: with --all exactly these\n"
       "  //! expect optimal: 4 executions          counts, with --all; also `+ 2 blocked`\n"
       "  //! expect: diagnostic 7:3 unknown name   a message of the compiler at line 7, column 3");
}

static void of_check(void) { cmd_options(CMD_CHECK, "check FILE [options]"); }
static void of_run(void) { cmd_options(CMD_RUN, "run FILE [--seed n] [options]"); }
static void of_sim(void) { cmd_options(CMD_SIM, "sim FILE [options]"); }
static void of_replay(void) { cmd_options(CMD_REPLAY, "replay TRACE [--model FILE] [options]"); }
static void of_html(void) { cmd_options(CMD_HTML, "html TRACE|FILE [-o page.html] [options]"); }
static void of_graph(void) { cmd_options(CMD_GRAPH, "graph FILE [-o file] [options]"); }
static void of_bench(void) { cmd_options(CMD_BENCH, "bench FILE --sweep N=2..6 [--algo all|a,b] [options]"); }
static void of_fmt(void) { cmd_options(CMD_FMT, "fmt [--check | --upgrade] DIR|FILE..."); }
static void of_test(void) { cmd_options(CMD_TEST, "test DIR|FILE... [options]"); }
static void of_explain(void) { puts("usage: dmc explain CODE\n\nprints a page about a message such as E0101 or R0002; without a code, the list."); }

static const struct { const char *name; void (*show)(void); } topics[] = {
  { "options", options }, { "algorithms", algorithms }, { "exit", exits }, { "exits", exits }, { "exit-codes", exits },
  { "language", language }, { "json", json }, { "expect", expect }, { "check", of_check }, { "run", of_run }, { "fmt", of_fmt },
  { "sim", of_sim }, { "replay", of_replay }, { "html", of_html }, { "graph", of_graph }, { "bench", of_bench },
  { "test", of_test }, { "explain", of_explain }, { "help", overview },
};
#define NTOPICS (sizeof topics / sizeof *topics)

static int unknown(const char *name) {
  const char *names[NTOPICS];
  char message[200];
  for (size_t i = 0; i < NTOPICS; i++) names[i] = topics[i].name;
  const char *near = diag_nearest(name, names, NTOPICS);
  snprintf(message, sizeof message, "no help on '%.60s'%s%s%s", name, near ? "; did you mean '" : "; `dmc help` lists the topics",
           near ? near : "", near ? "'?" : "");
  return cmd_usage(message);
}

int cmd_help(int argc, char *const *argv) {
  if (argc == 0 || strcmp(argv[0], "-h") == 0 || strcmp(argv[0], "--help") == 0) {
    overview();
    return 0;
  }
  for (size_t i = 0; i < NTOPICS; i++)
    if (strcmp(topics[i].name, argv[0]) == 0) {
      topics[i].show();
      return 0;
    }
  return unknown(argv[0]);
}
