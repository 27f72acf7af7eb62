/* tests/prop/classes.c -- see classes.h. Nothing here is clever: each event is compared with every earlier one. */
#include "tests/prop/classes.h"
#include <stdlib.h>
#include <string.h>

enum { MAX_TIDS = VM_MAX_THREADS + 1, NOBODY = -1 };
typedef struct { uint16_t before[MAX_TIDS]; } Clock;     /* how many events of each thread precede */
typedef enum { MAZURKIEWICZ, OBSERVERS, RELATIONS } Relation;
typedef struct { int event; uint32_t op; } Origin;       /* a send; event NOBODY: none */

typedef struct {
  KeptEvent kept;
  uint32_t index;                  /* how-many-th of its thread */
  bool first;                      /* of the actions its thread had */
  Clock clock[RELATIONS];          /* OBSERVERS: only while a signature is made */
  Origin from[KEPT_OPS];           /* of receives: the send whose message was taken, or looked at */
  bool over[KEPT_OPS];             /* of joins: had the thread ended or crashed? */
} Item;

struct ClassRun {
  VmState *s;
  Item **items;
  size_t n, cap;
  unsigned tids;                   /* all tids so far are below */
  uint32_t count[MAX_TIDS];        /* events of each thread */
};

static const VmEvent *event(const ClassRun *r, size_t i) { return &r->items[i]->kept.ev; }

ClassRun *class_run_new(VmState *s) {
  ClassRun *r = calloc(1, sizeof *r);
  CHECK(r);
  r->s = s;
  return r;
}

void class_run_free(ClassRun *r) {
  for (size_t i = 0; i < r->cap; i++) free(r->items[i]);
  free(r->items);
  free(r);
}

/* --- mailboxes: who sent what a receive took --- */

typedef struct { Origin *at; size_t n, cap; } Box;

static void box_add(Box *b, Origin o) {
  if (b->n == b->cap) {
    b->cap = b->cap ? b->cap * 2 : 16;
    b->at = realloc(b->at, b->cap * sizeof *b->at);
    CHECK(b->at);
  }
  b->at[b->n++] = o;
}

static Origin box_take(Box *b, uint32_t pos) {
  Origin o = b->at[pos];
  memmove(b->at + pos, b->at + pos + 1, (b->n - pos - 1) * sizeof *b->at);
  b->n--;
  return o;
}

static bool undone(const VmOp *op) { return op->kind == EV_RECEIVE && !op->copies; }

static Origin checked(const ClassRun *r, const VmOp *op, Origin o) {
  bool right = o.event != NOBODY && event(r, (size_t)o.event)->ops[o.op].msg == op->msg;
  CHECK(undone(op) || right);
  return right ? o : (Origin){ NOBODY, 0 };
}

/* What the event itself did, in order. */
static void box_own(Box *b, const ClassRun *r, size_t i, VmTid tid, Origin *from, bool *put_back) {
  const VmEvent *ev = event(r, i);
  for (uint32_t k = 0; k < ev->nownops; k++) {
    const VmOp *op = &ev->ops[k];
    if (op->peer != tid) continue;
    for (unsigned c = 0; op->kind == EV_SEND && c < op->copies; c++) box_add(b, (Origin){ (int)i, k });
    if (op->kind != EV_RECEIVE) continue;
    *put_back = *put_back || undone(op);
    Origin o = checked(r, op, op->pos < b->n ? box_take(b, op->pos) : (Origin){ NOBODY, 0 });
    if (from) from[k] = o;
  }
}

/* What its choices waited for: a look at the mailbox as it was before. */
static void box_waits(const Box *old, const ClassRun *r, size_t i, VmTid tid, Origin *from) {
  const VmEvent *ev = event(r, i);
  for (uint32_t k = ev->nownops; from && k < ev->nops; k++) {
    const VmOp *op = &ev->ops[k];
    if (op->peer == tid && op->kind == EV_RECEIVE) from[k] = checked(r, op, op->pos < old->n ? old->at[op->pos] : (Origin){ NOBODY, 0 });
  }
}

