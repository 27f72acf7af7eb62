/* tests/unit/vm/test_probe.c -- what an event would have done: with other values, other mail, other threads at their end; the
 * order in which it touches things; and nothing lasts. */
#include "tests/greatest.h"
#include "tests/unit/vm/support.h"
#include "vm/probe.h"

static uint32_t object(const Machine *m, const char *name) {
  char b[100];
  for (uint32_t i = 0; i < OBJ_COUNT(m->p); i++) if (strcmp(vm_obj_name(m->s, i, b, sizeof b), name) == 0) return i;
  return UINT32_MAX;
}

/* The thread right before its next event. */
static Word *local(Machine *m, const char *name) {
  VmTid t = (VmTid)tid_of(m, name);
  Word *w = arena_alloc(&m->c.arena, vm_local_size(m->s, t) * sizeof *w);
  vm_local_save(m->s, t, w);
  return w;
}

/* "x y z": what the last vm_probe_step touched, in order. */
static const char *touched(Machine *m) {
  uint32_t n;
  const uint32_t *o = vm_probe_order(m->s, &n);
  const char *s = "";
  char b[100];
  for (uint32_t i = 0; i < n; i++) s = arena_printf(&m->c.arena, "%s%s%s", s, i ? " " : "", vm_obj_name(m->s, o[i], b, sizeof b));
  return s;
}

/* Value of OBJ after the last vm_probe_step; it must be in the footprint. */
static Word after(Machine *m, const char *name) {
  uint32_t obj = object(m, name);
  for (uint32_t i = 0; i < m->ev.nacc; i++) if (ACC_OBJ(m->ev.acc[i]) == obj) return vm_probe_values(m->s)[i];
  m->broken = "not in the footprint";
  return W_NIL;
}

static VmStatus probe(Machine *m, const char *name) { return vm_probe_step(m->s, (VmTid)tid_of(m, name), 0, &m->ev); }

TEST values(void) {
  Machine m;
  machine(&m, "int x, y, z\nThread T { atomic { if z == 0 { x := y + 1 } else { y := 7 } }; x := 5 }\nThread O { y := 3; z := 1 }\n");
  Word *before = local(&m, "T");
  VmTid t = (VmTid)tid_of(&m, "T");
  ASSERT_EQ(VM_OK, step(&m, "T"));
  ASSERT_EQ(VM_OK, step(&m, "O"));
  Bytes here = encoded(&m, true);
  VmProbe q = vm_probe_begin(m.s, t, before);
  ASSERT_EQ(VM_OK, probe(&m, "T"));          /* the event before, in the present state */
  ASSERT_STR_EQ("W x, R y, R z", footprint(&m));
  ASSERT_STR_EQ("z y x", touched(&m));
  ASSERT(after(&m, "x") == W_IMM(4) && after(&m, "y") == W_IMM(3) && after(&m, "z") == W_IMM(0));
  vm_probe_value(m.s, object(&m, "y"), W_IMM(10));
  ASSERT_EQ(VM_OK, probe(&m, "T"));
  ASSERT(after(&m, "x") == W_IMM(11) && after(&m, "y") == W_IMM(10));
  vm_probe_value(m.s, object(&m, "z"), W_IMM(2));
  ASSERT_EQ(VM_OK, probe(&m, "T"));
  ASSERT_STR_EQ("W y, R z", footprint(&m));
  ASSERT_STR_EQ("z y", touched(&m));
  ASSERT(after(&m, "y") == W_IMM(7));
  ASSERT(vm_object_value(m.s, object(&m, "y")) == W_IMM(10));            /* a probe does nothing */
  vm_probe_end(m.s, q);
  ASSERT(same(here, encoded(&m, true)));
  ASSERT_EQ(VM_OK, step(&m, "T"));           /* goes on where it was */
  ASSERT_STR_EQ("5", value(&m, "x"));
  DONE(&m);
}

TEST mail(void) {
  Machine m;
  machine(&m, "message M(int n), N()\nint x\nThread A { T ! M(4); T ! N(); T ! M(6) }\nThread T { receive { M(n) => { x := n } } }\n");
  Word *before = local(&m, "T"), msg[3];
  VmTid t = (VmTid)tid_of(&m, "T");
  for (int i = 0; i < 3; i++) {
    ASSERT_EQ(VM_OK, step(&m, "A"));
    msg[i] = m.ev.ops[0].msg;
  }
  ASSERT_EQ(VM_OK, step(&m, "T"));
  Bytes here = encoded(&m, true);
  VmProbe q = vm_probe_begin(m.s, t, before);
  const VmAction *a;
  ASSERT_EQ((size_t)0, vm_thread_actions(m.s, t, &a));                   /* an empty mailbox */
  ASSERT(vm_probe_mail(m.s, t, (Word[]){ msg[1], msg[2], msg[0] }, 3));
  ASSERT_EQ((size_t)1, vm_thread_actions(m.s, t, &a));
  ASSERT_EQ(VM_OK, probe(&m, "T"));
  ASSERT_STR_EQ("receive M(6) @1", operations(&m));
  ASSERT(vm_probe_mail(m.s, t, (Word[]){ msg[1] }, 1));
  ASSERT_EQ(VM_BLOCKED, probe(&m, "T"));
  ASSERT(vm_probe_mail(m.s, t, NULL, 0));
  ASSERT_EQ(VM_BLOCKED, probe(&m, "T"));
  vm_probe_end(m.s, q);
  ASSERT(same(here, encoded(&m, true)));
  ASSERT_EQ((size_t)2, vm_mailbox(m.s, t, NULL, 0));
  DONE(&m);
}

