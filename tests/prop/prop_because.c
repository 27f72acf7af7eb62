/* tests/prop/prop_because.c -- what is said about traces is true. Random small programs that lose updates, test and act, read in pieces,
 * lock in circles, signal too early, send what nobody takes; every finding of a search is explained, and every paragraph is taken
 * apart again: the steps it names exist, are those threads', read, write, lock, send what it says, at the line it says, and nothing
 * that it denies happens in between. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "explore/because.h"
#include "tests/greatest.h"
#include "tests/prop/harness.h"

/* --- programs --- */

static const char *var(Rng *r) { return (const char *const[]){ "x", "y", "a[0]", "a[1]", "p.l", "p.r" }[rng_below(r, 6)]; }

static void statement(Rng *r, Text *t, unsigned threads, unsigned *locals, int deep) {
  const char *x = var(r), *y = var(r);
  unsigned c = rng_below(r, 3), n = ++*locals;
  switch (rng_below(r, deep ? 12 : 20)) {
  case 0: case 1: case 2: text_add(t, "%s := %s + 1; ", x, x); break;
  case 3: text_add(t, "int v%u = %s; %s := v%u + %u; ", n, x, rng_one_in(r, 2) ? x : y, n, c); break;
  case 4: text_add(t, "%s := %u; ", x, c + 1); break;
  case 5: text_add(t, "assert %s + %s != %u; ", x, y, c + 1); break;
  case 6: text_add(t, "fetch_add(%s, %u); ", x, c); break;
  case 7: text_add(t, "push(q, %u); ", c); break;
  case 8: text_add(t, "T%u ! M(%u); ", rng_below(r, threads), c); break;
  case 9: text_add(t, "atomic { %s := %s + 1; %s := %s + 1 } ", x, x, y, y); break;
  case 10: text_add(t, "critical cs { %s := %u } ", x, c); break;
  case 11: text_add(t, "%s(c); ", rng_one_in(r, 2) ? "signal" : "broadcast"); break;
  case 12: text_add(t, "await %s != %u; ", x, c); break;
  case 13: text_add(t, "receive { M(%u) => { } %s } ", c, rng_one_in(r, 3) ? "after => { }" : ""); break;
  case 14: text_add(t, "lock(m); wait(c, m); unlock(m); "); break;
  case 15: text_add(t, "if len(q) > 0 { _ := pop(q) } "); break;
  case 16: case 17:
    text_add(t, "if %s == %u { ", x, c);
    statement(r, t, threads, locals, 1);
    text_add(t, "} ");
    break;
  default: {
    bool nested = rng_one_in(r, 2), first = rng_one_in(r, 2);
    text_add(t, "lock(%s); ", first ? "m" : "n");
    if (nested) text_add(t, "lock(%s); ", first ? "n" : "m");
    statement(r, t, threads, locals, 1);
    if (nested) text_add(t, "unlock(%s); ", first ? "n" : "m");
    text_add(t, "unlock(%s); ", first ? "m" : "n");
  }
  }
}

static void program(uint64_t seed, Text *t) {
  Rng r = rng_new(seed);
  unsigned threads = 2 + rng_below(&r, 2), locals = 0;
  text_add(t, "import std.sync\nint x, y\nint[2] a\nrecord P { int l, int r }\nP p\nqueue<int> q\nmutex m, n\ncond c\nmessage M(int k)\n");
  for (unsigned i = 0; i < threads; i++) {
    text_add(t, "Thread T%u {\n", i);
    for (unsigned k = 1 + rng_below(&r, 4); k > 0; k--) text_add(t, "  "), statement(&r, t, threads, &locals, 0), text_add(t, "\n");
    text_add(t, "}\n");
  }
  if (rng_one_in(&r, 3)) text_add(t, "invariant inv: %s + %s != %u\n", var(&r), var(&r), 2 + rng_below(&r, 3));
  if (!rng_one_in(&r, 2)) return;
  text_add(t, "finally { assert %s != %u; ", var(&r), rng_below(&r, 4));
  text_add(t, "assert %s + %s != %u }\n", var(&r), var(&r), rng_below(&r, 5));
}

/* --- looking things up in the trace --- */

typedef struct { const Model *m; const ExTrace *t; const char *text; const char *wrong; } Case;

static void expect(Case *c, bool holds, const char *what) {
  if (!holds && !c->wrong) c->wrong = what;
}

