/* vm/stuck.c -- see stuck.h. Patterns and guards are looked at on the scratch frame, as vm_matches does it, so that a receive
 * inside an atomic block is judged with the locals it had there. */
#include "vm/stuck.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include "vm/state.h"

uint32_t vm_stuck_branches(const VmState *s, VmTid tid, const BcBranch **out) {
  uint32_t pc = (int)tid == s->init_tid ? UINT32_MAX : vm_pc(s, tid);
  if (pc == UINT32_MAX || s->p->code[pc].op != OP_EITHER) return 0;
  *out = s->p->eithers[s->p->code[pc].a].branches;
  return s->p->eithers[s->p->code[pc].a].n;
}

VmStuck vm_stuck(VmState *s, VmTid tid, uint32_t branch) {
  VmStuck q = { { WAIT_NONE, vm_pc(s, tid), UINT32_MAX, -1 }, NULL, 0, 0 };
  if (vm_thread(s, tid) != TH_RUNNING) return q;
  bool keep = s->record_matchers;
  s->record_matchers = true;
  s->wait_matcher = 0;
  RunResult x = vm_try_wait(s, tid, branch);
  s->record_matchers = keep;
  if (x != RUN_BLOCKED) return q;
  q.wait = s->wait;
  q.acc = s->acc;
  q.nacc = s->nacc;
  if (q.wait.kind == WAIT_RECEIVE) q.matcher = s->wait_matcher;
  return q;
}

const BcReceive *vm_stuck_receive(const VmState *s, const VmStuck *q) { return &s->p->receives[W_VAL(val_words(&s->val, q->matcher)[0])]; }

/* --- one clause --- */

typedef struct { VmState *s; const BcClause *clause; const BcFunc *func; uint32_t pc, fp; Word msg; char *buf; size_t n, size; } Why;

