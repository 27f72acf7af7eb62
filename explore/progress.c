/* explore/progress.c -- signs of life on stderr; nothing in the first second. */
#include <stdio.h>
#include <unistd.h>
#include "explore/commands.h"

/* How many executions there will be, if the rest is like what is done: a share of DONE of the search took so many. It is low
 * while a search still finds more to do, and says nothing before some of it is done. */
static void estimate(const ExStats *s) {
  if (s->open) fprintf(stderr, ", %llu open tasks", (unsigned long long)s->open);
  if (s->done > 0 && s->done < 1 && s->executions) fprintf(stderr, ", at least about %.2g executions in all", (double)s->executions / s->done);
}

static void line(const ExRun *run, double seconds) {
  const ExStats *s = &run->result->stats;
  fprintf(stderr, "%.0f s: %llu executions, %llu states, %llu steps, depth %llu, %.1f MB", seconds,
          (unsigned long long)s->executions, (unsigned long long)s->states, (unsigned long long)s->steps,
          (unsigned long long)(run->base + run->depth), (double)run->mem->used / 1048576.);
  estimate(s);
}

static void show(void *ctx, const ExRun *run) {
  Progress *p = ctx;
  double seconds = ex_now() - run->started;
  if (seconds < p->next) return;
  p->next = seconds + (p->tty ? 1 : 10);
  if (p->tty) fputs("\r\033[K", stderr);
  line(run, seconds);
  if (!p->tty) fputc('\n', stderr);
  fflush(stderr);
  p->shown = true;
}

void progress_init(Progress *p, ExLimits *l, bool quiet) {
  *p = (Progress){ .tty = isatty(2) };
  p->next = p->tty ? 1 : 10;
  if (quiet) return;
  l->progress = show;
  l->progress_ctx = p;
}

void progress_end(Progress *p) {
  if (p->tty && p->shown) fputs("\r\033[K", stderr);
}
