/* explore/because.c -- see because.h: the table of patterns, the words they share, and those that are seen at the end of a run: a
 * cycle of locks, a wakeup that came too early, a message that no receive takes. */
#include "explore/because_int.h"
#include <stdio.h>
#include <string.h>

#define LONG_CYCLE 6                         /* of a longer one not every thread is told */
#define LONG_VALUE 60

/* --- words --- */

const char *why_line(Why *y, Span span) {
  if (span.end == 0) return "no line";
  Place at = src_place(y->p->sources, span);
  bool main_file = strcmp(at.path, y->p->path) == 0;
  const char *where = main_file ? arena_printf(y->a, "line %u", at.line) : arena_printf(y->a, "%s:%u", at.path, at.line);
  return at.copy >= 0 ? arena_printf(y->a, "%s, $=%d", where, at.copy) : where;
}

static Span in_model(Span call, Span span) { return call.end ? call : span; }

const char *why_step(Why *y, size_t at) {
  const ExStep *s = &y->t->steps[at];
  return arena_printf(y->a, "step %zu (%s)", at + 1, why_line(y, in_model(s->call, s->span)));
}

const char *why_thread(Why *y, VmTid t) {
  if (t < y->t->nthreads) return y->t->threads[t].name;
  return "a thread";
}

const char *why_loc(Why *y, uint32_t loc) {
  char buf[200];
  vm_loc_name(y->p, loc, buf, sizeof buf);
  return arena_strndup(y->a, buf, strlen(buf));
}

const char *why_value(Why *y, uint32_t loc, Word v) {
  char buf[400];
  vm_word_text(y->w.vm, y->p->leaf_type[loc], v, buf, sizeof buf);
  size_t n = strlen(buf), cut = n;
  if (n > LONG_VALUE) for (cut = LONG_VALUE - 3; cut && (buf[cut] & 0xc0) == 0x80;) cut--;
  return arena_printf(y->a, "%.*s%s", (int)cut, buf, cut < n ? "..." : "");
}

/* --- a cycle of locks --- */

static const ExWait *wait_of(const ExTrace *t, int tid) {
  for (size_t i = 0; i < t->nwaits; i++)
    if (t->waits[i].tid == tid) return &t->waits[i];
  return NULL;
}

static const ExWait *named_wait(const ExTrace *t, const char *thread) {
  for (size_t i = 0; i < t->nwaits; i++)
    if (strcmp(t->waits[i].thread, thread) == 0) return &t->waits[i];
  return NULL;
}

static const char *mutex_name(Why *y, uint32_t loc) { return why_loc(y, loc); }

/* The step (an index) in which T took MUTEX, which it still holds; SIZE_MAX: none did. */
static size_t took(Why *y, VmTid t, const char *mutex) {
  for (size_t i = y->t->nbands; i-- > 0;) {
    const ExBand *b = &y->t->bands[i];
    if (!b->critical && b->tid == t && b->to == 0 && b->from && strcmp(b->name, mutex) == 0) return b->from - 1;
  }
  return SIZE_MAX;
}

/* W holds the mutex that BEFORE waits for. */
static const char *link_text(Why *y, const ExWait *before, const ExWait *w) {
  const char *held = mutex_name(y, before->lock);
  size_t step = took(y, w->tid, held);
  if (step == SIZE_MAX) return NULL;
  return arena_printf(y->a, "%s took %s in %s and waits for %s (%s)", w->thread, held, why_step(y, step), mutex_name(y, w->lock),
                      why_line(y, in_model(w->call, w->span)));
}

const char *why_lock_cycle(Why *y) {
  const ExTrace *t = y->t;
  if (t->finding->what != FIND_DEADLOCK || t->ncycle < 2) return NULL;
  const ExWait *first = named_wait(t, t->cycle[0]), *w = first;
  const char *text = "a cycle of locks:";
  for (size_t i = 0; i < t->ncycle; i++) {
    const ExWait *before = named_wait(t, t->cycle[(i + t->ncycle - 1) % t->ncycle]);
    w = named_wait(t, t->cycle[i]);
    if (!w || !before || w->kind != WAIT_LOCK || before->kind != WAIT_LOCK || wait_of(t, before->holder) != w) return NULL;
    const char *one = link_text(y, before, w);
    if (!one) return NULL;
    bool told = t->ncycle <= LONG_CYCLE || i < LONG_CYCLE / 2 || i + 1 == t->ncycle;
    if (told) text = arena_printf(y->a, "%s%s %s", text, i ? ";" : "", one);
    else if (i == LONG_CYCLE / 2) text = arena_printf(y->a, "%s; %zu more threads do likewise", text, t->ncycle - LONG_CYCLE / 2 - 1);
  }
  return arena_printf(y->a, "%s. Were they always taken in the same order, there would be no such cycle.", text);
}