/* One event against the mailbox of TID. Receives of an event whose effects were undone (copies 0) leave the box as it
 * was, but count positions one after the other; a message that such an event sent itself has no origin. */
static void box_event(Box *b, const ClassRun *r, size_t i, VmTid tid, Origin *from) {
  Box old = { 0 };
  bool put_back = false;
  for (size_t k = 0; k < b->n; k++) box_add(&old, b->at[k]);
  box_waits(&old, r, i, tid, from);
  box_own(b, r, i, tid, from, &put_back);
  free(put_back ? b->at : old.at);
  if (put_back) *b = old;
}

/* A thread that ended or crashed receives no more, so what becomes of its mailbox does not matter here. */
static void find_origins(ClassRun *r, size_t last) {
  const VmEvent *ev = event(r, last);
  Box box = { 0 };
  bool receives = false;
  for (uint32_t k = 0; k < ev->nops; k++) receives = receives || ev->ops[k].kind == EV_RECEIVE;
  for (size_t i = 0; receives && i <= last; i++) box_event(&box, r, i, ev->tid, i == last ? r->items[last]->from : NULL);
  free(box.at);
}

static void find_ends(ClassRun *r, size_t last) {
  const VmEvent *ev = event(r, last);
  for (uint32_t k = 0; k < ev->nops; k++) {
    VmThreadStatus st = ev->ops[k].kind == EV_JOIN ? vm_thread(r->s, ev->ops[k].peer) : TH_RUNNING;
    r->items[last]->over[k] = st == TH_ENDED || st == TH_CRASHED;        /* an event does not end the thread it joins */
  }
}

static bool takes_from(const ClassRun *r, size_t j, size_t i) {
  const VmEvent *ev = event(r, j);
  for (uint32_t k = 0; k < ev->nops; k++)
    if (ev->ops[k].kind == EV_RECEIVE && r->items[j]->from[k].event == (int)i) return true;
  return false;
}

/* --- relations --- */

static bool m_before(const ClassRun *r, size_t i, size_t j) {
  return ev_dependent(r->s, event(r, i), event(r, j)) || takes_from(r, j, i);
}

static uint32_t mode_of(const VmEvent *ev, uint32_t obj) {
  for (uint32_t k = 0; k < ev->nacc; k++) if (ACC_OBJ(ev->acc[k]) == obj) return ACC_MODE(ev->acc[k]);
  return 0;
}

/* Threads: spawn and event of the child, event of the child and join; both directions, for a join may be a wait. */
static bool thread_edge(const VmEvent *x, const VmEvent *y) {
  for (uint32_t k = 0; k < x->nops; k++)
    if ((x->ops[k].kind == EV_SPAWN || x->ops[k].kind == EV_JOIN) && x->ops[k].peer == y->tid) return true;
  return false;
}

static bool matches(const ClassRun *r, const VmOp *receive, const VmOp *sent) {
  return !receive->matcher || vm_matches(r->s, receive->matcher, sent->msg);
}

/* A fired `after` (or a guard that waits for a message) against a send that would have matched. */
static bool after_edge(const ClassRun *r, const VmEvent *x, const VmEvent *y) {
  for (uint32_t a = 0; a < x->nops; a++)
    for (uint32_t b = 0; b < y->nops; b++)
      if (x->ops[a].kind == EV_AFTER && y->ops[b].kind == EV_SEND && x->ops[a].peer == y->ops[b].peer && y->ops[b].copies &&
          matches(r, &x->ops[a], &y->ops[b]))
        return true;
  return false;
}

static bool same_origin(Origin x, Origin y) { return x.event == y.event && x.op == y.op; }

/* How many copies of SENT were taken before operation K of event E. What an undone event takes, it takes from itself
 * only; waits take nothing and come before the event. */
static unsigned taken_before(const ClassRun *r, Origin sent, size_t e, uint32_t k) {
  unsigned n = 0;
  for (size_t i = 0; i <= e; i++) {
    const VmEvent *ev = event(r, i);
    for (uint32_t o = 0; o < (i < e ? ev->nownops : k < ev->nownops ? k : 0); o++)
      n += ev->ops[o].kind == EV_RECEIVE && same_origin(r->items[i]->from[o], sent) && (i == e || !undone(&ev->ops[o]));
  }
  return n;
}

