/* tests/prop/prop_reference.c -- what concurrent steps mean, against a second implementation. A random program is kept as
 * a small table of operations; it is printed as dmc text and run by `naive` and by our graph search, and it is
 * enumerated here by an interpreter of that table that shares nothing with compiler or vm. Same number of executions
 * and of blocked runs, same kinds of findings, same final values. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "explore/run.h"
#include "tests/greatest.h"
#include "tests/prop/judge.h"

enum { MAX_THREADS = 4, MAX_OPS = 7, OBJECTS = 2, MUTEXES = 2, MAIL = 12, NONE = -1 };

typedef enum { O_READ, O_WRITE, O_WRITEH, O_ADD, O_SWAP, O_CAS, O_LOCK, O_UNLOCK, O_TRYLOCK, O_AWAIT, O_AWAIT2, O_SEND, O_RECEIVE, O_TAKE,
               O_AFTER, O_JOIN, O_CHOOSE, O_ASSUME, O_ASSERT, O_IF, O_ENTER, O_LEAVE, O_EITHER, O_EITHER_PLAIN, O_PICK, O_PUT, O_DROPS,
               O_AT_IF, O_AT_AWAIT, O_AT_LATE, O_AT_LOCK, O_AT_CHOOSE, O_AT_RECEIVE, O_AT_SEND, O_AT_ASSUME, O_AT_ASSERT, O_AT_JOIN,
               O_OUT, O_KINDS } OpKind;
typedef struct { OpKind kind; int a, b, c, d; } Op;

typedef struct {
  Op op[MAX_THREADS][MAX_OPS];
  unsigned n[MAX_THREADS], threads;
  bool daemon_last, drop, duplicate;
  int drop_bound, crash_bound;                   /* crash: of thread 0; NONE: no such fault; 9: unbounded */
} Program;

/* The other implementation. */
typedef enum { RUNNING, ENDED, CRASHED, FAILED, STOPPED } Status;
typedef struct {
  int x[OBJECTS], out[MAX_THREADS], owner[MUTEXES], inside;
  unsigned set;                                  /* a set of 0..2 as bits */
  int h[MAX_THREADS], mail[MAX_THREADS][MAIL];
  unsigned pc[MAX_THREADS], nmail[MAX_THREADS];
  Status status[MAX_THREADS];
  int drops, dups, crashes;                      /* left */
} State;

typedef struct { const Program *p; ByteSet values; uint64_t executions, blocked, steps; bool found[4]; bool over; } Reference;
enum { FOUND_ASSERT, FOUND_ERROR, FOUND_CRITICAL, FOUND_DEADLOCK };

static bool gone(Status s) { return s == ENDED || s == CRASHED; }

static void deliver(State *s, int to, int v) {
  if (gone(s->status[to])) return;
  CHECK(s->nmail[to] < MAIL);
  s->mail[to][s->nmail[to]++] = v;
}

/* Index of the oldest message equal to V (any: V = NONE); NONE when there is none. */
static int oldest(const State *s, unsigned t, int v) {
  for (unsigned i = 0; i < s->nmail[t]; i++)
    if (v == NONE || s->mail[t][i] == v) return (int)i;
  return NONE;
}

static int take(State *s, unsigned t, int i) {
  int v = s->mail[t][i];
  memmove(&s->mail[t][i], &s->mail[t][i + 1], (s->nmail[t] - (unsigned)i - 1) * sizeof s->mail[t][0]);
  s->nmail[t]--;
  return v;
}

static void note(State *s, unsigned t, int v) { s->h[t] = s->h[t] * 5 + v; }

/* How many choices OP offers, enabled or not. */
static int width(const Program *p, const Op *o) {
  switch (o->kind) {
    case O_CHOOSE: return o->a + 1;
    case O_EITHER: case O_EITHER_PLAIN: case O_AT_CHOOSE: return 2;
    case O_PICK: return 3;
    case O_SEND: return 1 + p->drop + p->duplicate;
    default: return 1;
  }
}

/* Result of trying a step: DISABLED leaves the state alone. */
typedef enum { DONE, DISABLED, FAIL_ASSERTS, FAIL_ERRS, FAIL_CRIT, STOPS } Result;

static Result lock(State *s, unsigned t, int m) {
  if (s->owner[m] == (int)t) return FAIL_ERRS;
  if (s->owner[m] != NONE) return DISABLED;
  s->owner[m] = (int)t;
  return DONE;
}