/* --- a lost wakeup --- */

static bool in_library(const BcProgram *p, uint32_t pc, const char *name) {
  for (uint32_t i = 0; i < p->nfuncs; i++)
    if (p->funcs[i].library && pc >= p->funcs[i].entry && pc < p->funcs[i].end) return strcmp(p->funcs[i].name, name) == 0;
  return false;
}

static bool signals(const BcProgram *p, uint32_t pc) { return in_library(p, pc, "signal") || in_library(p, pc, "broadcast"); }

/* The set of waiting threads that T looks at where it waits: it entered it in step *BEGAN (an index) and never left. */
static uint32_t waiting_set(Why *y, const ExWait *w, size_t *began) {
  const WiRun *run = &y->w.run;
  for (size_t i = run->count; i-- > 0;) {
    const WiStep *s = &run->at[i];
    if (s->action.tid != w->tid) continue;
    for (uint32_t k = 0; k < s->ntouch; k++) {
      uint32_t loc = s->touch[k].loc;
      if (y->p->leaf_type[loc]->kind != T_SET || !in_library(y->p, s->pc, "wait") || s->touch[k].after == W_NIL) continue;
      *began = i;
      return loc;
    }
    return UINT32_MAX;                       /* the last step of the thread was another one */
  }
  return UINT32_MAX;
}

/* A signal that found the set empty, before the thread began to wait. */
static bool in_vain(Why *y, size_t i, uint32_t set, VmTid waiter) {
  const WiStep *s = &y->w.run.at[i];
  const WiTouch *x = wi_touch(s, set);
  return x && s->action.tid != waiter && signals(y->p, s->pc) && x->before == W_NIL && x->after == W_NIL;
}

/* Had the signal, with the locks under which it was given, come after the wait had begun, would the run not be stuck? */
static bool would_wake(Why *y, size_t signal, size_t began, uint32_t set) {
  const WiRun *run = &y->w.run;
  VmTid t = run->at[signal].action.tid;
  size_t from[2] = { signal, wi_holds_since(&y->w, run, t, signal) };
  for (int i = 0; i < 2; i++) {
    WiLate l = wi_late(&y->w, run, t, from[i], began + 1, set);
    if (l.possible) return wi_rest(&y->w, run, t, began + 1, &l) == WI_GONE;
  }
  return false;
}

static const char *wakeup_of(Why *y, const ExWait *w) {
  size_t began = 0;
  uint32_t set = w->kind == WAIT_GUARD && in_library(y->p, w->pc, "wait") ? waiting_set(y, w, &began) : UINT32_MAX;
  for (size_t i = began; set != UINT32_MAX && i-- > 0;) {
    if (!in_vain(y, i, set, w->tid) || !would_wake(y, i, began, set)) continue;
    const char *call = in_library(y->p, y->w.run.at[i].pc, "signal") ? "signal" : "broadcast", *name = why_loc(y, set);
    const char *dot = strrchr(name, '.');      /* c.waiting: the field is the library's */
    return arena_printf(y->a, "a lost wakeup: %s called %s on %.*s in %s, when no thread was waiting there; %s began to wait in %s, "
                        "and no thread is left that could wake it.", why_thread(y, y->w.run.at[i].action.tid), call,
                        (int)(dot ? (size_t)(dot - name) : strlen(name)), name, why_step(y, i), w->thread, why_step(y, began));
  }
  return NULL;
}

const char *why_lost_wakeup(Why *y) {
  if (!y->playable || y->t->finding->what != FIND_DEADLOCK) return NULL;
  for (size_t i = 0; i < y->t->nwaits; i++) {
    const char *text = wakeup_of(y, &y->t->waits[i]);
    if (text) return text;
  }
  return NULL;
}

/* --- a message that nobody takes --- */

static const char *sent_in(Why *y, size_t step) {
  return step ? arena_printf(y->a, ", sent by %s in %s", y->t->steps[step - 1].thread, why_step(y, step - 1)) : "";
}

/* Does a thread that the deadlock holds up wait for what W would do? W itself does, unless it is a daemon: then one that sent W a
 * message and waits for a message itself. */
