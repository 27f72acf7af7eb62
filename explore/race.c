/* explore/race.c -- see race.h.
 * Every event of the path has a row of clocks: row i+1 for path[i], row 0 all zero; clock[u] counts the events of thread
 * u that happen before the event or are it. Heads point to the newest row or access of a thread or location and are
 * restored from a log on the way back:
 *
 *   last[tid]            row of the thread's last event (or of the spawn that made it)
 *   release[loc]         row of the write that an atomic read of loc would read from; 0: a plain one
 *   head[loc][lane]      newest plain access, linked to older ones; a lane is a thread, or several when there are many
 *   mail[tid]            for each waiting message the row of its send                                              */
#include "explore/race.h"
#include <stdio.h>
#include <string.h>
#include "explore/sites.h"

#define MAX_LANES 16

typedef struct { uint32_t index, prev, pc; VmTid tid; uint8_t mode; } Access;
typedef enum { LOG_LAST, LOG_RELEASE, LOG_HEAD, LOG_SENT, LOG_TAKEN } LogKind;
typedef struct { uint8_t kind; VmTid tid; uint32_t at, old; } Log;
typedef struct { uint32_t logs, accesses; } Height;
typedef struct { uint32_t *at; uint32_t n, cap; } Mail;

typedef struct ExRaces {
  Sites sites;
  uint8_t *sync;                             /* per location: accesses to it synchronise */
  uint32_t stride, lanes;
  uint32_t *clock; uint32_t clock_cap;
  Height *height; uint32_t height_cap;       /* per row: logs and accesses made before it */
  uint32_t last[VM_MAX_THREADS + 1];
  uint32_t *release;
  uint32_t *head;
  Access *access; uint32_t naccess, access_cap;       /* links are 1-based, 0 is none */
  Log *log; uint32_t nlog, log_cap;
  Mail mail[VM_MAX_THREADS + 1];
  VmAcc *peeked; uint32_t npeeked, peeked_cap;
} ExRaces;

/* --- memory --- */

/* Grows *ARRAY to hold NEED entries. On a refusal the search stops and nothing changes. */
static bool grow(ExRun *run, void **array, uint32_t *cap, uint32_t need, size_t size) {
  if (need <= *cap) return true;
  uint32_t n = need * 2 + 64;
  void *p = mem_realloc(run->mem, *array, *cap * size, n * size);
  if (!p) {
    ex_stop(run, "memory");
    return false;
  }
  *array = p;
  *cap = n;
  return true;
}
#define DEFINE_GROW(array, cap)                                                       \
  static bool grow_##array(ExRun *run, uint32_t need) {                               \
    ExRaces *r = run->races;                                                          \
    void *p = r->array;                                                               \
    bool ok = grow(run, &p, &r->cap, need, sizeof *r->array);                         \
    r->array = p;                                                                     \
    return ok;                                                                        \
  }
DEFINE_GROW(clock, clock_cap)
DEFINE_GROW(height, height_cap)
DEFINE_GROW(access, access_cap)
DEFINE_GROW(log, log_cap)
DEFINE_GROW(peeked, peeked_cap)

static bool grow_mail(ExRun *run, Mail *m) {
  void *p = m->at;
  bool ok = grow(run, &p, &m->cap, m->n + 1, sizeof *m->at);
  m->at = p;
  return ok;
}

static void mark_sync(ExRaces *r, const ExRun *run) {
  const BcProgram *p = run->program;
  for (uint32_t i = 0; i < p->nlocs; i++) r->sync[i] = p->leaf_var[i] && sites_sync(p->leaf_var[i], run->limits);
}

static bool open_tables(ExRun *run, ExRaces *r) {
  const BcProgram *p = run->program;
  r->stride = p->has_spawn ? VM_MAX_THREADS + 1 : p->nstatic + 1;
  r->lanes = r->stride < MAX_LANES ? r->stride : MAX_LANES;
  r->sync = mem_alloc(run->mem, p->nlocs + 1);
  r->release = mem_alloc(run->mem, (p->nlocs + 1) * sizeof *r->release);
  r->head = mem_alloc(run->mem, (size_t)(p->nlocs + 1) * r->lanes * sizeof *r->head);
  if (!r->sync || !r->release || !r->head || !grow_clock(run, r->stride)) return false;
  memset(r->clock, 0, r->stride * sizeof *r->clock);
  mark_sync(r, run);
  return true;
}

bool race_open(ExRun *run) {
  if (run->limits->races == LEVEL_OFF || run->algo->promises & EX_REDUCED) return true;
  run->races_pending = run->algo->promises & EX_STATEFUL;
  ExRaces *r = run->races = mem_alloc(run->mem, sizeof *r);
  if (!r || !sites_init(&r->sites, run->program, run->limits, run->mem)) return false;
  if (r->sites.nopen && (run->races_pending || open_tables(run, r))) return true;
  bool ok = r->sites.nopen == 0;
  race_close(run);
  return ok;
}

