/* explore/trace_end.c -- who waits for what where a run is stuck: the mutex with its holder, the condition with the values it
 * reads, the mailbox with what is wrong with each message, every branch of an either. */
#include <stdio.h>
#include <string.h>
#include "explore/replay.h"
#include "vm/stuck.h"

#define MANY_READS 8                         /* values of a condition that are named */
#define MANY_LETTERS 200
#define MANY_CLAUSES 20

/* --- source text --- */

/* SPAN on one line, without what stands from STOP on; at most 120 bytes, so as not to bury what follows. */
static const char *source(Replay *r, Span span, const char *stop) {
  if (span.end == 0 || span.file >= r->program->sources->count) return "";
  const Source *f = r->program->sources->files[span.file];
  char buf[124];
  size_t n = 0, room = sizeof buf - 4, len = strlen(stop);
  uint32_t i = span.start;
  for (; i < span.end && i < f->len && n < room; i++) {
    if (len && f->len - i >= len && memcmp(f->text + i, stop, len) == 0) break;
    bool blank = f->text[i] == ' ' || f->text[i] == '\t' || f->text[i] == '\n' || f->text[i] == '\r';
    if (!blank) buf[n++] = f->text[i];
    else if (n && buf[n - 1] != ' ') buf[n++] = ' ';
  }
  bool more = n == room;
  while (more && n && (buf[n - 1] & 0xc0) == 0x80) n--;
  if (more && n && buf[n - 1] & 0x80) n--;
  while (n && buf[n - 1] == ' ') n--;
  memcpy(buf + n, "...", more ? 4 : 0);
  return arena_strndup(r->arena, buf, n + (more ? 3 : 0));
}

/* --- conditions --- */

static const char *written(Replay *r, size_t from) { return from ? arena_printf(r->arena, "step %zu", from) : "init"; }

/* "; turn = 0 (step 7), flag[0] = true (init)": what the thread looked at before it gave up. */
static const char *looked_at(Replay *r, const VmStuck *q) {
  char name[TRACE_TEXT], value[TRACE_TEXT];
  const char *all = "";
  uint32_t n = 0, seen[MANY_READS];
  for (uint32_t i = 0; i < q->nacc; i++) {
    uint32_t loc = ACC_OBJ(q->acc[i]), k = 0;
    while (k < n && seen[k] != loc) k++;
    if (k < n || loc >= r->program->nlocs || r->program->leaf_type[loc]->kind == T_MUTEX) continue;
    if (n == MANY_READS) return arena_printf(r->arena, "%s, ...", all);
    seen[n] = loc;
    vm_loc_name(r->program, loc, name, sizeof name);
    vm_word_text(r->vm, r->program->leaf_type[loc], vm_value(r->vm, loc), value, sizeof value);
    all = arena_printf(r->arena, "%s%s %s = %s (%s)", all, n++ ? "," : ";", name, value, written(r, r->writer[loc]));
  }
  return all;
}

/* A guard is an await, a `while` that only waits, or a choose from a set. */
static const char *guard_text(Replay *r, VmTid t, const VmStuck *q) {
  Span span = replay_span(r, q->wait.pc);
  const char *text = source(r, span, "{"), *values = looked_at(r, q);
  bool await = strncmp(text, "await", 5) == 0;
  if (await) text += 5, text += strspn(text, " ");
  cond_words(r, t, q->wait.pc, &text, &values);
  if (q->wait.pc < r->program->ncode && r->program->code[q->wait.pc].op == OP_CHOOSES)
    return arena_printf(r->arena, "waits to choose from an empty set%s", values);
  if (strncmp(text, "while", 5) == 0) return arena_printf(r->arena, "waits %s%s", text, values);
  if (!await) return arena_printf(r->arena, "waits for its condition to become true%s", values);
  return arena_printf(r->arena, "waits for %s%s", text, values);
}

static const char *lock_text(Replay *r, VmTid tid, const VmWait *w) {
  char name[TRACE_TEXT];
  vm_loc_name(r->program, w->lock, name, sizeof name);
  if (w->holder == tid) return arena_printf(r->arena, "waits for %s, which it holds itself", name);
  if (w->holder < 0) return arena_printf(r->arena, "waits for %s", name);
  const char *dead = vm_thread(r->vm, (VmTid)w->holder) == TH_CRASHED ? ", which crashed"
                   : vm_thread(r->vm, (VmTid)w->holder) == TH_ENDED ? ", which has ended" : "";
  return arena_printf(r->arena, "waits for %s, held by %s%s", name, replay_thread(r, (VmTid)w->holder), dead);
}

/* --- receives --- */

static const char *clause_text(Replay *r, const BcClause *c) { return source(r, c->span, "=>"); }

/* "waits for Decide(c) or Vote(=yes): its mailbox is empty". Where it is not, the clauses are told message by message. */
static const char *receive_text(Replay *r, VmTid tid, const VmStuck *q) {
  const char *all = "a message";
  size_t n = vm_mailbox(r->vm, tid, NULL, 0);
  const BcReceive *table = q->matcher ? vm_stuck_receive(r->vm, q) : NULL;
  if (n == 1) return "waits for a message: no clause takes the one in its mailbox";
  if (n) return arena_printf(r->arena, "waits for a message: no clause takes any of the %zu in its mailbox", n);
  for (uint32_t i = 0; table && i < table->nclauses && i < 4; i++) {
    const char *one = clause_text(r, &table->clauses[i]);
    all = i ? arena_printf(r->arena, "%s or %s", all, one) : one;
  }
  if (table && table->nclauses > 4) all = arena_printf(r->arena, "%s or ...", all);
  return arena_printf(r->arena, "waits for %s: its mailbox is empty", all);
}