static const ExStep *step(Case *c, size_t number) {
  static const ExStep none = { .thread = "", .what = "", .kind = "" };
  expect(c, number >= 1 && number <= c->t->nsteps, "a step that does not exist");
  return number >= 1 && number <= c->t->nsteps ? &c->t->steps[number - 1] : &none;
}

static const char *value(const ExValue *v, size_t n, const char *name) {
  for (size_t i = 0; i < n; i++)
    if (strcmp(v[i].name, name) == 0) return v[i].value;
  return "?";
}

/* After step NUMBER. */
static const char *value_after(Case *c, size_t number, const char *name) {
  if (number == 0) return value(c->t->initial, c->t->ninitial, name);
  const ExStep *s = step(c, number);
  return value(s->state, s->nstate, name);
}

static bool reads(const ExStep *s, const char *name, const char *v) {
  for (size_t i = 0; i < s->nreads; i++)
    if (strcmp(s->reads[i].name, name) == 0) return !v || strcmp(s->reads[i].value, v) == 0;
  return false;
}

static bool changes(const ExStep *s, const char *name) {
  for (size_t i = 0; i < s->nchanges; i++)
    if (strcmp(s->changes[i].name, name) == 0) return true;
  return false;
}

static void at(Case *c, size_t number, const char *thread, unsigned line) {
  const ExStep *s = step(c, number);
  expect(c, strcmp(s->thread, thread) == 0, "a step of another thread");
  Place p = src_place(&c->m->sources, s->call.end ? s->call : s->span);
  expect(c, s->span.end && p.line == line, "a step at another line");
}

/* --- the patterns --- */

#define NAME "%40[A-Za-z0-9_#@]"
#define PLACE "%40[A-Za-z0-9_.]"
static char T[50], U[50], X[50], X2[50], V[80], V2[80], V3[80], Z[80];
static size_t A, B, C;
static unsigned L, L2, L3;

/* Copies what stands between BEFORE and AFTER, and returns what follows; NULL: it is not there. */
static const char *between(const char *s, const char *before, const char *after, char *out, size_t size) {
  const char *b = s ? strstr(s, before) : NULL, *e = b ? strstr(b + strlen(before), after) : NULL;
  if (!e || (size_t)(e - b - (long)strlen(before)) >= size) return NULL;
  snprintf(out, size, "%.*s", (int)(e - b - (long)strlen(before)), b + strlen(before));
  return e + strlen(after);
}

/* "T read X = V in step A (line L)" after the colon. */
static const char *read_part(Case *c, const char *s) {
  s = between(s, ": ", " read ", T, sizeof T);
  s = between(s, "", " = ", X, sizeof X);
  s = between(s, "", " in step ", V, sizeof V);
  expect(c, s && sscanf(s, "%zu (line %u)", &A, &L) == 2, "no place of the read");
  s = s ? strchr(s, ')') + 1 : NULL;
  if (!s) return NULL;
  at(c, A, T, L);
  expect(c, reads(step(c, A), X, V), "a read that was not");
  return s;
}

static void lost_update(Case *c) {
  const char *s = read_part(c, c->text);
  s = between(s, " and wrote ", " = ", X2, sizeof X2);
  s = between(s, "", " in step ", V2, sizeof V2);
  expect(c, s && sscanf(s, "%zu (line %u)", &B, &L2) == 2, "no place of the write");
  s = between(s, "; ", " wrote ", U, sizeof U);
  s = between(s, "", " = ", Z, sizeof Z);
  s = between(s, "", " in step ", V3, sizeof V3);
  expect(c, s && sscanf(s, "%zu (line %u)", &C, &L3) == 2, "no place of the other write");
  if (c->wrong) return;
  at(c, B, T, L2);
  at(c, C, U, L3);
  expect(c, strcmp(X, X2) == 0 && strcmp(X, Z) == 0, "two variables");
  expect(c, A < C && C < B && strcmp(T, U) != 0, "not in between");
  expect(c, strcmp(value_after(c, B, X), V2) == 0 && strcmp(value_after(c, C, X), V3) == 0, "other values");
  expect(c, strcmp(V3, V) != 0, "what it read was still so");
  bool seen = false;
  for (size_t i = A + 1; i < B; i++) {
    const ExStep *x = step(c, i);
    expect(c, strcmp(x->thread, T) != 0 || (!reads(x, X, NULL) && !changes(x, X)), "it read again, or wrote before");
    expect(c, i <= C || !changes(x, X), "not the last write");
    seen |= i > C && reads(x, X, NULL);
  }
  expect(c, seen == !strstr(c->text, "unread"), "read or unread");
}

