/* explore/report/words.c -- what the steps of a line did: `old -> new` for what changed, each value that was read with the
 * step that wrote it, each message with the step at its other end. What a line undoes itself, or reads of itself, is left out. */
#include <string.h>
#include "explore/report/lanes.h"
#include "lang/vec.h"

#define MANY 6                               /* values on a line, unless --full */
#define MANY_STEPS 5                         /* steps that wrote the values beyond these */
#define WIDE_VALUE 48

void words_add(Words *w, Style style, const char *fmt, ...) {
  va_list ap;
  va_start(ap, fmt);
  int n = vsnprintf(NULL, 0, fmt, ap);
  va_end(ap);
  size_t need = w->n + (n > 0 ? (size_t)n : 0) + 1;
  if (need > w->cap) {
    Words old = *w;
    w->cap = need * 2;
    w->s = arena_alloc(w->arena, w->cap);
    w->style = arena_alloc(w->arena, w->cap);
    if (old.n) memcpy(w->s, old.s, old.n), memcpy(w->style, old.style, old.n);
  }
  va_start(ap, fmt);
  vsnprintf(w->s + w->n, w->cap - w->n, fmt, ap);
  va_end(ap);
  memset(w->style + w->n, (int)style, need - 1 - w->n);
  w->n = need - 1;
}

/* --- parts of a line, with commas between --- */

typedef struct {
  Words w;
  const Check *c;
  const ExTrace *t;
  const Line *l;
  size_t parts;
  const char *lead;                  /* before the first part */
  const char *on;                    /* what the operation names already; need not be named again */
} Say;

static void next_part(Say *s) { words_add(&s->w, STYLE_PLAIN, "%s", s->parts++ ? ", " : s->lead); }

static const char *value(const Say *s, const char *v) {
  const char *clean = rep_clean(s->w.arena, v, strlen(v));
  return s->c->opt.full ? clean : rep_middle(s->w.arena, clean, WIDE_VALUE);
}

static void origin(Say *s, const char *before, size_t from, const char *after) {
  if (from) words_add(&s->w, STYLE_PLAIN, " (%sstep %zu)%s", before, from, after);
  else words_add(&s->w, STYLE_PLAIN, " (init)%s", after);
}

/* NAME and what goes between it and its value. */
static void say_name(Say *s, const char *name, const char *is) {
  if (!s->on || strcmp(s->on, name) != 0) words_add(&s->w, STYLE_PLAIN, "%s%s", name, is);
}

static bool is_mutex(const Say *s, uint32_t loc) { return s->c->model.program->leaf_type[loc]->kind == T_MUTEX; }

/* --- what a line reads and changes, all its steps together --- */

typedef struct { uint32_t loc; const char *name, *before, *after; size_t from; bool read, changed; } Touch;
typedef VEC(Touch) Touches;

/* The list is sorted: what an event touches comes that way, and arrays are long. */
static Touch *touch(Touches *list, uint32_t loc, Arena *a) {
  size_t lo = 0, hi = list->count;
  while (lo < hi) {
    size_t mid = (lo + hi) / 2;
    if (list->at[mid].loc < loc) lo = mid + 1;
    else hi = mid;
  }
  if (lo < list->count && list->at[lo].loc == loc) return &list->at[lo];
  VEC_PUSH(a, list, ((Touch){ 0 }));
  memmove(list->at + lo + 1, list->at + lo, (list->count - 1 - lo) * sizeof *list->at);
  list->at[lo] = (Touch){ .loc = loc };
  return &list->at[lo];
}

static void add_read(Touches *list, const ExRead *r, size_t first, Arena *a) {
  if (r->from > first) return;               /* its own value */
  Touch *x = touch(list, r->loc, a);
  if (x->read || x->changed) return;
  *x = (Touch){ .loc = r->loc, .name = r->name, .before = r->value, .from = r->from, .read = true };
}

static void add_change(Touches *list, const ExChange *ch, Arena *a) {
  Touch *x = touch(list, ch->loc, a);
  if (!x->before) x->before = ch->before;
  x->name = ch->name;
  x->after = ch->after;
  x->changed = strcmp(x->before, x->after) != 0;
}

