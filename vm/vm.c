/* vm/vm.c -- the machine around the instructions: making it, stepping, enabled actions, going back, properties. */
#include "vm/vm.h"
#include <assert.h>
#include <stdio.h>
#include <string.h>
#include "vm/facts.h"
#include "vm/state.h"
#include "vm/tried.h"
#include "vm/waits.h"

/* --- memory --- */

static bool grow(VmState *s, void **p, size_t *cap, size_t size, size_t want) {
  return mem_grow(s->mem, p, cap, size, want) || !(s->nomem = true);
}

bool vm_log_room(VmState *s) { return grow(s, (void **)&s->log, &s->caplog, sizeof *s->log, s->nlog + 1); }

bool vm_buf(VmState *s, size_t words) { return words <= s->capbuf || grow(s, (void **)&s->buf, &s->capbuf, sizeof *s->buf, words); }

static void add_acc(VmState *s, VmAcc a) {
  size_t cap = s->capacc;
  if (s->nacc == cap && !grow(s, (void **)&s->acc, &cap, sizeof *s->acc, s->nacc + 1u)) return;
  s->capacc = (uint32_t)cap;
  s->acc[s->nacc++] = a;
}

void vm_touch(VmState *s, uint32_t obj, uint32_t mode) {
  if (s->quiet) return;
  add_acc(s, obj << 2 | mode);
  if (!s->loc_props || !(mode & ACC_W) || obj >= s->p->nlocs) return;
  const BcProgram *p = s->p;
  for (uint32_t b = s->loc_props[obj]; b; b &= b - 1) add_acc(s, OBJ_VIRTUAL(p, p->ncriticals + (uint32_t)__builtin_ctz(b)) << 2 | ACC_RW);
}

void vm_op(VmState *s, VmOp op) {
  if (s->quiet) return;
  size_t cap = s->capops;
  if (s->nops == cap && !grow(s, (void **)&s->ops, &cap, sizeof *s->ops, s->nops + 1u)) return;
  s->capops = (uint32_t)cap;
  s->ops[s->nops++] = op;
}

VmFault *vm_fail(VmState *s, VmTid tid, uint32_t pc, VmFailKind kind, const char *code) {
  VmFault *f = &s->faults[s->nfaults < MAX_FAULTS ? s->nfaults++ : MAX_FAULTS - 1];
  *f = (VmFault){ .kind = kind, .code = code, .pc = pc, .tid = tid };
  return f;
}

/* --- threads --- */

static bool add_block(VmState *s, uint32_t words) {
  size_t cap = s->capw;
  if (!grow(s, (void **)&s->w, &cap, sizeof *s->w, (size_t)s->nw + words)) return false;
  s->capw = (uint32_t)cap;
  memset(s->w + s->nw, 0, words * sizeof *s->w);
  s->nw += words;
  return true;
}

static int find_identity(const VmState *s, VmTid parent, uint32_t nth, uint32_t item) {
  for (unsigned i = s->p->nstatic; i < s->nid; i++)
    if (s->id[i].parent == parent && s->id[i].nth == nth && s->id[i].item == item) return (int)i;
  return -1;
}

bool vm_add_identity(VmState *s, VmTid parent, uint32_t nth, uint32_t item) {
  uint32_t base = s->nw;
  if (s->nid >= VM_MAX_THREADS) { s->limit = "threads"; return false; }
  if (!add_block(s, TH_STACK + s->p->threads[item].stack)) return false;
  s->w[base + TH_PC] = STATUS_WORD(TH_UNBORN);
  s->id[s->nid++] = (Identity){ parent, nth, item, base };
  return true;
}

int vm_identity(VmState *s, VmTid parent, uint32_t nth, uint32_t item) {
  int i = find_identity(s, parent, nth, item);
  if (i >= 0) return i;
  if (!(s->numbers ? vm_share_identity(s, parent, nth, item) : vm_add_identity(s, parent, nth, item))) return -1;
  return find_identity(s, parent, nth, item);
}

bool vm_births(VmState *s) {
  unsigned n = 0;
  for (unsigned i = 0; i < s->nid; i++) n += (int)i != s->init_tid && vm_thread(s, (VmTid)i) != TH_UNBORN;
  return n < VM_MAX_THREADS;
}

void vm_die(VmState *s, VmTid tid, VmThreadStatus how) {
  uint32_t b = s->id[tid].base;
  vm_put(s, b + TH_PC, STATUS_WORD(how));
  if (how == TH_ENDED || how == TH_CRASHED) vm_put(s, b + TH_MBOX, W_NIL);
}

