/* explore/cmd_test.c -- `dmc test DIR|FILE...`: every `//! expect` line of every model.
 * Each file is tested in a process of its own, several at a time, so that one model cannot spoil the others; the child writes
 * records (test_file.h) to a temporary file, and the parent shows the files in order. */
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include "explore/commands.h"
#include "explore/files.h"
#include "explore/test_show.h"

#define SLOW 5.0                 /* seconds from which on an expectation is said to be slow */

typedef struct { FILE *out; pid_t pid; int status; } Job;
typedef struct {
  Options opt;
  int argc; char *const *argv;               /* options of the command line that each check gets, too */
  TestShow show;
  size_t unfinished;                         /* files that were not tested to their end */
} Test;

/* --- which files --- */

/* Files of the command line, directories walked. An exit code. */
static int find_files(Test *t, Paths *files) {
  if (t->opt.nfiles == 0) return cmd_usage("which files? `dmc test DIR|FILE...`");
  for (size_t i = 0; i < t->opt.nfiles; i++) {
    int code = files_add(t->opt.arena, t->opt.files[i], files);
    if (code) return code;
  }
  return 0;
}

/* --- what a child said --- */

/* It died: of the expectation it had begun, if any. */
static TestRecord died(Test *t, const char *path, const Job *j, const TestRecord *begun) {
  TestRecord r = { .kind = 'F', .what = "dmc died", .expected = "", .command = arena_printf(t->opt.arena, "dmc test %s", path) };
  if (begun->kind) r.line = begun->line, r.what = begun->what;
  if (WIFSIGNALED(j->status)) r.got = arena_printf(t->opt.arena, "dmc died: %s", strsignal(WTERMSIG(j->status)));
  else r.got = arena_printf(t->opt.arena, "dmc stopped with exit code %d", WEXITSTATUS(j->status));
  return r;
}

static void say_slow(const char *path, const TestRecord *r) {
  if (r->seconds >= SLOW) fprintf(stderr, "slow: %s:%u took %.1f s\n", path, r->line, r->seconds);
}

static void collect(Test *t, const char *path, Job *j) {
  char *line = NULL;
  size_t cap = 0;
  ssize_t n;
  TestRecords results = { 0 };
  TestRecord r, begun = { 0 };
  bool ended = false;
  rewind(j->out);
  while ((n = getline(&line, &cap, j->out)) > 0) {
    if (line[n - 1] != '\n' || !test_record(arena_strndup(t->opt.arena, line, (size_t)n - 1), &r)) break;
    if (r.kind == 'B') begun = r;
    else if (r.kind == 'E') ended = true;
    else if (r.kind != 'I') {
      begun.kind = 0;
      VEC_PUSH(t->opt.arena, &results, r);
      say_slow(path, &r);
    }
  }
  if (!ended && ex_interrupted) t->unfinished++;
  else if (!ended) VEC_PUSH(t->opt.arena, &results, died(t, path, j, &begun));
  show_file(&t->show, path, &results);
  free(line);
  fclose(j->out);
}

/* --- children --- */

static bool start(const Test *t, const char *path, Job *j) {
  j->out = tmpfile();
  if (!j->out) return false;
  fflush(stdout);
  fflush(stderr);
  j->pid = fork();
  if (j->pid == 0) {
    test_file(path, t->argc, t->argv, j->out);
    fflush(j->out);
    _exit(0);
  }
  return j->pid > 0;
}

/* Waits for job I. Ctrl-C goes to all that run: a terminal sends it to them, too, others do not. */
static void await(Job *job, size_t i, size_t started) {
  bool told = false;
  while (waitpid(job[i].pid, &job[i].status, 0) < 0 && errno == EINTR) {
    if (!ex_interrupted || told) continue;
    for (size_t k = i; k < started; k++) kill(job[k].pid, SIGINT);
    told = true;
  }
}

static bool run_all(Test *t, const Paths *files) {
  long cpus = sysconf(_SC_NPROCESSORS_ONLN);
  size_t jobs = t->opt.jobs ? t->opt.jobs : cpus > 0 ? (size_t)cpus : 1, started = 0;
  Job *job = ARENA_ARRAY(t->opt.arena, Job, files->count + 1);
  for (size_t i = 0; i < files->count; i++) {
    for (; started < files->count && started < i + jobs && !ex_interrupted; started++)
      if (!start(t, files->at[started], &job[started])) {
        fprintf(stderr, "dmc: cannot start a test: %s\n", strerror(errno));
        return false;
      }
    if (i >= started) {
      t->unfinished += files->count - i;
      return false;
    }
    await(job, i, started);
    collect(t, files->at[i], &job[i]);
    fflush(stdout);
  }
  return t->unfinished == 0;
}

/* --- the command --- */

static bool open_junit(Test *t) {
  if (!t->opt.junit) return true;
  t->show.junit = fopen(t->opt.junit, "w");
  if (t->show.junit) junit_begin(t->show.junit);
  else fprintf(stderr, "dmc: %s: %s\n", t->opt.junit, strerror(errno));
  return t->show.junit != NULL;
}

static int test(Test *t, int argc, char *const *argv) {
  static const char *const own[] = { "--jobs", "--junit", "--color", "--quiet", NULL };
  Paths files = { 0 };
  int code = find_files(t, &files);
  if (code) return code;
  t->argv = opt_pass_on(&t->opt, argc, argv, own, &t->argc);
  t->show = (TestShow){ .arena = t->opt.arena, .quiet = t->opt.quiet, .color = opt_color(&t->opt, 1) };
  if (!open_junit(t)) return EXIT_NOFILE;
  bool finished = run_all(t, &files);
  if (t->show.junit && !junit_end(t->show.junit)) {
    fprintf(stderr, "dmc: %s: cannot be written\n", t->opt.junit);
    code = EXIT_INTERNAL;
  }
  if (t->unfinished) fprintf(stderr, "dmc: interrupted: %zu of %zu files were not tested to their end\n", t->unfinished, files.count);
  show_end(&t->show);
  if (ex_interrupted) return 20;
  return code ? code : !finished ? EXIT_INTERNAL : t->show.n.failed ? 1 : 0;
}

int cmd_test(int argc, char *const *argv) {
  Arena a;
  Test t = { 0 };
  int code;
  arena_init(&a);
  opt_init(&t.opt, CMD_TEST, &a);
  if (!opt_read(&t.opt, argc, argv)) code = cmd_usage(t.opt.error);
  else if (t.opt.help) code = cmd_options(CMD_TEST, "test DIR|FILE... [options]");
  else code = test(&t, argc, argv);
  arena_deinit(&a);
  return code;
}
