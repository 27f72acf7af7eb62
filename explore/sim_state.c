/* explore/sim_state.c -- a state: values, threads, mailboxes, the source with who stands where; see sim_view.h. */
#include "explore/replay.h"
#include "explore/report/lanes.h"
#include "explore/sim_view.h"

#define MANY_VALUES 24                       /* variables shown after each step */
#define SHORT_VALUE 80
#define MAX_WIDTH 4096                       /* leaves of a variable that is told whole */
#define AROUND 5                             /* source lines before and after a place */

typedef VEC(const char *) Parts;

/* --- shared variables --- */

static const char *value_text(View *v, const BcVar *x, size_t most) {
  VmState *vm = v->sim->run.vm;
  if (x->type->width > MAX_WIDTH) return arena_printf(&v->scratch, "(%u values)", x->type->width);
  Word *w = ARENA_ARRAY(&v->scratch, Word, x->type->width + 1);
  size_t room = most ? most + 1 : 16000;
  char *buf = ARENA_ARRAY(&v->scratch, char, room + 4);
  for (uint32_t i = 0; i < x->type->width; i++) w[i] = vm_value(vm, x->base + i);
  vm_words_text(vm, x->type, w, buf, room);
  size_t n = strlen(buf);
  if (n + 1 < room) return buf;
  while (n > 3 && (buf[n - 3] & 0xc0) == 0x80) n--;
  memcpy(buf + n - 3, "...", 4);
  return buf;
}

static void values(View *v, const char *title, size_t cap, size_t most) {
  const BcProgram *p = v->sim->program;
  Parts parts = { 0 };
  for (uint32_t i = 0; i < p->nvars && parts.count < cap; i++) {
    if (most && v->nwatched && !v->watched[i]) continue;
    VEC_PUSH(&v->scratch, &parts, arena_printf(&v->scratch, "%s = %s", p->vars[i].name, value_text(v, &p->vars[i], most)));
  }
  bool more = parts.count == cap && p->nvars > cap && !v->nwatched;
  if (more) VEC_PUSH(&v->scratch, &parts, arena_printf(&v->scratch, "... (%u variables; `state` shows all, `watch` chooses)", p->nvars));
  if (parts.count) screen_list(&v->screen, 0, title, parts.at, parts.count);
}

void view_values(View *v) { values(v, v->nwatched ? "watched:" : "shared:", MANY_VALUES, SHORT_VALUE); }

/* --- threads --- */

static bool all_can_step(Replay *r) {
  for (unsigned t = 0; t < vm_nthreads(r->vm); t++)
    if (vm_thread(r->vm, (VmTid)t) == TH_RUNNING && !replay_enabled(r, (VmTid)t)) return false;
  return true;
}

/* Who waits, in the words of a report: they tell which step wrote what a condition reads, which the run up to here knows. */
static Replay *looking(View *v) {
  Replay *r = ARENA_NEW(&v->scratch, Replay);
  *r = (Replay){ .program = v->sim->program, .vm = v->sim->run.vm, .arena = &v->scratch, .trace = ARENA_NEW(&v->scratch, ExTrace) };
  r->writer = ARENA_ARRAY(&v->scratch, size_t, v->sim->program->nlocs + 1);
  if (!v->sim->begun) return r;
  if (!all_can_step(r)) {
    ExFinding run = sim_run(v->sim, &v->scratch);
    const ExTrace *t = trace_build(v->sim->program, &v->check->opt.limits, &run, 0, &v->scratch);
    for (size_t i = 0; i < t->nfinal; i++) r->writer[i] = t->final[i].from;
  }
  replay_waits(r);
  return r;
}

static const char *mail(View *v, VmTid tid, const char *empty) {
  Word msg[20];
  char buf[TRACE_TEXT];
  size_t n = vm_mailbox(v->sim->run.vm, tid, msg, 20);
  const char *text = NULL;
  for (size_t i = 0; i < n && i < 20; i++) {
    vm_message_text(v->sim->run.vm, msg[i], buf, sizeof buf);
    text = text ? arena_printf(&v->scratch, "%s, %s", text, buf) : arena_printf(&v->scratch, "%s", buf);
  }
  if (n > 20) text = arena_printf(&v->scratch, "%s, ... (%zu in all)", text, n);
  return text ? text : empty;
}