unsigned vm_nthreads(const VmState *s) { return s->nid; }
VmThreadStatus vm_thread(const VmState *s, VmTid tid) { return vm_status_word(s->w[s->id[tid].base + TH_PC]); }
VmCensus vm_census(const VmState *s) {
  unsigned in[TH_STUCK + 1] = { 0 }, daemons[TH_STUCK + 1] = { 0 };
  for (unsigned t = 0; t < s->nid; t++) {
    VmThreadStatus st = vm_status_word(s->w[s->id[t].base + TH_PC]);
    in[st]++;
    if (s->has_daemons && vm_daemon(s, (VmTid)t)) daemons[st]++;
  }
  VmCensus c = { .failed = in[TH_FAILED], .stopped = in[TH_STOPPED], .cut = in[TH_CUT], .stuck = in[TH_STUCK] };
  for (int st = TH_RUNNING; st <= (int)TH_STUCK; st++) c.started += in[st], c.workers += in[st] - daemons[st];
  c.alive = in[TH_RUNNING] + in[TH_STUCK] - daemons[TH_RUNNING] - daemons[TH_STUCK];
  if (s->init_tid >= 0) c.started--;         /* it is no thread of the model, and counts as a daemon */
  return c;
}

bool vm_daemon(const VmState *s, VmTid tid) { return (int)tid == s->init_tid || s->p->threads[s->id[tid].item].daemon; }
uint32_t vm_pc(const VmState *s, VmTid tid) {
  int32_t pc = W_VAL(s->w[s->id[tid].base + TH_PC]);
  return pc >= 0 ? (uint32_t)pc : UINT32_MAX;
}

/* --- making --- */

static bool constants(VmState *s) {
  const BcProgram *p = s->p;
  s->k = mem_alloc(s->mem, (p->nconsts + 1) * sizeof *s->k);
  if (!s->k) return false;
  for (uint32_t i = 0; i < p->nconsts; i++) s->k[i] = p->consts[i].big ? val_from_mpz(&s->val, p->consts[i].big) : p->consts[i].imm;
  return !s->val.nomem;
}

static bool prop_bits(VmState *s) {
  const BcProgram *p = s->p;
  uint32_t n = p->ninvariants + p->ncovers;
  if (!n) return true;
  s->loc_props = mem_alloc(s->mem, (p->nlocs + 1) * sizeof *s->loc_props);
  if (!s->loc_props) return false;
  for (uint32_t i = 0; i < n; i++) {
    const BcProp *q = i < p->ninvariants ? &p->invariants[i] : &p->covers[i - p->ninvariants];
    for (uint32_t k = 0; k < q->nlocs; k++) s->loc_props[q->locs[k]] |= 1u << (i < 31 ? i : 31);   /* from 32 on they share an object */
  }
  return true;
}

static bool layout(VmState *s) {
  const BcProgram *p = s->p;
  s->crit = p->nlocs;
  s->budget = s->crit + p->ncriticals;
  s->phase = s->budget + p->nbudgets;
  s->threads = s->phase + 1;
  if (!add_block(s, s->threads)) return false;
  for (uint32_t i = 0; i < p->nthreads; i++)
    for (uint32_t k = 0; k < p->threads[i].count; k++) {
      s->id[s->nid++] = (Identity){ 255, k, i, s->nw };
      if (!add_block(s, TH_STACK + p->threads[i].stack)) return false;
    }
  s->init_tid = -1;
  if (p->init_chooses) {
    s->init_tid = (int)s->nid;
    s->id[s->nid++] = (Identity){ 255, 0, UINT32_MAX, s->nw };
    if (!add_block(s, TH_STACK)) return false;
  }
  s->scratch = s->nw;
  return add_block(s, TH_STACK + p->scratch);
}

static void start_threads(VmState *s) {
  const BcProgram *p = s->p;
  for (unsigned t = 0; t < p->nstatic; t++) {
    const BcThread *th = &p->threads[s->id[t].item];
    uint32_t b = s->id[t].base;
    vm_put(s, b + TH_PC, W_IMM(th->body.entry));
    vm_put(s, b + TH_FP, W_IMM(0));
    vm_put(s, b + TH_SPAWNS, W_IMM(0));
    vm_put(s, b + TH_STACK + 1, W_IMM(0));
    if (th->replicated) vm_put(s, b + TH_STACK + BC_FRAME_HEAD, W_IMM(th->lo + (int32_t)s->id[t].nth));
  }
  for (unsigned t = 0; t < p->nstatic; t++) exec_start(s, (VmTid)t);
}

/* Runs code that ends in OP_HALT on the scratch frame. */
static RunResult run_code(VmState *s, VmTid tid, uint32_t entry) {
  uint32_t fp = s->scratch + TH_STACK;
  s->w[fp + 1] = W_IMM(0);
  return exec_run(s, tid, s->scratch, fp, entry, RUN_CODE);
}

static void clear_event(VmState *s) {
  s->norder = 0;
  s->nacc = s->nops = s->nfaults = 0;
  s->evkind = s->evflags = 0;
  s->evlock = UINT32_MAX;
  s->limit = NULL;
  s->digit = 0;
  s->bad_digit = false;
}