void race_close(ExRun *run) {
  ExRaces *r = run->races;
  if (!r) return;
  size_t nlocs = run->program->nlocs + 1;
  sites_deinit(&r->sites, run->mem);
  mem_free(run->mem, r->sync, nlocs);
  mem_free(run->mem, r->release, nlocs * sizeof *r->release);
  mem_free(run->mem, r->head, nlocs * r->lanes * sizeof *r->head);
  mem_free(run->mem, r->clock, r->clock_cap * sizeof *r->clock);
  mem_free(run->mem, r->height, r->height_cap * sizeof *r->height);
  mem_free(run->mem, r->access, r->access_cap * sizeof *r->access);
  mem_free(run->mem, r->log, r->log_cap * sizeof *r->log);
  mem_free(run->mem, r->peeked, r->peeked_cap * sizeof *r->peeked);
  for (int t = 0; t <= VM_MAX_THREADS; t++) mem_free(run->mem, r->mail[t].at, r->mail[t].cap * sizeof *r->mail[t].at);
  mem_free(run->mem, r, sizeof *r);
  run->races = NULL;
}

/* --- reporting --- */

static const char *access_word(uint32_t mode) { return mode & ACC_W ? "write" : "read"; }

/* One order for the two accesses of a race, whoever was met first. */
static bool goes_first(const BcProgram *p, Access x, Access y) {
  Span a = p->spans[x.pc], b = p->spans[y.pc];
  if (a.file != b.file) return a.file < b.file;
  return a.start != b.start ? a.start < b.start : x.tid < y.tid;
}

static void report(ExRun *run, uint32_t loc, Access x, Access y, const VmAction *extra, size_t nextra) {
  const BcProgram *p = run->program;
  const BcVar *v = p->leaf_var[loc];
  if (goes_first(p, y, x)) {
    Access swap = x;
    x = y;
    y = swap;
  }
  char text[400], a[80], b[80];
  Place at = src_place(p->sources, p->spans[x.pc]), with = src_place(p->sources, p->spans[y.pc]);
  vm_thread_name(run->vm, x.tid, a, sizeof a);
  vm_thread_name(run->vm, y.tid, b, sizeof b);
  snprintf(text, sizeof text, "%s: %s by %s at %u:%u, %s by %s at %u:%u", v->name, access_word(x.mode), a, at.line, at.col,
           access_word(y.mode), b, with.line, with.col);
  ex_find(run, &run->result->races,
          &(ExFinding){ .what = FIND_RACE, .name = v->name, .text = text, .pc = x.pc, .pc2 = y.pc, .span = p->spans[x.pc],
                        .span2 = p->spans[y.pc], .tid = x.tid, .tid2 = y.tid }, extra, nextra);
  int32_t s = run->races->sites.of_pc[x.pc], t = run->races->sites.of_pc[y.pc];
  if (s >= 0 && t >= 0) sites_found(&run->races->sites, (uint32_t)s, (uint32_t)t);
}

/* --- on a path --- */

static uint32_t *row_of(const ExRaces *r, uint32_t row) { return r->clock + (size_t)row * r->stride; }

static void join(ExRaces *r, uint32_t *clock, uint32_t row) {
  const uint32_t *other = row_of(r, row);
  for (uint32_t i = 0; row && i < r->stride; i++)
    if (other[i] > clock[i]) clock[i] = other[i];
}

static void note(ExRun *run, LogKind kind, VmTid tid, uint32_t at, uint32_t old) {
  ExRaces *r = run->races;
  if (r->nlog == r->log_cap && !grow_log(run, r->nlog + 1)) return;
  r->log[r->nlog++] = (Log){ (uint8_t)kind, tid, at, old };
}

static void set(ExRun *run, LogKind kind, uint32_t *cell, uint32_t at, uint32_t value) {
  if (*cell == value) return;
  note(run, kind, 0, at, *cell);
  *cell = value;
}

static bool is_plain(const VmEvent *ev) { return ev->kind == EV_READ || ev->kind == EV_WRITE || ev->kind == EV_DATA; }

/* Does the access take part in unlock-to-lock or atomic write-to-read order? A failed trylock only looks. */
static bool acquires(const BcProgram *p, const VmEvent *ev, uint32_t loc, uint32_t mode) {
  if (p->leaf_type[loc]->kind == T_MUTEX) return mode & ACC_W && ev->kind != EV_UNLOCK;
  return mode & ACC_R;
}

