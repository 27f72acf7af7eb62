/* vm/probe.c -- what an event would have done elsewhere: the local state of its thread from a copy, and what it reads from a
 * list of values. All of it goes through the undo log, so that the end of the probe takes it back. */
#include "vm/probe.h"
#include <string.h>
#include "vm/state.h"

static uint32_t words_of(const VmState *s, VmTid tid) {
  return TH_STACK + ((int)tid == s->init_tid ? 0 : s->p->threads[s->id[tid].item].stack);
}

uint32_t vm_local_size(const VmState *s, VmTid tid) { return words_of(s, tid); }
void vm_local_save(const VmState *s, VmTid tid, Word *out) { memcpy(out, s->w + s->id[tid].base, words_of(s, tid) * sizeof *out); }

/* Where the value of an object is kept; UINT32_MAX: it has none. */
static uint32_t place_of(const VmState *s, uint32_t obj) {
  const BcProgram *p = s->p;
  if (obj < p->nlocs) return obj;
  if (obj >= OBJ_CRITICAL(p, 0) && obj < OBJ_CRITICAL(p, p->ncriticals)) return s->crit + (obj - OBJ_CRITICAL(p, 0));
  if (obj >= OBJ_BUDGET(p, 0) && obj < OBJ_BUDGET(p, p->nbudgets)) return s->budget + (obj - OBJ_BUDGET(p, 0));
  return UINT32_MAX;
}

Word vm_object_value(const VmState *s, uint32_t obj) {
  uint32_t at = place_of(s, obj);
  return at == UINT32_MAX ? W_NIL : s->w[at];
}

VmProbe vm_probe_begin(VmState *s, VmTid tid, const Word *local) {
  VmProbe q = { s->nlog, s->cov, s->print };
  s->cov = s->uncov;
  s->print = NULL;
  s->probing = true;
  uint32_t base = s->id[tid].base, n = words_of(s, tid);
  for (uint32_t i = 0; i < n; i++) vm_put(s, base + i, local[i]);
  vm_put(s, base + TH_MBOX, W_NIL);
  return q;
}

void vm_probe_value(VmState *s, uint32_t obj, Word value) {
  uint32_t at = place_of(s, obj);
  if (at != UINT32_MAX) vm_put(s, at, value);
}

bool vm_probe_mail(VmState *s, VmTid tid, const Word *msgs, uint32_t n) {
  vm_put(s, s->id[tid].base + TH_MBOX, n ? val_intern(&s->val, VAL_SEQ, msgs, n) : W_NIL);
  bool ok = !s->nomem && !s->val.nomem;
  s->nomem = s->val.nomem = false;
  return ok;
}

void vm_probe_ended(VmState *s, VmTid peer, bool ended) { vm_put(s, s->id[peer].base + TH_PC, STATUS_WORD(ended ? TH_ENDED : TH_STOPPED)); }

VmStatus vm_probe_step(VmState *s, VmTid tid, uint32_t choice, VmEvent *ev) {
  VmMark m = vm_save(s);
  VmStatus x = vm_step(s, tid, choice, ev);
  for (uint32_t i = 0; (x == VM_OK || x == VM_FAULT) && i < ev->nacc && i < s->cap_after; i++) s->after[i] = vm_object_value(s, ACC_OBJ(ev->acc[i]));
  vm_restore(s, m);
  return x;
}

const uint32_t *vm_probe_order(const VmState *s, uint32_t *n) { *n = (uint32_t)s->norder; return s->order; }
const Word *vm_probe_values(const VmState *s) { return s->after; }

void vm_probe_end(VmState *s, VmProbe q) {
  vm_restore(s, q.mark);
  s->cov = q.cov;
  s->print = q.print;
  s->probing = false;
}

/* Equal for the same thread, or choice, on every machine of this program. */
static uint64_t mix(uint64_t h, uint64_t x) {
  h = (h ^ x) * 0x9e3779b97f4a7c15u;
  return h ^ h >> 29;
}

uint64_t vm_thread_key(const VmState *s, VmTid tid) {
  if (tid >= s->nid || s->id[tid].parent == 255) return tid + 1u;
  return mix(mix(mix(vm_thread_key(s, s->id[tid].parent), 0x5bd1e995u), s->id[tid].nth), s->id[tid].item) | (uint64_t)1 << 63;
}

uint64_t vm_choice_key(const VmState *s, uint32_t choice) {
  if (!(choice & 0x80000000u)) return choice;
  uint32_t n;
  const Word *w = parts_words(&s->paths, choice & 0x7fffffffu, &n);
  uint64_t h = (uint64_t)n << 32;
  for (uint32_t i = 0; i < n; i++) h = mix(h, w[i]);
  return h | (uint64_t)1 << 63;
}