static VmStatus start(VmState *s) {
  const BcProgram *p = s->p;
  if (p->init_chooses) { s->w[s->id[s->init_tid].base + TH_PC] = W_IMM(p->init.entry); return VM_OK; }
  if (p->init.entry) {
    s->in_init = true;
    RunResult x = run_code(s, VM_MAX_THREADS, p->init.entry);
    s->in_init = false;
    if (x == RUN_BLOCKED) return VM_BLOCKED;
    if (x == RUN_FAULT) return VM_FAULT;
  }
  start_threads(s);
  return s->nfaults ? VM_FAULT : VM_OK;
}

void vm_reset(VmState *s) {
  const BcProgram *p = s->p;
  memset(s->w, 0, s->nw * sizeof *s->w);
  memcpy(s->w, p->initial, p->nlocs * sizeof *s->w);
  for (uint32_t i = 0; i < p->ninitial_big; i++) s->w[p->initial_big[i].loc] = val_from_mpz(&s->val, p->initial_big[i].big);
  for (uint32_t i = 0; i < p->ncriticals; i++) s->w[s->crit + i] = W_IMM(0);
  for (uint32_t i = 0; i < p->nfaults; i++) if (p->faults[i].bound >= 0) s->w[s->budget + p->faults[i].budget] = W_IMM(p->faults[i].bound);
  for (unsigned t = 0; t < s->nid; t++) s->w[s->id[t].base + TH_PC] = STATUS_WORD(TH_UNBORN);
  clear_event(s);
  s->nlog = 0;
  s->tracking = s->quiet = false;
  s->initial = start(s);
  s->nlog = 0;
}

VmState *vm_new(const BcProgram *p, Mem *m) {
  VmState *s = mem_alloc(m, sizeof *s);
  if (!s) return NULL;
  s->p = p;
  s->mem = m;
  s->footprints = true;
  s->choosy = p->has_choose || p->has_either || p->nfaults;
  s->has_daemons = p->init_chooses;
  for (uint32_t i = 0; i < p->nthreads; i++) s->has_daemons |= p->threads[i].daemon;
  parts_init(&s->parts, m);
  parts_init(&s->paths, m);
  bool ok = val_init(&s->val, m);
  if (!ok) { mem_free(m, s, sizeof *s); return NULL; }
  s->cov = mem_alloc(m, p->ncode + 1u);
  s->uncov = mem_alloc(m, p->ncode + 1u);
  ok = s->cov && s->uncov && constants(s) && prop_bits(s) && layout(s) && vm_log_room(s);
  if (ok) vm_reset(s);
  if (ok && !s->nomem && !s->val.nomem) return s;
  vm_free(s);
  return NULL;
}

void vm_free(VmState *s) {
  if (!s) return;
  Mem *m = s->mem;
  const BcProgram *p = s->p;
  val_deinit(&s->val);
  parts_deinit(&s->parts);
  mem_free(s->mem, s->agreed_parts.at, s->agreed_parts.cap * sizeof *s->agreed_parts.at);
  mem_free(s->mem, s->agreed_values.at, s->agreed_values.cap * sizeof *s->agreed_values.at);
  parts_deinit(&s->paths);
  vm_waits_free(s);
  vm_facts_free(s);
  tried_free(s);
  mem_free(m, s->cov, p->ncode + 1u);
  mem_free(m, s->uncov, p->ncode + 1u);
  mem_free(m, s->k, (p->nconsts + 1) * sizeof *s->k);
  mem_free(m, s->loc_props, (p->nlocs + 1) * sizeof *s->loc_props);
  mem_free(m, s->w, s->capw * sizeof *s->w);
  mem_free(m, s->log, s->caplog * sizeof *s->log);
  mem_free(m, s->acc, s->capacc * sizeof *s->acc);
  mem_free(m, s->ops, s->capops * sizeof *s->ops);
  mem_free(m, s->own, s->capown * sizeof *s->own);
  mem_free(m, s->actions, s->capactions * sizeof *s->actions);
  mem_free(m, s->order, s->cap_order * sizeof *s->order);
  mem_free(m, s->after, s->cap_after * sizeof *s->after);
  mem_free(m, s->buf, s->capbuf * sizeof *s->buf);
  mem_free(m, s->bytes, s->capbytes);
  mem_free(m, s->olds, s->capolds * sizeof *s->olds);
  mem_free(m, s->part_of, s->capmapped * sizeof *s->part_of);
  mem_free(m, s, sizeof *s);
}