static void check_then_act(Case *c) {
  const char *s = read_part(c, c->text);
  s = between(s, " for a test; ", " changed it to ", U, sizeof U);
  s = between(s, "", " in step ", V2, sizeof V2);
  expect(c, s && sscanf(s, "%zu (line %u)", &C, &L3) == 2, "no place of the change");
  B = c->t->nsteps + 1;
  if (s && (s = strstr(s, " acted on it in step "))) {
    expect(c, sscanf(s, " acted on it in step %zu (line %u)", &B, &L2) == 2, "no place of the act");
    at(c, B, T, L2);
  } else expect(c, c->t->finding->what == FIND_DEADLOCK && strstr(c->text, " began to wait at line ") != NULL, "no act");
  if (c->wrong) return;
  at(c, C, U, L3);
  expect(c, A < C && C < B && strcmp(T, U) != 0, "not in between");
  expect(c, strcmp(value_after(c, C, X), V2) == 0 && strcmp(value_after(c, B - 1, X), V2) == 0, "other values");
  expect(c, strcmp(V, V2) != 0, "what it read was still so");
}

static void torn_read(Case *c) {
  const char *s = read_part(c, c->text);
  s = between(s, " and ", " = ", X2, sizeof X2);
  s = between(s, "", " in step ", V2, sizeof V2);
  expect(c, s && sscanf(s, "%zu (line %u)", &B, &L2) == 2, "no place of the second read");
  s = between(s, ", but ", " changed ", U, sizeof U);
  s = between(s, "", " to ", Z, sizeof Z);
  s = between(s, "", " in step ", V3, sizeof V3);
  expect(c, s && sscanf(s, "%zu (line %u)", &C, &L3) == 2, "no place of the change");
  if (c->wrong) return;
  at(c, B, T, L2);
  at(c, C, U, L3);
  expect(c, reads(step(c, B), X2, V2), "a second read that was not");
  expect(c, A < C && C < B && strcmp(Z, X) == 0 && strcmp(value_after(c, C, X), V3) == 0, "no change in between");
  for (size_t i = 0; i <= c->t->nsteps; i++)
    expect(c, strcmp(value_after(c, i, X), V) != 0 || strcmp(value_after(c, i, X2), V2) != 0, "a state had both values");
}

static void lock_cycle(Case *c) {
  char first[50] = "", waits[50] = "", text[80];
  const char *s = c->text + strlen("a cycle of locks");
  const char *form = " " NAME " took " PLACE " in step %zu (line %u) and waits for " PLACE " (line %u)";
  size_t n = 0;
  for (; (*s == ':' || *s == ';') && sscanf(s + 1, form, T, X, &A, &L, X2, &L2) == 6; n++) {
    at(c, A, T, L);
    expect(c, step(c, A)->event == EV_LOCK && changes(step(c, A), X), "it took no lock");
    snprintf(text, sizeof text, "held by %s", T);
    for (size_t i = A; i <= c->t->nsteps; i++) expect(c, strcmp(value_after(c, i, X), text) == 0, "it gave the lock back");
    expect(c, n == 0 || strcmp(waits, X) == 0, "no chain");
    if (!n) strcpy(first, X);
    strcpy(waits, X2);
    s = strchr(strchr(s + 1, ')') + 1, ')') + 1;
  }
  expect(c, n >= 2 && n == c->t->ncycle && strcmp(first, waits) == 0, "no cycle");
}

static void lost_wakeup(Case *c) {
  const char *s = between(c->text, ": ", " called ", U, sizeof U);
  expect(c, s && sscanf(strstr(s, " in step "), " in step %zu (line %u)", &C, &L3) == 2, "no place of the signal");
  s = between(s, "; ", " began to wait in step ", T, sizeof T);
  expect(c, s && sscanf(s, "%zu (line %u)", &B, &L2) == 2, "no place of the wait");
  if (c->wrong) return;
  at(c, C, U, L3);
  at(c, B, T, L2);
  expect(c, C < B && strcmp(value_after(c, C - 1, "c.waiting"), "{}") == 0, "somebody was waiting");
  expect(c, strcmp(value_after(c, C, "c.waiting"), "{}") == 0, "somebody is waiting");
  expect(c, c->t->finding->what == FIND_DEADLOCK, "nobody is stuck");
  expect(c, !strstr(value_after(c, B - 1, "c.waiting"), T) && strstr(value_after(c, B, "c.waiting"), T), "it began to wait elsewhere");
  for (size_t i = B; i <= c->t->nsteps; i++) expect(c, strstr(value_after(c, i, "c.waiting"), T) != NULL, "it was woken");
}

