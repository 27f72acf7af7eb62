/* explore/trace.c -- see trace.h. */
#include "explore/trace.h"
#include <stdio.h>
#include <string.h>
#include "explore/replay.h"

#define MANY_VALUES 2000                     /* more shared leaves than that are not listed whole */
#define keep replay_keep

const char *replay_keep(Replay *r, const char *s) { return arena_strndup(r->arena, s, strlen(s)); }

const char *replay_thread(Replay *r, VmTid tid) {
  char buf[TRACE_TEXT];
  return keep(r, vm_thread_name(r->vm, tid, buf, sizeof buf));
}

Span replay_span(Replay *r, uint32_t pc) { return pc < r->program->ncode ? r->program->spans[pc] : (Span){ 0 }; }

Span replay_call(Replay *r, VmTid t) { return replay_span(r, t < vm_nthreads(r->vm) ? vm_user_call(r->vm, t) : UINT32_MAX); }

static void on_print(void *ctx, VmTid tid, const char *text) {
  Replay *r = ctx;
  (void)tid;
  VEC_PUSH(r->arena, &r->prints, keep(r, text));
}

static void take_prints(Replay *r, const char ***out, size_t *n) {
  *out = r->prints.at;
  *n = r->prints.count;
  memset(&r->prints, 0, sizeof r->prints);
}

/* --- values --- */

static const char *value_text(Replay *r, uint32_t loc, Word w) {
  char buf[TRACE_TEXT];
  return keep(r, vm_word_text(r->vm, r->program->leaf_type[loc], w, buf, sizeof buf));
}

static const char *loc_text(Replay *r, uint32_t loc) {
  char buf[TRACE_TEXT];
  return keep(r, vm_loc_name(r->program, loc, buf, sizeof buf));
}

void replay_shared(Replay *r, ExValue **out, size_t *n) {
  uint32_t count = r->program->nlocs < MANY_VALUES ? r->program->nlocs : MANY_VALUES;
  ExValue *v = ARENA_ARRAY(r->arena, ExValue, count + 1);
  for (uint32_t i = 0; i < count; i++) v[i] = (ExValue){ loc_text(r, i), value_text(r, i, vm_value(r->vm, i)), r->writer[i] };
  *out = v;
  *n = count;
}

static void on_local(void *ctx, const char *name, const char *text) {
  Replay *r = ctx;
  VEC_PUSH(r->arena, &r->values, ((ExValue){ keep(r, name), keep(r, text), 0 }));
}

static void locals(Replay *r, ExStep *s) {
  if (s->tid >= vm_nthreads(r->vm) || vm_thread(r->vm, s->tid) != TH_RUNNING) return;
  vm_locals(r->vm, s->tid, on_local, r);
  s->locals = r->values.at;
  s->nlocals = r->values.count;
  memset(&r->values, 0, sizeof r->values);
}

static void remember(Replay *r) {
  for (uint32_t i = 0; i < r->program->nlocs; i++) r->before[i] = vm_value(r->vm, i);
}

/* What the step looked at; call it before `changes`, which forgets the values from before the step. */
static void reads(Replay *r, ExStep *s, const VmEvent *ev) {
  s->reads = ARENA_ARRAY(r->arena, ExRead, ev->nacc + 1);
  for (uint32_t i = 0; i < ev->nacc; i++) {
    uint32_t loc = ACC_OBJ(ev->acc[i]);
    if (loc >= r->program->nlocs || !(ACC_MODE(ev->acc[i]) & ACC_R)) continue;
    s->reads[s->nreads++] = (ExRead){ loc, loc_text(r, loc), value_text(r, loc, r->before[loc]), r->writer[loc] };
  }
}

/* Whoever holds a mutex has a band from the step that took it; init and threads alike. */
static void bands(Replay *r, uint32_t loc, Word was, Word is, size_t number) {
  if (r->program->leaf_type[loc]->kind != T_MUTEX) return;
  for (size_t i = r->bands.count; was != W_IMM(0) && i-- > 0;) {
    ExBand *b = &r->bands.at[i];
    if (b->critical || b->to || strcmp(b->name, loc_text(r, loc)) != 0) continue;
    b->to = number;
    break;
  }
  if (is != W_IMM(0)) VEC_PUSH(r->arena, &r->bands, ((ExBand){ false, (VmTid)(W_VAL(is) - 1), loc_text(r, loc), number, 0 }));
}