static void acquire(ExRun *run, const VmEvent *ev, uint32_t *clock) {
  ExRaces *r = run->races;
  for (uint32_t i = 0; i < ev->nacc; i++) {
    uint32_t loc = ACC_OBJ(ev->acc[i]);
    if (loc >= run->program->nlocs) break;
    if (!r->release[loc] || (is_plain(ev) && !r->sync[loc])) continue;
    if (acquires(run->program, ev, loc, ACC_MODE(ev->acc[i]))) join(r, clock, r->release[loc]);
  }
  for (uint32_t i = 0; i < ev->nops; i++) {
    const VmOp *op = &ev->ops[i];
    if (op->kind == EV_JOIN) join(r, clock, r->last[op->peer]);
    if (op->kind != EV_RECEIVE || !op->copies) continue;
    Mail *m = &r->mail[ev->tid];
    if (op->pos >= m->n) continue;
    uint32_t sent = m->at[op->pos];
    join(r, clock, sent);
    note(run, LOG_TAKEN, ev->tid, op->pos, sent);
    memmove(m->at + op->pos, m->at + op->pos + 1, (m->n - op->pos - 1) * sizeof *m->at);
    m->n--;
  }
}

static void release(ExRun *run, const VmEvent *ev, uint32_t row) {
  ExRaces *r = run->races;
  for (uint32_t i = 0; i < ev->nacc; i++) {
    uint32_t loc = ACC_OBJ(ev->acc[i]);
    if (loc >= run->program->nlocs) break;
    if (!(ACC_MODE(ev->acc[i]) & ACC_W) || ev->kind == EV_LOCK || ev->kind == EV_TRYLOCK) continue;
    set(run, LOG_RELEASE, &r->release[loc], loc, is_plain(ev) && !r->sync[loc] ? 0 : row);
  }
  for (uint32_t i = 0; i < ev->nops; i++) {
    const VmOp *op = &ev->ops[i];
    if (op->kind == EV_SPAWN) set(run, LOG_LAST, &r->last[op->peer], op->peer, row);
    if (op->kind != EV_SEND) continue;
    for (unsigned c = 0; c < op->copies; c++) {
      Mail *m = &r->mail[op->peer];
      if (!grow_mail(run, m)) return;
      m->at[m->n++] = row;
      note(run, LOG_SENT, op->peer, 0, 0);
    }
  }
}

/* Pairs the access with all older ones of the lane that do not happen before it. */
static void against(ExRun *run, uint32_t loc, Access x, uint32_t older, const uint32_t *clock) {
  ExRaces *r = run->races;
  bool alone = r->lanes == r->stride;
  for (uint32_t i = older; i; i = r->access[i - 1].prev) {
    Access y = r->access[i - 1];
    if (y.tid == x.tid || y.index <= clock[y.tid]) {
      if (alone) return;
      continue;
    }
    if (!((x.mode | y.mode) & ACC_W)) continue;
    int32_t s = r->sites.of_pc[x.pc], t = r->sites.of_pc[y.pc];
    if (s < 0 || t < 0 || sites_open(&r->sites, (uint32_t)s, (uint32_t)t)) report(run, loc, x, y, NULL, 0);
  }
}

static void plain_access(ExRun *run, const VmEvent *ev, VmAcc acc, const uint32_t *clock) {
  ExRaces *r = run->races;
  uint32_t loc = ACC_OBJ(acc), lane = ev->tid % r->lanes;
  uint32_t *heads = r->head + (size_t)loc * r->lanes;
  Access x = { .index = clock[ev->tid], .prev = heads[lane], .pc = ev->pc, .tid = ev->tid, .mode = ACC_MODE(acc) };
  for (uint32_t i = 0; i < r->lanes; i++)
    if (heads[i] && !(i == lane && r->lanes == r->stride)) against(run, loc, x, heads[i], clock);
  if (r->naccess == r->access_cap && !grow_access(run, r->naccess + 1)) return;
  r->access[r->naccess++] = x;
  set(run, LOG_HEAD, &heads[lane], loc * r->lanes + lane, r->naccess);
}

/* A row for the event of TID: the clocks of its last event, and one more of its own. NULL: no memory. */
static uint32_t *new_row(ExRun *run, uint32_t row, VmTid tid) {
  ExRaces *r = run->races;
  if ((row + 1) * r->stride > r->clock_cap && !grow_clock(run, (row + 1) * r->stride)) return NULL;
  if (row >= r->height_cap && !grow_height(run, row + 1)) return NULL;
  r->height[row] = (Height){ r->nlog, r->naccess };
  uint32_t *clock = row_of(r, row);
  memcpy(clock, row_of(r, r->last[tid]), r->stride * sizeof *clock);
  clock[tid]++;
  return clock;
}