static void unread(Case *c) {
  const char *s = between(c->text, ": ", " waits in a receive (line ", T, sizeof T);
  const ExWait *w = NULL;
  for (size_t i = 0; i < c->t->nwaits; i++)
    if (strcmp(c->t->waits[i].thread, T) == 0) w = &c->t->waits[i];
  expect(c, s && w && w->kind == WAIT_RECEIVE && w->nmail, "no receive waits with mail");
  s = between(s, "holds: ", ", sent by ", V, sizeof V);
  s = between(s, "", " in step ", U, sizeof U);
  expect(c, s && sscanf(s, "%zu (line %u)", &A, &L) == 2, "no place of the send");
  if (c->wrong) return;
  at(c, A, U, L);
  bool sent = false;
  for (size_t i = 0; i < step(c, A)->nmessages; i++) {
    const ExMessage *m = &step(c, A)->messages[i];
    sent |= m->sent && !m->other && strcmp(m->text, V) == 0 && strcmp(m->thread, T) == 0;
  }
  expect(c, sent, "no such message was sent, or it was received");
}

static const struct { const char *begin; void (*judge)(Case *c); } patterns[] = {
  { "a lost update:", lost_update }, { "check, then act:", check_then_act }, { "a torn read:", torn_read },
  { "a cycle of locks:", lock_cycle }, { "a lost wakeup:", lost_wakeup }, { "an unread message:", unread } };
#define NPATTERNS (sizeof patterns / sizeof *patterns)

/* --- all findings of a program --- */

static struct { unsigned long programs, findings, pattern[NPATTERNS]; } tally;

static bool judge(const Model *m, const ExTrace *t, const char *text) {
  Case c = { m, t, text, NULL };
  for (size_t i = 0; i < NPATTERNS; i++)
    if (strncmp(text, patterns[i].begin, strlen(patterns[i].begin)) == 0) {
      tally.pattern[i]++;
      patterns[i].judge(&c);
      if (c.wrong) fprintf(stderr, "%s\n  %s\n", c.wrong, text);
      return !c.wrong;
    }
  fprintf(stderr, "an unknown pattern: %s\n", text);
  return false;
}

static bool explained(const Model *m, uint64_t seed) {
  ExLimits l = { .all = true, .races = LEVEL_OFF, .unread = LEVEL_OFF, .depth = -1, .preemptions = -1, .events = 10000, .states = 3000,
                 .bfs = seed & 1 };
  ExResult res;
  Arena a;
  bool ok = true;
  arena_init(&a);
  ex_run(m->program, ex_algorithm("stateful:reach")->algo, &l, &a, &res);
  for (const ExFinding *f = res.findings.first; f && ok; f = f->next) {
    ExTrace *t = trace_build(m->program, &l, f, TRACE_STATES, &a);
    const char *text = t->confirmed ? because(m->program, t, &a) : NULL;
    tally.findings++;
    ok = t->confirmed && (!text || judge(m, t, text));
  }
  arena_deinit(&a);
  return ok;
}

TEST what_is_said_is_true(void) {
  unsigned n = prop_count(20000), wrong = 0;
  uint64_t seed = prop_first_seed();
  for (unsigned i = 0; i < n && wrong < prop_keep(); i++, seed++) {
    Text t = { 0 };
    Model m;
    program(seed, &t);
    bool ok = model_compile(&m, "t.d", t.at, t.len) && explained(&m, seed);
    if (!ok) diag_print(&m.diags, stderr, false), fprintf(stderr, "seed %llu:\n%s", (unsigned long long)seed, t.at);
    wrong += !ok;
    tally.programs++;
    model_free(&m);
    text_free(&t);
  }
  printf("  %lu programs, %lu findings;", tally.programs, tally.findings);
  for (size_t i = 0; i < NPATTERNS; i++) printf(" %s %lu", patterns[i].begin, tally.pattern[i]);
  printf("\n");
  ASSERT_EQ(0u, wrong);
  for (size_t i = 0; n >= 20000 && i < NPATTERNS; i++) ASSERTm("every pattern occurs", tally.pattern[i] >= 20);
  PASS();
}

GREATEST_MAIN_DEFS();
int main(int argc, char **argv) {
  GREATEST_MAIN_BEGIN();
  RUN_TEST(what_is_said_is_true);
  GREATEST_MAIN_END();
}
