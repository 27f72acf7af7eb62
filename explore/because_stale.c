/* explore/because_stale.c -- patterns of values that were true when they were read and no longer when they were used: lost update,
 * check then act, torn read. Each is a pair of steps of one thread with somebody else's change in between, and is claimed only when
 * the finding is gone in the same run with the thread's steps before the second one taken right before it, so that it reads what is
 * so. Where one such repair is not enough (three threads lose two updates) further ones of the same variable are tried on the run so
 * repaired. */
#include "explore/because_int.h"
#include <string.h>

#define MANY 400                             /* pairs of one run that are looked at */
#define MANY_REPAIRS 16
#define FAR 300                              /* steps between the two of a pair that are too many */
#define NEAR 64                              /* steps of a thread between two reads that may belong together */

/* Thread T read LOC in step READ and acts in step ACT (indices; ACT may be the end of the run, where T waits); CHANGE is the last
 * change of LOC by somebody else in between. Torn reads: ACT reads LOC2. */
typedef struct { VmTid t; uint32_t loc, loc2; size_t read, act, change; } Pair;
typedef VEC(Pair) Pairs;

typedef struct {
  void (*collect)(Why *y, const WiRun *run, Pairs *out);
  /* Has the run with the delay what the pattern says, so far? And with its rest? NULL: no matter. */
  bool (*delayed)(Why *y, const WiRun *run, const Pair *x, const WiLate *l);
  bool (*continued)(Why *y, const WiRun *run, const Pair *x, const WiLate *l);
} Pattern;

/* --- pairs --- */

static bool writes(const WiTouch *x) { return x && x->mode & ACC_W; }
static bool reads(const WiTouch *x) { return x && x->mode & ACC_R; }
static bool data(const Why *y, uint32_t loc) { return y->p->leaf_type[loc]->kind != T_MUTEX; }

/* The last step before AT that wrote LOC, by another thread than T, and not before FROM; SIZE_MAX: there is none, or it was T. */
static size_t changed_in(const WiRun *run, uint32_t loc, VmTid t, size_t from, size_t at) {
  for (size_t i = at; i-- > from;)
    if (writes(wi_touch(&run->at[i], loc))) return run->at[i].action.tid == t ? SIZE_MAX : i;
  return SIZE_MAX;
}

static void add(Why *y, const WiRun *run, Pairs *out, Pair x) {
  x.change = changed_in(run, x.loc, x.t, x.read + 1, x.act);
  if (x.change == SIZE_MAX || out->count >= MANY || x.act - x.read > FAR) return;
  if (wi_value(&y->w, run, x.loc, x.act) != wi_touch(&run->at[x.read], x.loc)->before) VEC_PUSH(y->w.a, out, x);
}

/* --- repairing --- */

static WiOutcome try_from(Why *y, const Pattern *p, const WiRun *run, const Pair *x, size_t from, bool *possible, WiRun *out) {
  WiLate l = wi_late(&y->w, run, x->t, from, x->act, WI_NO_LEAF);
  *possible = l.possible;
  if (!l.possible || !p->delayed(y, run, x, &l)) return WI_UNKNOWN;
  WiOutcome o = wi_rest(&y->w, run, x->t, x->act, &l);
  *out = l.run;
  return p->continued && !p->continued(y, run, x, &l) ? WI_UNKNOWN : o;
}

/* The finding in RUN with X's read taken right before its act; where a lock is in the way that T held at its read, from there on. Only
 * a run that is repaired further is kept. */
static WiOutcome repair(Why *y, const Pattern *p, const WiRun *run, const Pair *x, WiRun *out) {
  size_t from[2] = { x->read, wi_holds_since(&y->w, run, x->t, x->read) };
  WiOutcome o = WI_UNKNOWN;
  Arena *keep = y->w.a, scratch;
  bool possible = false;
  arena_init(&scratch);
  y->w.a = &scratch;
  for (int i = 0; i < 2 && !possible && (i == 0 || from[1] < from[0]); i++) o = try_from(y, p, run, x, from[i], &possible, out);
  y->w.a = keep;
  if (o == WI_MET) arena_absorb(keep, &scratch);
  else arena_deinit(&scratch);
  return o;
}