/* What a send may do with choice C: 0 plain, then dropped, then duplicated, as far as declared. */
static Result send(const Program *p, State *s, const Op *o, int c) {
  bool drops = p->drop && c == 1, dups = p->duplicate && c == (p->drop ? 2 : 1);
  if (drops && s->drops == 0) return DISABLED;
  if (drops) { if (s->drops < 9) s->drops--; return DONE; }
  deliver(s, o->a, o->b);
  if (dups) deliver(s, o->a, o->b);
  return DONE;
}

static Result either(State *s, unsigned t, const Op *o, int c) {
  Result r = DONE;
  if (c == 0) r = s->x[o->a] == o->b ? DONE : DISABLED;
  else if (o->c == 0) r = lock(s, t, o->d);
  else if (o->c == 1) { int i = oldest(s, t, o->d); if (i == NONE) r = DISABLED; else take(s, t, i); }
  else r = s->x[o->a] != o->b ? DONE : DISABLED;
  if (r == DONE) note(s, t, c + 1);
  return r;
}

static Result atomic(State *s, unsigned t, const Op *o, int c) {
  int i;
  Result r;
  switch (o->kind) {
    case O_AT_IF: if (s->x[o->a] == o->b) s->x[o->c] = o->d; return DONE;
    case O_AT_AWAIT: if (s->x[o->a] != o->b) return DISABLED; s->x[o->c] += o->d; return DONE;
    case O_AT_LATE: if ((o->c == o->a ? o->d : s->x[o->a]) != o->b) return DISABLED; s->x[o->c] = o->d; return DONE;
    case O_AT_LOCK: r = lock(s, t, o->a); if (r == DONE) { s->x[o->b] = o->c; s->owner[o->a] = NONE; } return r;
    case O_AT_CHOOSE: if (s->x[o->a] == c) return DISABLED; s->x[o->b] = c; return DONE;
    case O_AT_RECEIVE: i = oldest(s, t, NONE); if (i == NONE) return DISABLED; s->x[o->a] = 7; s->x[o->b] = take(s, t, i); return DONE;
    case O_AT_SEND: deliver(s, o->a, o->b); s->x[o->c] = o->d; return DONE;
    case O_AT_ASSUME: if (o->a != o->c && s->x[o->a] != o->b) return STOPS; if (o->a == o->c && o->d != o->b) return STOPS; s->x[o->c] = o->d; return DONE;
    case O_AT_ASSERT: if (o->a != o->c && s->x[o->a] != o->b) return FAIL_ASSERTS; if (o->a == o->c && o->d != o->b) return FAIL_ASSERTS; s->x[o->c] = o->d; return DONE;
    case O_AT_JOIN: if (!gone(s->status[o->a])) return DISABLED; s->x[o->b] = o->c; return DONE;
    default: CHECK(!"atomic"); return DONE;
  }
}

static Result perform(const Program *p, State *s, unsigned t, const Op *o, int c) {
  int i;
  switch (o->kind) {
    case O_READ: note(s, t, s->x[o->a]); return DONE;
    case O_WRITE: s->x[o->a] = o->b; return DONE;
    case O_WRITEH: s->x[o->a] = s->h[t] % 3; return DONE;
    case O_ADD: note(s, t, s->x[o->a]); s->x[o->a] += o->b; return DONE;
    case O_SWAP: note(s, t, s->x[o->a]); s->x[o->a] = o->b; return DONE;
    case O_CAS: note(s, t, s->x[o->a] == o->b ? 1 : 2); if (s->x[o->a] == o->b) s->x[o->a] = o->c; return DONE;
    case O_LOCK: return lock(s, t, o->a);
    case O_UNLOCK: if (s->owner[o->a] != (int)t) return FAIL_ERRS; s->owner[o->a] = NONE; return DONE;
    case O_TRYLOCK: note(s, t, s->owner[o->a] == NONE ? 1 : 2); if (s->owner[o->a] == NONE) s->owner[o->a] = (int)t; return DONE;
    case O_AWAIT: return s->x[o->a] == o->b ? DONE : DISABLED;
    case O_AWAIT2: return s->x[o->a] == o->b || s->x[1 - o->a] > o->c ? DONE : DISABLED;
    case O_SEND: return send(p, s, o, c);
    case O_RECEIVE: i = oldest(s, t, NONE); if (i == NONE) return DISABLED; note(s, t, take(s, t, i)); return DONE;
    case O_TAKE: i = oldest(s, t, o->a); if (i == NONE) return DISABLED; take(s, t, i); note(s, t, 3); return DONE;
    case O_AFTER: i = oldest(s, t, o->a); if (i != NONE) take(s, t, i); note(s, t, i != NONE ? 1 : 2); return DONE;
    case O_JOIN: return gone(s->status[o->a]) ? DONE : DISABLED;
    case O_CHOOSE: note(s, t, c); return DONE;
    case O_ASSUME: return s->x[o->a] == o->b ? DONE : STOPS;
    case O_ASSERT: return s->x[o->a] != o->b ? DONE : FAIL_ASSERTS;
    case O_IF: if (s->x[o->a] != o->b) s->pc[t]++; return DONE;
    case O_ENTER: if (s->inside) return FAIL_CRIT; s->inside++; return DONE;      /* who fails to enter is not inside */
    case O_LEAVE: s->inside--; return DONE;
    case O_EITHER: return either(s, t, o, c);
    case O_EITHER_PLAIN: note(s, t, c + 1); return DONE;
    case O_PICK: if (!(s->set & 1u << c)) return DISABLED; note(s, t, c); return DONE;
    case O_PUT: s->set |= 1u << o->a; return DONE;
    case O_DROPS: s->set &= ~(1u << o->a); return DONE;
    case O_OUT: s->out[t] = s->h[t]; return DONE;
    default: return atomic(s, t, o, c);
  }
}

