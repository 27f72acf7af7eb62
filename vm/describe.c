/* vm/describe.c -- threads, locations, values and events in the user's words. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "vm/state.h"

typedef struct { char *b; size_t n, size; } Text;

static void say(Text *t, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
static void say(Text *t, const char *fmt, ...) {
  if (t->n + 1 >= t->size) return;
  va_list ap;
  va_start(ap, fmt);
  int k = vsnprintf(t->b + t->n, t->size - t->n, fmt, ap);
  va_end(ap);
  if (k > 0) t->n += (size_t)k;
  if (t->n >= t->size) t->n = t->size - 1;
}
static Text text(char *b, size_t size) { if (size) b[0] = 0; return (Text){ b, 0, size }; }

/* --- threads --- */

/* Sum#2 is the second thread that the only thread of the model spawned, Sum#2@A that of thread A, and Sum#2.1 the first one that
 * this one spawned in its turn. Returns who is at the root. */
static VmTid say_line(const VmState *s, Text *t, VmTid tid) {
  const Identity *id = &s->id[tid];
  VmTid root = id->parent;
  bool deeper = root < s->nid && (int)root != s->init_tid && s->p->threads[s->id[root].item].spawned;
  if (deeper) root = say_line(s, t, root);
  say(t, "%s%u", deeper ? "." : "#", id->nth + 1);
  return root;
}

static void say_thread(const VmState *s, Text *t, VmTid tid) {
  if (tid >= s->nid) { say(t, "%s", tid == VM_MAX_THREADS ? "init" : "?"); return; }
  const Identity *id = &s->id[tid];
  if ((int)tid == s->init_tid) { say(t, "init"); return; }
  const BcThread *th = &s->p->threads[id->item];
  say(t, "%s", th->name);
  if (!th->spawned) { if (th->replicated) say(t, "[%d]", th->lo + (int)id->nth); return; }
  VmTid root = say_line(s, t, tid);
  if (s->p->nstatic != 1 || root != 0) { say(t, "@"); say_thread(s, t, root); }
}

const char *vm_thread_name(const VmState *s, VmTid tid, char *buf, size_t size) {
  Text t = text(buf, size);
  say_thread(s, &t, tid);
  return buf;
}

/* --- locations --- */

static bool same_type(const BcType *x, const BcType *y) {
  return x->kind == y->kind && x->width == y->width && (x->kind != T_RECORD || strcmp(x->name, y->name) == 0);
}

/* The way from the variable to what has the type WHOLE at LOC, to the leaf if WHOLE is NULL. */
static void say_location(const BcProgram *p, Text *t, uint32_t loc, const BcType *whole) {
  const BcVar *v = p->leaf_var[loc];
  const BcType *ty = v->type;
  uint32_t off = loc - v->base;
  say(t, "%s", v->name);
  while ((ty->kind == T_ARRAY || ty->kind == T_RECORD) && !(whole && !off && same_type(ty, whole))) {
    if (ty->kind == T_ARRAY) {
      say(t, "[%u]", off / ty->elem->width);
      off %= ty->elem->width;
      ty = ty->elem;
      continue;
    }
    uint32_t i = 0;
    while (i + 1 < ty->count && ty->fields[i + 1].off <= off) i++;
    while (!ty->fields[i].type->width) i--;
    say(t, ".%s", ty->fields[i].name);
    off -= ty->fields[i].off;
    ty = ty->fields[i].type;
  }
}

const char *vm_loc_name(const BcProgram *p, uint32_t loc, char *buf, size_t size) {
  Text t = text(buf, size);
  if (loc < p->nlocs) say_location(p, &t, loc, NULL);
  else say(&t, "?");
  return buf;
}

const char *vm_obj_name(const VmState *s, uint32_t obj, char *buf, size_t size) {
  const BcProgram *p = s->p;
  Text t = text(buf, size);
  if (obj < p->nlocs) return vm_loc_name(p, obj, buf, size);
  uint32_t k = obj - p->nlocs;
  if (k < 512) { say(&t, k < 256 ? "mailbox of " : "end of "); say_thread(s, &t, (VmTid)(k & 255)); return buf; }
  k -= 512;
  if (k < p->ncriticals) { say(&t, "critical %s", p->criticals[k]); return buf; }
  k -= p->ncriticals;
  if (k < p->ninvariants) { say(&t, "invariant %s", p->invariants[k].name); return buf; }
  k -= p->ninvariants;
  if (k < p->ncovers) { say(&t, "cover %s", p->covers[k].name); return buf; }
  say(&t, "fault budget");
  return buf;
}

