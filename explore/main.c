/* explore/main.c -- dmc: which command, and what becomes of its output. The only place that exits. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "explore/commands.h"
#include "explore/version.h"

const char *stdlib_text(const char *name, size_t *len);          /* generated from stdlib/ */

typedef struct { const char *name; int (*run)(int argc, char *const *argv); } Command;
static const Command commands[] = {
  { "check", cmd_check }, { "run", cmd_run }, { "fmt", cmd_fmt }, { "test", cmd_test }, { "explain", cmd_explain }, { "help", cmd_help },
  { "sim", cmd_sim }, { "replay", cmd_replay }, { "html", cmd_html }, { "graph", cmd_graph }, { "bench", cmd_bench },
};
#define NCOMMANDS (sizeof commands / sizeof *commands)

static void no_memory(void) {
  fputs("dmc: out of memory\n", stderr);
  fflush(stderr);
  _exit(EXIT_INTERNAL);
}

/* The first Ctrl-C asks the search to stop, the second one kills. */
static void on_interrupt(int number) {
  static volatile sig_atomic_t again;
  ex_interrupted = 1;
  if (again) {
    progress_abandon();
    signal(number, SIG_DFL);
    raise(number);
  }
  again = 1;
}

static void install(void) {
  struct sigaction a = { .sa_handler = on_interrupt };
  sigemptyset(&a.sa_mask);
  sigaction(SIGINT, &a, NULL);
  arena_out_of_memory = no_memory;
  model_library = stdlib_text;
}

static int short_usage(void) {
  fputs("usage: dmc FILE                check a model: search, verdict, trace\n"
        "       dmc check FILE [options]\n"
        "       dmc run FILE            one random execution\n"
        "       dmc sim FILE            you are the scheduler\n"
        "       dmc replay TRACE        runs a recorded trace again\n"
        "       dmc html TRACE|FILE     a page to look at and to pass on\n"
        "       dmc graph FILE          the state graph\n"
        "       dmc bench FILE ...      compares searches\n"
        "       dmc fmt DIR|FILE...     format\n"
        "       dmc test DIR|FILE...    check all `//! expect` lines\n"
        "       dmc explain CODE        what a message means\n"
        "       dmc help [topic]        more\n", stderr);
  return EXIT_USAGE;
}

static const Command *find(const char *name) {
  for (size_t i = 0; i < NCOMMANDS; i++)
    if (strcmp(commands[i].name, name) == 0) return &commands[i];
  return NULL;
}

static bool looks_like_file(const char *arg) {
  return strpbrk(arg, "./\\") || access(arg, F_OK) == 0;
}

static int unknown(const char *name) {
  const char *names[NCOMMANDS];
  char message[200];
  size_t n = 0;
  for (size_t i = 0; i < NCOMMANDS; i++)
    names[n++] = commands[i].name;
  const char *near = diag_nearest(name, names, n);
  if (near) snprintf(message, sizeof message, "unknown command '%.60s'; did you mean '%s'?", name, near);
  else snprintf(message, sizeof message, "unknown command '%.60s', and no file of that name; `dmc help` shows the commands", name);
  return cmd_usage(message);
}

static int dispatch(int argc, char **argv) {
  if (argc < 2) return short_usage();
  if (strcmp(argv[1], "--version") == 0) return printf("dmc %s\n", DMC_VERSION), 0;
  if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0) return cmd_help(argc - 2, argv + 2);
  const Command *c = find(argv[1]);
  if (c) return c->run(argc - 2, argv + 2);
  if (argv[1][0] == '-' || looks_like_file(argv[1])) return cmd_check(argc - 1, argv + 1);
  return unknown(argv[1]);
}

int main(int argc, char **argv) {
  install();
  int code = dispatch(argc, argv);
  errno = 0;
  if (fflush(stdout) != 0 || ferror(stdout)) {
    fprintf(stderr, "dmc: the result could not be written: %s\n", errno ? strerror(errno) : "write error");
    code = EXIT_INTERNAL;
  }
  return code;
}
