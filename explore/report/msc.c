/* explore/report/msc.c -- a trace as a message sequence chart: one vertical line a thread, time runs down.
 * A message is an arrow at its send, to the receiver's line; where it is received a mark names the step that sent it, so that
 * overtaking shows. In a model without messages the arrows are values: from who wrote one to who reads it. */
#include <string.h>
#include "explore/report/msc.h"

#define MANY_MESSAGES 60         /* from so many on the steps between them are left out */
#define LONG_CHART 400           /* rows; longer charts are shown without their middle, as traces are */
#define CHART_HEAD 50
#define CHART_TAIL 250

typedef struct { const Check *c; const ExTrace *t; Arena *a; MscRows rows; bool sparse, values; size_t skipped; } Chart;

static MscRow row(MscKind kind, size_t step, uint16_t from, const char *text) {
  return (MscRow){ .kind = kind, .first = step, .last = step, .now = step, .from = from, .to = from, .fill = '-', .head = "", .text = text };
}

static void push(Chart *m, MscRow r) {
  size_t n = m->rows.count;
  if (n && m->rows.at[n - 1].now == r.now && r.first == r.now && m->rows.at[n - 1].kind != MSC_RULE) r.first = 0;
  VEC_PUSH(m->a, &m->rows, r);
}

static void note(Chart *m, size_t step, uint16_t who, const char *mark, const char *text) {
  MscRow r = row(MSC_NOTE, step, who, text);
  r.head = mark;
  push(m, r);
}

static void arrow(Chart *m, size_t step, uint16_t from, uint16_t to, char fill, const char *head, const char *text) {
  MscRow r = row(MSC_ARROW, step, from, text);
  r.to = to;
  r.fill = fill;
  r.head = head;
  push(m, r);
}

/* --- messages --- */

static void sent(Chart *m, size_t step, const ExStep *s, const ExMessage *x) {
  const char *head = x->copies == 0 ? "x" : !x->other ? ">?" : x->copies > 1 ? ">>" : ">";
  const char *fate = x->copies == 0 ? " is lost" : !x->other ? " is not received" : x->copies > 1 ? " twice" : "";
  if (x->peer == s->tid) note(m, step, s->tid, "@", arena_printf(m->a, "%s to itself%s", x->text, fate));
  else arrow(m, step, s->tid, x->peer, '-', head, x->text);
  m->rows.at[m->rows.count - 1].message = true;
}

static void received(Chart *m, size_t step, const ExStep *s, const ExMessage *x) {
  note(m, step, s->tid, "*", arena_printf(m->a, "<%zu %s", x->other, x->text));
  m->rows.at[m->rows.count - 1].message = true;
}

/* --- other steps --- */

static uint16_t thread_named(const ExTrace *t, const char *name) {
  for (size_t i = 0; i < t->nthreads; i++)
    if (strcmp(t->threads[i].name, name) == 0) return (uint16_t)i;
  return MSC_NOBODY;
}

/* A start or an awaited end: between the two threads. */
static bool family(Chart *m, size_t step, const ExStep *s) {
  const char *word = s->event == EV_SPAWN ? "starts " : "joins ";
  if ((s->event != EV_SPAWN && s->event != EV_JOIN) || strncmp(s->what, word, strlen(word)) != 0) return false;
  uint16_t other = thread_named(m->t, s->what + strlen(word));
  if (other == MSC_NOBODY || other == s->tid) return false;
  if (s->event == EV_SPAWN) arrow(m, step, s->tid, other, '=', ">", "starts");
  else arrow(m, step, other, s->tid, '=', ">", "has ended");
  return true;
}

static const char *joined(Arena *a, const char *list, const char *name, const char *is, const char *value) {
  return list ? arena_printf(a, "%s, %s %s %s", list, name, is, value) : arena_printf(a, "%s %s %s", name, is, value);
}

/* What a step that is known by its kind alone has looked at and changed. */
static const char *said(Chart *m, const ExStep *s) {
  const char *text = NULL;
  const char *cut = strstr(s->what, "critical ");
  if (s->event == EV_READ && strncmp(s->what, "reads ", 6) == 0) return s->what + 6;
  if ((s->event == EV_ENTER || s->event == EV_LEAVE) && cut) return arena_printf(m->a, "%.*s%s", (int)(cut - s->what), s->what, cut + 9);
  if (s->event != EV_ATOMIC && s->event != EV_AWAIT) return s->what;
  for (size_t i = 0; i < s->nchanges; i++) text = joined(m->a, text, s->changes[i].name, ":=", s->changes[i].after);
  for (size_t i = 0; !text && i < s->nreads; i++) text = joined(m->a, text, s->reads[i].name, "=", s->reads[i].value);
  return text ? arena_printf(m->a, "%s: %s", s->kind, text) : s->what;
}

/* Values that another thread wrote before. A lock reads from the unlock before it. */
static size_t looked(Chart *m, size_t step, const ExStep *s) {
  size_t n = 0;
  for (size_t i = 0; m->values && i < s->nreads; i++) {
    const ExRead *r = &s->reads[i];
    const ExStep *w = r->from && r->from < step ? &m->t->steps[r->from - 1] : NULL;
    if (!w || w->event == EV_INIT || w->tid == s->tid) continue;
    bool lock = s->lock == r->loc;
    arrow(m, step, w->tid, s->tid, '.', ">", lock ? s->what : arena_printf(m->a, "%s = %s", r->name, r->value));
    n++;
  }
  return n;
}

static bool plain(const ExStep *s) {
  return s->event == EV_READ || s->event == EV_WRITE || s->event == EV_RMW || s->event == EV_DATA || s->event == EV_CHOOSE ||
         ((s->event == EV_ATOMIC || s->event == EV_AWAIT) && !s->nmessages);
}