/* 3.1: S1 before S2 in one mailbox; ordered iff a receive took S1, its clauses match S2, and S2 was not taken before. */
static bool mail_order(const ClassRun *r, Origin s1, Origin s2) {
  const VmOp *op2 = &event(r, (size_t)s2.event)->ops[s2.op];
  for (size_t e = 0; e < r->n; e++) {
    const VmEvent *ev = event(r, e);
    for (uint32_t k = 0; k < ev->nops; k++)
      if (ev->ops[k].kind == EV_RECEIVE && same_origin(r->items[e]->from[k], s1) && matches(r, &ev->ops[k], op2) &&
          taken_before(r, s2, e, k) < op2->copies)
        return true;
  }
  return false;
}

static bool mail_edge(const ClassRun *r, size_t i, size_t j) {
  const VmEvent *x = event(r, i), *y = event(r, j);
  for (uint32_t a = 0; a < x->nops; a++)
    for (uint32_t b = 0; b < y->nops; b++)
      if (x->ops[a].kind == EV_SEND && y->ops[b].kind == EV_SEND && x->ops[a].peer == y->ops[b].peer && x->ops[a].copies &&
          y->ops[b].copies && mail_order(r, (Origin){ (int)i, a }, (Origin){ (int)j, b }))
        return true;
  return false;
}

/* A stuck thread whose guard somebody may have made true since: the run is cut short (4.7: pruned). Another guard that failed
 * changed nothing; two threads that join each other may both be stuck for good. */
static bool pruned_since(const ClassRun *r, size_t g) {
  const VmEvent *guard = event(r, g);
  for (size_t i = g + 1; i < r->n; i++) {
    const VmEvent *ev = event(r, i);
    if (ev->flags & EVF_STUCK) continue;
    for (uint32_t k = 0; k < guard->nacc; k++) if (mode_of(ev, ACC_OBJ(guard->acc[k])) & ACC_W) return true;
    if (after_edge(r, guard, ev) || thread_edge(guard, ev)) return true;
  }
  return false;
}

static bool pruned(const ClassRun *r) {
  for (size_t i = 0; i < r->n; i++)
    if (vm_thread(r->s, event(r, i)->tid) == TH_STUCK && r->items[i]->index + 1 == r->count[event(r, i)->tid] &&
        (pruned_since(r, i) || vm_stuck_open(r->s, event(r, i)->tid))) return true;    /* another branch of its either is open */
  return false;
}

/* --- lazy: which runs are those where guards wait --- */

static bool stuck(const ClassRun *r, size_t i) { return event(r, i)->flags & EVF_STUCK; }

static bool stuck_too_early(const ClassRun *r, size_t i) {
  for (size_t k = i + 1; k < r->n; k++)
    if (ev_dependent(r->s, event(r, i), event(r, k)) && (!stuck(r, k) || event(r, i)->tid > event(r, k)->tid)) return true;
  return false;
}

static bool lazy_pruned(const ClassRun *r) {
  for (size_t i = 0; i < r->n; i++)
    if (stuck(r, i) && (stuck_too_early(r, i) || vm_stuck_open(r->s, event(r, i)->tid) || !r->items[i]->first)) return true;
  return false;
}

static bool finally_reads(const ClassRun *r, uint32_t obj) {
  const BcProp *f = &vm_program(r->s)->finally_;
  if (!f->entry) return false;
  for (uint32_t k = 0; k < f->nlocs; k++)
    if (f->locs[k] == obj) return judge_end(r->s) == JUDGED_TERMINAL && !pruned(r);
  return false;
}

/* Does somebody read what J wrote to OBJ? */
static bool observed(const ClassRun *r, size_t j, uint32_t obj) {
  for (size_t k = j + 1; k < r->n; k++) {
    uint32_t mode = mode_of(event(r, k), obj);
    if (mode & ACC_R) return true;
    if (mode & ACC_W) return false;
  }
  return finally_reads(r, obj);
}