static void say(Why *w, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
static void say(Why *w, const char *fmt, ...) {
  if (w->n + 1 >= w->size) return;
  va_list ap;
  va_start(ap, fmt);
  int k = vsnprintf(w->buf + w->n, w->size - w->n, fmt, ap);
  va_end(ap);
  w->n = k < 0 || w->n + (size_t)k >= w->size ? w->size - 1 : w->n + (size_t)k;
}

static Word operand(const Why *w, const BcPat *q, uint32_t k) {
  return q->width == 1 && q->slot & 1 ? w->s->k[q->slot >> 1] : w->s->w[w->fp + (q->slot >> 1) + k];
}

static Word field(const Why *w, const BcPat *q, uint32_t k) { return val_words(&w->s->val, w->msg)[1 + q->off + k]; }

static bool equal(const Why *w, const BcPat *q) {
  for (uint32_t k = 0; k < q->width; k++) if (field(w, q, k) != operand(w, q, k)) return false;
  return true;
}

static void wants(Why *w, const BcPat *q) {
  const BcMessage *m = &w->s->p->messages[w->clause->message];
  char is[200], want[200];
  uint32_t i = 0;
  while (i < m->nfields && (m->fields[i].off != q->off || m->fields[i].type->width != q->width)) i++;
  if (i == m->nfields) { say(w, "the pattern wants another value"); return; }
  Word words[2][64];
  if (q->width > 64) { say(w, "field %s is not what the pattern wants", m->fields[i].name); return; }
  for (uint32_t k = 0; k < q->width; k++) words[0][k] = field(w, q, k), words[1][k] = operand(w, q, k);
  say(w, "field %s is %s, the pattern wants %s", m->fields[i].name, vm_words_text(w->s, m->fields[i].type, words[0], is, sizeof is),
      vm_words_text(w->s, m->fields[i].type, words[1], want, sizeof want));
}

/* The variable in SLOT where the guard runs: bound by the clause, or a local of the receive's place. A variable of the clause
 * lives where the body is, and begins there. */
static const BcVar *variable(const Why *w, uint32_t slot) {
  const BcVar *found = NULL;
  for (uint32_t i = 0; i < w->func->nvars; i++) {
    const BcVar *v = &w->func->vars[i];
    bool here = v->from == w->clause->target || (v->from <= w->pc && w->pc < v->to);
    if (here && !v->ref && slot >= v->base && slot < v->base + v->type->width) found = v;
  }
  return found;
}

#define MAX_NAMED 8

/* The slots that the guard's code reads, as the variables they belong to, each once. */
static uint32_t named(const Why *w, const BcVar **out) {
  uint32_t n = 0;
  for (uint32_t pc = w->clause->guard; pc < w->s->p->ncode; pc++) {
    const BcInstr *in = &w->s->p->code[pc];
    const uint32_t fields[] = { in->a, in->b, in->c, in->d, in->e };
    const char *ops = bc_op_operands[in->op];
    for (int i = 0; i < 5; i++) {
      bool local = ops[i] == 's' || (ops[i] == 'v' && !(fields[i] & 1)) || (ops[i] == 'm' && in->mode == MEM_LOCAL);
      const BcVar *v = local ? variable(w, ops[i] == 'v' ? fields[i] >> 1 : fields[i]) : NULL;
      uint32_t k = 0;
      while (v && k < n && out[k] != v) k++;
      if (v && k == n && n < MAX_NAMED) out[n++] = v;
    }
    if (in->op == OP_HALT) break;
  }
  return n;
}

/* Those of the clause first, then the others, each by where they live. */
static bool before(const Why *w, const BcVar *x, const BcVar *y) {
  bool mine = x->from == w->clause->target, yours = y->from == w->clause->target;
  return mine != yours ? mine : x->base < y->base;
}

static void values(Why *w) {
  const BcVar *list[MAX_NAMED];
  uint32_t n = named(w, list);
  char b[200];
  for (uint32_t i = 1; i < n; i++)
    for (uint32_t k = i; k && before(w, list[k], list[k - 1]); k--) {
      const BcVar *v = list[k];
      list[k] = list[k - 1];
      list[k - 1] = v;
    }
  say(w, "`when` is false");
  for (uint32_t i = 0; i < n; i++)
    say(w, "%s%s = %s", i ? ", " : " with ", list[i]->name,
        vm_words_text(w->s, list[i]->type, &w->s->w[w->fp + list[i]->base], b, sizeof b));
}

static bool guard_holds(Why *w, VmTid tid) {
  VmState *s = w->s;
  Word keep = s->result;
  uint32_t nfaults = s->nfaults;
  VmMark mark = vm_save(s);          /* calls clear what is dead behind them */
  RunResult x = exec_run(s, tid, s->scratch, w->fp, w->clause->guard, RUN_CODE);
  bool yes = x == RUN_FAULT || (x == RUN_OK && s->result == W_IMM(1));       /* one that fails takes the message and the thread with it */
  s->result = keep;
  s->nfaults = nfaults;
  vm_restore(s, mark);
  return yes;
}

static void judge(Why *w, VmTid tid) {
  const BcClause *c = w->clause;
  if (vm_message_kind(w->s, w->msg) != c->message) { say(w, "another message"); return; }
  for (uint32_t i = 0; i < c->npats; i++) if (c->pats[i].kind == PAT_EQ && !equal(w, &c->pats[i])) { wants(w, &c->pats[i]); return; }
  for (uint32_t i = 0; i < c->npats; i++) {
    const BcPat *q = &c->pats[i];
    for (uint32_t k = 0; q->kind == PAT_BIND && k < q->width; k++) vm_put(w->s, w->fp + q->slot + k, field(w, q, k));
  }
  if (c->guard && !guard_holds(w, tid)) values(w);
}

const char *vm_why_not(VmState *s, const VmStuck *q, uint32_t clause, Word msg, char *buf, size_t size) {
  VmMark mark = vm_save(s);
  VmTid tid = (VmTid)W_VAL(val_words(&s->val, q->matcher)[1]);
  uint32_t n = val_len(&s->val, q->matcher), fp = s->scratch + TH_STACK;
  Why w = { .s = s, .clause = &vm_stuck_receive(s, q)->clauses[clause], .func = vm_func(s, tid, q->wait.pc), .pc = q->wait.pc, .fp = fp,
            .msg = msg, .buf = buf, .size = size };
  if (size) buf[0] = 0;
  for (uint32_t i = 2; i < n; i++) vm_put(s, fp + i - 2, val_words(&s->val, q->matcher)[i]);
  bool quiet = s->quiet;
  s->quiet = true;
  judge(&w, tid);
  s->quiet = quiet;
  vm_restore(s, mark);
  return buf;
}