static void other(Chart *m, size_t step, const ExStep *s) {
  if (family(m, step, s)) return;
  size_t arrows = looked(m, step, s);
  bool told = arrows && (s->event == EV_READ || s->event == EV_LOCK || (s->event == EV_AWAIT && arrows == s->nreads));
  if (told || (s->nmessages && !s->nchanges)) return;
  if (m->sparse && plain(s)) m->skipped++;
  else note(m, step, s->tid, s->event == EV_CRASH ? "X" : "o", said(m, s));
}

/* --- how a step ends --- */

static void after(Chart *m, size_t step, const ExStep *s) {
  for (size_t i = 0; i < s->nprints; i++) note(m, step, s->tid, "o", arena_printf(m->a, "prints %s", s->prints[i]));
  if (s->note && !s->ended) note(m, step, s->tid, "!", s->note);
  else if (s->ended && s->event != EV_CRASH) note(m, step, s->tid, "=", "ends");
}

static void one_step(Chart *m, size_t step) {
  const ExStep *s = &m->t->steps[step - 1];
  if (s->event == EV_INIT) {
    push(m, row(MSC_RULE, step, MSC_NOBODY, s->what));
    return;
  }
  for (size_t i = 0; i < s->nmessages; i++)
    if (!s->messages[i].sent) received(m, step, s, &s->messages[i]);
  other(m, step, s);
  for (size_t i = 0; i < s->nmessages; i++)
    if (s->messages[i].sent) sent(m, step, s, &s->messages[i]);
  after(m, step, s);
}

/* --- library calls --- */

/* Is the step shown as the library call it belongs to? */
static bool folds(const Chart *m, const ExStep *s) { return s->call.end && !m->c->opt.lib && !m->c->opt.full && !s->nmessages; }

/* The last step of the library call that begins with step FIRST and that nothing interrupts. */
static size_t call_end(const Chart *m, size_t first) {
  const ExStep *s = m->t->steps;
  size_t i = first;
  if (!folds(m, &s[i - 1])) return first;
  while (i < m->t->nsteps && i + 1 != m->t->loop && s[i].tid == s[i - 1].tid && s[i].call.file == s[i - 1].call.file &&
         s[i].call.start == s[i - 1].call.start && s[i].call.end && !s[i].called && !s[i - 1].note && !s[i].nmessages) i++;
  return i;
}

static void one_call(Chart *m, size_t first, size_t last) {
  const ExStep *s = &m->t->steps[first - 1];
  const Source *f = m->c->model.sources.files[s->call.file];
  MscRow r = row(MSC_NOTE, first, s->tid, arena_strndup(m->a, f->text + s->call.start, s->call.end - s->call.start));
  r.head = "o";
  r.last = r.now = last;
  VEC_PUSH(m->a, &m->rows, r);
  after(m, last, &m->t->steps[last - 1]);
}

/* --- all of it --- */

static const char *cycle_text(const Chart *m) {
  if (m->t->loop == m->t->nsteps) return arena_printf(m->a, "step %zu repeats for ever", m->t->loop);
  return arena_printf(m->a, "steps %zu to %zu repeat for ever", m->t->loop, m->t->nsteps);
}

static void find_rows(Chart *m) {
  for (size_t i = 1; i <= m->t->nsteps;) {
    if (m->t->loop == i) push(m, row(MSC_RULE, 0, MSC_NOBODY, cycle_text(m)));
    size_t last = call_end(m, i);
    if (folds(m, &m->t->steps[i - 1])) one_call(m, i, last);
    else one_step(m, i);
    i = last + 1;
  }
  for (size_t i = 0; i < m->t->nwaits && m->t->finding->what == FIND_DEADLOCK; i++) {
    note(m, m->t->nsteps + 1, m->t->waits[i].tid, "?", m->t->waits[i].text);
    m->rows.at[m->rows.count - 1].first = 0;
  }
}

static void leave_out_middle(Chart *m) {
  MscRows *r = &m->rows;
  if (r->count <= LONG_CHART || m->c->opt.full) return;
  size_t out = r->count - CHART_HEAD - CHART_TAIL;
  const char *text = arena_printf(m->a, "%zu rows left out (--full shows them)", out);
  MscRow gap = row(MSC_RULE, 0, MSC_NOBODY, text);
  gap.now = r->at[CHART_HEAD + out - 1].now;
  memmove(&r->at[CHART_HEAD + 1], &r->at[CHART_HEAD + out], CHART_TAIL * sizeof *r->at);
  r->at[CHART_HEAD] = gap;
  r->count = CHART_HEAD + 1 + CHART_TAIL;
}

static size_t count_messages(const ExTrace *t) {
  size_t n = 0;
  for (size_t i = 0; i < t->nsteps; i++) n += t->steps[i].nmessages;
  return n;
}

void rep_msc(const Check *c, const ExTrace *t, FILE *out) {
  Arena a;
  arena_init(&a);
  size_t messages = count_messages(t);
  Chart m = { .c = c, .t = t, .a = &a, .values = messages == 0, .sparse = messages >= MANY_MESSAGES && !c->opt.full };
  find_rows(&m);
  leave_out_middle(&m);
  if (m.rows.count) msc_draw(t, &m.rows, c->opt.width ? c->opt.width : 100, &a, out);
  if (m.skipped == 1) fprintf(out, "  1 step without a message is left out (--full shows it)\n");
  else if (m.skipped) fprintf(out, "  %zu steps without messages are left out (--full shows them)\n", m.skipped);
  arena_deinit(&a);
}