/* Do further repairs of LOC make the finding go away in RUN? The last pair first: it does not move the ones before. */
static bool more_repairs(Why *y, const Pattern *p, WiRun run, uint32_t loc) {
  for (size_t n = 1; n < MANY_REPAIRS; n++) {
    Pairs list = { 0 };
    WiRun next = { 0 };
    WiOutcome o = WI_UNKNOWN;
    p->collect(y, &run, &list);
    for (size_t i = list.count; i-- > 0 && o == WI_UNKNOWN;)
      if (list.at[i].loc == loc) o = repair(y, p, &run, &list.at[i], &next);
    if (o != WI_MET) return o == WI_GONE;
    run = next;
  }
  return false;
}

static size_t count_of(const Pairs *list, uint32_t loc) {
  size_t n = 0;
  for (size_t i = 0; i < list->count; i++) n += list->at[i].loc == loc;
  return n;
}

/* The pair that explains the finding. *TIMES: how many of its variable do so together. */
static bool explain(Why *y, const Pattern *p, Pair *found, size_t *times) {
  const WiRun *run = &y->w.run;
  Pairs list = { 0 }, open = { 0 };
  VEC(WiRun) repaired = { 0 };
  if (!y->playable || !wi_judges(&y->w)) return false;
  p->collect(y, run, &list);
  for (size_t i = 0; i < list.count; i++) {
    WiRun next = { 0 };
    WiOutcome o = repair(y, p, run, &list.at[i], &next);
    *found = list.at[i];
    *times = 1;
    if (o == WI_GONE) return true;
    if (o != WI_MET) continue;
    VEC_PUSH(y->w.a, &open, list.at[i]);
    VEC_PUSH(y->w.a, &repaired, next);
  }
  for (size_t i = open.count; i-- > 0;) {
    *found = open.at[i];
    *times = count_of(&open, found->loc);
    if (more_repairs(y, p, repaired.at[i], found->loc)) return true;
  }
  return false;
}

static bool only_fresh(const WiLate *l, uint32_t loc) {
  for (size_t i = 0; i < l->fresh.count; i++)
    if (l->fresh.at[i] != loc) return false;
  return l->fresh.count > 0;
}

/* "Inc[1] read x = 0 in step 1 (line 3)" */
static const char *read_text(Why *y, const Pair *x) {
  return arena_printf(y->a, "%s read %s = %s in %s", why_thread(y, x->t), why_loc(y, x->loc),
                      why_value(y, x->loc, wi_touch(&y->w.run.at[x->read], x->loc)->before), why_step(y, x->read));
}

/* The value of LOC after step AT, which wrote it. */
static const char *made(Why *y, size_t at, uint32_t loc) { return why_value(y, loc, wi_touch(&y->w.run.at[at], loc)->after); }

/* --- lost update --- */

/* The last read of LOC by T before AT, if T has not written it since; SIZE_MAX: none. */
static size_t last_read(const WiRun *run, uint32_t loc, VmTid t, size_t at) {
  for (size_t i = at; i-- > 0;) {
    const WiTouch *x = run->at[i].action.tid == t ? wi_touch(&run->at[i], loc) : NULL;
    if (x) return writes(x) ? SIZE_MAX : i;
  }
  return SIZE_MAX;
}

static void updates(Why *y, const WiRun *run, Pairs *out) {
  for (size_t i = 0; i < run->count; i++) {
    const WiStep *s = &run->at[i];
    for (uint32_t k = 0; k < s->ntouch && s->kind != EV_INIT; k++) {
      const WiTouch *x = &s->touch[k];
      if (!writes(x) || reads(x) || !data(y, x->loc)) continue;
      size_t r = last_read(run, x->loc, s->action.tid, i);
      if (r != SIZE_MAX) add(y, run, out, (Pair){ .t = s->action.tid, .loc = x->loc, .read = r, .act = i });
    }
  }
}

static bool comes_to_write(Why *y, const WiRun *run, const Pair *x, const WiLate *l) {
  (void)y, (void)run;
  return l->strayed == SIZE_MAX && only_fresh(l, x->loc);
}

/* What it writes depends on what it read. */
static bool writes_other(Why *y, const WiRun *run, const Pair *x, const WiLate *l) {
  (void)y;
  if (l->run.count <= x->act || l->run.at[x->act].action.tid != x->t || l->run.at[x->act].pc != run->at[x->act].pc) return false;
  const WiTouch *now = wi_touch(&l->run.at[x->act], x->loc), *was = wi_touch(&run->at[x->act], x->loc);
  return writes(now) && now->after != was->after;
}

static bool read_between(const WiRun *run, uint32_t loc, size_t from, size_t to) {
  for (size_t i = from + 1; i < to; i++)
    if (reads(wi_touch(&run->at[i], loc))) return true;
  return false;
}

