/* tests/unit/explore/test_progress.c -- the line of progress on a terminal (a pseudo-terminal here) and elsewhere, and what the
 * searches guess about their size. */
#define _XOPEN_SOURCE 700
#define _DEFAULT_SOURCE
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>
#include "explore/commands.h"
#include "tests/greatest.h"

static int saved, mine, theirs;
static char seen[20000];

/* stderr becomes a terminal of so many columns. */
static bool terminal(unsigned short columns) {
  mine = posix_openpt(O_RDWR | O_NOCTTY);
  if (mine < 0 || grantpt(mine) != 0 || unlockpt(mine) != 0) return false;
  theirs = open(ptsname(mine), O_RDWR | O_NOCTTY);
  struct winsize w = { .ws_row = 24, .ws_col = columns };
  struct termios t;
  if (theirs < 0 || ioctl(theirs, TIOCSWINSZ, &w) != 0 || tcgetattr(theirs, &t) != 0) return false;
  t.c_oflag &= ~(tcflag_t)OPOST;
  tcsetattr(theirs, TCSANOW, &t);
  fcntl(mine, F_SETFL, O_NONBLOCK);
  saved = dup(2);
  return dup2(theirs, 2) == 2;
}

/* Puts stderr back; what was written to it is in SEEN. */
static const char *collect(void) {
  size_t n = 0;
  fflush(stderr);
  for (ssize_t k; n + 1 < sizeof seen && (k = read(mine, seen + n, sizeof seen - 1 - n)) > 0;) n += (size_t)k;
  seen[n] = 0;
  dup2(saved, 2);
  close(saved), close(theirs), close(mine);
  return seen;
}

static bool to_file(void) {
  char name[] = "/tmp/test_progress.XXXXXX";
  mine = mkstemp(name);
  theirs = dup(mine);
  saved = dup(2);
  unlink(name);
  return mine >= 0 && dup2(theirs, 2) == 2;
}

static const char *collect_file(void) {
  fflush(stderr);
  lseek(mine, 0, SEEK_SET);
  return collect();
}

/* A search as the callback sees it, AGO seconds after it began. */
static Mem mem;
static ExResult result;
static ExLimits limits;
static ExAlgo algo = { .name = "some", .promises = EX_COMPLETE };
static ExRun run = { .algo = &algo, .limits = &limits, .result = &result, .mem = &mem };

static void tell(double ago, uint64_t executions, double done) {
  run.started = ex_now() - ago;
  result.stats = (ExStats){ .executions = executions, .done = done };
  run.depth = 7;
  limits.progress(limits.progress_ctx, &run);
}

TEST rewritten(void) {
  Progress p;
  ASSERT(terminal(100));
  setenv("TERM", "xterm", 1);
  progress_init(&p, &limits, false);
  tell(0.3, 10, 0);                          /* too early */
  tell(2, 20000, 0.25);
  tell(2.1, 30000, 0.25);                    /* too soon after the last one */
  tell(3, 40000, 0.5);
  progress_end(&p);
  progress_end(&p);                          /* once is enough */
  ASSERT_STR_EQ("\r\033[K2 s  20.0k runs (10.0k a second)  about 80.0k in all  6 s left  depth 7  0.0 MB"
                "\r\033[K3 s  40.0k runs (13.0k a second)  about 80.0k in all  3 s left  depth 7  0.0 MB"
                "\r\033[K", collect());
  PASS();
}

TEST fits(void) {
  for (unsigned short columns = 20; columns <= 120; columns += 10) {
    Progress p;
    ASSERT(terminal(columns));
    progress_init(&p, &limits, false);
    tell(5000, 123456789, 1e-12);
    progress_end(&p);
    const char *line = strstr(collect(), "\033[K") + 3, *end = strchr(line, '\r');
    ASSERT(end && end - line < columns);     /* the last column stays free */
    ASSERT(strncmp(line, "1 h", 3) == 0 || strncmp(line, "83 min", 6) == 0);
  }
  PASS();
}

TEST quiet(void) {
  Progress p;
  ExLimits l = { 0 };
  ASSERT(terminal(80));
  progress_init(&p, &l, true);
  ASSERT_EQ(NULL, l.progress);
  progress_end(&p);
  ASSERT_STR_EQ("", collect());
  PASS();
}

TEST abandoned(void) {
  Progress p;
  ASSERT(terminal(80));
  progress_init(&p, &limits, false);
  progress_abandon();                        /* nothing is shown yet */
  tell(2, 20, 0);
  progress_abandon();
  const char *text = collect();
  ASSERT(strlen(text) > 8 && strcmp(text + strlen(text) - 4, "\r\033[K") == 0);
  ASSERT(strncmp(text, "\r\033[K2 s", 7) == 0);
  progress_end(&p);
  PASS();
}

static const char *lines_of(const char *term) {
  Progress p;
  if (term) setenv("TERM", term, 1);
  progress_init(&p, &limits, false);
  tell(2, 200000, 0);
  tell(11, 1100000, 0);
  tell(20, 2000000, 0);
  tell(21.4, 2140000, 0);
  progress_end(&p);
  return term ? collect() : collect_file();
}

/* Where nothing can be rewritten: a line each ten seconds. */
TEST lines(void) {
  const char *want = "11 s  1.1M runs (100.0k a second)  depth 7  0.0 MB\n21 s  2.1M runs (100.0k a second)  depth 7  0.0 MB\n";
  ASSERT(to_file());
  ASSERT_STR_EQ(want, lines_of(NULL));
  ASSERT(terminal(80));
  ASSERT_STR_EQ(want, lines_of("dumb"));
  PASS();
}

/* --- guesses --- */

static double least, most;
static unsigned looks;
static void watch(void *ctx, const ExRun *r) {
  ExStats s = r->result->stats;
  (void)ctx;
  if (r->algo->look) r->algo->look(r, &s);
  if (s.done < least) least = s.done;
  if (s.done > most) most = s.done;
  looks++;
}

static bool guesses(const char *text, const char *name) {
  Model m;
  Options o;
  ExResult res;
  bool ok = model_open_text(&m, "t.d", text, strlen(text)) == MODEL_OK && model_options(&m, &o, CMD_CHECK, 0, NULL) == MODEL_OK &&
            model_compile(&m, &o) == MODEL_OK;
  least = most = looks = 0;
  o.limits.progress = watch;
  if (ok) ex_run(m.program, ex_algorithm(name)->algo, &o.limits, &m.arena, &res);
  model_close(&m);
  return ok && res.complete;
}

TEST shares(void) {
  const char *const names[] = { "naive", "dpor", "source", "optimal", "observers", "lazy", "dc" };
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    ASSERTm(names[i], guesses("int x, y\nThread(i in 1..3) A { x := x + 1; y := x }\nThread B { x := 7; await x != 0 }\n", names[i]));
    ASSERTm(names[i], looks > 5 && least >= 0 && most > 0.2 && most <= 1.0000001);
  }
  ASSERT(guesses("int x, y, z\nThread(i in 1..4) A { x := x + 1; y := x; z := y }\n", "stateful:reach"));
  ASSERT(looks > 5 && most == 0);            /* depth first: nobody knows */
  PASS();
}

SUITE(progress_suite) {
  RUN_TEST(rewritten);
  RUN_TEST(fits);
  RUN_TEST(quiet);
  RUN_TEST(abandoned);
  RUN_TEST(lines);
  RUN_TEST(shares);
}

GREATEST_MAIN_DEFS();
int main(int argc, char **argv) {
  GREATEST_MAIN_BEGIN();
  RUN_SUITE(progress_suite);
  GREATEST_MAIN_END();
}