const BcProgram *vm_program(const VmState *s) { return s->p; }
VmStatus vm_initial_status(const VmState *s) { return s->initial; }
const VmFault *vm_fault(const VmState *s) { return &s->faults[0]; }
size_t vm_faults(const VmState *s, const VmFault **out) { *out = s->faults; return s->nfaults; }
const char *vm_limit(const VmState *s) { return s->limit ? s->limit : "memory"; }
const uint8_t *vm_coverage(const VmState *s) { return s->cov; }
void vm_forget_coverage(VmState *s) { memset(s->cov, 0, s->p->ncode); }
void vm_keep_dead(VmState *s, bool keep) { s->keep_dead = keep; }
uint64_t vm_instructions(const VmState *s) { return s->executed; }
void vm_on_print(VmState *s, void (*hook)(void *, VmTid, const char *), void *ctx) { s->print = hook; s->print_ctx = ctx; }
void vm_record_matchers(VmState *s, bool on) { s->record_matchers = on; }
void vm_failing_guards(VmState *s, bool on) { s->failing_guards = on; }
void vm_keep_waits(VmState *s, bool on) { s->keep_waits = on; }

static int32_t stuck_word(const VmState *s, VmTid tid) { return -1 - (int)TH_STUCK - W_VAL(s->w[s->id[tid].base + TH_PC]); }
bool vm_stuck_open(const VmState *s, VmTid tid) { return stuck_word(s, tid) & 1; }
uint32_t vm_stuck_pc(const VmState *s, VmTid tid) { return (uint32_t)stuck_word(s, tid) >> 1; }

/* --- going back --- */

VmMark vm_save(VmState *s) { return s->nlog; }

void vm_restore(VmState *s, VmMark m) {
  if (s->tracking && m < s->seen) vm_old_numbers(s, m);
  while (s->nlog > m) {
    s->nlog--;
    s->w[s->log[s->nlog].at] = s->log[s->nlog].old;
  }
}

/* --- choices: an action's digits, one for each choice it makes, as one number --- */

uint32_t vm_pack_choice(VmState *s) {
  uint32_t n = s->digit;
  const uint32_t *d = s->script;
  if (n == 0) return 0;
  if (n == 1) return d[0];
  if (n == 2 && d[0] < 512 && d[1] < 512) return 0x40000000u | d[0] | d[1] << 9;
  if (n == 3 && d[0] < 512 && d[1] < 512 && d[2] < 512) return 0x48000000u | d[0] | d[1] << 9 | d[2] << 18;
  Word path[MAX_DIGITS];
  for (uint32_t i = 0; i < n; i++) path[i] = W_IMM(d[i]);
  uint32_t id = s->numbers ? parts_find(&s->paths, path, n) : PART_NONE;
  if (s->numbers && id == PART_NONE && !vm_share_path(s, path, n)) return 0;
  if (id == PART_NONE) id = parts_number(&s->paths, path, n);
  if (id == PART_NONE) s->nomem = true;
  return 0x80000000u | (id & 0x7fffffffu);
}

bool vm_unpack_choice(VmState *s, uint32_t c) {
  s->digit = 0;
  if (c & 0x80000000u) {
    if ((c & 0x7fffffffu) >= s->paths.n) return false;
    const Word *w = parts_words(&s->paths, c & 0x7fffffffu, &s->nscript);
    for (uint32_t i = 0; i < s->nscript; i++) s->script[i] = (uint32_t)W_VAL(w[i]);
    return true;
  }
  if (c & 0x40000000u) {
    s->nscript = c & 0x08000000u ? 3 : 2;
    for (uint32_t i = 0; i < s->nscript; i++) s->script[i] = c >> (9 * i) & 511u;
    return true;
  }
  s->nscript = 1;
  s->script[0] = c;
  return true;
}

/* --- stepping --- */

/* The objects in the order of their first touch, for a probe; room for their values. */
static void note_order(VmState *s) {
  if (!grow(s, (void **)&s->order, &s->cap_order, sizeof *s->order, s->norder + s->nacc + 1u) ||
      !grow(s, (void **)&s->after, &s->cap_after, sizeof *s->after, s->nacc + 1u)) return;
  for (uint32_t i = 0; i < s->nacc; i++) {
    size_t k = 0;
    while (k < s->norder && s->order[k] != ACC_OBJ(s->acc[i])) k++;
    if (k == s->norder) s->order[s->norder++] = ACC_OBJ(s->acc[i]);
  }
}

/* Footprint sorted by object, one entry each. Nearly always there are one or two. */
static void settle(VmState *s) {
  if (s->probing) note_order(s);
  for (uint32_t i = 1; i < s->nacc; i++) {
    VmAcc a = s->acc[i];
    uint32_t k = i;
    for (; k && s->acc[k - 1] > a; k--) s->acc[k] = s->acc[k - 1];
    s->acc[k] = a;
  }
  uint32_t n = 0;
  for (uint32_t i = 0; i < s->nacc; i++) {
    if (n && ACC_OBJ(s->acc[n - 1]) == ACC_OBJ(s->acc[i])) s->acc[n - 1] |= ACC_MODE(s->acc[i]);
    else s->acc[n++] = s->acc[i];
  }
  s->nacc = n;
}