static Touches touches(const Say *s) {
  Touches list = { 0 };
  for (size_t i = s->l->first; i <= s->l->last; i++) {
    const ExStep *step = &s->t->steps[i];
    for (size_t k = 0; k < step->nreads; k++) add_read(&list, &step->reads[k], s->l->first, s->w.arena);
    for (size_t k = 0; k < step->nchanges; k++) add_change(&list, &step->changes[k], s->w.arena);
  }
  return list;
}

/* A library call looks at much that is as it was set up; that is told only where there is nothing else. */
static void forget_settings(Touches *list) {
  size_t kept = 0;
  for (size_t i = 0; i < list->count; i++) kept += list->at[i].changed || list->at[i].from;
  if (!kept) return;
  kept = 0;
  for (size_t i = 0; i < list->count; i++)
    if (list->at[i].changed || list->at[i].from) list->at[kept++] = list->at[i];
  list->count = kept;
}

static void say_change(Say *s, const Touch *x) {
  next_part(s);
  say_name(s, x->name, ": ");
  words_add(&s->w, STYLE_PLAIN, "%s", value(s, x->before));
  if (x->read && !is_mutex(s, x->loc)) origin(s, "", x->from, "");
  words_add(&s->w, STYLE_PLAIN, " -> ");
  words_add(&s->w, STYLE_NEW, "%s", value(s, x->after));
  if (x->read && x->from && is_mutex(s, x->loc)) origin(s, "freed in ", x->from, "");
}

static void say_read(Say *s, const Touch *x, bool verb, bool with_origin) {
  next_part(s);
  if (verb) words_add(&s->w, STYLE_PLAIN, "reads ");
  say_name(s, x->name, is_mutex(s, x->loc) ? " is " : " = ");
  words_add(&s->w, STYLE_PLAIN, "%s", value(s, x->before));
  if (with_origin) origin(s, "", x->from, "");
}

/* Several values that one step wrote: it is named once, behind them all. NULL: there is no such step. */
static const Touch *one_origin(const Touches *list, size_t n) {
  const Touch *first = NULL;
  for (size_t i = 0; i < list->count; i++) {
    const Touch *x = &list->at[i];
    if (x->changed || !x->read) continue;
    if (!first) first = x;
    if (first->from != x->from) return NULL;
  }
  return n > 2 ? first : NULL;
}

/* "9 more (init, steps 3, 7, ...)": values of which only the writers are named. */
static void say_rest(Say *s, const Touches *list, size_t at, size_t n) {
  size_t steps[MANY_STEPS], k = 0;
  bool init = false, more = false;
  next_part(s);
  words_add(&s->w, STYLE_PLAIN, "%zu more (", n);
  for (; at < list->count; at++) {
    const Touch *x = &list->at[at];
    size_t i = 0;
    if (!x->read || x->changed) continue;
    while (i < k && steps[i] != x->from) i++;
    if (!x->from) init = true;
    else if (i == k && k < MANY_STEPS) steps[k++] = x->from;
    else if (i == k) more = true;
  }
  words_add(&s->w, STYLE_PLAIN, "%s%s", init ? "init" : "", init && k ? ", " : "");
  for (size_t i = 0; i < k; i++) words_add(&s->w, STYLE_PLAIN, "%s%zu", i ? ", " : k == 1 ? "step " : "steps ", steps[i]);
  words_add(&s->w, STYLE_PLAIN, "%s)", more ? ", ..." : "");
}

static bool many(const Say *s, size_t shown, size_t n) { return shown == MANY && n > MANY + 1 && !s->c->opt.full; }

static void say_changes(Say *s, const Touches *list) {
  size_t n = 0, shown = 0;
  for (size_t i = 0; i < list->count; i++) n += list->at[i].changed;
  for (size_t i = 0; i < list->count; i++) {
    if (!list->at[i].changed) continue;
    if (many(s, shown, n)) {
      next_part(s);
      words_add(&s->w, STYLE_PLAIN, "%zu more changes", n - shown);
      return;
    }
    say_change(s, &list->at[i]);
    shown++;
  }
}