static bool concerned(Why *y, const ExWait *w) {
  if (!w->daemon) return true;
  for (size_t i = 0; i < w->nmail; i++) {
    const ExWait *x = w->mail[i].from ? wait_of(y->t, y->t->steps[w->mail[i].from - 1].tid) : NULL;
    if (x && !x->daemon && x->kind == WAIT_RECEIVE) return true;
  }
  return false;
}

/* Nobody is held up by anything else than messages: who does not wait for one waits for a thread that is stuck itself. */
static bool only_messages(Why *y) {
  for (size_t i = 0; i < y->t->nwaits; i++) {
    const ExWait *w = &y->t->waits[i];
    bool for_other = (w->kind == WAIT_JOIN || w->kind == WAIT_LOCK) && wait_of(y->t, w->holder);
    if (!w->daemon && w->kind != WAIT_RECEIVE && !for_other) return false;
  }
  return true;
}

static const char *stuck_receive(Why *y) {
  for (size_t i = 0; i < y->t->nwaits; i++) {
    const ExWait *w = &y->t->waits[i];
    if (w->kind != WAIT_RECEIVE || !w->nmail || !concerned(y, w)) continue;
    const char *more = w->nmail > 1 ? arena_printf(y->a, ", and %zu more", w->nmail - 1) : "";
    return arena_printf(y->a, "an unread message: %s waits in a receive (%s) none of whose clauses takes what its mailbox holds: "
                        "%s%s%s.", w->thread, why_line(y, in_model(w->call, w->span)), w->mail[0].text, sent_in(y, w->mail[0].from), more);
  }
  return NULL;
}

/* What the receiver did after step SENT (an index). */
static const char *afterwards(Why *y, VmTid t, size_t sent) {
  const char *name = why_thread(y, t);
  for (size_t i = 0; i < y->t->nsteps; i++) {
    const ExStep *s = &y->t->steps[i];
    if (s->tid != t || !s->ended || s->event == EV_INIT) continue;
    if (i < sent) return arena_printf(y->a, "%s had ended in %s", name, why_step(y, i));
    return arena_printf(y->a, "%s ended in %s without receiving it", name, why_step(y, i));
  }
  if (t < y->t->nthreads && y->t->threads[t].status == TH_ENDED) return arena_printf(y->a, "%s had ended before the first step", name);
  for (size_t i = y->t->nsteps; i-- > sent + 1;)
    if (y->t->steps[i].tid == t) return arena_printf(y->a, "%s last did %s and does not receive it", name, why_step(y, i));
  return arena_printf(y->a, "%s does nothing more", name);
}

/* The message of the finding: of its name, to its thread, never received. */
static const char *never_received(Why *y) {
  const ExFinding *f = y->t->finding;
  size_t n = strlen(f->name);
  for (size_t i = y->t->nsteps; i-- > 0;)
    for (size_t k = 0; k < y->t->steps[i].nmessages; k++) {
      const ExMessage *m = &y->t->steps[i].messages[k];
      if (!m->sent || m->other || !m->copies || m->peer != f->tid || strncmp(m->text, f->name, n) != 0 || m->text[n] != '(') continue;
      return arena_printf(y->a, "an unread message: %s sent %s to %s in %s; %s.", y->t->steps[i].thread, m->text, m->thread, why_step(y, i),
                          afterwards(y, m->peer, i));
    }
  return NULL;
}

const char *why_unread(Why *y) {
  if (y->t->finding->what == FIND_DEADLOCK) return only_messages(y) ? stuck_receive(y) : NULL;
  if (y->t->finding->what == FIND_UNREAD && y->t->finding->name && y->t->finding->tid >= 0) return never_received(y);
  return NULL;
}

/* --- all of them --- */

/* The most specific one first. */
static const char *(*const patterns[])(Why *y) = { why_lock_cycle, why_lost_wakeup, why_lost_update, why_torn_read, why_check_then_act,
                                                   why_unread };

const char *because(const BcProgram *p, const ExTrace *t, Arena *a) {
  Arena scratch;
  const char *text = NULL;
  Why y = { .p = p, .t = t, .a = a };
  arena_init(&scratch);
  y.playable = t->confirmed && wi_open(&y.w, p, t->finding, &scratch) && y.w.run.count == t->nsteps;
  for (size_t i = 0; i < sizeof patterns / sizeof *patterns && !text && t->nsteps; i++) text = patterns[i](&y);
  if (y.w.vm) wi_close(&y.w);
  arena_deinit(&scratch);
  return text;
}