static RunResult init_step(VmState *s) {
  s->in_init = true;
  s->evkind = EV_INIT;
  RunResult x = run_code(s, VM_MAX_THREADS, s->p->init.entry);
  s->in_init = false;
  if (x == RUN_BLOCKED || x == RUN_LIMIT) return x;
  s->evkind = EV_INIT;
  vm_die(s, (VmTid)s->init_tid, x == RUN_FAULT ? TH_FAILED : TH_ENDED);
  if (x == RUN_FAULT) return x;
  start_threads(s);
  return s->nfaults ? RUN_FAULT : RUN_OK;
}

static bool may_crash(const VmState *s, VmTid tid) {
  if ((int)tid == s->init_tid) return false;
  int32_t f = s->p->threads[s->id[tid].item].crash_budget;
  if (f < 0) return false;
  const BcFault *q = &s->p->faults[f];
  return q->bound < 0 || W_VAL(s->w[s->budget + q->budget]) > 0;
}

static RunResult crash(VmState *s, VmTid tid) {
  if (!may_crash(s, tid)) return RUN_BLOCKED;
  const BcFault *q = &s->p->faults[s->p->threads[s->id[tid].item].crash_budget];
  s->evkind = EV_CRASH;
  if (q->bound >= 0) {
    vm_touch(s, OBJ_BUDGET(s->p, q->budget), ACC_RW);
    vm_put(s, s->budget + q->budget, W_IMM(W_VAL(s->w[s->budget + q->budget]) - 1));
  }
  vm_die(s, tid, TH_CRASHED);
  return RUN_OK;
}

/* One try with the present script. The undo log says what to take back. */
static RunResult try_step(VmState *s, VmTid tid, bool crashes) {
  clear_event(s);
  uint32_t b = s->id[tid].base;
  int32_t pc = W_VAL(s->w[b + TH_PC]);
  if (pc < 0) return RUN_BLOCKED;            /* not running */
  if (crashes) return crash(s, tid);
  if ((int)tid == s->init_tid) return init_step(s);
  return exec_run(s, tid, b, b + TH_STACK + (uint32_t)W_VAL(s->w[b + TH_FP]), (uint32_t)pc, RUN_STEP);
}

static bool out_of_memory(VmState *s) {
  bool no = s->nomem || s->val.nomem;
  s->nomem = s->val.nomem = false;
  return no;
}

/* Events with choices whose alternatives come and go: which choices there are depends on what their guards may read. A
 * crash is one more choice of every event. */
static bool choices_wait(const VmState *s, VmTid tid, uint32_t choice, uint32_t pc) {
  if ((int)tid == s->init_tid || pc == UINT32_MAX) return false;
  if (choice == VM_CRASH) return true;
  const BcInstr *in = &s->p->code[pc];
  if (in->op == OP_ATOMIC) return in->c == (REGION_BLOCKS | REGION_CHOOSES);
  if (in->op != OP_EITHER) return false;
  const BcEither *t = &s->p->eithers[in->a];
  for (uint32_t i = 0; i < t->n; i++) if (t->branches[i].blocking) return true;
  return false;
}

/* To the settled footprint, which stays in s->own. */
static void add_waits(VmState *s, const VmWaits *w) {
  if (!grow(s, (void **)&s->own, &s->capown, sizeof *s->own, s->nacc + 1u)) return;
  if (s->nacc) memcpy(s->own, s->acc, s->nacc * sizeof *s->own);
  for (uint32_t i = 0; i < w->nacc; i++) add_acc(s, w->acc[i]);
  for (uint32_t i = 0; i < w->nops; i++) vm_op(s, w->ops[i]);
  settle(s);
}

/* With failing guards: is what blocked in the event at PC one of them? */
static bool fails(const VmState *s, uint32_t pc) {
  if (!s->failing_guards || pc == UINT32_MAX || s->bad_digit) return false;
  BcOp op = (BcOp)s->p->code[pc].op;
  return op == OP_ATOMIC || op == OP_EITHER || op == OP_CHOOSES;
}

/* OPEN: another choice of the event could have gone on. */
static RunResult stuck(VmState *s, VmTid tid, uint32_t pc, bool open, VmMark m) {
  vm_restore(s, m);
  exec_only_read(s);
  s->evlock = UINT32_MAX;
  s->evflags |= EVF_STOPPED | EVF_GUARDED | EVF_STUCK;
  vm_put(s, s->id[tid].base + TH_PC, STUCK_WORD(pc, open));
  return RUN_OK;
}

/* Has the pending event an action, if guards wait? */
static bool can_go_on(VmState *s, VmTid tid) {
  const VmAction *a;
  uint8_t *cov = s->cov;
  s->cov = s->uncov;
  s->failing_guards = false;
  size_t n = vm_thread_actions(s, tid, &a);
  s->failing_guards = true;
  s->cov = cov;
  return n == SIZE_MAX || (n && a[0].choice != VM_CRASH);
}