static void settle(const Program *p, State *s, unsigned t) {
  if (s->status[t] == RUNNING && s->pc[t] >= p->n[t]) s->status[t] = ENDED;
  if (gone(s->status[t])) s->nmail[t] = 0;
}

/* Performs choice C of thread T in a copy. */
static Result step(Reference *r, const State *from, unsigned t, int c, State *to) {
  *to = *from;
  Result res = perform(r->p, to, t, &r->p->op[t][from->pc[t]], c);
  if (res == DISABLED) return res;
  if (res != DONE) *to = *from;
  if (res == FAIL_ASSERTS) r->found[FOUND_ASSERT] = true;
  if (res == FAIL_ERRS) r->found[FOUND_ERROR] = true;
  if (res == FAIL_CRIT) r->found[FOUND_CRITICAL] = true;
  if (res == DONE) { to->pc[t]++; settle(r->p, to, t); }
  else to->status[t] = res == STOPS ? STOPPED : FAILED;
  return res;
}

static void finish(Reference *r, const State *s) {
  Text v = { 0 };
  unsigned failed = 0, stopped = 0, open = 0;
  for (unsigned t = 0; t < r->p->threads; t++) {
    failed += s->status[t] == FAILED;
    stopped += s->status[t] == STOPPED;
    open += !gone(s->status[t]) && !(r->p->daemon_last && t == r->p->threads - 1);
  }
  char end = failed ? 'F' : stopped ? 'B' : open ? 'D' : 'T';
  text_add(&v, "%c", end);
  for (int i = 0; i < OBJECTS; i++) text_add(&v, " %d", s->x[i]);
  for (int i = 0; i < MAX_THREADS; i++) text_add(&v, " %d", s->out[i]);
  set_add(&r->values, v.at, v.len, NULL);
  text_free(&v);
  if (end == 'B') r->blocked++;
  else r->executions++;
  if (end == 'D') r->found[FOUND_DEADLOCK] = true;
}

static void enumerate(Reference *r, const State *s) {
  State next;
  bool any = false;
  if (++r->steps > 400000) { r->over = true; return; }
  for (unsigned t = 0; t < r->p->threads && !r->over; t++) {
    if (s->status[t] != RUNNING) continue;
    for (int c = 0; c < width(r->p, &r->p->op[t][s->pc[t]]); c++) {
      if (step(r, s, t, c, &next) == DISABLED) continue;
      any = true;
      enumerate(r, &next);
    }
  }
  if (!any) finish(r, s);
  if (s->status[0] == RUNNING && s->crashes > 0) {
    next = *s;
    next.status[0] = CRASHED;
    if (next.crashes < 9) next.crashes--;
    settle(r->p, &next, 0);
    enumerate(r, &next);
  }
}