static void inside(Replay *r, const VmEvent *ev, size_t number) {
  if (ev->kind != EV_ENTER && ev->kind != EV_LEAVE) return;
  const char *name = r->program->criticals[r->program->code[ev->pc].a];
  if (ev->kind == EV_ENTER) {
    VEC_PUSH(r->arena, &r->bands, ((ExBand){ true, ev->tid, name, number, 0 }));
    return;
  }
  for (size_t i = r->bands.count; i-- > 0;) {
    ExBand *b = &r->bands.at[i];
    if (!b->critical || b->to || b->tid != ev->tid || strcmp(b->name, name) != 0) continue;
    b->to = number;
    return;
  }
}

typedef VEC(ExChange) Changes;

static void wrote(Replay *r, ExStep *s, Changes *list, uint32_t loc, size_t number) {
  r->writer[loc] = number;
  s->writes[s->nwrites++] = loc;
  Word now = vm_value(r->vm, loc), was = r->before[loc];
  if (now == was) return;
  VEC_PUSH(r->arena, list, ((ExChange){ loc, loc_text(r, loc), value_text(r, loc, was), value_text(r, loc, now) }));
  bands(r, loc, was, now, number);
  r->before[loc] = now;
}

static void changes(Replay *r, ExStep *s, const VmEvent *ev, size_t number) {
  Changes list = { 0 };
  bool init = ev->kind == EV_INIT;
  s->writes = ARENA_ARRAY(r->arena, uint32_t, (init ? r->program->nlocs : ev->nacc) + 1);
  for (uint32_t loc = 0; init && loc < r->program->nlocs; loc++)
    if (vm_value(r->vm, loc) != r->before[loc]) wrote(r, s, &list, loc, number);
  for (uint32_t i = 0; i < ev->nacc; i++) {
    uint32_t loc = ACC_OBJ(ev->acc[i]);
    if (loc < r->program->nlocs && ACC_MODE(ev->acc[i]) & ACC_W && r->writer[loc] != number) wrote(r, s, &list, loc, number);
  }
  s->changes = list.at;
  s->nchanges = list.count;
}

/* --- messages --- */

static void post(Replay *r, const VmOp *op, size_t number, size_t nth) {
  for (unsigned i = 0; i < op->copies; i++) VEC_PUSH(r->arena, &r->mail[op->peer], ((Posted){ number, nth }));
}

/* Takes the message at POS out of the mailbox of TID and tells its send who received it. */
static void take(Replay *r, VmTid tid, uint32_t pos, ExMessage *m, size_t number) {
  if (pos >= r->mail[tid].count) return;
  Posted p = r->mail[tid].at[pos];
  memmove(r->mail[tid].at + pos, r->mail[tid].at + pos + 1, (r->mail[tid].count - pos - 1) * sizeof p);
  r->mail[tid].count--;
  ExStep *sender = p.step == number ? NULL : &r->trace->steps[p.step - 1];
  m->other = p.step;
  m->peer = sender ? sender->tid : tid;
  if (sender && !sender->messages[p.nth].other) sender->messages[p.nth].other = number;
}

static void messages(Replay *r, ExStep *s, const VmEvent *ev, size_t number) {
  char buf[TRACE_TEXT];
  s->messages = ARENA_ARRAY(r->arena, ExMessage, ev->nops + 1);
  for (uint32_t i = 0; i < ev->nops; i++) {
    const VmOp *op = &ev->ops[i];
    if (op->kind != EV_SEND && (op->kind != EV_RECEIVE || !op->copies)) continue;
    ExMessage *m = &s->messages[s->nmessages];
    *m = (ExMessage){ .sent = op->kind == EV_SEND, .peer = op->peer, .copies = op->copies };
    m->text = keep(r, vm_message_text(r->vm, op->msg, buf, sizeof buf));
    if (m->sent) post(r, op, number, s->nmessages);
    else take(r, ev->tid, op->pos, m, number);
    m->thread = replay_thread(r, m->peer);
    s->nmessages++;
  }
}

static size_t ended_in(const Replay *r, VmTid tid, size_t number) {
  for (size_t i = number - 1; i-- > 0;)
    if (r->trace->steps[i].tid == tid && r->trace->steps[i].ended) return i + 1;
  return 0;
}

static void peers(Replay *r, ExStep *s, const VmEvent *ev, size_t number) {
  s->peers = ARENA_ARRAY(r->arena, ExPeer, ev->nops + 1);
  for (uint32_t i = 0; i < ev->nops; i++) {
    const VmOp *op = &ev->ops[i];
    if (op->kind != EV_SPAWN && op->kind != EV_JOIN) continue;
    bool joined = op->kind == EV_JOIN;
    s->peers[s->npeers++] = (ExPeer){ joined, replay_thread(r, op->peer), joined ? ended_in(r, op->peer, number) : 0 };
  }
}