VmStatus vm_step(VmState *s, VmTid tid, uint32_t choice, VmEvent *ev) {
  VmMark m = s->nlog;
  uint32_t pc = vm_pc(s, tid);
  VmWaits waits = { 0 };
  bool waiting = s->footprints && (choice || s->choosy) && choices_wait(s, tid, choice, pc);
  if (waiting && !vm_waits(s, tid, &waits)) { out_of_memory(s); return VM_NOMEM; }
  bool open = s->failing_guards && waiting && choice != VM_CRASH && can_go_on(s, tid);
  if (!vm_unpack_choice(s, choice)) return VM_BLOCKED;
  RunResult x = try_step(s, tid, choice == VM_CRASH);
  if (x == RUN_BLOCKED && choice != VM_CRASH && fails(s, pc)) x = stuck(s, tid, pc, open, m);
  else if (s->failing_guards && !s->keep_waits && choice != VM_CRASH) waits = (VmWaits){ 0 };     /* what its other choices wait for is nothing to it */
  if (out_of_memory(s)) { vm_restore(s, m); return VM_NOMEM; }
  if (choice != VM_CRASH && x != RUN_LIMIT && (s->digit > 1 || choice) && vm_pack_choice(s) != choice) x = RUN_BLOCKED;
  if (x == RUN_LIMIT) { vm_restore(s, m); return VM_LIMIT; }
  if (x == RUN_BLOCKED) { vm_restore(s, m); return VM_BLOCKED; }
  if (s->nacc > 1 || s->probing) settle(s);
  uint32_t nown = s->nacc, nownops = s->nops;
  bool more = waits.nacc || waits.nops;
  if (more) add_waits(s, &waits);
  if (out_of_memory(s)) { vm_restore(s, m); return VM_NOMEM; }
  *ev = (VmEvent){ .tid = tid, .kind = s->evkind, .flags = s->evflags, .pc = pc, .choice = choice, .lock = s->evlock,
                   .nacc = s->nacc, .nops = s->nops, .acc = s->acc, .ops = s->ops,
                   .nown = nown, .nownops = nownops, .own = more ? s->own : s->acc };
  return s->nfaults ? VM_FAULT : VM_OK;
}

/* What is only tried covers nothing and prints nothing. */
typedef struct { VmMark mark; uint8_t *cov; void (*hook)(void *, VmTid, const char *); } Trial;

static Trial trial_begin(VmState *s) {
  Trial t = { s->nlog, s->cov, s->print };
  s->cov = s->uncov;
  s->print = NULL;
  return t;
}

static void trial_end(VmState *s, Trial t) {
  vm_restore(s, t.mark);
  s->cov = t.cov;
  s->print = t.hook;
}

VmStatus vm_peek(VmState *s, VmTid tid, uint32_t choice, VmEvent *ev) {
  Trial t = trial_begin(s);
  VmStatus x = vm_step(s, tid, choice, ev);
  trial_end(s, t);
  return x;
}

/* --- enabled actions --- */

static bool push_action(VmState *s, VmTid tid, uint32_t choice) {
  if (s->nactions == s->capactions && !grow(s, (void **)&s->actions, &s->capactions, sizeof *s->actions, s->nactions + 1)) return false;
  s->actions[s->nactions++] = (VmAction){ tid, choice };
  return true;
}

/* Next script in the order of digits; false: all were tried. */
static bool advance(VmState *s) {
  s->nscript = s->digit;
  while (s->nscript) {
    uint32_t i = s->nscript - 1;
    if (++s->script[i] < s->radix[i]) return true;
    s->nscript--;
  }
  return false;
}

/* Tries every choice of the pending event, each from the present state. */
static bool try_all(VmState *s, VmTid tid) {
  VmMark m = s->nlog;
  size_t first = s->nactions;
  uint32_t pc = (int)tid == s->init_tid ? UINT32_MAX : vm_pc(s, tid);
  Trial t = trial_begin(s);
  s->nscript = 0;
  tried_begin(s);
  bool ok = !s->nomem;
  if (ok) do {
    RunResult x = try_step(s, tid, false);
    tried_note(s);
    vm_restore(s, m);
    if (x == RUN_LIMIT || s->nomem || s->val.nomem) { ok = false; break; }
    if (x != RUN_BLOCKED || fails(s, pc)) ok = push_action(s, tid, vm_pack_choice(s));
  } while (ok && advance(s));
  trial_end(s, t);
  if (ok) tried_keep(s, tid, first);
  return ok && !s->nomem;
}

#ifdef DMC_STRESS
/* What was kept, from S->actions[FIRST] on, is tried again all the same. */
static void check_known(VmState *s, VmTid tid, size_t first) {
  size_t n = s->nactions - first;
  if (!try_all(s, tid)) return;
  assert(s->nactions == first + 2 * n && (!n || memcmp(&s->actions[first], &s->actions[first + n], n * sizeof *s->actions) == 0));
  s->nactions = first + n;
}
#else
static void check_known(VmState *s, VmTid tid, size_t first) { (void)s, (void)tid, (void)first; }
#endif