/* What was read and stayed as it was. */
static void say_reads(Say *s, const Touches *list, bool verb) {
  size_t n = 0, shown = 0, rest = 0;
  for (size_t i = 0; i < list->count; i++) n += list->at[i].read && !list->at[i].changed;
  const Touch *all = one_origin(list, n);
  for (size_t i = 0; i < list->count; i++) {
    const Touch *x = &list->at[i];
    if (x->changed || !x->read) continue;
    if (many(s, shown, n)) { rest = i; break; }
    say_read(s, x, verb && !shown, !all);
    shown++;
  }
  if (shown < n && !all) say_rest(s, list, rest, n - shown);
  if (shown < n && all) words_add(&s->w, STYLE_PLAIN, ", %zu more", n - shown);
  if (all) words_add(&s->w, STYLE_PLAIN, " (all %s)", all->from ? arena_printf(s->w.arena, "step %zu", all->from) : "init");
}

/* --- messages and threads --- */

static void say_sent(Say *s, const ExMessage *m, bool bad) {
  words_add(&s->w, STYLE_PLAIN, "sends %s to %s", value(s, m->text), m->thread);
  if (!m->copies) words_add(&s->w, STYLE_BAD, " (lost)");
  else if (m->copies == 2) words_add(&s->w, STYLE_BAD, " twice");
  if (m->other) words_add(&s->w, STYLE_PLAIN, " (received in step %zu)", m->other);
  else if (m->copies) words_add(&s->w, bad ? STYLE_BAD : STYLE_PLAIN, " (never received)");
}

static void say_messages(Say *s) {
  for (size_t i = s->l->first; i <= s->l->last; i++)
    for (size_t k = 0; k < s->t->steps[i].nmessages; k++) {
      const ExMessage *m = &s->t->steps[i].messages[k];
      next_part(s);
      if (m->sent) say_sent(s, m, lines_failing(s->t, i));
      else words_add(&s->w, STYLE_PLAIN, "receives %s (sent in step %zu)", value(s, m->text), m->other);
    }
}

static void say_peers(Say *s) {
  for (size_t i = s->l->first; i <= s->l->last; i++)
    for (size_t k = 0; k < s->t->steps[i].npeers; k++) {
      const ExPeer *p = &s->t->steps[i].peers[k];
      next_part(s);
      words_add(&s->w, STYLE_PLAIN, "%s %s", p->joined ? "joins" : "starts", p->thread);
      if (p->ended) words_add(&s->w, STYLE_PLAIN, " (ended in step %zu)", p->ended);
    }
}

/* --- the words of an event --- */

/* What stands in the first parentheses of WHAT: the x of cas(x). */
static void note_operand(Say *s, const char *what, const char *end) {
  const char *open = strchr(what, '(');
  if (open && end && open < end) s->on = arena_strndup(s->w.arena, open + 1, (size_t)(end - open - 1));
}

/* The operation up to what it works on, with its success: "cas(x) fails" of "cas(x): x = 1, fails". */
static void say_operation(Say *s, const ExStep *step) {
  const char *end = strstr(step->what, "): ");
  size_t n = strlen(step->what);
  bool fails = n > 7 && strcmp(step->what + n - 7, ", fails") == 0, succeeds = n > 10 && strcmp(step->what + n - 10, ", succeeds") == 0;
  words_add(&s->w, STYLE_PLAIN, "%.*s", end ? (int)(end + 1 - step->what) : (int)n, step->what);
  words_add(&s->w, STYLE_PLAIN, "%s", fails ? " fails" : succeeds ? " succeeds" : "");
  note_operand(s, step->what, end);
  s->lead = ": ";
}

static bool only_looks(const char *what) {
  return strncmp(what, "len(", 4) == 0 || strncmp(what, "head(", 5) == 0 || strncmp(what, "contains(", 9) == 0 || strstr(what, ", fails");
}

static bool user_atomic(const Say *s, const ExStep *step) {
  const BcInstr *in = &s->c->model.program->code[step->pc];
  return in->op == OP_ATOMIC && in->b == REGION_ATOMIC;
}

/* An await, or a `while` that does nothing but wait. */
static void say_await(Say *s, const ExStep *step) {
  bool loop = strncmp(rep_exact(s->c, step->span, s->w.arena), "while", 5) == 0;
  words_add(&s->w, STYLE_PLAIN, loop ? "leaves the loop" : "await passes");
  s->lead = ": ";
}