/* Random programs. */
static Op make_op(Rng *r, const Program *p, unsigned t) {
  unsigned other = (t + 1 + rng_below(r, p->threads - 1)) % p->threads;
  int v = (int)rng_below(r, OBJECTS), w = (int)rng_below(r, OBJECTS), c = (int)rng_below(r, 3), d = (int)rng_below(r, 3);
  Op o = { (OpKind)rng_below(r, O_OUT), v, c, d, (int)rng_below(r, 3) };
  switch (o.kind) {
    case O_LOCK: case O_UNLOCK: case O_TRYLOCK: o.a = (int)rng_below(r, MUTEXES); break;
    case O_SEND: o.a = (int)other; break;
    case O_JOIN: o.a = (int)other; break;
    case O_TAKE: case O_AFTER: case O_PUT: case O_DROPS: o.a = c; break;
    case O_CHOOSE: o.a = 1 + (int)rng_below(r, 2); break;
    case O_EITHER: o.d = o.c == 0 ? (int)rng_below(r, MUTEXES) : c; break;
    case O_AT_IF: case O_AT_AWAIT: case O_AT_LATE: case O_AT_ASSUME: case O_AT_ASSERT: o.c = w; o.d = d; break;
    case O_AT_LOCK: o.a = (int)rng_below(r, MUTEXES); o.b = v; o.c = c; break;
    case O_AT_CHOOSE: case O_AT_RECEIVE: o.b = w; break;
    case O_AT_SEND: o.a = (int)other; o.c = w; o.d = d; if (p->drop || p->duplicate) o.kind = O_READ, o.a = v; break;
    case O_AT_JOIN: o.a = (int)other; o.b = v; o.c = c; break;
    case O_LEAVE: o.kind = O_READ; break;
    default: break;
  }
  return o;
}

static void make_program(uint64_t seed, Program *p) {
  Rng r = rng_new(seed);
  memset(p, 0, sizeof *p);
  p->threads = 2 + rng_below(&r, 2);
  p->daemon_last = rng_one_in(&r, 5);
  p->drop = rng_one_in(&r, 6);
  p->duplicate = rng_one_in(&r, 8);
  p->drop_bound = rng_one_in(&r, 2) ? 1 : 9;
  p->crash_bound = rng_one_in(&r, 5) ? (rng_one_in(&r, 2) ? 1 : 9) : NONE;
  for (unsigned t = 0; t < p->threads; t++) {
    unsigned n = 1 + rng_below(&r, p->threads == 2 ? 4 : 3);
    for (unsigned i = 0; i < n; i++) {
      Op o = make_op(&r, p, t);
      p->op[t][p->n[t]++] = o;
      if (o.kind == O_IF) p->op[t][p->n[t]++] = (Op){ O_WRITE, o.a, (int)rng_below(&r, 3), 0, 0 };
      if (o.kind == O_ENTER) p->op[t][p->n[t]++] = (Op){ O_LEAVE, 0, 0, 0, 0 };
      if (o.kind == O_LOCK && rng_one_in(&r, 2) && p->n[t] < MAX_OPS - 1) p->op[t][p->n[t]++] = (Op){ O_UNLOCK, o.a, 0, 0, 0 };
      if (p->n[t] >= MAX_OPS - 2) break;
    }
    if (!rng_one_in(&r, 4)) p->op[t][p->n[t]++] = (Op){ O_OUT, 0, 0, 0, 0 };
  }
}

