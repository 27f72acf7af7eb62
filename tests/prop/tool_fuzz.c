/* tests/prop/tool_fuzz.c -- new programs for a while: tool_fuzz SECONDS [SEED]
 * Compares the reductions and the stateful searches with the judge (compare.h) on one seed after the other; every fourth
 * program has loops that may not end, or more threads, and is for stateful searches only. A program on which one is wrong
 * is shrunk while the same thing stays wrong with the same algorithm, and written to fuzz-found-SEED-ALGO.d. Each
 * comparison runs in a process of its own, so a search that crashes or hangs is a failure like the others.
 * DMC_PROP_ALGO, DMC_PROP_LETTERS: as in prop_classes. Last line: N programs, N failures. Exit 1: there were failures. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include "tests/prop/compare.h"
#include "tests/prop/gen.h"
#include "tests/prop/gen_loops.h"
#include "tests/prop/gen_wide.h"

enum { MAX_LINES = 400, MAX_TRIES = 3000, PATIENCE = 20 /* seconds for one comparison */ };
static const uint64_t max_steps = 60000;

/* What came out of one comparison. ALGO: number of the algorithm, COMPARE_ALGOS for the judge. */
typedef struct { uint32_t wrong, algo; bool skipped; } Verdict;

static uint32_t algo_number(const char *name) {
  for (uint32_t i = 0; name && i < COMPARE_ALGOS; i++) if (strcmp(name, compare_algos[i]) == 0) return i;
  return COMPARE_ALGOS;
}

static const char *algo_name(uint32_t i) { return i < COMPARE_ALGOS ? compare_algos[i] : "judge"; }

/* --- one comparison, in a child --- */

static void put(int fd, const void *p, size_t n) {
  for (const char *at = p; n;) {
    ssize_t k = write(fd, at, n);
    if (k <= 0) return;
    at += k;
    n -= (size_t)k;
  }
}

static _Noreturn void child(int fd, const char *text, const CompareOptions *opt) {
  Comparison c;
  alarm(PATIENCE);
  if (!freopen("/dev/null", "w", stderr)) _exit(1);
  compare_text(text, opt, &c);
  Verdict v;
  memset(&v, 0, sizeof v);
  v.wrong = c.wrong;
  v.algo = algo_number(c.algo);
  v.skipped = c.skipped;
  put(fd, &v, sizeof v);
  put(fd, c.why.at ? c.why.at : "", c.why.len);
  _exit(0);
}

static void collect(int fd, Text *out) {
  char buf[4096];
  for (ssize_t n; (n = read(fd, buf, sizeof buf)) > 0;) text_bytes(out, buf, (size_t)n);
}

/* WHY may be NULL. */
static Verdict compare_apart(const char *text, const CompareOptions *opt, Text *why) {
  int fd[2], status;
  Verdict v = { .wrong = WRONG_DIED, .algo = algo_number(opt->only) };
  Text got = { 0 };
  CHECK(pipe(fd) == 0);
  pid_t pid = fork();
  CHECK(pid >= 0);
  if (pid == 0) child(fd[1], text, opt);
  close(fd[1]);
  collect(fd[0], &got);
  close(fd[0]);
  CHECK(waitpid(pid, &status, 0) == pid);
  if (got.len >= sizeof v && WIFEXITED(status)) {
    memcpy(&v, got.at, sizeof v);
    if (why) text_bytes(why, got.at + sizeof v, got.len - sizeof v);
  } else if (why) {
    text_add(why, "%s\n", WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM ? "hangs" : "crashes");
  }
  text_free(&got);
  return v;
}

/* Whose death was it? */
static Verdict examine(const char *text, const CompareOptions *opt, Text *why) {
  Verdict v = compare_apart(text, opt, why);
  for (unsigned i = 0; v.wrong == WRONG_DIED && !opt->only && i < COMPARE_ALGOS; i++) {
    CompareOptions one = *opt;
    one.only = compare_algos[i];
    if (!compare_wanted(i, opt)) continue;
    Verdict alone = compare_apart(text, &one, NULL);
    if (alone.wrong == WRONG_DIED) return alone;
  }
  return v;
}

/* --- shrinking: lines, blocks, and parts of lines between semicolons --- */

typedef struct { const char *at; size_t len; } Line;
typedef struct { Line line[MAX_LINES]; unsigned n; } Lines;

typedef struct {
  CompareOptions opt;
  Verdict want;
  Text best;
  unsigned tries;
} Shrink;

static void split(const char *text, Lines *l) {
  l->n = 0;
  while (*text && l->n < MAX_LINES) {
    size_t len = strcspn(text, "\n");
    l->line[l->n++] = (Line){ text, len };
    text += len + (text[len] == '\n');
  }
}

static unsigned indent(const Line *l) {
  unsigned n = 0;
  while (n < l->len && l->at[n] == ' ') n++;
  return n;
}

/* The line that closes the block opened by line I; I when it opens none. */
static unsigned closing(const Lines *l, unsigned i) {
  if (!l->line[i].len || l->line[i].at[l->line[i].len - 1] != '{') return i;
  for (unsigned k = i + 1; k < l->n; k++)
    if (indent(&l->line[k]) == indent(&l->line[i]) && l->line[k].len > indent(&l->line[k]) && l->line[k].at[indent(&l->line[k])] == '}') return k;
  return i;
}

static bool still_wrong(Shrink *s, const char *text) {
  if (++s->tries > MAX_TRIES) return false;
  Verdict v = compare_apart(text, &s->opt, NULL);
  return v.wrong == s->want.wrong && v.algo == s->want.algo;
}