/* 3.1 memory: two plain writes are ordered only when the later one is read. Mutexes are ordered always. */
static bool memory_edge(const ClassRun *r, size_t i, size_t j) {
  const BcProgram *p = vm_program(r->s);
  const VmEvent *x = event(r, i), *y = event(r, j);
  for (uint32_t k = 0; k < x->nacc; k++) {
    uint32_t obj = ACC_OBJ(x->acc[k]), a = ACC_MODE(x->acc[k]), b = mode_of(y, obj);
    if (!b || !((a | b) & ACC_W)) continue;
    if ((a | b) & ACC_R) return true;
    if (obj >= p->nlocs || p->leaf_type[obj]->kind == T_MUTEX || observed(r, j, obj)) return true;
  }
  return false;
}

static bool obs_before(const ClassRun *r, size_t i, size_t j) {
  const VmEvent *x = event(r, i), *y = event(r, j);
  if (x->tid == y->tid || x->kind == EV_INIT) return true;
  if (thread_edge(x, y) || thread_edge(y, x)) return true;
  if (after_edge(r, x, y) || after_edge(r, y, x)) return true;
  return takes_from(r, j, i) || mail_edge(r, i, j) || memory_edge(r, i, j);
}

static bool before(const ClassRun *r, Relation rel, size_t i, size_t j) {
  return rel == MAZURKIEWICZ ? m_before(r, i, j) : obs_before(r, i, j);
}

/* Predecessors of J, given those of all earlier events. */
static void close_clock(const ClassRun *r, Relation rel, size_t j) {
  Clock *c = &r->items[j]->clock[rel];
  memset(c, 0, sizeof *c);
  for (size_t i = j; i-- > 0;) {
    const Item *it = r->items[i];
    VmTid t = event(r, i)->tid;
    if (c->before[t] > it->index || !before(r, rel, i, j)) continue;
    for (unsigned u = 0; u < r->tids; u++)
      if (it->clock[rel].before[u] > c->before[u]) c->before[u] = it->clock[rel].before[u];
    c->before[t] = (uint16_t)(it->index + 1);
  }
}

/* --- runs --- */

static void grow(ClassRun *r) {
  size_t old = r->cap;
  r->cap = old ? old * 2 : 32;
  r->items = realloc(r->items, r->cap * sizeof *r->items);
  CHECK(r->items);
  for (size_t i = old; i < r->cap; i++) CHECK(r->items[i] = malloc(sizeof **r->items));
}

void class_push(ClassRun *r, const VmEvent *ev, bool first) {
  if (r->n == r->cap) grow(r);
  CHECK(r->n < UINT16_MAX);
  Item *it = r->items[r->n++];
  event_keep(&it->kept, ev);
  it->index = r->count[ev->tid]++;
  it->first = first;
  if (ev->tid >= r->tids) r->tids = ev->tid + 1u;
  find_origins(r, r->n - 1);
  find_ends(r, r->n - 1);
  close_clock(r, MAZURKIEWICZ, r->n - 1);
}

void class_pop(ClassRun *r) { r->count[event(r, --r->n)->tid]--; }

static bool is_first(VmState *s, VmAction a) {
  const VmAction *all;
  size_t n = vm_thread_actions(s, a.tid, &all);
  CHECK(n != SIZE_MAX);
  return n && all[0].choice == a.choice;
}

bool class_replay(ClassRun *r, const VmAction *a, size_t n) {
  while (r->n) class_pop(r);
  vm_reset(r->s);
  for (size_t i = 0; i < n; i++) {
    VmEvent ev;
    bool first = is_first(r->s, a[i]);
    VmStatus st = vm_step(r->s, a[i].tid, a[i].choice, &ev);
    if (st != VM_OK && st != VM_FAULT) return false;
    class_push(r, &ev, first);
  }
  return true;
}

/* --- signatures --- */

static void number(Text *out, uint32_t x) { text_bytes(out, &x, sizeof x); }