/* As dmc text. */
static void write_op(Text *o, const Op *p, unsigned t) {
  int a = p->a, b = p->b, c = p->c, d = p->d;
  text_add(o, p->kind == O_LEAVE ? "" : "  ");
  switch (p->kind) {
    case O_READ: text_add(o, "h := h * 5 + x%d", a); break;
    case O_WRITE: text_add(o, "x%d := %d", a, b); break;
    case O_WRITEH: text_add(o, "x%d := h %% 3", a); break;
    case O_ADD: text_add(o, "h := h * 5 + fetch_add(x%d, %d)", a, b); break;
    case O_SWAP: text_add(o, "h := h * 5 + swap(x%d, %d)", a, b); break;
    case O_CAS: text_add(o, "if cas(x%d, %d, %d) { h := h * 5 + 1 } else { h := h * 5 + 2 }", a, b, c); break;
    case O_LOCK: text_add(o, "lock(m%d)", a); break;
    case O_UNLOCK: text_add(o, "unlock(m%d)", a); break;
    case O_TRYLOCK: text_add(o, "if trylock(m%d) { h := h * 5 + 1 } else { h := h * 5 + 2 }", a); break;
    case O_AWAIT: text_add(o, "await x%d == %d", a, b); break;
    case O_AWAIT2: text_add(o, "await x%d == %d || x%d > %d", a, b, 1 - a, c); break;
    case O_SEND: text_add(o, "T%d ! A(%d)", a, b); break;
    case O_RECEIVE: text_add(o, "receive { A(v) => { h := h * 5 + v } }"); break;
    case O_TAKE: text_add(o, "receive { A(%d) => { h := h * 5 + 3 } }", a); break;
    case O_AFTER: text_add(o, "receive { A(v) when v == %d => { h := h * 5 + 1 }  after => { h := h * 5 + 2 } }", a); break;
    case O_JOIN: text_add(o, "join T%d", a); break;
    case O_CHOOSE: text_add(o, "h := h * 5 + choose(0..%d)", a); break;
    case O_ASSUME: text_add(o, "assume x%d == %d", a, b); break;
    case O_ASSERT: text_add(o, "assert x%d != %d", a, b); break;
    case O_IF: text_add(o, "if x%d == %d {", a, b); break;
    case O_ENTER: text_add(o, "critical cs {"); break;
    case O_LEAVE: text_add(o, " h := h }"); break;
    case O_EITHER:
      text_add(o, "either { await x%d == %d; h := h * 5 + 1 } or { ", a, b);
      if (c == 0) text_add(o, "lock(m%d); h := h * 5 + 2 }", d);
      else if (c == 1) text_add(o, "receive { A(%d) => { h := h * 5 + 2 } } }", d);
      else text_add(o, "atomic { await x%d != %d }  h := h * 5 + 2 }", a, b);
      break;
    case O_EITHER_PLAIN: text_add(o, "either { h := h * 5 + 1 } or { skip; h := h * 5 + 2 }"); break;
    case O_PICK: text_add(o, "h := h * 5 + choose(st)"); break;
    case O_PUT: text_add(o, "add(st, %d)", a); break;
    case O_DROPS: text_add(o, "remove(st, %d)", a); break;
    case O_AT_IF: text_add(o, "atomic { if x%d == %d { x%d := %d } }", a, b, c, d); break;
    case O_AT_AWAIT: text_add(o, "atomic { await x%d == %d; x%d += %d }", a, b, c, d); break;
    case O_AT_LATE: text_add(o, "atomic { x%d := %d; await x%d == %d }", c, d, a, b); break;
    case O_AT_LOCK: text_add(o, "atomic { lock(m%d); x%d := %d; unlock(m%d) }", a, b, c, a); break;
    case O_AT_CHOOSE: text_add(o, "atomic { int t = choose(0..1); await x%d != t; x%d := t }", a, b); break;
    case O_AT_RECEIVE: text_add(o, "atomic { x%d := 7; receive { A(v) => { x%d := v } } }", a, b); break;
    case O_AT_SEND: text_add(o, "atomic { T%d ! A(%d); x%d := %d }", a, b, c, d); break;
    case O_AT_ASSUME: text_add(o, "atomic { x%d := %d; assume x%d == %d }", c, d, a, b); break;
    case O_AT_ASSERT: text_add(o, "atomic { x%d := %d; assert x%d == %d }", c, d, a, b); break;
    case O_AT_JOIN: text_add(o, "atomic { x%d := %d; join T%d }", b, c, a); break;
    case O_OUT: text_add(o, "out[%u] := h", t); break;
    case O_KINDS: CHECK(!"operation");
  }
}

static void write_program(const Program *p, uint64_t seed, Text *o) {
  text_add(o, "// seed %llu\nint x0, x1\nint[%d] out\nmutex m0, m1\nset<int> st\nmessage A(int v)\n", (unsigned long long)seed, MAX_THREADS);
  for (unsigned t = 0; t < p->threads; t++) {
    text_add(o, "%sThread T%u {\n  int h = 0\n", p->daemon_last && t == p->threads - 1 ? "daemon " : "", t);
    for (unsigned i = 0; i < p->n[t]; i++) {
      const Op *op = &p->op[t][i];
      write_op(o, op, t);
      if (op->kind == O_IF) { write_op(o, &p->op[t][++i], t); text_add(o, " }"); }
      if (op->kind != O_ENTER) text_add(o, "\n");
    }
    text_add(o, "}\n");
  }
  if (p->drop) text_add(o, "fault drop A%s\n", p->drop_bound == 1 ? " <= 1" : "");
  if (p->duplicate) text_add(o, "fault duplicate A\n");
  if (p->crash_bound != NONE) text_add(o, "fault crash T0%s\n", p->crash_bound == 1 ? " <= 1" : "");
}