const char *trace_mailbox(const VmState *vm, VmTid tid, Arena *a) {
  Word mail[200];
  char buf[TRACE_TEXT];
  const char *all = NULL;
  size_t n = vm_mailbox(vm, tid, mail, 200);
  for (size_t i = 0; i < n && i < 200; i++) {
    vm_message_text(vm, mail[i], buf, sizeof buf);
    all = all ? arena_printf(a, "%s, %s", all, buf) : arena_printf(a, "%s", buf);
  }
  return n > 200 ? arena_printf(a, "%s, ... (%zu in all)", all, n) : all;
}

static void mail_of(Replay *r, Changes *list, VmTid tid) {
  const char *was = r->mail_text[tid], *is = vm_thread(r->vm, tid) == TH_RUNNING ? trace_mailbox(r->vm, tid, r->arena) : NULL;
  if (was == is || (was && is && strcmp(was, is) == 0)) return;
  VEC_PUSH(r->arena, list, ((ExChange){ tid, replay_thread(r, tid), was ? was : "", is ? is : "" }));
  r->mail_text[tid] = is;
}

static void mail(Replay *r, ExStep *s, const VmEvent *ev) {
  Changes list = { 0 };
  for (uint32_t i = 0; i < ev->nops; i++)
    if (ev->ops[i].kind == EV_SEND || ev->ops[i].kind == EV_RECEIVE) mail_of(r, &list, ev->ops[i].peer);
  if (s->ended && ev->tid < VM_MAX_THREADS) mail_of(r, &list, ev->tid);
  s->mail = list.at;
  s->nmail = list.count;
}

/* --- one step --- */

static bool overlap(Span x, Span y) { return x.file == y.file && x.start < y.end && y.start < x.end; }

/* Did the thread fail in the local work behind the event, and not in the event or the statement that it belongs to? */
static bool fails_later(const Replay *r, const VmEvent *ev) {
  const BcProgram *p = r->program;
  const VmFault *f = vm_fault(r->vm);
  const BcInstr *in = &p->code[ev->pc];
  if (f->tid != ev->tid || f->pc == ev->pc || overlap(p->spans[f->pc], p->spans[ev->pc])) return false;
  return in->op != OP_ATOMIC || f->pc >= in->a;
}

static const char *note_of(Replay *r, const VmEvent *ev) {
  if (ev->flags & EVF_FAULT) return arena_printf(r->arena, "%s: %s", fails_later(r, ev) ? "then fails" : "fails", vm_fault(r->vm)->text);
  if (ev->flags & EVF_STOPPED) return vm_thread(r->vm, ev->tid) == TH_CUT ? "stopped by --loop" : "stopped by assume";
  if (ev->flags & EVF_ENDED && ev->kind != EV_CRASH) return "ends";
  return NULL;
}

static bool chose(const VmEvent *ev) { return ev->choice != 0 && ev->choice != VM_CRASH; }

static void describe(Replay *r, ExStep *s, const VmEvent *ev, size_t number) {
  char buf[TRACE_TEXT];
  s->tid = ev->tid;
  s->thread = ev->kind == EV_INIT ? "init" : replay_thread(r, ev->tid);
  s->event = (EvKind)ev->kind;
  s->kind = ev_kind_word((EvKind)ev->kind);
  s->pc = ev->pc;
  s->lock = ev->lock;
  s->failed = ev->flags & EVF_FAULT;
  s->ended = ev->flags & EVF_ENDED || ev->kind == EV_CRASH;
  s->span = r->program->spans[ev->pc];
  s->what = keep(r, vm_describe(r->vm, ev, buf, sizeof buf));
  s->choice = chose(ev) ? keep(r, vm_choice_text(r->vm, ev->choice, buf, sizeof buf)) : NULL;
  s->note = note_of(r, ev);
  take_prints(r, &s->prints, &s->nprints);
  reads(r, s, ev);
  changes(r, s, ev, number);
  inside(r, ev, number);
  messages(r, s, ev, number);
  peers(r, s, ev, number);
  mail(r, s, ev);
  locals(r, s);
  if (r->detail & TRACE_STATES) replay_shared(r, &s->state, &s->nstate);
  if (r->detail & TRACE_AROUND) replay_at(r, &s->at, &s->nat);
}