void race_took(ExRun *run, const VmEvent *did) {
  ExRaces *r = run->races;
  VmEvent mine = *did, *ev = &mine;          /* what its other choices wait for is no access */
  mine.acc = did->own, mine.nacc = did->nown, mine.nops = did->nownops;
  uint32_t row = run->depth;
  uint32_t *clock = new_row(run, row, ev->tid);
  if (!clock) return;
  if (!is_plain(ev) || ev->nops) acquire(run, ev, clock);
  for (uint32_t i = 0; is_plain(ev) && i < ev->nacc; i++) {
    uint32_t loc = ACC_OBJ(ev->acc[i]);
    if (loc >= run->program->nlocs) break;
    if (!r->sync[loc]) plain_access(run, ev, ev->acc[i], clock);
    else if (r->release[loc] && ACC_MODE(ev->acc[i]) & ACC_R) join(r, clock, r->release[loc]);
  }
  set(run, LOG_LAST, &r->last[ev->tid], ev->tid, row);
  if (ev->kind != EV_READ) release(run, ev, row);
  if (!r->sites.nopen) race_close(run);
}

static void put_back(Mail *m, uint32_t pos, uint32_t row) {
  memmove(m->at + pos + 1, m->at + pos, (m->n - pos) * sizeof *m->at);
  m->at[pos] = row;
  m->n++;
}

void race_back(ExRun *run) {
  ExRaces *r = run->races;
  Height h = r->height[run->depth + 1];
  while (r->nlog > h.logs) {
    Log l = r->log[--r->nlog];
    switch ((LogKind)l.kind) {
    case LOG_LAST: r->last[l.at] = l.old; break;
    case LOG_RELEASE: r->release[l.at] = l.old; break;
    case LOG_HEAD: r->head[l.at] = l.old; break;
    case LOG_SENT: r->mail[l.tid].n--; break;
    case LOG_TAKEN: put_back(&r->mail[l.tid], l.at, l.old); break;
    }
  }
  r->naccess = h.accesses;
}

/* --- in a state --- */

static void conflict(ExRun *run, const VmEvent *ev, VmTid first, uint32_t pc) {
  ExRaces *r = run->races;
  for (uint32_t i = 0, k = 0; i < ev->nacc && k < r->npeeked;) {
    VmAcc x = ev->acc[i], y = r->peeked[k];
    if (ACC_OBJ(x) == ACC_OBJ(y) && (x | y) & ACC_W && ACC_OBJ(x) < run->program->nlocs) {
      VmAction both[2] = { { first, 0 }, { ev->tid, 0 } };
      report(run, ACC_OBJ(x), (Access){ .pc = pc, .tid = first, .mode = ACC_MODE(y) },
             (Access){ .pc = ev->pc, .tid = ev->tid, .mode = ACC_MODE(x) }, both, 2);
      return;
    }
    if (ACC_OBJ(x) <= ACC_OBJ(y)) i++;
    else k++;
  }
}

/* The pending access of TID, also one after which the thread fails. */
static bool peek_plain(ExRun *run, VmTid tid, VmEvent *ev) {
  VmStatus x = vm_peek(run->vm, tid, 0, ev);
  return (x == VM_OK || x == VM_FAULT) && is_plain(ev);
}

static bool peek(ExRun *run, VmTid tid) {
  ExRaces *r = run->races;
  VmEvent ev;
  r->npeeked = 0;
  if (!peek_plain(run, tid, &ev) || !ev.nacc || !grow_peeked(run, ev.nacc)) return false;
  memcpy(r->peeked, ev.acc, ev.nacc * sizeof *ev.acc);
  r->npeeked = ev.nacc;
  return true;
}

static int32_t site_of_thread(const ExRun *run, unsigned t) {
  if (vm_thread(run->vm, (VmTid)t) != TH_RUNNING) return -1;
  uint32_t pc = vm_pc(run->vm, (VmTid)t);
  return pc < run->program->ncode ? run->races->sites.of_pc[pc] : -1;
}

static void pending_with(ExRun *run, VmTid t, uint32_t s, unsigned n) {
  bool peeked = false;
  for (unsigned u = t + 1u; u < n; u++) {
    int32_t other = site_of_thread(run, u);
    VmEvent ev;
    if (other < 0 || !sites_open(&run->races->sites, s, (uint32_t)other)) continue;
    if (!peeked && !peek(run, t)) return;
    peeked = true;
    if (peek_plain(run, (VmTid)u, &ev)) conflict(run, &ev, t, run->races->sites.at[s].pc);
  }
}

void race_pending(ExRun *run) {
  unsigned n = vm_nthreads(run->vm);
  for (unsigned t = 0; t + 1 < n; t++) {
    int32_t s = site_of_thread(run, t);
    if (s >= 0) pending_with(run, (VmTid)t, (uint32_t)s, n);
  }
  if (!run->races->sites.nopen) race_close(run);
}