/* Comparing. */
static void compare_findings(const ExResult *res, const Reference *r, Text *why) {
  static const char *const word[] = { "assert", "error", "critical", "deadlock" };
  bool found[4] = { false };
  for (const ExFinding *f = res->findings.first; f; f = f->next) {
    if (f->what == FIND_ASSERT) found[FOUND_ASSERT] = true;
    else if (f->what == FIND_ERROR) found[FOUND_ERROR] = true;
    else if (f->what == FIND_CRITICAL) found[FOUND_CRITICAL] = true;
    else if (f->what == FIND_DEADLOCK) found[FOUND_DEADLOCK] = true;
    else text_add(why, "unexpected finding: %s\n", find_word(f->what));
  }
  for (int i = 0; i < 4; i++)
    if (found[i] != r->found[i]) text_add(why, "%s found by %s only\n", word[i], found[i] ? "naive" : "the reference");
}

static void compare_values(const ByteSet *x, const ByteSet *y, const char *who, Text *why) {
  for (size_t i = 0; i < x->count; i++) {
    size_t n;
    const uint8_t *p = set_get(x, i, &n);
    if (!set_has(y, p, n)) text_add(why, "final values of %s only: %.*s\n", who, (int)n, (const char *)p);
  }
}

static void compare(const Model *m, const Reference *r, Text *why) {
  ExLimits l = { .all = true, .races = LEVEL_OFF, .unread = LEVEL_OFF, .depth = -1, .preemptions = -1, .events = 10000 };
  Arena a;
  ExResult res;
  Outcome graph;
  Mem mem;
  arena_init(&a);
  mem_init(&mem, 0);
  memset(&res, 0, sizeof res);
  ex_run(m->program, ex_algorithm("naive")->algo, &l, &a, &res);
  if (res.stats.executions != r->executions || res.stats.blocked != r->blocked)
    text_add(why, "naive: %llu executions + %llu blocked, reference: %llu + %llu\n", (unsigned long long)res.stats.executions,
             (unsigned long long)res.stats.blocked, (unsigned long long)r->executions, (unsigned long long)r->blocked);
  compare_findings(&res, r, why);
  VmState *s = vm_new(m->program, &mem);
  CHECK(s);
  judge_graph(m, s, 10000000, &graph);
  compare_values(&graph.values, &r->values, "dmc", why);
  compare_values(&r->values, &graph.values, "the reference", why);
  outcome_free(&graph);
  vm_free(s);
  mem_deinit(&mem);
  arena_deinit(&a);
}

static uint64_t programs, runs, per_op[O_KINDS];

static bool check(uint64_t seed) {
  Program p;
  State s;
  Text text = { 0 }, why = { 0 };
  Model m;
  make_program(seed, &p);
  Reference r = { .p = &p };
  memset(&s, 0, sizeof s);
  for (int i = 0; i < MUTEXES; i++) s.owner[i] = NONE;
  s.drops = p.drop_bound;
  s.crashes = p.crash_bound == NONE ? 0 : p.crash_bound;
  for (unsigned t = 0; t < p.threads; t++) settle(&p, &s, t);
  enumerate(&r, &s);
  write_program(&p, seed, &text);
  if (!model_compile(&m, "reference.d", text.at, text.len)) {
    diag_print(&m.diags, stderr, false);
    text_add(&why, "does not compile\n");
  } else if (!r.over) {
    compare(&m, &r, &why);
    programs++;
    runs += r.executions + r.blocked;
    for (unsigned t = 0; t < p.threads; t++)
      for (unsigned i = 0; i < p.n[t]; i++) per_op[p.op[t][i].kind]++;
  }
  bool ok = why.len == 0;
  if (!ok) fprintf(stderr, "seed %llu:\n%s%s\n", (unsigned long long)seed, why.at, text.at);
  model_free(&m);
  set_free(&r.values);
  text_free(&text);
  text_free(&why);
  return ok;
}

TEST steps_mean_what_the_reference_says(void) {
  unsigned n = prop_count(8000), wrong = 0;
  uint64_t seed = prop_first_seed();
  for (unsigned i = 0; i < n && wrong < prop_keep(); i++, seed++) wrong += !check(seed);
  printf("  %llu programs, %llu runs\n", (unsigned long long)programs, (unsigned long long)runs);
  ASSERT_EQ(wrong, 0u);
  for (int k = 0; k < O_KINDS && n >= 8000; k++) ASSERTm("every operation occurs", per_op[k] > 0);
  PASS();
}

GREATEST_MAIN_DEFS();
int main(int argc, char **argv) {
  GREATEST_MAIN_BEGIN();
  RUN_TEST(steps_mean_what_the_reference_says);
  GREATEST_MAIN_END();
}
