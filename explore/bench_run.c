/* explore/bench_run.c -- the cells of a bench, each searched by a child that sends its result over a pipe: a crash, or a search
 * that eats all memory, costs one cell. A child that does not stop by itself is ended. */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include "explore/bench.h"
#include "explore/check.h"

#define GRACE 5.0                /* seconds beyond the cap after which a child is ended */

typedef struct { BenchCell *cell; pid_t pid; int fd; double started; size_t got; } Child;

/* --- the child --- */

static void refuse(BenchResult *r, const char *why) {
  r->state = CELL_REFUSED;
  snprintf(r->why, sizeof r->why, "%s", why);
}

static void judge(const Check *c, BenchResult *r) {
  const ExStats *s = &c->result.stats;
  const char *limit = c->result.limit ? c->result.limit : "stopped";
  r->state = c->exit == 20 && strcmp(limit, "time") == 0 ? CELL_TIMEOUT : strcmp(limit, "interrupted") == 0 ? CELL_INTERRUPTED : CELL_DONE;
  r->executions = s->executions, r->blocked = s->blocked, r->redundant = s->redundant, r->states = s->states;
  r->seconds = s->seconds;
  r->bytes = s->bytes;
  if (c->kind) snprintf(r->verdict, sizeof r->verdict, "FAIL(%s)", c->kind);
  else if (c->exit == 0) snprintf(r->verdict, sizeof r->verdict, "ok");
  else snprintf(r->verdict, sizeof r->verdict, "incomplete(%s)", limit);
  if (c->exit == 20 && r->state == CELL_DONE && c->result.limit_help) snprintf(r->why, sizeof r->why, "%s", c->result.limit_help);
}

static const char *first_error(const Check *c, Arena *a) {
  const Diags *d = &c->model.diags;
  for (size_t i = 0; i < d->count; i++) {
    if (d->items[i].severity != DIAG_ERROR) continue;
    Place at = src_place(&c->model.sources, d->items[i].span);
    return arena_printf(a, "does not compile: %u:%u %s", at.line, at.col, d->items[i].message);
  }
  return "does not compile";
}

static void search(const Bench *b, const BenchCell *cell, BenchResult *r) {
  Check c;
  int n = b->argc;
  /* argv entries are never written to; main's type has no const. */
  union { const char *in; char *out; } word;
  char **argv = ARENA_ARRAY(b->arena, char *, (size_t)b->argc + 2 * b->nsweeps + 4);
  if (n) memcpy(argv, b->argv, (size_t)n * sizeof *argv);
  for (size_t i = 0; i < b->nsweeps; i++) argv[n++] = arena_printf(b->arena, "-D%s=%s", b->sweeps[i].name, cell->values[i]);
  argv[n++] = arena_printf(b->arena, "--time=%.3f", b->cap);
  argv[n++] = arena_printf(b->arena, "--algo");
  word.in = cell->algo;
  argv[n++] = word.out;
  ModelStatus s = check_open(&c, b->path, CMD_CHECK, n, argv);
  if (s == MODEL_OK) s = check_search(&c);
  if (s == MODEL_OK) judge(&c, r);
  else if (s == MODEL_USAGE) refuse(r, c.opt.error);
  else refuse(r, s == MODEL_WRONG ? first_error(&c, b->arena) : "the file cannot be read");
  check_close(&c);
}

/* A pipe takes the whole result at once or in pieces; the parent counts. */
static void send(int fd, const BenchResult *r) {
  const char *at = (const char *)r;
  for (size_t left = sizeof *r; left;) {
    ssize_t n = write(fd, at, left);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return;
    at += n;
    left -= (size_t)n;
  }
}

/* --- the parent --- */