static const char *wait_text(View *v, const ExWait *w) {
  if (w->kind != WAIT_RECEIVE) return w->text;
  const char *text = mail(v, w->tid, NULL);
  return text ? arena_printf(&v->scratch, "waits for another message than %s", text) : w->text;
}

static const char *place_of(View *v, Span span) {
  char buf[256];
  rep_place(v->check, span, buf, sizeof buf);
  return arena_strndup(&v->scratch, buf, strlen(buf));
}

static Span stands_at(const View *v, const ExWait *w) { return w->call.end && !v->check->opt.lib ? w->call : w->span; }

void view_waiting(View *v, ScreenRows *rows, size_t most) {
  size_t n = 0;
  if (!v->sim->begun) return;
  Replay *r = looking(v);
  for (size_t i = 0; i < r->trace->nwaits; i++) {
    const ExWait *w = &r->trace->waits[i];
    if (w->kind == WAIT_NONE || n++ >= most) continue;
    screen_add(rows, &v->scratch, "-", w->thread, place_of(v, stands_at(v, w)), wait_text(v, w), NULL);
  }
  if (n > most)
    screen_add(rows, &v->scratch, "-", arena_printf(&v->scratch, "%zu more", n - most), NULL, "wait; `threads` lists them", NULL);
}

static const char *status_text(VmThreadStatus st) {
  switch (st) {
  case TH_UNBORN: return "has not started";
  case TH_RUNNING: return "can step";
  case TH_ENDED: return "has ended";
  case TH_CRASHED: return "has crashed";
  case TH_FAILED: return "has failed";
  case TH_STOPPED: return "was stopped by assume";
  case TH_CUT: return "was stopped by --loop";
  case TH_STUCK: return "is stuck";
  }
  return "?";
}

static void thread_row(View *v, ScreenRows *rows, VmTid t, const ExWait *w) {
  VmState *vm = v->sim->run.vm;
  bool daemon = w && w->daemon;
  const char *what = w && w->kind != WAIT_NONE ? wait_text(v, w) : status_text(vm_thread(vm, t));
  if (daemon) what = arena_printf(&v->scratch, "%s (daemon)", what);
  screen_add(rows, &v->scratch, NULL, view_thread(v, t), w ? place_of(v, stands_at(v, w)) : NULL, what, NULL);
}

void view_threads(View *v) {
  ScreenRows rows = { 0 };
  VmState *vm = v->sim->run.vm;
  Replay *r = looking(v);
  for (unsigned t = 0; t < vm_nthreads(vm); t++) {
    const ExWait *w = NULL;
    for (size_t i = 0; i < r->trace->nwaits; i++)
      if (r->trace->waits[i].tid == t) w = &r->trace->waits[i];
    if (vm_thread(vm, (VmTid)t) != TH_UNBORN || t < v->sim->program->nstatic) thread_row(v, &rows, (VmTid)t, w);
  }
  if (rows.count) screen_table(&v->screen, &rows);
  else screen_prose(&v->screen, 0, MARK_NONE, "There are no threads.");
}

/* --- all of it --- */

typedef struct { View *v; Parts parts; } Locals;

static void on_local(void *ctx, const char *name, const char *text) {
  Locals *l = ctx;
  VEC_PUSH(&l->v->scratch, &l->parts, arena_printf(&l->v->scratch, "%s = %s", name, text));
}

static void locals(View *v, VmTid t) {
  Locals l = { v, { 0 } };
  if (vm_thread(v->sim->run.vm, t) != TH_RUNNING) return;
  vm_locals(v->sim->run.vm, t, on_local, &l);
  const char *letters = v->sim->program->sends ? mail(v, t, NULL) : NULL;
  if (l.parts.count) screen_list(&v->screen, 0, arena_printf(&v->scratch, "%s:", view_thread(v, t)), l.parts.at, l.parts.count);
  if (letters) screen_list(&v->screen, 0, arena_printf(&v->scratch, "mailbox of %s:", view_thread(v, t)), &letters, 1);
}

static void held(View *v) {
  const BcProgram *p = v->sim->program;
  Parts parts = { 0 };
  char name[TRACE_TEXT], text[TRACE_TEXT];
  for (uint32_t loc = 0; loc < p->nlocs; loc++) {
    Word w = vm_value(v->sim->run.vm, loc);
    if (p->leaf_type[loc]->kind != T_MUTEX || w == W_IMM(0)) continue;
    vm_loc_name(p, loc, name, sizeof name);
    vm_word_text(v->sim->run.vm, p->leaf_type[loc], w, text, sizeof text);
    VEC_PUSH(&v->scratch, &parts, arena_printf(&v->scratch, "%s %s", name, text));
  }
  if (parts.count) screen_list(&v->screen, 0, "mutexes:", parts.at, parts.count);
}