/* One step of the schedule. A call that is made again, in a loop, stands at the same place and is another call. */
static bool one_step(Replay *r, ExStep *s, const VmAction *a, VmEvent *ev) {
  bool known = a->tid < vm_nthreads(r->vm);
  uint32_t call = known ? vm_user_call(r->vm, a->tid) : UINT32_MAX;
  s->call = replay_span(r, call);
  s->called = known && !r->goes_on[a->tid];
  vm_forget_coverage(r->vm);
  VmStatus status = vm_step(r->vm, a->tid, a->choice, ev);
  if (status != VM_OK && status != VM_FAULT) return false;
  if (known) r->goes_on[a->tid] = call != UINT32_MAX && vm_user_call(r->vm, a->tid) == call && !vm_coverage(r->vm)[call];
  return true;
}

/* --- all of it --- */

static void cycle_begins(Replay *r, ExTrace *t) {
  t->loop = t->nsteps + 1;
  replay_waits(r);
  replay_shared(r, &t->loop_state, &t->nloop_state);
}

/* Threads that are there after the step and were not before. */
static void births(Replay *r, size_t number) {
  for (unsigned i = 0; i < vm_nthreads(r->vm) && i < VM_MAX_THREADS; i++)
    if (!r->alive[i] && vm_thread(r->vm, (VmTid)i) != TH_UNBORN) r->alive[i] = true, r->born[i] = number;
}

static void begin(Replay *r, ExTrace *t) {
  t->steps = ARENA_ARRAY(r->arena, ExStep, t->finding->nschedule + 1);
  take_prints(r, &t->prints, &t->nprints);
  replay_shared(r, &t->initial, &t->ninitial);
  remember(r);
  births(r, 0);
  for (uint32_t loc = 0; loc < r->program->nlocs; loc++) bands(r, loc, W_IMM(0), r->before[loc], 0);
  if (r->detail & TRACE_AROUND) replay_at(r, &t->at, &t->nat);
}

static bool play(Replay *r, ExTrace *t) {
  const ExFinding *f = t->finding;
  for (size_t i = 0; i < f->nschedule; i++) {
    VmEvent ev;
    ExStep *s = &t->steps[t->nsteps];
    if (f->what == FIND_PROGRESS && i == f->loop) cycle_begins(r, t);
    if (r->detail & TRACE_AROUND) replay_options(r, s);
    if (!one_step(r, s, &f->schedule[i], &ev)) return false;
    t->nsteps++;
    describe(r, s, &ev, t->nsteps);
    births(r, t->nsteps);
  }
  return true;
}

static void threads(Replay *r, ExTrace *t) {
  t->nthreads = vm_nthreads(r->vm);
  t->threads = ARENA_ARRAY(r->arena, ExThread, t->nthreads + 1);
  for (size_t i = 0; i < t->nthreads; i++)
    t->threads[i] = (ExThread){ .name = replay_thread(r, (VmTid)i), .daemon = vm_daemon(r->vm, (VmTid)i), .status = vm_thread(r->vm, (VmTid)i),
                                .born = i < VM_MAX_THREADS ? r->born[i] : 0, .origin = vm_origin(r->vm, (VmTid)i) };
  for (size_t i = 0; i < t->nsteps; i++)
    if (t->steps[i].event != EV_INIT && t->steps[i].tid < t->nthreads) t->threads[t->steps[i].tid].nsteps++;
}

static void end(Replay *r, ExTrace *t) {
  if (t->finding->what == FIND_DEADLOCK) replay_waits(r), replay_cycle(r);
  replay_shared(r, &t->final, &t->nfinal);
  threads(r, t);
  t->bands = r->bands.at;
  t->nbands = r->bands.count;
}

ExTrace *trace_build(const BcProgram *p, const ExLimits *l, const ExFinding *finding, unsigned detail, Arena *a) {
  Mem mem;
  ExTrace *t = ARENA_NEW(a, ExTrace);
  Replay *r = ARENA_NEW(a, Replay);
  *r = (Replay){ .program = p, .arena = a, .detail = detail, .trace = t };
  t->finding = finding;
  mem_init(&mem, 0);
  r->before = ARENA_ARRAY(a, Word, p->nlocs + 1);
  r->writer = ARENA_ARRAY(a, size_t, p->nlocs + 1);
  r->vm = vm_new(p, &mem);
  if (!r->vm || !vm_adopt(r->vm, finding->numbering)) arena_out_of_memory();
  vm_footprints(r->vm, false);
  vm_keep_dead(r->vm, true);
  vm_on_print(r->vm, on_print, r);
  begin(r, t);
  t->confirmed = play(r, t) && replay_confirm(p, l, finding, a);
  end(r, t);
  vm_free(r->vm);
  mem_deinit(&mem);
  return t;
}