const char *why_lost_update(Why *y) {
  static const Pattern p = { updates, comes_to_write, writes_other };
  Pair x;
  size_t times;
  if (!explain(y, &p, &x, &times)) return NULL;
  const WiRun *run = &y->w.run;
  const char *name = why_loc(y, x.loc), *unread = read_between(run, x.loc, x.change, x.act) ? "" : " unread";
  const char *text = arena_printf(y->a, "a lost update: %s and wrote %s = %s in %s; %s wrote %s = %s in %s in between, and that write is "
                                  "overwritten%s: one update is lost.", read_text(y, &x), name, made(y, x.act, x.loc), why_step(y, x.act),
                                  why_thread(y, run->at[x.change].action.tid), name, made(y, x.change, x.loc), why_step(y, x.change),
                                  unread);
  return times > 1 ? arena_printf(y->a, "%s %zu updates of %s are lost in this run.", text, times, name) : text;
}

/* --- check, then act --- */

static bool acts(const WiStep *s, bool last) {
  static const EvKind kinds[] = { EV_ENTER, EV_LOCK, EV_SEND, EV_SPAWN, EV_RECEIVE };
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    if (s->kind == kinds[i]) return true;
  for (uint32_t i = 0; i < s->ntouch; i++)
    if (s->touch[i].mode & ACC_W) return s->kind != EV_UNLOCK;
  return last || s->flags & EVF_FAULT;
}

/* Reads of T before AT, the nearest first. */
static void checks_before(Why *y, const WiRun *run, VmTid t, size_t at, Pairs *out) {
  for (size_t i = at; i-- > 0;) {
    const WiStep *s = &run->at[i];
    for (uint32_t k = 0; k < s->ntouch && s->action.tid == t && s->kind != EV_INIT; k++)
      if (reads(&s->touch[k]) && !writes(&s->touch[k]) && data(y, s->touch[k].loc))
        add(y, run, out, (Pair){ .t = t, .loc = s->touch[k].loc, .read = i, .act = at });
  }
}

static void checks(Why *y, const WiRun *run, Pairs *out) {
  for (size_t i = 0; i < run->count; i++)
    if (acts(&run->at[i], i + 1 == run->count)) checks_before(y, run, run->at[i].action.tid, i, out);
  if (run != &y->w.run) return;              /* who waits at the end is known of the run of the finding */
  for (size_t i = 0; i < y->t->nwaits && y->t->finding->what == FIND_DEADLOCK; i++)
    if (!y->t->waits[i].daemon) checks_before(y, run, y->t->waits[i].tid, run->count, out);
}

static const ExWait *wait_of(Why *y, VmTid t) {
  for (size_t i = 0; i < y->t->nwaits; i++)
    if (y->t->waits[i].tid == t) return &y->t->waits[i];
  return NULL;
}

/* Reading anew, it does not come to its act. */
static bool strays(Why *y, const WiRun *run, const Pair *x, const WiLate *l) {
  const ExWait *w = x->act == run->count ? wait_of(y, x->t) : NULL;      /* then its act is no step */
  bool elsewhere = w && (vm_thread(y->w.vm, x->t) != TH_RUNNING || vm_pc(y->w.vm, x->t) != w->pc);
  return (l->strayed != SIZE_MAX || elsewhere) && only_fresh(l, x->loc);
}

/* Nor does it come to the act by the other way: then it did not act on the test. A thread that tests again has begun anew. */
static bool acts_only_so(Why *y, const WiRun *run, const Pair *x, const WiLate *l) {
  const ExWait *w = x->act == run->count ? wait_of(y, x->t) : NULL;
  uint32_t act = w ? w->pc : run->at[x->act].pc, test = run->at[x->read].pc;
  bool tested = false;
  if (l->strayed == x->read) return true;    /* it would have waited */
  for (size_t i = x->read; i < l->run.count; i++) {
    const WiStep *s = &l->run.at[i];
    if (s->action.tid != x->t) continue;
    if (s->pc == test && tested) return true;
    if (s->pc == act) return false;
    tested |= s->pc == test;
  }
  return true;
}