/* What stands before changes, reads and messages. */
static void say_lead(Say *s, const ExStep *step) {
  switch (step->event) {
  case EV_RMW: case EV_DATA: say_operation(s, step); break;
  case EV_TRYLOCK: case EV_CHOOSE: case EV_INIT: case EV_AFTER: case EV_ENTER: case EV_LEAVE: case EV_CRASH:
    words_add(&s->w, step->event == EV_CRASH ? STYLE_BAD : STYLE_PLAIN, "%s", step->what);
    if (step->event == EV_TRYLOCK) note_operand(s, step->what, strrchr(step->what, ')'));
    s->lead = ": ";
    break;
  case EV_ATOMIC: if (user_atomic(s, step)) words_add(&s->w, STYLE_PLAIN, "atomic"), s->lead = ": "; break;
  case EV_AWAIT: say_await(s, step); break;
  case EV_READ: case EV_WRITE: case EV_LOCK: case EV_UNLOCK: case EV_SEND: case EV_RECEIVE: case EV_SPAWN: case EV_JOIN: case EV_COUNT:
    break;
  }
}

/* A write that leaves the value as it was has said nothing so far. */
static void say_unchanged(Say *s, const ExStep *step, bool changed) {
  if (step->event == EV_WRITE && !s->parts) words_add(&s->w, STYLE_PLAIN, "%s (unchanged)", value(s, step->what));
  else if (!changed && !step->failed && (step->event == EV_RMW || step->event == EV_DATA) && !only_looks(step->what))
    words_add(&s->w, STYLE_PLAIN, ", unchanged");
  else if (!s->w.n) words_add(&s->w, STYLE_PLAIN, "%s", value(s, step->what));
}

/* The mutexes that a crashing thread takes with it. */
static void say_held(Say *s) {
  for (size_t i = 0; i < s->t->nbands; i++) {
    const ExBand *b = &s->t->bands[i];
    if (b->critical || b->to || b->tid != s->t->steps[s->l->first].tid || b->from > s->l->first + 1) continue;
    next_part(s);
    words_add(&s->w, STYLE_PLAIN, "%s stays held", b->name);
  }
}

static void say_notes(Say *s) {
  for (size_t i = s->l->first; i <= s->l->last; i++) {
    const ExStep *step = &s->t->steps[i];
    if (step->note) words_add(&s->w, step->failed ? STYLE_BAD : STYLE_PLAIN, step->failed ? "  %s" : "  (%s)", step->note);
  }
}

/* The other access of a race. */
static void say_race(Say *s, size_t i) {
  for (size_t k = 0; k < s->t->nsteps; k++)
    if (k != i && s->t->steps[k].tid != s->t->steps[i].tid && lines_failing(s->t, k)) {
      words_add(&s->w, STYLE_BAD, "  races with step %zu", k + 1);
      return;
    }
}

static void say_failure(Say *s) {
  const ExFinding *f = s->t->finding;
  size_t i = s->l->last;
  if (f->what == FIND_INVARIANT && i + 1 == s->t->nsteps) words_add(&s->w, STYLE_BAD, "  breaks %s", f->name ? f->name : "the invariant");
  if (f->what == FIND_RACE && lines_failing(s->t, i)) say_race(s, i);
}

static void say_call(Say *s, Span call) {
  words_add(&s->w, STYLE_PLAIN, "%s", rep_middle(s->w.arena, rep_exact(s->c, call, s->w.arena), WIDE_VALUE));
  s->lead = "  ";
}

Words words_of(const Check *c, const ExTrace *t, const Line *l, Arena *a) {
  Say s = { .w = { .arena = a }, .c = c, .t = t, .l = l, .lead = "" };
  const ExStep *step = &t->steps[l->first];
  Touches list = touches(&s);
  bool changed = false;
  for (size_t i = 0; i < list.count; i++) changed |= list.at[i].changed;
  if (l->call) say_call(&s, step->call), forget_settings(&list);
  else say_lead(&s, step);
  bool verb = step->event == EV_READ || step->event == EV_ATOMIC || l->call;
  say_messages(&s);
  say_peers(&s);
  say_changes(&s, &list);
  if (step->event == EV_CHOOSE && list.count && !l->call) origin(&s, "", list.at[0].from, "");        /* the words tell the set */
  else say_reads(&s, &list, verb);
  if (step->event == EV_CRASH) say_held(&s);
  if (!l->call) say_unchanged(&s, step, changed);
  say_notes(&s);
  say_failure(&s);
  return s.w;
}