/* Takes over CANDIDATE when it fails in the same way. */
static bool accept(Shrink *s, Text *candidate) {
  bool yes = candidate->len < s->best.len && still_wrong(s, candidate->at);
  if (yes) {
    text_free(&s->best);
    s->best = *candidate;
  } else {
    text_free(candidate);
  }
  return yes;
}

/* Without lines FIRST..LAST; HEAD_ONLY: only those two lines. */
static bool without(Shrink *s, const Lines *l, unsigned first, unsigned last, bool head_only) {
  Text t = { 0 };
  for (unsigned i = 0; i < l->n; i++) {
    bool gone = head_only ? i == first || i == last : i >= first && i <= last;
    if (!gone) text_add(&t, "%.*s\n", (int)l->line[i].len, l->line[i].at);
  }
  if (!t.at) return false;
  return accept(s, &t);
}

/* Without the K-th part of line I; parts end at "; ". */
static bool without_part(Shrink *s, const Lines *l, unsigned i, unsigned k) {
  const char *end = l->line[i].at + l->line[i].len, *from = l->line[i].at + indent(&l->line[i]);
  for (; k && from; k--) {
    const char *semi = strstr(from, "; ");
    from = semi && semi < end ? semi + 2 : NULL;
  }
  if (!from) return false;
  const char *semi = strstr(from, "; "), *inner = strstr(from, "{ ");
  if (inner && inner < (semi && semi < end ? semi : end)) from = inner + 2;
  const char *to = semi && semi < end ? semi + 2 : end;
  Text t = { 0 };
  text_bytes(&t, s->best.at, (size_t)(from - s->best.at));
  text_add(&t, "%s", to);
  return accept(s, &t);
}

static bool shrink_line(Shrink *s, const Lines *l, unsigned i) {
  unsigned end = closing(l, i);
  if (without(s, l, i, end, false)) return true;
  if (end != i && without(s, l, i, end, true)) return true;
  for (unsigned k = 0; k < 8; k++)
    if (without_part(s, l, i, k)) return true;
  return false;
}

/* One pass from the top; true: something went away. */
static bool shrink_pass(Shrink *s) {
  bool any = false;
  for (unsigned i = 0;;) {
    static Lines l;
    split(s->best.at, &l);
    if (i >= l.n || s->tries > MAX_TRIES) return any;
    if (shrink_line(s, &l, i)) any = true;         /* another line is now the I-th */
    else i++;
  }
}

static void write_found(uint64_t seed, const Shrink *s, const char *why) {
  char path[100];
  snprintf(path, sizeof path, "fuzz-found-%llu-%s.d", (unsigned long long)seed, algo_name(s->want.algo));
  FILE *f = fopen(path, "w");
  CHECK(f);
  fprintf(f, "// %s: %s (tool_fuzz, seed %llu)\n", algo_name(s->want.algo), compare_wrong[s->want.wrong], (unsigned long long)seed);
  for (const char *p = why; *p; p += strcspn(p, "\n") + (p[strcspn(p, "\n")] == '\n')) fprintf(f, "//   %.*s\n", (int)strcspn(p, "\n"), p);
  fputs(s->best.at, f);
  fclose(f);
  printf("seed %llu: %s: %s, see %s\n", (unsigned long long)seed, algo_name(s->want.algo), compare_wrong[s->want.wrong], path);
  fflush(stdout);
}

static void shrink(uint64_t seed, const char *text, const CompareOptions *opt, Verdict v) {
  Shrink s = { *opt, v, { 0 }, 0 };
  Text why = { 0 };
  if (v.algo < COMPARE_ALGOS) s.opt.only = compare_algos[v.algo];
  s.opt.reversed = v.wrong == WRONG_ORDER;
  s.opt.workers = v.wrong == WRONG_WORKERS || v.wrong == WRONG_DIED;
  text_add(&s.best, "%s", text);
  while (shrink_pass(&s)) {}
  compare_apart(s.best.at, &s.opt, &why);
  write_found(seed, &s, why.at ? why.at : "");
  text_free(&s.best);
  text_free(&why);
}

/* --- seeds --- */

static bool asks_for_stateful(const CompareOptions *opt) {
  for (unsigned i = COMPARE_STATEFUL; i < COMPARE_ALGOS; i++) if (compare_wanted(i, opt)) return true;
  return false;
}

static bool failed(uint64_t seed, CompareOptions *opt) {
  Text t = { 0 };
  char used[32];
  const char *letters = getenv("DMC_PROP_LETTERS");
  opt->seed = seed;
  opt->only_stateful = seed % 4 == 3 && !letters && asks_for_stateful(opt);
  if (opt->only_stateful) (seed % 8 == 3 ? gen_wide : gen_loops)(seed, &t, used);
  else gen_larger(seed, letters ? letters : gen_focus(seed), gen_size(seed), &t, NULL);
  Verdict v = examine(t.at, opt, NULL);
  if (v.wrong) shrink(seed, t.at, opt, v);
  text_free(&t);
  return v.wrong != WRONG_NOTHING;
}

int main(int argc, char **argv) {
  CompareOptions opt = { .max_steps = max_steps, .only = getenv("DMC_PROP_ALGO"), .reversed = true, .workers = true, .stateful = true };
  double seconds = argc > 1 ? strtod(argv[1], NULL) : 0;
  if (argc < 2 || argc > 3 || seconds <= 0) {
    fprintf(stderr, "usage: tool_fuzz SECONDS [SEED]\n");
    return 64;
  }
  uint64_t seed = argc == 3 ? strtoull(argv[2], NULL, 10) : (uint64_t)time(NULL) * 1000, programs = 0, failures = 0;
  for (double end = ex_now() + seconds; ex_now() < end; seed++, programs++) failures += failed(seed, &opt);
  printf("%llu programs, %llu failures\n", (unsigned long long)programs, (unsigned long long)failures);
  return failures ? 1 : 0;
}