/* --- values --- */

static void say_big(const VmState *s, Text *t, Word w) {
  mpz_t view;
  mp_limb_t limb;
  mpz_srcptr z = val_mpz(&s->val, w, view, &limb);
  if (mpz_sizeinbase(z, 2) > 1000) { say(t, "an integer of %zu bits", mpz_sizeinbase(z, 2)); return; }
  char digits[320];
  mpz_get_str(digits, 10, z);
  say(t, "%s", digits);
}

static void say_words(const VmState *s, Text *t, const BcType *ty, const Word *w);

static void say_elems(const VmState *s, Text *t, const BcType *elem, Word seq, const char *open, const char *close) {
  uint32_t n = val_len(&s->val, seq), step = elem->width ? elem->width : 1;
  say(t, "%s", open);
  for (uint32_t i = 0; i < n; i += step) {
    if (i) say(t, ", ");
    say_words(s, t, elem, val_words(&s->val, seq) + i);
  }
  say(t, "%s", close);
}

static void say_words(const VmState *s, Text *t, const BcType *ty, const Word *w) {
  switch (ty->kind) {
    case T_INT: if (W_IS_IMM(*w)) say(t, "%d", (int)W_VAL(*w)); else if (*w == W_NIL) say(t, "-"); else say_big(s, t, *w); break;
    case T_BOOL: say(t, "%s", *w == W_NIL ? "-" : *w == W_IMM(0) ? "false" : "true"); break;
    case T_PID: if (*w == W_IMM(0) || *w == W_NIL) say(t, "no pid"); else say_thread(s, t, (VmTid)(W_VAL(*w) - 1)); break;
    case T_MUTEX: if (*w == W_IMM(0)) say(t, "free"); else { say(t, "held by "); say_thread(s, t, (VmTid)(W_VAL(*w) - 1)); } break;
    case T_ENUM: if (*w != W_NIL && (uint32_t)W_VAL(*w) < ty->count) say(t, "%s", ty->members[W_VAL(*w)]); else say(t, "-"); break;
    case T_QUEUE: say_elems(s, t, ty->elem, *w, "[", "]"); break;
    case T_SET: say_elems(s, t, ty->elem, *w, "{", "}"); break;
    case T_ARRAY:
      say(t, "[");
      for (uint32_t i = 0; i < ty->count; i++) { if (i) say(t, ", "); say_words(s, t, ty->elem, w + i * ty->elem->width); }
      say(t, "]");
      break;
    case T_RECORD:
      say(t, "%s(", ty->name);
      for (uint32_t i = 0; i < ty->count; i++) { if (i) say(t, ", "); say_words(s, t, ty->fields[i].type, w + ty->fields[i].off); }
      say(t, ")");
      break;
    case T_VOID: case T_STRING: case T_ERROR: break;
  }
}

const char *vm_words_text(const VmState *s, const BcType *ty, const Word *w, char *buf, size_t size) {
  Text t = text(buf, size);
  say_words(s, &t, ty, w);
  return buf;
}

const char *vm_word_text(const VmState *s, const BcType *ty, Word w, char *buf, size_t size) { return vm_words_text(s, ty, &w, buf, size); }

static void say_message(const VmState *s, Text *t, Word msg) {
  const BcMessage *m = &s->p->messages[vm_message_kind(s, msg)];
  say(t, "%s(", m->name);
  for (uint32_t i = 0; i < m->nfields; i++) { if (i) say(t, ", "); say_words(s, t, m->fields[i].type, val_words(&s->val, msg) + 1 + m->fields[i].off); }
  say(t, ")");
}

const char *vm_message_text(const VmState *s, Word msg, char *buf, size_t size) {
  Text t = text(buf, size);
  say_message(s, &t, msg);
  return buf;
}

/* --- choices --- */

const char *vm_choice_text(const VmState *s, uint32_t choice, char *buf, size_t size) {
  Text t = text(buf, size);
  if (choice == VM_CRASH) { say(&t, "crash"); return buf; }
  if (choice & 0x80000000u) {
    uint32_t n = 0;
    const Word *w = (choice & 0x7fffffffu) < s->paths.n ? parts_words(&s->paths, choice & 0x7fffffffu, &n) : NULL;
    for (uint32_t i = 0; i < n; i++) say(&t, "%s%d", i ? "." : "", (int)W_VAL(w[i]));
  } else if (choice & 0x40000000u) {
    uint32_t n = choice & 0x08000000u ? 3 : 2;
    for (uint32_t i = 0; i < n; i++) say(&t, "%s%u", i ? "." : "", choice >> (9 * i) & 511u);
  } else say(&t, "%u", choice);
  return buf;
}