static bool start(const Bench *b, Child *child, BenchCell *cell) {
  int fd[2];
  if (pipe(fd) != 0) return false;
  fflush(stdout);
  fflush(stderr);
  *child = (Child){ .cell = cell, .fd = fd[0], .started = ex_now(), .pid = fork() };
  if (child->pid == 0) {
    BenchResult r;
    memset(&r, 0, sizeof r);
    close(fd[0]);
    search(b, cell, &r);
    send(fd[1], &r);
    _exit(0);
  }
  close(fd[1]);
  if (child->pid < 0) close(fd[0]);
  else cell->result.state = CELL_RUNS;
  return child->pid > 0;
}

/* Out of the list of those that run; what it said counts when it said all. */
static void finish(Child *child) {
  int status = 0;
  BenchResult *r = &child->cell->result;
  close(child->fd);
  while (waitpid(child->pid, &status, 0) < 0 && errno == EINTR) continue;
  if (child->got == sizeof *r) return;
  memset(r, 0, sizeof *r);
  r->state = ex_interrupted ? CELL_INTERRUPTED : CELL_DIED;
  if (WIFSIGNALED(status)) snprintf(r->why, sizeof r->why, "dmc died: %s", strsignal(WTERMSIG(status)));
  else snprintf(r->why, sizeof r->why, "dmc stopped with exit code %d", WEXITSTATUS(status));
}

/* True: the child has ended. */
static bool listen(Child *child) {
  BenchResult *r = &child->cell->result;
  ssize_t n = read(child->fd, (char *)r + child->got, sizeof *r - child->got);
  if (n < 0 && errno == EINTR) return false;
  if (n > 0) child->got += (size_t)n;
  if (n > 0 && child->got < sizeof *r) return false;
  finish(child);
  return true;
}

static bool overdue(const Bench *b, Child *child) {
  if (ex_now() - child->started < b->cap + GRACE) return false;
  kill(child->pid, SIGKILL);
  child->got = 0;
  finish(child);
  memset(&child->cell->result, 0, sizeof child->cell->result);
  child->cell->result.state = CELL_TIMEOUT;
  return true;
}

/* May C start? A series that has ended takes its later cells with it. */
static bool ready(BenchCell *c) {
  if (c->result.state != CELL_WAITS) return false;
  if (!c->before || c->before->result.state == CELL_DONE) return true;
  CellState s = c->before->result.state;
  if (s != CELL_WAITS && s != CELL_RUNS) c->result.state = CELL_SKIPPED;
  return false;
}

static void start_some(Bench *b, Child *child, size_t *running) {
  for (size_t i = 0; i < b->ncells && *running < b->jobs && !ex_interrupted; i++) {
    if (!ready(&b->cells[i])) continue;
    if (start(b, &child[*running], &b->cells[i])) (*running)++;
    else refuse(&b->cells[i].result, arena_printf(b->arena, "cannot start: %s", strerror(errno)));
  }
}

static void wait_for_some(struct pollfd *fds, const Child *child, size_t running) {
  for (size_t i = 0; i < running; i++) fds[i] = (struct pollfd){ .fd = child[i].fd, .events = POLLIN };
  if (poll(fds, (nfds_t)running, 500) <= 0)
    for (size_t i = 0; i < running; i++) fds[i].revents = 0;
}

void bench_run(Bench *b, void (*say)(void *ctx, const Bench *b, const BenchCell *c), void *ctx) {
  Child *child = ARENA_ARRAY(b->arena, Child, b->jobs + 1);
  struct pollfd *fds = ARENA_ARRAY(b->arena, struct pollfd, b->jobs + 1);
  size_t running = 0;
  bool told = false;
  for (start_some(b, child, &running); running; start_some(b, child, &running)) {
    wait_for_some(fds, child, running);
    for (size_t i = 0; ex_interrupted && !told && i < running; i++) kill(child[i].pid, SIGINT);
    told |= ex_interrupted != 0;
    for (size_t i = running; i-- > 0;) {
      if (!(fds[i].revents ? listen(&child[i]) : overdue(b, &child[i]))) continue;
      if (say) say(ctx, b, child[i].cell);
      child[i] = child[--running];
    }
  }
}