static bool enumerate(VmState *s, VmTid tid) {
  size_t first = s->nactions;
  if (!tried_known(s, tid)) return !s->nomem && try_all(s, tid);
  check_known(s, tid, first);
  return true;
}

static inline Word operand(const VmState *s, uint32_t fp, uint32_t o) { return o & 1 ? s->k[o >> 1] : s->w[fp + (o >> 1)]; }
static inline uint32_t frame_of(const VmState *s, uint32_t base) { return base + TH_STACK + (uint32_t)W_VAL(s->w[base + TH_FP]); }

static bool choose_actions(VmState *s, VmTid tid, const BcInstr *in, uint32_t fp) {
  Word lo = operand(s, fp, in->b), hi = operand(s, fp, in->c);
  int64_t n = W_IS_IMM(lo) && W_IS_IMM(hi) ? (int64_t)W_VAL(hi) - W_VAL(lo) + 1 : -1;
  if (n < 0 || n > MAX_CHOICES) return enumerate(s, tid);
  for (int64_t i = 0; i < n; i++) if (!push_action(s, tid, (uint32_t)i)) return false;
  return true;
}

/* What can be told of a running thread's event without trying it: it waits; it has one choice, 0, and need not wait; neither. */
typedef enum { PENDING_WAITS, PENDING_READY, PENDING_UNKNOWN } Pending;

/* Only these may wait or leave a choice. */
static inline bool is_plain(BcOp op) {
  switch (op) {
    case OP_LOCK: case OP_JOIN: case OP_SEND: case OP_RECEIVE: case OP_ATOMIC: case OP_EITHER: case OP_CHOOSE: case OP_CHOOSES: return false;
    default: return true;
  }
}

static inline Pending pending_lock(const VmState *s, VmTid tid, const BcInstr *in, uint32_t fp) {
  if (in->mode != MEM_SHARED) return PENDING_UNKNOWN;
  Word m = s->w[in->b + (uint32_t)W_VAL(operand(s, fp, in->c))];
  return m == W_IMM(0) || m == W_IMM(tid + 1) ? PENDING_READY : PENDING_WAITS;
}

static inline Pending pending_join(const VmState *s, const BcInstr *in, uint32_t fp) {
  Word q = operand(s, fp, in->b);
  if (q == W_IMM(0)) return PENDING_READY;                   /* no pid: it fails */
  Word pc = s->w[s->id[W_VAL(q) - 1].base + TH_PC];
  return pc == STATUS_WORD(TH_ENDED) || pc == STATUS_WORD(TH_CRASHED) ? PENDING_READY : PENDING_WAITS;
}

static inline Pending pending(const VmState *s, VmTid tid) {
  const BcProgram *p = s->p;
  uint32_t b = s->id[tid].base;
  if ((int)tid == s->init_tid) return PENDING_UNKNOWN;
  const BcInstr *in = &p->code[W_VAL(s->w[b + TH_PC])];
  if (is_plain((BcOp)in->op)) return PENDING_READY;
  if (in->op == OP_JOIN) return pending_join(s, in, frame_of(s, b));
  if (in->op == OP_LOCK) return pending_lock(s, tid, in, frame_of(s, b));
  if (in->op == OP_SEND && p->messages[in->b].drop < 0 && p->messages[in->b].duplicate < 0) return PENDING_READY;
  if (in->op == OP_RECEIVE && p->receives[in->a].after) return PENDING_READY;
  return in->op == OP_RECEIVE && s->w[b + TH_MBOX] == W_NIL ? PENDING_WAITS : PENDING_UNKNOWN;
}

static bool try_actions(VmState *s, VmTid tid) {
  uint32_t b = s->id[tid].base;
  if ((int)tid == s->init_tid) return enumerate(s, tid);
  const BcInstr *in = &s->p->code[W_VAL(s->w[b + TH_PC])];
  return in->op == OP_CHOOSE ? choose_actions(s, tid, in, frame_of(s, b)) : enumerate(s, tid);
}

/* Requires: TID runs. */
static inline bool add_actions(VmState *s, VmTid tid) {
  Pending x = pending(s, tid);
  return x == PENDING_UNKNOWN ? try_actions(s, tid) : x == PENDING_WAITS || push_action(s, tid, 0);
}

size_t vm_thread_actions(VmState *s, VmTid tid, const VmAction **out) {
  s->nactions = 0;
  bool ok = true;
  if (vm_thread(s, tid) == TH_RUNNING) {
    ok = add_actions(s, tid);
    if (ok && may_crash(s, tid)) ok = push_action(s, tid, VM_CRASH);
  }
  *out = s->actions;
  if (!ok) s->nomem = s->val.nomem = false;
  return ok ? s->nactions : SIZE_MAX;
}