bool vm_choice_parse(VmState *s, const char *text_, uint32_t *choice) {
  if (strcmp(text_, "crash") == 0) { *choice = VM_CRASH; return true; }
  s->digit = 0;
  for (const char *c = text_;; c++) {
    char *end;
    unsigned long v = strtoul(c, &end, 10);
    if (end == c || s->digit == MAX_DIGITS || v >= MAX_CHOICES) return false;
    s->script[s->digit++] = (uint32_t)v;
    if (!*end) break;
    if (*end != '.') return false;
    c = end;
  }
  *choice = vm_pack_choice(s);
  return true;
}

/* --- events --- */

/* The variable or element an event touches, as a whole when it touches several leaves of one. */
static void say_place(const VmState *s, Text *t, const VmEvent *ev, bool value, const char *sep) {
  char b[128];
  uint32_t n = 0, first = UINT32_MAX;
  for (uint32_t i = 0; i < ev->nacc; i++) if (ACC_OBJ(ev->acc[i]) < s->p->nlocs) { if (!n++) first = ACC_OBJ(ev->acc[i]); }
  if (!n) return;
  const BcVar *v = s->p->leaf_var[first];
  if (n == 1) say(t, "%s", vm_loc_name(s->p, first, b, sizeof b));
  else say(t, "%s", v->name);
  if (!value) return;
  say(t, "%s", sep);
  if (n == 1) say_words(s, t, s->p->leaf_type[first], &s->w[first]);
  else if (n == v->type->width) say_words(s, t, v->type, &s->w[v->base]);
  else say(t, "(%u leaves)", n);
}

static void say_data(const VmState *s, Text *t, const VmEvent *ev) {
  say(t, "%s(", bc_op_name((BcOp)s->p->code[ev->pc].op));
  say_place(s, t, ev, false, "");
  say(t, "): ");
  say_place(s, t, ev, true, " = ");
}

static void say_ops(const VmState *s, Text *t, const VmEvent *ev) {
  for (uint32_t i = 0; i < ev->nops; i++) {
    const VmOp *op = &ev->ops[i];
    if (i) say(t, ", ");
    switch (op->kind) {
      case EV_SEND: say(t, "sends "); say_message(s, t, op->msg); say(t, " to "); say_thread(s, t, op->peer);
        say(t, "%s", op->copies == 0 ? " (lost)" : op->copies == 2 ? " (twice)" : "");
        break;
      case EV_RECEIVE: say(t, "receives "); say_message(s, t, op->msg); break;
      case EV_AFTER: say(t, "finds no message that matches (after)"); break;
      case EV_SPAWN: say(t, "starts "); say_thread(s, t, op->peer); break;
      case EV_JOIN: say(t, "joins "); say_thread(s, t, op->peer); break;
      default: break;
    }
  }
}

static const BcType int_type = { .kind = T_INT, .width = 1 };

static void say_element(const VmState *s, Text *t, const VmEvent *ev) {
  uint32_t set = ev->nacc ? ACC_OBJ(ev->acc[0]) : UINT32_MAX;
  const BcType *ty = set < s->p->nlocs ? s->p->leaf_type[set] : NULL;
  if (!ty || ty->kind != T_SET || (ev->choice + 1) * ty->elem->width > val_len(&s->val, s->w[set])) { say(t, "chooses element %u of its set", ev->choice + 1); return; }
  say(t, "chooses ");
  say_words(s, t, ty->elem, val_words(&s->val, s->w[set]) + ev->choice * ty->elem->width);
  say(t, " of ");
  say_place(s, t, ev, true, " = ");
}

static void say_choice(const VmState *s, Text *t, const VmEvent *ev) {
  const BcInstr *in = &s->p->code[ev->pc];
  char b[64];
  if (in->op == OP_EITHER) {
    Place at = src_place(s->p->sources, s->p->eithers[in->a].branches[ev->choice & 511u].span);
    say(t, "takes the branch at line %u", at.line);
  } else if (in->op == OP_CHOOSE && in->mode) say(t, "chooses %s", ev->choice ? "true" : "false");
  else if (in->op == OP_CHOOSE) { say(t, "chooses "); say_words(s, t, &int_type, &s->chosen); }
  else if (in->op == OP_CHOOSES) say_element(s, t, ev);
  else say(t, "chooses alternative %s", vm_choice_text(s, ev->choice, b, sizeof b));
}

