/* vm/event.c -- names of event kinds, and the dependence relation every reduction rests on (algorithms: Mazurkiewicz). */
#include "vm/event.h"
#include "vm/vm.h"

static const char *const words[] = {
#define X(kind, word, text) word,
#include "vm/events.def"
#undef X
};

const char *ev_kind_word(EvKind k) { return words[k]; }

/* Both lists are sorted by object. */
static bool overlap(const VmEvent *x, const VmEvent *y) {
  for (uint32_t i = 0, k = 0; i < x->nacc && k < y->nacc;) {
    uint32_t a = ACC_OBJ(x->acc[i]), b = ACC_OBJ(y->acc[k]);
    if (a == b) {
      if ((ACC_MODE(x->acc[i]) | ACC_MODE(y->acc[k])) & ACC_W) return true;
      i++;
      k++;
    } else if (a < b) i++;
    else k++;
  }
  return false;
}

/* Operation A of x against all of y, one direction. */
static bool op_dependent(VmState *s, const VmOp *a, const VmEvent *y) {
  if ((a->kind == EV_SPAWN || a->kind == EV_JOIN) && a->peer == y->tid) return true;
  for (uint32_t k = 0; k < y->nops; k++) {
    const VmOp *b = &y->ops[k];
    if (a->peer != b->peer || a->kind != EV_SEND) continue;
    if (b->kind == EV_SEND && a->copies && b->copies) return true;
    if (b->kind == EV_AFTER && a->copies && (!b->matcher || vm_matches(s, b->matcher, a->msg))) return true;
  }
  return false;
}

bool ev_dependent(VmState *s, const VmEvent *x, const VmEvent *y) {
  if (x->tid == y->tid || x->kind == EV_INIT || y->kind == EV_INIT) return true;
  if (overlap(x, y)) return true;
  for (uint32_t i = 0; i < x->nops; i++) if (op_dependent(s, &x->ops[i], y)) return true;
  for (uint32_t i = 0; i < y->nops; i++) if (op_dependent(s, &y->ops[i], x)) return true;
  return false;
}