static void label(const VmEvent *ev, Text *out) {
  number(out, ev->choice);
  number(out, ev->kind | (uint32_t)(ev->flags & (EVF_FAILED_CAS | EVF_TRYLOCK_FAILED)) << 8);
  number(out, ev->nacc);
  for (uint32_t i = 0; i < ev->nacc; i++) number(out, ev->acc[i]);
  number(out, ev->nops);
  for (uint32_t i = 0; i < ev->nops; i++) {
    const VmOp *o = &ev->ops[i];
    number(out, o->kind | (uint32_t)o->peer << 8 | (uint32_t)o->copies << 16);
    number(out, (uint32_t)o->msg);
  }
}

static void past(const ClassRun *r, const Clock *c, Text *out) {
  uint32_t n = 0;
  for (unsigned t = 0; t < r->tids; t++) n += c->before[t] > 0;
  number(out, n);
  for (unsigned t = 0; t < r->tids; t++)
    if (c->before[t]) number(out, t << 16 | c->before[t]);
}

static bool of_thread(const ClassRun *r, size_t i, unsigned t, unsigned without) {
  return event(r, i)->tid == t && !(event(r, i)->flags & without);
}

/* WITHOUT: events with one of these flags are left out. */
static void signature(const ClassRun *r, Relation rel, unsigned without, Text *out) {
  for (unsigned t = 0; t < r->tids; t++) {
    uint32_t n = 0;
    for (size_t i = 0; i < r->n; i++) n += of_thread(r, i, t, without);
    if (n) number(out, t << 16 | n);
    for (size_t i = 0; i < r->n; i++) {
      if (!of_thread(r, i, t, without)) continue;
      label(event(r, i), out);
      past(r, &r->items[i]->clock[rel], out);
    }
  }
}

void class_mazurkiewicz(const ClassRun *r, Text *out) { signature(r, MAZURKIEWICZ, 0, out); }

void class_observers(const ClassRun *r, Text *out) {
  for (size_t i = 0; i < r->n; i++) close_clock(r, OBSERVERS, i);
  signature(r, OBSERVERS, 0, out);
}

static void source(const ClassRun *r, int event_or_nobody, Text *out) {
  const Item *it = event_or_nobody == NOBODY ? NULL : r->items[event_or_nobody];
  number(out, it ? (uint32_t)it->kept.ev.tid << 16 | (it->index + 1) : 0);
}

/* The last event before J that writes OBJ. What init wrote are initial values. */
static void writer(const ClassRun *r, size_t j, uint32_t obj, Text *out) {
  size_t i = j;
  while (i > 0 && !(mode_of(event(r, i - 1), obj) & ACC_W)) i--;
  number(out, obj);
  source(r, i && event(r, i - 1)->kind != EV_INIT ? (int)i - 1 : NOBODY, out);
}

static void sources_of(const ClassRun *r, size_t j, Text *out) {
  const VmEvent *ev = event(r, j);
  for (uint32_t k = 0; k < ev->nacc; k++) if (ACC_MODE(ev->acc[k]) & ACC_R) writer(r, j, ACC_OBJ(ev->acc[k]), out);
  for (uint32_t k = 0; k < ev->nops; k++) {
    if (ev->ops[k].kind == EV_JOIN) number(out, r->items[j]->over[k]);
    if (ev->ops[k].kind != EV_RECEIVE) continue;
    source(r, r->items[j]->from[k].event, out);
    number(out, r->items[j]->from[k].op);
  }
}

void class_reads_from(const ClassRun *r, Text *out) {
  for (unsigned t = 0; t < r->tids; t++) {
    if (!r->count[t]) continue;
    number(out, t << 16 | r->count[t]);
    for (size_t i = 0; i < r->n; i++) {
      if (event(r, i)->tid != t) continue;
      label(event(r, i), out);
      sources_of(r, i, out);
    }
  }
}

void class_last_writers(const ClassRun *r, Text *out) {
  const BcProp *f = &vm_program(r->s)->finally_;
  for (uint32_t k = 0; k < f->nlocs; k++)
    if (finally_reads(r, f->locs[k])) writer(r, r->n, f->locs[k], out);
}

/* As explore/ends.c has it: what failed comes first, then what was stopped; but before all, what lazy prunes. */
static char letter(const ClassRun *r, ClassMode mode) {
  EndKind end = judge_end(r->s);
  if (mode == CLASS_LAZY && lazy_pruned(r)) return 'P';
  if (end == JUDGED_FAILED) return 'E';
  if (end == JUDGED_BLOCKED) return JUDGED_BLOCKED;
  return mode == CLASS_RF && pruned(r) ? 'P' : 'E';
}