static void why_not(Replay *r, const VmStuck *q, Word msg, ExLetter *l) {
  char buf[TRACE_TEXT];
  const BcReceive *table = vm_stuck_receive(r->vm, q);
  l->why = ARENA_ARRAY(r->arena, const char *, table->nclauses + 1);
  for (uint32_t i = 0; i < table->nclauses && i < MANY_CLAUSES; i++)
    l->why[l->nwhy++] = arena_printf(r->arena, "clause %s: %s", clause_text(r, &table->clauses[i]),
                                     vm_why_not(r->vm, q, i, msg, buf, sizeof buf));
}

/* The mailbox of a thread that waits for another message. */
static void letters(Replay *r, VmTid t, const VmStuck *q, ExWait *x) {
  Word mail[MANY_LETTERS];
  char buf[TRACE_TEXT];
  size_t n = vm_mailbox(r->vm, t, mail, MANY_LETTERS);
  x->mail = ARENA_ARRAY(r->arena, ExLetter, n + 1);
  for (x->nmail = 0; x->nmail < n && x->nmail < MANY_LETTERS; x->nmail++) {
    ExLetter *l = &x->mail[x->nmail];
    *l = (ExLetter){ .text = replay_keep(r, vm_message_text(r->vm, mail[x->nmail], buf, sizeof buf)) };
    if (x->nmail < r->mail[t].count) l->from = r->mail[t].at[x->nmail].step;
    if (q->matcher) why_not(r, q, mail[x->nmail], l);
  }
}

/* --- one thread --- */

static const char *wait_text(Replay *r, VmTid tid, const VmStuck *q) {
  const VmWait *w = &q->wait;
  switch (w->kind) {
  case WAIT_NONE: return "could go on";
  case WAIT_LOCK: return lock_text(r, tid, w);
  case WAIT_RECEIVE: return receive_text(r, tid, q);
  case WAIT_JOIN:
    return w->holder >= 0 ? arena_printf(r->arena, "waits for %s to end", replay_thread(r, (VmTid)w->holder)) : "waits for a thread to end";
  case WAIT_GUARD: return guard_text(r, tid, q);
  case WAIT_CHOICE:
    return arena_printf(r->arena, "chooses from an empty range: %s%s", source(r, replay_span(r, w->pc), ""), looked_at(r, q));
  case WAIT_EITHER: return "waits for a branch of its either";
  }
  return "waits";
}

static ExWait stuck(Replay *r, VmTid t, const VmStuck *q) {
  const VmWait *w = &q->wait;
  ExWait x = { .tid = t, .kind = w->kind, .lock = w->lock, .holder = w->holder, .pc = w->pc, .daemon = vm_daemon(r->vm, t) };
  x.thread = replay_thread(r, t);
  x.text = wait_text(r, t, q);
  x.span = replay_span(r, x.pc);
  x.call = replay_call(r, t);
  if (x.kind == WAIT_RECEIVE) letters(r, t, q, &x);
  return x;
}

static void branches(Replay *r, VmTid t, ExWait *x) {
  const BcBranch *list = NULL;
  uint32_t n = vm_stuck_branches(r->vm, t, &list);
  x->branches = ARENA_ARRAY(r->arena, ExWait, n + 1);
  for (uint32_t i = 0; i < n; i++) {
    VmStuck q = vm_stuck(r->vm, t, i);
    x->branches[x->nbranches++] = stuck(r, t, &q);
  }
}

static ExWait waiting(Replay *r, VmTid t) {
  VmStuck q = { { WAIT_NONE, vm_pc(r->vm, t), UINT32_MAX, -1 }, NULL, 0, 0 };
  const BcBranch *list;
  bool either = vm_stuck_branches(r->vm, t, &list) != 0;
  if (!replay_enabled(r, t)) {       /* vm_wait says what an event with branches waits for, whether or not one of them is open */
    q = vm_stuck(r->vm, t, 0);
    if (either) q.wait = vm_wait(r->vm, t);
  }
  ExWait x = stuck(r, t, &q);
  if (x.kind == WAIT_EITHER) branches(r, t, &x);
  return x;
}

static const ExWait *wait_of(const ExTrace *t, int tid) {
  for (size_t i = 0; i < t->nwaits; i++)
    if (t->waits[i].tid == tid) return &t->waits[i];
  return NULL;
}

/* Follows holders from each waiting thread; a thread met twice on the way starts a cycle. */
void replay_cycle(Replay *r) {
  ExTrace *t = r->trace;
  for (size_t i = 0; i < t->nwaits && !t->ncycle; i++) {
    const ExWait *w = &t->waits[i];
    size_t n = 0;
    do w = wait_of(t, w->holder), n++;
    while (w && w->tid != t->waits[i].tid && n <= t->nwaits);
    if (!w || n > t->nwaits) continue;
    t->cycle = ARENA_ARRAY(r->arena, const char *, n);
    for (; t->ncycle < n; w = wait_of(t, w->holder)) t->cycle[t->ncycle++] = w->thread;
  }
}

void replay_waits(Replay *r) {
  ExTrace *t = r->trace;
  unsigned n = vm_nthreads(r->vm);
  t->waits = ARENA_ARRAY(r->arena, ExWait, n + 1);
  for (unsigned i = 0; i < n; i++)
    if (vm_thread(r->vm, (VmTid)i) == TH_RUNNING) t->waits[t->nwaits++] = waiting(r, (VmTid)i);
}
