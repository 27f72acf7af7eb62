/* explore/algo/sample.c -- random runs: --sample n, and with --pct d probabilistic concurrency testing.
 * Burckhardt, Kothari, Musuvathi, Nagarakatte, "A Randomized Scheduler with Probabilistic Guarantees of Finding Bugs",
 * ASPLOS 2010. Uniform: a thread among the enabled ones, then one of its choices. PCT: threads have random distinct
 * priorities, the highest enabled one runs, and at d-1 random steps the running thread falls below all others.
 * Differs from the paper: the number of steps k is the longest run so far. */
#include "explore/run.h"

extern const ExAlgo ex_sample;

#define MAX_CHANGES 32
#define CRASH_ODDS 16                        /* one step in so many is a crash, where one is possible */

typedef struct {
  uint64_t random, done;
  uint64_t priority[VM_MAX_THREADS + 1], lowest;
  uint64_t change[MAX_CHANGES];
} Sample;

/* splitmix64 */
static uint64_t draw(Sample *s) {
  uint64_t z = s->random += 0x9e3779b97f4a7c15u;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
  z = (z ^ z >> 27) * 0x94d049bb133111ebu;
  return z ^ z >> 31;
}

static uint64_t below(Sample *s, uint64_t n) { return n ? draw(s) % n : 0; }

static void start_run(ExRun *run, Sample *s) {
  uint64_t steps = run->result->stats.depth ? run->result->stats.depth : 32;
  for (int t = 0; t <= VM_MAX_THREADS; t++) s->priority[t] = draw(s) | (uint64_t)1 << 63;
  for (uint32_t i = 0; i + 1 < run->limits->pct && i < MAX_CHANGES; i++) s->change[i] = below(s, steps);
  s->lowest = (uint64_t)1 << 62;
}

static bool open(ExRun *run) {
  Sample *s = run->self = mem_alloc(run->mem, sizeof *s);
  if (!s) return false;
  s->random = run->limits->seed;
  start_run(run, s);
  return true;
}

static VmTid pick_uniform(ExRun *run, Sample *s, const VmAction *a, size_t n) {
  size_t threads = 0;
  for (size_t i = 0; i < n; i++) threads += i == 0 || a[i].tid != a[i - 1].tid;
  size_t k = below(s, threads);
  for (size_t i = 0; i < n; i++)
    if ((i == 0 || a[i].tid != a[i - 1].tid) && k-- == 0) return a[i].tid;
  (void)run;
  return a[0].tid;
}

static VmTid pick_pct(ExRun *run, Sample *s, const VmAction *a, size_t n) {
  VmTid best = a[0].tid;
  for (size_t i = 1; i < n; i++)
    if (s->priority[a[i].tid] > s->priority[best]) best = a[i].tid;
  for (uint32_t i = 0; i + 1 < run->limits->pct && i < MAX_CHANGES; i++)
    if (s->change[i] == run->depth) s->priority[best] = --s->lowest;
  return best;
}

static VmAction pick(ExRun *run, Sample *s, const VmAction *a, size_t n) {
  VmTid tid = run->limits->pct ? pick_pct(run, s, a, n) : pick_uniform(run, s, a, n);
  size_t first = 0, count = 0;
  while (a[first].tid != tid) first++;
  while (first + count < n && a[first + count].tid == tid) count++;
  VmAction last = a[first + count - 1];
  if (last.choice == VM_CRASH && count > 1) {
    if (below(s, CRASH_ODDS) == 0) return last;
    count--;
  }
  return a[first + below(s, count)];
}

static ExMove next(ExRun *run) {
  Sample *s = run->self;
  const VmAction *a = run->enabled;
  size_t n = run->nenabled, crashes;
  bool over = run->cut || n == 0 || (run->end != END_NONE && draw(s) & 1);
  if (over && ++s->done >= run->limits->samples) {
    ex_prune(run, "sample");
    return ex_done();
  }
  if (over) {
    start_run(run, s);
    run->end = END_NONE;
    run->cut = false;
    run->nenabled = 1;                       /* not over; looked at again below */
    if (run->depth) return ex_back(0);
  }
  if (run->depth == 0) n = vm_actions(run->vm, &a, &crashes);
  if (n == SIZE_MAX) {
    ex_stop(run, "memory");
    return ex_done();
  }
  if (n == 0) {                              /* nothing can ever run */
    ex_prune(run, "sample");
    return ex_done();
  }
  return ex_step(pick(run, s, a, n));
}

static bool took(ExRun *run, const VmEvent *ev) {
  (void)run, (void)ev;
  return true;
}

static void close(ExRun *run) { mem_free(run->mem, run->self, sizeof(Sample)); }

static void look(const ExRun *run, ExStats *s) {
  s->done = (double)((const Sample *)run->self)->done / (double)run->limits->samples;
}

const ExAlgo ex_sample = {
  .name = "sample",
  .promises = EX_DEPTH,
  .open = open, .next = next, .took = took, .close = close, .look = look,
};