TEST ends(void) {
  Machine m;
  machine(&m, "int x\nThread A { x := 1 }\nThread T { atomic { join A; x := 2 } }\n");
  vm_failing_guards(m.s, true);
  Word *before = local(&m, "T");
  VmTid t = (VmTid)tid_of(&m, "T"), a = (VmTid)tid_of(&m, "A");
  Bytes here = encoded(&m, true);
  VmProbe q = vm_probe_begin(m.s, t, before);
  ASSERT_EQ(VM_OK, probe(&m, "T"));
  ASSERT(m.ev.flags & EVF_STUCK);
  vm_probe_ended(m.s, a, true);
  ASSERT_EQ(VM_OK, probe(&m, "T"));
  ASSERT_FALSE(m.ev.flags & EVF_STUCK);
  ASSERT(m.ev.flags & EVF_ENDED && after(&m, "x") == W_IMM(2));
  vm_probe_end(m.s, q);
  ASSERT(same(here, encoded(&m, true)));
  ASSERT_EQ(TH_RUNNING, vm_thread(m.s, a));
  ASSERT_EQ(1u, run(&m, "A"));
  q = vm_probe_begin(m.s, t, before);
  vm_probe_ended(m.s, a, false);
  ASSERT_EQ(VM_OK, probe(&m, "T"));
  ASSERT(m.ev.flags & EVF_STUCK);
  vm_probe_end(m.s, q);
  ASSERT_EQ(TH_ENDED, vm_thread(m.s, a));
  DONE(&m);
}

/* A fault in a probe is none, prints nothing and covers nothing. */
static unsigned printed;
static void count_prints(void *ctx, VmTid tid, const char *text) { (void)ctx; (void)tid; (void)text; printed++; }

TEST nothing_lasts(void) {
  Machine m;
  machine(&m, "int x\nThread T { atomic { print x; assert x == 0 } }\n");
  vm_on_print(m.s, count_prints, NULL);
  Word *before = local(&m, "T");
  Bytes here = encoded(&m, true);
  VmProbe q = vm_probe_begin(m.s, (VmTid)tid_of(&m, "T"), before);
  vm_probe_value(m.s, object(&m, "x"), W_IMM(1));
  ASSERT_EQ(VM_FAULT, probe(&m, "T"));
  ASSERT(m.ev.flags & EVF_FAULT);
  vm_probe_end(m.s, q);
  ASSERT_EQ(0u, printed);
  ASSERT(same(here, encoded(&m, true)));
  printed = 0;
  ASSERT_EQ(VM_OK, step(&m, "T"));
  ASSERT(printed > 0);
  DONE(&m);
}

TEST objects(void) {
  Machine m;
  machine(&m, "int x\nmutex m\nfault crash A <= 2\nThread A { critical c { x := 3 } }\nThread B { lock(m) }\n");
  uint32_t budget = vm_crash_budget(m.s, (VmTid)tid_of(&m, "A"));
  ASSERT(budget != UINT32_MAX && budget >= OBJ_BUDGET(m.p, 0) && budget < OBJ_COUNT(m.p));
  ASSERT_EQ(UINT32_MAX, vm_crash_budget(m.s, (VmTid)tid_of(&m, "B")));
  Word full = vm_object_value(m.s, budget);
  ASSERT_EQ(W_IMM(0), vm_object_value(m.s, object(&m, "m")));
  ASSERT_EQ(VM_OK, step(&m, "B"));
  ASSERT_EQ(W_IMM(tid_of(&m, "B") + 1), vm_object_value(m.s, object(&m, "m")));
  ASSERT_EQ(W_NIL, vm_object_value(m.s, OBJ_MAILBOX(m.p, 0)));
  ASSERT_EQ(VM_OK, step_tid(&m, tid_of(&m, "A"), VM_CRASH));
  ASSERT(full != vm_object_value(m.s, budget));
  DONE(&m);
}

/* The same on another machine, whatever it has numbered before. */
TEST keys(void) {
  Machine m, n;
  const char *text = "int x\nThread(int i) W { x := i }\nThread A { _ := spawn W(1) }\nThread B { _ := spawn W(2); x := choose(0..3) }\n";
  machine(&m, text);
  machine(&n, text);
  unsigned first = vm_nthreads(m.s);
  ASSERT_EQ(VM_OK, step(&m, "A"));
  ASSERT_EQ(VM_OK, step(&m, "B"));
  ASSERT_EQ(VM_OK, step(&n, "B"));
  ASSERT_EQ(VM_OK, step(&n, "A"));
  for (unsigned t = 0; t < first; t++) ASSERT_EQ(vm_thread_key(m.s, (VmTid)t), vm_thread_key(n.s, (VmTid)t));
  ASSERT_EQ(vm_thread_key(m.s, (VmTid)first), vm_thread_key(n.s, (VmTid)(first + 1)));
  ASSERT_EQ(vm_thread_key(m.s, (VmTid)(first + 1)), vm_thread_key(n.s, (VmTid)first));
  ASSERT(vm_thread_key(m.s, (VmTid)first) != vm_thread_key(m.s, (VmTid)(first + 1)));
  for (uint32_t c = 0; c < 4; c++) {
    ASSERT_EQ(vm_choice_key(m.s, c), vm_choice_key(n.s, c));
    ASSERT(vm_choice_key(m.s, c) != vm_choice_key(m.s, c + 1));
  }
  machine_done(&n);
  DONE(&m);
}

SUITE(probe_suite) {
  RUN_TEST(values);
  RUN_TEST(mail);
  RUN_TEST(ends);
  RUN_TEST(nothing_lasts);
  RUN_TEST(objects);
  RUN_TEST(keys);
}

GREATEST_MAIN_DEFS();
int main(int argc, char **argv) {
  GREATEST_MAIN_BEGIN();
  RUN_SUITE(probe_suite);
  GREATEST_MAIN_END();
}