void class_entry(const ClassRun *r, ClassMode mode, Text *out) {
  if (mode != CLASS_OBSERVERS) text_add(out, "%c", letter(r, mode));
  switch (mode) {
    case CLASS_NATIVE: case CLASS_LAZY: class_mazurkiewicz(r, out); break;
    case CLASS_OBSERVERS: class_observers(r, out); break;
    case CLASS_RF: class_reads_from(r, out); class_last_writers(r, out); break;
  }
}

static bool ready(const ClassRun *r, Relation rel, size_t i, const uint32_t *done) {
  const Item *it = r->items[i];
  if (it->index != done[event(r, i)->tid]) return false;
  for (unsigned t = 0; t < r->tids; t++) if (it->clock[rel].before[t] > done[t]) return false;
  return true;
}

void class_shuffle(const ClassRun *r, ClassMode mode, Rng *rng, VmAction *out) {
  Relation rel = mode == CLASS_OBSERVERS ? OBSERVERS : MAZURKIEWICZ;
  uint32_t done[MAX_TIDS] = { 0 };
  for (size_t i = 0; rel == OBSERVERS && i < r->n; i++) close_clock(r, OBSERVERS, i);
  for (size_t n = 0; n < r->n; n++) {
    size_t i = rng_below(rng, (unsigned)r->n);
    while (!ready(r, rel, i, done)) i = (i + 1) % r->n;
    out[n] = (VmAction){ .tid = event(r, i)->tid, .choice = event(r, i)->choice };
    done[out[n].tid]++;
  }
}

void class_way(const ClassRun *r, Text *out) {
  for (size_t i = 0; i < r->n; i++) {
    VmAction a;
    memset(&a, 0, sizeof a);                   /* padding too */
    a.tid = event(r, i)->tid;
    a.choice = event(r, i)->choice;
    text_bytes(out, &a, sizeof a);
  }
}

/* --- all classes --- */

typedef struct {
  ClassRun *run;
  Classes *out;
  ClassMode mode;
  bool merge;
  ByteSet known;                   /* prefixes */
  ClassSet rf;                     /* also runs that turn out to be other orders of real ones */
  ByteSet real;                    /* who read from whom in real runs */
  Text text;
} Walk;

static void took(void *ctx, const VmEvent *ev, bool first) { class_push(((Walk *)ctx)->run, ev, first); }
static void back(void *ctx) { class_pop(((Walk *)ctx)->run); }

/* An empty text, but with room. */
static Text *afresh(Text *t) {
  text_clear(t);
  text_bytes(t, "", 0);
  return t;
}

static void count_letter(ClassSet *set, char first) {
  if (first == 'E') set->executions++;
  else set->blocked++;
}

static bool complete_as(Walk *w, ClassMode mode, ClassSet *set) {
  class_entry(w->run, mode, afresh(&w->text));
  if (!set_add(&set->entries, w->text.at, w->text.len, NULL)) return false;
  if (mode != CLASS_OBSERVERS) count_letter(set, w->text.at[0]);
  class_way(w->run, afresh(&w->text));
  set_add(&set->ways, w->text.at, w->text.len, NULL);
  return true;
}

static bool some_guard_is_stuck(VmState *s) {
  for (unsigned t = 0; t < vm_nthreads(s); t++) if (vm_thread(s, (VmTid)t) == TH_STUCK) return true;
  return false;
}

static void complete_observers(Walk *w) {
  class_observers(w->run, afresh(&w->text));
  class_reads_from(w->run, &w->text);
  class_last_writers(w->run, &w->text);
  set_add(&w->out->sourced, w->text.at, w->text.len, NULL);
  if (!complete_as(w, CLASS_OBSERVERS, &w->out->observers)) return;
  EndKind end = judge_end(w->run->s);
  if (end == JUDGED_BLOCKED) w->out->obs_blocked++;
  else if (end != JUDGED_FAILED && some_guard_is_stuck(w->run->s)) w->out->obs_stuck++;
  else w->out->obs_executions++;
}