void view_state(View *v) {
  if (v->sim->at) screen_prose(&v->screen, 0, MARK_NONE, "after step %zu", v->sim->at);
  else screen_prose(&v->screen, 0, MARK_NONE, "at the beginning");
  values(v, "shared:", SIZE_MAX, 0);
  held(v);
  view_threads(v);
  for (unsigned t = 0; t < vm_nthreads(v->sim->run.vm); t++) locals(v, (VmTid)t);
}

/* --- the source --- */

typedef struct { const char *at; size_t len; } TextLine;

static TextLine line_of(const Source *f, uint32_t number) {
  const char *s = f->orig, *end = f->orig + f->orig_len;
  for (uint32_t i = 1; i < number && s < end; i++) {
    const char *nl = memchr(s, '\n', (size_t)(end - s));
    s = nl ? nl + 1 : end;
  }
  const char *nl = memchr(s, '\n', (size_t)(end - s));
  return (TextLine){ s, (size_t)((nl ? nl : end) - s) };
}

static uint32_t lines_in(const Source *f) {
  uint32_t n = f->orig_len && f->orig[f->orig_len - 1] != '\n';
  for (size_t i = 0; i < f->orig_len; i++) n += f->orig[i] == '\n';
  return n;
}

/* Who stands on a line, as "<- A, B". */
static const char *standing(View *v, Span like, uint32_t line, VmTid only) {
  const BcProgram *p = v->sim->program;
  VmState *vm = v->sim->run.vm;
  const char *text = NULL;
  for (unsigned t = 0; t < vm_nthreads(vm); t++) {
    uint32_t pc = vm_pc(vm, (VmTid)t);
    uint32_t call = v->check->opt.lib || pc == UINT32_MAX ? UINT32_MAX : vm_user_call(vm, (VmTid)t);
    if (call != UINT32_MAX) pc = call;
    if (pc >= p->ncode || p->spans[pc].file != like.file || src_place(p->sources, p->spans[pc]).line != line) continue;
    if (only != VM_MAX_THREADS && t != only) continue;
    text = arena_printf(&v->scratch, "%s%s%s", text ? text : "<- ", text ? ", " : "", view_thread(v, (VmTid)t));
  }
  return text;
}

static void excerpt(View *v, Span like, uint32_t from, uint32_t to, VmTid only) {
  const Source *f = v->sim->program->sources->files[like.file];
  int w = snprintf(NULL, 0, "%u", to);
  for (uint32_t n = from; n <= to; n++) {
    TextLine l = line_of(f, n);
    const char *who = standing(v, like, n, only);
    fprintf(v->screen.out, "%s%s %*u | %s%s%s%s\n", screen_on(&v->screen, who ? MARK_BOLD : MARK_NONE), who ? ">" : " ", w, n,
            rep_clean(&v->scratch, l.at, l.len), who ? "   " : "", who ? who : "", screen_off(&v->screen, who ? MARK_BOLD : MARK_NONE));
  }
}

/* A thread, or with VM_MAX_THREADS all of them in the whole of the main file. */
bool view_source(View *v, VmTid tid) {
  const BcProgram *p = v->sim->program;
  VmState *vm = v->sim->run.vm;
  if (tid == VM_MAX_THREADS) {
    Span whole = { .file = src_index(p->sources, v->check->model.source) };
    uint32_t lines = lines_in(v->check->model.source);
    if (lines) excerpt(v, whole, 1, lines, tid);
    return true;
  }
  uint32_t pc = vm_pc(vm, tid), call = pc == UINT32_MAX || v->check->opt.lib ? UINT32_MAX : vm_user_call(vm, tid);
  if (call != UINT32_MAX) pc = call;
  if (pc >= p->ncode || p->spans[pc].end == 0) return false;
  Place at = src_place(p->sources, p->spans[pc]);
  uint32_t last = lines_in(p->sources->files[p->spans[pc].file]);
  excerpt(v, p->spans[pc], at.line > AROUND ? at.line - AROUND : 1, at.line + AROUND < last ? at.line + AROUND : last, tid);
  return true;
}