VmStatus vm_some_action(VmState *s, VmTid first, VmAction *out) {
  s->nactions = 0;
  for (unsigned i = 0; i <= s->nid; i++) {
    VmTid t = i ? (VmTid)(i - 1) : first;
    if (W_VAL(s->w[s->id[t].base + TH_PC]) < 0) continue;
    Pending x = pending(s, t);
    if (x == PENDING_READY) { *out = (VmAction){ t, 0 }; return VM_OK; }
    if (x == PENDING_WAITS) continue;
    if (!try_actions(s, t)) { s->nomem = s->val.nomem = false; return s->limit ? VM_LIMIT : VM_NOMEM; }
    if (!s->nactions) continue;
    *out = s->actions[0];
    return VM_OK;
  }
  return VM_BLOCKED;
}

size_t vm_actions(VmState *s, const VmAction **out, size_t *crashes) {
  s->nactions = 0;
  *crashes = 0;
  for (unsigned t = 0; t < s->nid; t++) {
    if (vm_thread(s, (VmTid)t) != TH_RUNNING) continue;
    bool ok = add_actions(s, (VmTid)t);
    if (ok && may_crash(s, (VmTid)t)) { ok = push_action(s, (VmTid)t, VM_CRASH); ++*crashes; }
    if (!ok) { s->nomem = s->val.nomem = false; return SIZE_MAX; }
  }
  *out = s->actions;
  return s->nactions;
}

RunResult vm_try_wait(VmState *s, VmTid tid, uint32_t branch) {
  Trial t = trial_begin(s);
  s->script[0] = branch;
  s->nscript = 1;
  s->wait = (VmWait){ WAIT_NONE, vm_pc(s, tid), UINT32_MAX, -1 };
  RunResult x = try_step(s, tid, false);
  trial_end(s, t);
  return x;
}

VmWait vm_wait(VmState *s, VmTid tid) {
  VmWait none = { WAIT_NONE, vm_pc(s, tid), UINT32_MAX, -1 };
  if (vm_thread(s, tid) != TH_RUNNING || vm_try_wait(s, tid, 0) != RUN_BLOCKED) return none;
  if ((int)tid != s->init_tid && s->p->code[vm_pc(s, tid)].op == OP_EITHER) s->wait = (VmWait){ WAIT_EITHER, vm_pc(s, tid), UINT32_MAX, -1 };
  return s->wait;
}

/* --- properties --- */

static RunResult evaluate(VmState *s, const BcProp *q) {
  VmMark m = s->nlog;
  s->quiet = true;
  s->nfaults = 0;
  s->limit = NULL;
  RunResult x = run_code(s, VM_MAX_THREADS, q->entry);
  vm_restore(s, m);
  s->quiet = false;
  return x;
}

bool vm_holds(VmState *s, const BcProp *q) { return evaluate(s, q) == RUN_OK && s->result == W_IMM(1); }

VmStatus vm_finally(VmState *s) {
  if (!s->p->finally_.entry) return VM_OK;
  RunResult x = evaluate(s, &s->p->finally_);
  if (out_of_memory(s)) return VM_NOMEM;
  return x == RUN_OK ? VM_OK : x == RUN_FAULT ? VM_FAULT : x == RUN_LIMIT ? VM_LIMIT : VM_BLOCKED;
}

/* --- looking --- */

size_t vm_mailbox(const VmState *s, VmTid tid, Word *out, size_t cap) {
  Word box = s->w[s->id[tid].base + TH_MBOX];
  size_t n = val_len(&s->val, box);
  for (size_t i = 0; i < n && i < cap; i++) out[i] = val_words(&s->val, box)[i];
  return n;
}

uint32_t vm_message_kind(const VmState *s, Word msg) { return (uint32_t)W_VAL(val_words(&s->val, msg)[0]); }
Word vm_value(const VmState *s, uint32_t loc) { return s->w[loc]; }

bool vm_matches(VmState *s, uint32_t matcher, Word msg) {
  VmMark m = s->nlog;
  uint32_t n = val_len(&s->val, matcher), clause, fp = s->scratch + TH_STACK;
  const Word *w = val_words(&s->val, matcher);
  const BcReceive *r = &s->p->receives[W_VAL(w[0])];
  VmTid tid = (VmTid)W_VAL(w[1]);
  for (uint32_t i = 2; i < n; i++) vm_put(s, fp + i - 2, val_words(&s->val, matcher)[i]);
  bool quiet = s->quiet;
  uint32_t nfaults = s->nfaults;
  s->quiet = true;
  bool yes = exec_match(s, tid, s->scratch, fp, r, msg, &clause);
  s->quiet = quiet;
  s->nfaults = nfaults;
  vm_restore(s, m);
  return yes;
}