static void complete_rf(Walk *w) {
  complete_as(w, CLASS_RF, &w->rf);
  if (letter(w->run, CLASS_RF) != 'E') return;
  class_reads_from(w->run, afresh(&w->text));
  set_add(&w->real, w->text.at, w->text.len, NULL);
}

static void complete_lazy(Walk *w) {
  complete_as(w, CLASS_LAZY, &w->out->lazy);
  char as = letter(w->run, CLASS_LAZY);
  if (as == 'P') return;
  text_add(afresh(&w->text), "%c", as);
  signature(w->run, MAZURKIEWICZ, EVF_STUCK, &w->text);
  set_add(&w->out->waiting, w->text.at, w->text.len, NULL);
}

static void complete(Walk *w) {
  Classes *c = w->out;
  if (w->mode == CLASS_NATIVE) { complete_as(w, CLASS_NATIVE, &c->m); return; }
  if (w->mode == CLASS_LAZY) complete_lazy(w);
  else {
    complete_observers(w);
    complete_rf(w);
  }
  class_mazurkiewicz(w->run, afresh(&w->text));
  set_add(&c->failing, w->text.at, w->text.len, NULL);
  class_entry(w->run, CLASS_RF, &w->text);
  set_add(&c->paired, w->text.at, w->text.len, NULL);
}

static void class_set_free(ClassSet *s) {
  set_free(&s->entries);
  set_free(&s->ways);
}

/* All that count, and apart from them the runs that are other orders of real ones. */
static void keep_counted(Walk *w) {
  for (size_t i = 0; i < w->rf.entries.count; i++) {
    size_t len, way_len;
    const uint8_t *entry = set_get(&w->rf.entries, i, &len), *way = set_get(&w->rf.ways, i, &way_len);
    bool counts = entry[0] != 'P' || !set_has(&w->real, entry + 1, len - 1);
    ClassSet *set = counts ? &w->out->rf : &w->out->other;
    set_add(&set->entries, entry, len, NULL);
    set_add(&set->ways, way, way_len, NULL);
    count_letter(set, (char)entry[0]);
  }
}

/* 2.1, --memo: prefixes of one class have the same continuations. */
static bool arrived(void *ctx, bool ended) {
  Walk *w = ctx;
  class_mazurkiewicz(w->run, afresh(&w->text));
  if (!set_add(&w->known, w->text.at, w->text.len, NULL) && w->merge) return false;
  if (ended) complete(w);
  return true;
}

static void walk(const Model *m, VmState *s, ClassMode mode, bool merge, uint64_t max_steps, Classes *c, Outcome *o) {
  memset(c, 0, sizeof *c);
  vm_reset(s);
  vm_failing_guards(s, mode != CLASS_NATIVE);
  vm_keep_waits(s, mode == CLASS_LAZY);
  vm_record_matchers(s, true);
  Walk w = { .run = class_run_new(s), .out = c, .mode = mode, .merge = merge };
  JudgeHooks hooks = { &w, took, arrived, back };
  judge_walk(m, s, max_steps, &hooks, o);
  keep_counted(&w);
  c->prefixes = w.known.count;
  set_free(&w.known);
  set_free(&w.real);
  class_set_free(&w.rf);
  text_free(&w.text);
  class_run_free(w.run);
}

void class_walk(const Model *m, VmState *s, ClassMode mode, uint64_t max_steps, Classes *c, Outcome *o) {
  walk(m, s, mode, true, max_steps, c, o);
}

void class_walk_plainly(const Model *m, VmState *s, ClassMode mode, uint64_t max_steps, Classes *c, Outcome *o) {
  walk(m, s, mode, false, max_steps, c, o);
}

void classes_free(Classes *c) {
  class_set_free(&c->m);
  class_set_free(&c->observers);
  class_set_free(&c->lazy);
  class_set_free(&c->rf);
  class_set_free(&c->other);
  set_free(&c->sourced);
  set_free(&c->failing);
  set_free(&c->paired);
  set_free(&c->waiting);
}