const char *vm_describe(const VmState *s, const VmEvent *ev, char *buf, size_t size) {
  Text t = text(buf, size);
  char b[128];
  switch ((EvKind)ev->kind) {
    case EV_READ: say(&t, "reads "); say_place(s, &t, ev, true, " = "); break;
    case EV_WRITE: say_place(s, &t, ev, true, " := "); break;
    case EV_RMW: case EV_DATA:
      say_data(s, &t, ev);
      if (s->p->code[ev->pc].op == OP_CAS) say(&t, ev->flags & EVF_FAILED_CAS ? ", fails" : ", succeeds");
      break;
    case EV_ATOMIC: say(&t, "atomic"); if (ev->nops) { say(&t, ": "); say_ops(s, &t, ev); } break;
    case EV_AWAIT: say(&t, "await passes"); break;
    case EV_LOCK: say(&t, "locks %s", vm_loc_name(s->p, ev->lock, b, sizeof b)); break;
    case EV_TRYLOCK: say(&t, "trylock(%s) %s", vm_loc_name(s->p, ev->lock, b, sizeof b), ev->flags & EVF_TRYLOCK_FAILED ? "fails" : "succeeds"); break;
    case EV_UNLOCK: say(&t, "unlocks %s", vm_loc_name(s->p, ev->lock, b, sizeof b)); break;
    case EV_SEND: case EV_RECEIVE: case EV_AFTER: case EV_SPAWN: case EV_JOIN: say_ops(s, &t, ev); break;
    case EV_CHOOSE: say_choice(s, &t, ev); break;
    case EV_ENTER: case EV_LEAVE: say(&t, "%s critical %s", ev->kind == EV_ENTER ? "enters" : "leaves", s->p->criticals[s->p->code[ev->pc].a]); break;
    case EV_CRASH: say(&t, "crashes"); break;
    case EV_INIT: say(&t, "init chooses %s", vm_choice_text(s, ev->choice, b, sizeof b)); break;
    case EV_COUNT: break;
  }
  return buf;
}

typedef void Visit(void *ctx, const char *name, const char *text);

static void visit_value(const VmState *s, const BcVar *v, const Word *w, Visit *visit, void *ctx) {
  char b[200];
  visit(ctx, v->name, vm_words_text(s, v->type, w, b, sizeof b));
}

/* A ref below 0 stands for something on a stack. */
static void visit_ref(const VmState *s, const BcVar *v, const Word *w, Visit *visit, void *ctx) {
  char b[200];
  Text t = text(b, sizeof b);
  if (!W_IS_IMM(*w) || W_VAL(*w) < 0 || (uint32_t)W_VAL(*w) >= s->p->nlocs) return;
  say_location(s->p, &t, (uint32_t)W_VAL(*w), v->type);
  visit(ctx, v->name, b);
}

/* The variables of TID's frame, refs or the others. */
static void variables(const VmState *s, VmTid tid, bool refs, Visit *visit, void *ctx) {
  uint32_t pc = vm_pc(s, tid), base = s->id[tid].base;
  if (pc == UINT32_MAX || (int)tid == s->init_tid) return;
  const BcFunc *f = vm_func(s, tid, pc);
  uint32_t fp = base + TH_STACK + (uint32_t)W_VAL(s->w[base + TH_FP]);
  for (uint32_t i = 0; i < f->nvars; i++) {
    const BcVar *v = &f->vars[i];
    if (v->ref != refs || pc < v->from || pc >= v->to || s->w[fp + v->base] == W_NIL) continue;   /* cleared: dead */
    (refs ? visit_ref : visit_value)(s, v, &s->w[fp + v->base], visit, ctx);
  }
}

void vm_locals(const VmState *s, VmTid tid, Visit *visit, void *ctx) { variables(s, tid, false, visit, ctx); }

void vm_refs(const VmState *s, VmTid tid, Visit *visit, void *ctx) { variables(s, tid, true, visit, ctx); }

uint32_t vm_user_call(const VmState *s, VmTid tid) {
  uint32_t pc = vm_pc(s, tid), base = s->id[tid].base, call = UINT32_MAX;
  if (pc == UINT32_MAX || (int)tid == s->init_tid) return call;
  uint32_t fp = base + TH_STACK + (uint32_t)W_VAL(s->w[base + TH_FP]);
  for (; vm_func(s, tid, pc)->library; pc = call) {
    call = (uint32_t)W_VAL(s->w[fp]) - 1;
    fp = base + TH_STACK + ((uint32_t)W_VAL(s->w[fp + 1]) & 0xfffffu);
  }
  return call;
}