const char *why_check_then_act(Why *y) {
  static const Pattern p = { checks, strays, acts_only_so };
  Pair x;
  size_t times;
  if (!explain(y, &p, &x, &times)) return NULL;
  const WiRun *run = &y->w.run;
  const ExWait *w = x.act == run->count ? wait_of(y, x.t) : NULL;
  const char *act = w ? why_line(y, w->call.end ? w->call : w->span) : why_step(y, x.act);
  return arena_printf(y->a, "check, then act: %s for a test; %s changed it to %s in %s, before %s %s %s: had it tested then, "
                      "the test would have come out otherwise.", read_text(y, &x), why_thread(y, run->at[x.change].action.tid),
                      made(y, x.change, x.loc), why_step(y, x.change), why_thread(y, x.t),
                      w ? "began to wait at" : "acted on it in", act);
}

/* --- torn read --- */

static bool watched(const BcProp *q, uint32_t loc) {
  for (uint32_t i = 0; i < q->nlocs; i++)
    if (q->locs[i] == loc) return true;
  return false;
}

static bool inside(Span s, Span whole) { return whole.end && s.file == whole.file && s.start >= whole.start && s.end <= whole.end; }

/* Parts of one variable, variables of one invariant or of finally, or read in the expression that failed. */
static bool related(Why *y, const WiRun *run, const Pair *x) {
  const BcProgram *p = y->p;
  const BcVar *v = p->leaf_var[x->loc];
  if (v == p->leaf_var[x->loc2] && (v->type->kind == T_ARRAY || v->type->kind == T_RECORD)) return true;
  for (uint32_t i = 0; i < p->ninvariants; i++)
    if (watched(&p->invariants[i], x->loc) && watched(&p->invariants[i], x->loc2)) return true;
  if (p->finally_.entry && watched(&p->finally_, x->loc) && watched(&p->finally_, x->loc2)) return true;
  Span f = y->t->finding->span;
  return inside(p->spans[run->at[x->read].pc], f) && inside(p->spans[run->at[x->act].pc], f);
}

/* Did a state of the run have both values at once? */
static bool existed(Why *y, const WiRun *run, const Pair *x, Word v, Word v2) {
  Word now = y->w.first[x->loc], now2 = y->w.first[x->loc2];
  for (size_t i = 0; i <= run->count; i++) {
    if (now == v && now2 == v2) return true;
    if (i == run->count) break;
    const WiTouch *a = wi_touch(&run->at[i], x->loc), *b = wi_touch(&run->at[i], x->loc2);
    if (a) now = a->after;
    if (b) now2 = b->after;
  }
  return false;
}

static void torn_at(Why *y, const WiRun *run, size_t first, size_t second, Pairs *out) {
  const WiStep *s = &run->at[first], *e = &run->at[second];
  for (uint32_t i = 0; i < s->ntouch; i++)
    for (uint32_t k = 0; k < e->ntouch; k++) {
      Pair x = { .t = s->action.tid, .loc = s->touch[i].loc, .loc2 = e->touch[k].loc, .read = first, .act = second };
      bool reading = !writes(&s->touch[i]) && !writes(&e->touch[k]) && data(y, x.loc) && data(y, x.loc2);
      if (!reading || x.loc == x.loc2 || wi_touch(e, x.loc)) continue;
      if (changed_in(run, x.loc, x.t, first + 1, second) == SIZE_MAX || !related(y, run, &x)) continue;
      if (!existed(y, run, &x, s->touch[i].before, e->touch[k].before)) add(y, run, out, x);
    }
}

static void torn(Why *y, const WiRun *run, Pairs *out) {
  for (size_t i = 0; i < run->count; i++) {
    size_t near = 0;
    for (size_t k = i + 1; k < run->count && near < NEAR && run->at[i].kind != EV_INIT; k++)
      if (run->at[k].action.tid == run->at[i].action.tid) torn_at(y, run, i, k, out), near++;
  }
}

const char *why_torn_read(Why *y) {
  static const Pattern p = { torn, comes_to_write, NULL };
  Pair x;
  size_t times;
  if (!explain(y, &p, &x, &times)) return NULL;
  const WiRun *run = &y->w.run;
  const char *one = why_loc(y, x.loc), *two = why_loc(y, x.loc2), *v = why_value(y, x.loc, wi_touch(&run->at[x.read], x.loc)->before);
  const char *v2 = why_value(y, x.loc2, wi_touch(&run->at[x.act], x.loc2)->before);
  return arena_printf(y->a, "a torn read: %s and %s = %s in %s, but %s changed %s to %s in %s in between: no state of this run has %s = %s "
                      "together with %s = %s.", read_text(y, &x), two, v2, why_step(y, x.act),
                      why_thread(y, run->at[x.change].action.tid), one, made(y, x.change, x.loc), why_step(y, x.change), one, v, two, v2);
}
