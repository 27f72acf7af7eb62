/* explore/cmd_test.c -- `dmc test DIR|FILE...`: every `//! expect` line of every model.
 * Each file is tested in a process of its own, several at a time, so that one model cannot spoil the others; a child
 * writes one line per result (a letter, a tab, the text) to a temporary file, and the parent shows the files in order.
 *   P passed   F failed   S skipped   N note; the last line is E */
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include "explore/commands.h"
#include "explore/expect.h"
#include "explore/junit.h"
#include "lang/vec.h"

typedef VEC(const char *) Paths;
typedef struct { FILE *out; pid_t pid; int status; } Job;
typedef struct {
  Options opt;
  int argc; char *const *argv;               /* options of the command line that each check gets, too */
  FILE *junit;
  size_t passed, failed, skipped;
} Test;

/* --- which files --- */

static int by_name(const void *x, const void *y) { return strcmp(*(const char *const *)x, *(const char *const *)y); }

static bool is_model(const char *name) {
  const char *dot = strrchr(name, '.');
  return dot && dot != name && (strcmp(dot, ".d") == 0 || strcmp(dot, ".dmc") == 0);
}

static bool is_directory(const char *path) {
  struct stat st;
  return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

static void walk(Arena *a, const char *dir, Paths *files, int depth) {
  Paths names = { 0 };
  DIR *d = opendir(dir);
  if (!d || depth > 50) {
    if (d) closedir(d);
    return;
  }
  for (struct dirent *e; (e = readdir(d));)
    if (e->d_name[0] != '.') VEC_PUSH(a, &names, arena_strndup(a, e->d_name, strlen(e->d_name)));
  closedir(d);
  if (names.count) qsort(names.at, names.count, sizeof *names.at, by_name);
  size_t len = strlen(dir);
  while (len > 1 && dir[len - 1] == '/') len--;
  for (size_t i = 0; i < names.count; i++) {
    const char *path = arena_printf(a, "%.*s/%s", (int)len, dir, names.at[i]);
    if (is_directory(path)) walk(a, path, files, depth + 1);
    else if (is_model(names.at[i])) VEC_PUSH(a, files, path);
  }
}

/* --- one file, in the child --- */

static void put(FILE *out, char letter, const char *path, uint32_t line, const char *what, const char *more) {
  fprintf(out, "%c\t%s", letter, path);
  if (line) fprintf(out, ":%u", line);
  fprintf(out, "  %s", what);
  for (const char *s = more; *s; s++) fputc(*s == '\n' ? ' ' : *s, out);
  fputc('\n', out);
}

/* The expectation's options come last, so that they win. */
static ModelStatus perform(const Test *t, const Expect *e, const char *path, Check *c, Arena *a) {
  int n = t->argc + e->argc;
  char **argv = ARENA_ARRAY(a, char *, (size_t)n + 1);
  if (t->argc) memcpy(argv, t->argv, (size_t)t->argc * sizeof *argv);
  if (e->argc) memcpy(argv + t->argc, e->argv, (size_t)e->argc * sizeof *argv);
  ModelStatus s = check_open(c, path, CMD_CHECK, n, argv);
  return s == MODEL_OK && e->form != EXPECT_DIAGNOSTIC ? check_search(c) : s;
}

/* A verdict counts only with traces that replay. */
static bool confirmed(Check *c) {
  for (size_t i = 0; i < c->nfindings; i++)
    if (c->findings[i]->has_schedule &&
        !trace_build(c->model.program, &c->opt.limits, c->findings[i], 0, &c->model.arena)->confirmed) return false;
  return true;
}

static void one_expectation(const Test *t, const char *path, const AstPragma *x, const char *text, uint32_t line, FILE *out) {
  Arena a;
  Expect e;
  Check c;
  char got[1000];
  arena_init(&a);
  const char *what = arena_printf(&a, "%s", x->text);
  if (!expect_parse(&a, text, &e)) {
    put(out, 'F', path, line, what, arena_printf(&a, "\t%s", e.error));
  } else {
    ModelStatus s = perform(t, &e, path, &c, &a);
    bool met = expect_met(&e, &c, s, got, sizeof got);
    if (met && s == MODEL_OK && !confirmed(&c)) met = false, snprintf(got, sizeof got, "a trace that does not replay");
    put(out, met ? 'P' : 'F', path, line, what, met ? "" : arena_printf(&a, "\tgot: %s", got));
    check_close(&c);
  }
  arena_deinit(&a);
}

static void one_file(const Test *t, const char *path, FILE *out) {
  Model m;
  size_t found = 0;
  model_open(&m, path);
  if (!m.source) put(out, 'F', path, 0, m.why ? m.why : "cannot be read", "");
  for (const AstPragma *x = m.ast.pragmas; m.source && x; x = x->next) {
    const char *text = pragma_text(x, "expect");
    if (!text) continue;
    found++;
    one_expectation(t, path, x, text, src_place(&m.sources, x->span).line, out);
  }
  if (m.source && !found) put(out, 'S', path, 0, "no expectations", "");
  model_close(&m);
  fputs("E\n", out);
}

/* --- all files, in the parent --- */

static void show(Test *t, const char *line, size_t len, bool color) {
  const char *tab = memchr(line + 2, '\t', len - 2);
  size_t what = tab ? (size_t)(tab - line) - 2 : len - 2;
  const char *more = tab ? tab + 1 : NULL;
  size_t nmore = tab ? len - what - 3 : 0;
  static const char *const words[3] = { "ok  ", "FAIL", "skip" };
  static const char *const codes[3] = { "\033[32m", "\033[1;31m", "\033[33m" };
  int k = *line == 'P' ? 0 : *line == 'F' ? 1 : 2;
  *(k == 0 ? &t->passed : k == 1 ? &t->failed : &t->skipped) += 1;
  if (!t->opt.quiet || k == 1) {
    printf("%s%s%s  %.*s\n", color ? codes[k] : "", words[k], color ? "\033[0m" : "", (int)what, line + 2);
    if (more) printf("      %.*s\n", (int)nmore, more);
  }
  if (t->junit) junit_case(t->junit, *line, line + 2, what, more, nmore);
}

static void died(Test *t, const char *path, const Job *j, bool color) {
  char line[600];
  if (WIFSIGNALED(j->status)) snprintf(line, sizeof line, "F\t%.300s  dmc died", path);
  else snprintf(line, sizeof line, "F\t%.300s  dmc stopped with exit code %d", path, WEXITSTATUS(j->status));
  char *tail = line + strlen(line);
  if (WIFSIGNALED(j->status)) snprintf(tail, sizeof line - (size_t)(tail - line), "\tsignal %d", WTERMSIG(j->status));
  show(t, line, strlen(line), color);
}

static void collect(Test *t, const char *path, Job *j, bool color) {
  char *line = NULL;
  size_t cap = 0;
  ssize_t n;
  bool ended = false;
  while (waitpid(j->pid, &j->status, 0) < 0 && errno == EINTR) continue;
  rewind(j->out);
  while ((n = getline(&line, &cap, j->out)) > 0) {
    if (line[n - 1] == '\n') n--;
    if (n == 1 && *line == 'E') ended = true;
    else if (n > 2) show(t, line, (size_t)n, color);
  }
  if (!ended) died(t, path, j, color);
  free(line);
  fclose(j->out);
}

static bool start(const Test *t, const char *path, Job *j) {
  j->out = tmpfile();
  if (!j->out) return false;
  fflush(stdout);
  fflush(stderr);
  j->pid = fork();
  if (j->pid == 0) {
    one_file(t, path, j->out);
    fflush(j->out);
    _exit(0);
  }
  return j->pid > 0;
}

static bool run_all(Test *t, const Paths *files) {
  long cpus = sysconf(_SC_NPROCESSORS_ONLN);
  size_t jobs = t->opt.jobs ? t->opt.jobs : cpus > 0 ? (size_t)cpus : 1, started = 0;
  Job *job = ARENA_ARRAY(t->opt.arena, Job, files->count + 1);
  bool color = opt_color(&t->opt, 1);
  for (size_t i = 0; i < files->count; i++) {
    for (; started < files->count && started < i + jobs && !ex_interrupted; started++)
      if (!start(t, files->at[started], &job[started])) {
        fprintf(stderr, "dmc: cannot start a test: %s\n", strerror(errno));
        return false;
      }
    if (i >= started) return false;
    collect(t, files->at[i], &job[i], color);
    fflush(stdout);
  }
  return true;
}

/* Files of the command line, directories walked. An exit code. */
static int find_files(Test *t, Paths *files) {
  if (t->opt.nfiles == 0) return cmd_usage("which files? `dmc test DIR|FILE...`");
  for (size_t i = 0; i < t->opt.nfiles; i++) {
    const char *path = t->opt.files[i];
    if (is_directory(path)) walk(t->opt.arena, path, files, 0);
    else if (access(path, R_OK) == 0) VEC_PUSH(t->opt.arena, files, path);
    else {
      fprintf(stderr, "dmc: %s: %s\n", path, strerror(errno));
      return EXIT_NOFILE;
    }
  }
  return 0;
}

/* The options that each check gets: all but those of dmc test itself and the files. */
static void pass_on(Test *t, int argc, char *const *argv) {
  char **out = ARENA_ARRAY(t->opt.arena, char *, (size_t)argc + 1);
  for (int i = 0; i < argc; i++) {
    bool value = strcmp(argv[i], "--jobs") == 0 || strcmp(argv[i], "--junit") == 0;
    bool own = value || strncmp(argv[i], "--jobs=", 7) == 0 || strncmp(argv[i], "--junit=", 8) == 0 || strcmp(argv[i], "--") == 0;
    for (size_t k = 0; k < t->opt.nfiles; k++) own |= argv[i] == t->opt.files[k];
    if (!own) out[t->argc++] = argv[i];
    if (value) i++;
  }
  t->argv = out;
}

static int test(Test *t, int argc, char *const *argv) {
  Paths files = { 0 };
  int code = find_files(t, &files);
  if (code) return code;
  pass_on(t, argc, argv);
  if (t->opt.junit && !(t->junit = fopen(t->opt.junit, "w"))) {
    fprintf(stderr, "dmc: %s: %s\n", t->opt.junit, strerror(errno));
    return EXIT_NOFILE;
  }
  if (t->junit) junit_begin(t->junit);
  bool finished = run_all(t, &files);
  if (t->junit && !junit_end(t->junit)) {
    fprintf(stderr, "dmc: %s: cannot be written\n", t->opt.junit);
    finished = false;
  }
  if (t->skipped) printf("%zu skipped\n", t->skipped);
  printf("%zu passed, %zu failed\n", t->passed, t->failed);
  if (!finished) return ex_interrupted ? 20 : EXIT_INTERNAL;
  return t->failed ? 1 : 0;
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
