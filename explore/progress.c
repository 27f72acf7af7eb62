/* explore/progress.c -- signs of life on stderr while a search runs. */
#define _DEFAULT_SOURCE                      /* TIOCGWINSZ */
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include "explore/commands.h"

#define FIRST 0.5                            /* seconds before anything is shown on a terminal */
#define EACH 0.25
#define EACH_LINE 10.0                       /* where lines cannot be rewritten */
#define USUAL_WIDTH 80
#define CLEAR "\r\033[K"

static volatile sig_atomic_t on_screen;

/* --- the line: parts in the order of what they are worth, as many as fit --- */

typedef struct { char text[400]; size_t n, room; } Line;

static void part(Line *l, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
static void part(Line *l, const char *fmt, ...) {
  char one[120];
  va_list ap;
  va_start(ap, fmt);
  vsnprintf(one, sizeof one, fmt, ap);
  va_end(ap);
  size_t n = strlen(one), gap = l->n ? 2 : 0;
  if (l->n + gap + n > l->room || l->n + gap + n >= sizeof l->text) return;
  l->n += (size_t)snprintf(l->text + l->n, sizeof l->text - l->n, "%*s%s", (int)gap, "", one);
}

/* 9999, 10.0k, 12.3M, 4e+19. */
static const char *number(double v, char *buf, size_t size) {
  static const char *const units[] = { "", "k", "M", "G", "T" };
  size_t i = 0;
  bool small = v < 9999.5, huge = v >= 1e15;
  for (; !small && !huge && v >= 999.95 && i < 4; i++) v /= 1000;
  snprintf(buf, size, small ? "%.0f" : huge ? "%.0e" : "%.1f%s", v, units[i]);
  return buf;
}

static const char *duration(double s, char *buf, size_t size) {
  static const struct { double size, most; const char *unit; } units[] = {
    { 1, 60, "s" }, { 60, 60, "min" }, { 3600, 48, "h" }, { 86400, 400, "days" }, { 31557600, 1000, "years" } };
  size_t i = 0;
  while (i < 4 && s / units[i].size >= units[i].most) i++;
  if (s / units[i].size >= units[i].most) snprintf(buf, size, "ages");
  else snprintf(buf, size, "%.0f %s", s / units[i].size, units[i].unit);
  return buf;
}

/* The lowest and highest of the last estimates. */
static void band(Progress *p, double all, double *low, double *high) {
  p->all[p->nall++ % PROGRESS_BAND] = all;
  *low = *high = all;
  for (unsigned i = 0; i < p->nall && i < PROGRESS_BAND; i++) {
    if (p->all[i] < *low) *low = p->all[i];
    if (p->all[i] > *high) *high = p->all[i];
  }
}

static void in_all(Line *l, double low, double high, double count, double seconds) {
  char a[40], b[40], c[40], d[40];
  number(low, a, sizeof a), number(high, b, sizeof b);
  duration(seconds * (low / count - 1), c, sizeof c), duration(seconds * (high / count - 1), d, sizeof d);
  if (strcmp(a, b) == 0) part(l, "about %s in all", a);
  else part(l, "about %s to %s in all", a, b);
  if (strcmp(c, d) == 0) part(l, "%s left", c);
  else part(l, "%s to %s left", c, d);
}

/* What there is in all, if the rest is like what is done. No more than a guess, so never a result: a search that still finds out what
 * there is to do shows the least that it may be, others how far their last guesses were apart. */
static void estimate(Line *l, Progress *p, const ExStats *s, double count, double seconds) {
  char all[40], left[40];
  double low, high;
  if (s->waiting) part(l, "%s waiting", number((double)s->waiting, all, sizeof all));
  if (!(s->done > 0 && s->done < 1) || count < 1) return;
  band(p, count / s->done, &low, &high);
  if (!s->grows) {
    in_all(l, low > count ? low : count, high, count, seconds);
    return;
  }
  part(l, "at least about %s in all", number(count / s->done, all, sizeof all));
  part(l, "at least about %s left", duration(seconds * (1 / s->done - 1), left, sizeof left));
}

static double rate_of(Progress *p, uint64_t count, double seconds) {
  if (seconds <= p->before || count < p->count) return p->rate;
  double now = (double)(count - p->count) / (seconds - p->before);
  p->rate = p->before > 0 ? 0.7 * p->rate + 0.3 * now : now;
  p->before = seconds;
  p->count = count;
  return p->rate;
}

static void fill(Line *l, Progress *p, const ExRun *run, double seconds) {
  ExStats s = run->result->stats;
  bool stateful = run->algo->promises & EX_STATEFUL;
  uint64_t count = stateful ? s.states : s.executions + s.blocked;
  double rate = rate_of(p, count, seconds);
  char some[40], fast[40];
  if (run->algo->look && run->limits->jobs < 2) run->algo->look(run, &s);
  part(l, "%s", duration(seconds, some, sizeof some));
  part(l, "%s %s (%s a second)", number((double)count, some, sizeof some), stateful ? "states" : "runs", number(rate, fast, sizeof fast));
  estimate(l, p, &s, (double)count, seconds);
  part(l, "depth %llu", (unsigned long long)(run->base + run->depth));
  part(l, "%.1f MB", (double)run->mem->used / 1048576.);
  if (s.open > 1) part(l, "%s open tasks", number((double)s.open, some, sizeof some));
}

/* --- showing it --- */

/* One column stays free: a line that fills the terminal may wrap. */
static size_t room(const Progress *p) {
  struct winsize w;
  if (!p->tty) return sizeof ((Line *)0)->text - 1;
  return ioctl(2, TIOCGWINSZ, &w) == 0 && w.ws_col > 1 ? w.ws_col - 1u : USUAL_WIDTH - 1;
}

static void begin(Progress *p, const ExRun *run) {
  p->algo = run->algo;
  p->before = p->rate = 0;
  p->count = p->nall = 0;
  p->next = p->tty ? p->shown ? 0 : FIRST : EACH_LINE;
}

static void show(void *ctx, const ExRun *run) {
  Progress *p = ctx;
  double seconds = ex_now() - run->started;
  if (p->algo != run->algo) begin(p, run);
  if (seconds < p->next) return;
  p->next = seconds + (p->tty ? EACH : EACH_LINE);
  Line l = { .room = room(p) };
  fill(&l, p, run, seconds);
  on_screen = p->shown = p->tty;
  fprintf(stderr, p->tty ? CLEAR "%s" : "%s\n", l.text);
  fflush(stderr);
}

/* A terminal that knows no escape sequences gets lines. */
static bool rewrites(void) {
  const char *term = getenv("TERM");
  return isatty(2) && term && *term && strcmp(term, "dumb") != 0;
}

void progress_init(Progress *p, ExLimits *l, bool quiet) {
  *p = (Progress){ .tty = rewrites() };
  if (quiet) return;
  l->progress = show;
  l->progress_ctx = p;
}

void progress_end(Progress *p) {
  if (p->shown) fputs(CLEAR, stderr), fflush(stderr);
  on_screen = p->shown = false;
}

void progress_abandon(void) {
  if (on_screen && write(2, CLEAR, sizeof CLEAR - 1) < 0) on_screen = 0;
}
