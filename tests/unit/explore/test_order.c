/* tests/unit/explore/test_order.c -- orders of a closed set with one event that has another source: each replays as planned, and
 * where there is none no interleaving of the set does. */
#include "explore/algo/order.h"
#include "tests/greatest.h"
#include "tests/unit/explore/reads.h"

static Reads r, q;               /* the execution; the machine that replays */
static Alts alts;
static Order order;
static Clock set[VM_MAX_THREADS + 1 + CLOCK_LANE];

static void begin(const char *text) {
  reads(&r, text);
  reads(&q, text);
  alts_init(&alts, &r.rf);
  order_init(&order, &r.rf, &alts);
}

static void done(void) {
  order_deinit(&order);
  alts_deinit(&alts);
  reads_done(&r);
  reads_done(&q);
}

/* --- the alternative --- */

static bool is_receive(const RfEvent *e) { return (e->kind == EV_RECEIVE || e->kind == EV_AFTER) && !(e->flags & (EVF_GUARDED | EVF_STUCK)) && e->nops == 1; }
static bool in_future(uint32_t at, uint32_t k) { return rf_before(&r.rf, at, k); }

/* The read at AT takes SOURCE. */
static uint32_t other_read(uint32_t at, uint32_t source) {
  const RfEvent *e = &r.rf.ev[at];
  RfAcc acc = { .acc = ACC_OBJ(r.rf.acc[e->acc].acc) << 2 | ACC_R, .ev = RF_NONE, .source = source };
  Alt like = { .tid = e->tid, .kind = e->kind, .flags = e->flags, .index = e->index, .choice = e->choice, .prev = e->prev };
  alts_clear(&alts, 0);
  return (uint32_t)alts_add(&alts, &like, &acc, 1, NULL, 0);
}

/* The receive at AT takes the message of SEND; NULL: finds none. */
static uint32_t other_receive(uint32_t at, const RfSend *send) {
  const RfEvent *e = &r.rf.ev[at];
  RfOp o = { .op = r.rf.op[e->op].op, .source = send ? send->ev + 1 : 0, .sop = send ? send->op : 0 };
  o.op.kind = send ? EV_RECEIVE : EV_AFTER;
  o.op.copies = send != NULL;
  o.op.msg = send ? r.rf.op[r.rf.ev[send->ev].op + send->op].op.msg : 0;
  Alt like = { .tid = e->tid, .kind = o.op.kind, .index = e->index, .choice = e->choice, .prev = e->prev, .nownops = 1 };
  alts_clear(&alts, 0);
  return (uint32_t)alts_add(&alts, &like, NULL, 0, &o, 1);
}

static bool taken_before(uint32_t at, RfSend s) {
  const RfEvent *e = &r.rf.ev[at];
  for (uint32_t i = 0; i < e->index; i++) {
    const RfEvent *f = &r.rf.ev[rf_at(&r.rf, e->tid, i)];
    for (uint32_t k = 0; k < f->nownops; k++) if (r.rf.op[f->op + k].op.kind == EV_RECEIVE && r.rf.op[f->op + k].source == s.ev + 1 && r.rf.op[f->op + k].sop == s.op) return true;
  }
  return false;
}

/* Any alternative of the event at AT. False: it has none of this kind. */
static bool any_alternative(uint32_t at) {
  const RfEvent *e = &r.rf.ev[at];
  if (e->kind == EV_READ && e->nacc == 1) {
    uint32_t from[READS_STEPS] = { 0 }, n = 1;
    for (uint32_t w = r.rf.write[ACC_OBJ(r.rf.acc[e->acc].acc)]; w; w = r.rf.acc[w - 1].older)
      if (!in_future(at, r.rf.acc[w - 1].ev)) from[n++] = r.rf.acc[w - 1].ev + 1;
    other_read(at, from[reads_below(n)]);
    return true;
  }
  if (!is_receive(e)) return false;
  const RfSends *l = &r.rf.sends[e->tid];
  RfSend s = l->n ? l->at[reads_below((uint32_t)l->n)] : (RfSend){ 0, 0 };
  bool none = !l->n || reads_below(3) == 0;
  if (none) {
    if (!r.model.program->receives[r.rf.op[e->op].op.receive].after) return false;
    other_receive(at, NULL);
    return true;
  }
  if (in_future(at, s.ev) || taken_before(at, s) || !vm_matches(r.run.vm, r.rf.op[e->op].op.matcher, r.rf.op[r.rf.ev[s.ev].op + s.op].op.msg)) return false;
  other_receive(at, &s);
  return true;
}

/* Its past, and some more that does not come after it. */
static void any_set(uint32_t at) {
  memset(set, 0, sizeof set);
  alts_past(&alts, 0, set);
  for (uint32_t k = 0; k < r.rf.n; k++)
    if (!in_future(at, k) && reads_below(2)) clock_join(set, rf_row(&r.rf, k), r.rf.stride);
}

/* --- what is planned, and whether it comes so --- */

static bool wanted(VmTid tid, uint32_t index, VmAction *a, Hist *hist) {
  if (tid == alts.alt[0].tid && index == alts.alt[0].index) {
    *a = (VmAction){ tid, alts.alt[0].choice };
    *hist = alts.alt[0].hist;
    return true;
  }
  if (index >= set[tid]) return false;
  const RfEvent *e = &r.rf.ev[rf_at(&r.rf, tid, index)];
  *a = (VmAction){ tid, e->choice };
  *hist = e->hist;
  return true;
}

static bool comes_so(VmTid tid) {
  VmAction a;
  Hist hist;
  if (!wanted(tid, (uint32_t)q.rf.at[tid].n, &a, &hist) || !reads_take(&q, a)) return false;
  return hist_same(hist, q.rf.ev[q.rf.n - 1].hist);
}

static bool replays(void) {
  VmAction a[READS_STEPS];
  order_actions(&order, a);
  bool ok = true;
  for (size_t i = 0; i < order.nitem && ok; i++) ok = comes_so(a[i].tid) && q.rf.ev[q.rf.n - 1].choice == a[i].choice;
  for (unsigned t = 0; t < vm_nthreads(r.run.vm); t++) ok &= q.rf.at[t].n == set[t] + (t == alts.alt[0].tid ? 1u : 0u);
  reads_back(&q, 0);
  return ok;
}

/* Some interleaving of the set, by trying all. */
static bool possible(uint32_t left) {
  if (!left) return true;
  uint32_t n = (uint32_t)q.rf.n;
  for (unsigned t = 0; t < vm_nthreads(r.run.vm); t++) {
    bool yes = comes_so((VmTid)t) && possible(left - 1);
    reads_back(&q, n);
    if (yes) return true;
  }
  return false;
}

/* --- any execution --- */

TEST orders_replay(const char *text, bool hard) {
  uint32_t yes = 0, no = 0;
  begin(text);
  for (uint32_t round = 0; round < 6000; round++) {
    reads_wander(&r, READS_STEPS);
    uint32_t at = reads_below((uint32_t)r.rf.n), alt = 0;
    if (any_alternative(at)) {
      any_set(at);
      switch (order_find(&order, set, &alt, 1)) {
        case REAL_YES: ASSERT(replays()); yes++; break;
        case REAL_NO: ASSERT(!possible((uint32_t)order.nitem)); no++; break;
        default: FAILm("no answer");
      }
      ASSERT_EQ(REAL_YES == order_constraints(&order, set, &alt, 1) && order_solve(&order) == REAL_YES, possible((uint32_t)order.nitem));
    }
    reads_back(&r, 0);
  }
  ASSERT(yes > 200 && no > 20 && order.asked > 500);
  if (hard) ASSERT(order.hard > 20);
  done();
  PASS();
}

/* --- by hand --- */

static RealAnswer ask(uint32_t at, uint32_t source) {
  uint32_t alt = other_read(at, source);
  memset(set, 0, sizeof set);
  alts_past(&alts, alt, set);
  for (uint32_t k = 0; k < r.rf.n; k++) if (!in_future(at, k)) clock_join(set, rf_row(&r.rf, k), r.rf.stride);
  return order_find(&order, set, &alt, 1);
}

TEST by_hand(void) {
  begin("int x, y\nThread A { x := 1; y := 1 }\nThread B { x := 2; int g = y }\nThread C { int h = y; h := x }\n");
  reads_steps(&r, "AABBCC");                 /* x:=1 y:=1 x:=2 y? y? x? */
  ASSERT_EQ(REAL_YES, ask(3, 2));            /* as it was */
  ASSERT(replays());
  ASSERT_EQ(REAL_YES, ask(3, 0));            /* before y:=1 */
  ASSERT(replays());
  ASSERT_EQ(REAL_YES, ask(5, 1));            /* x:=2 before or after */
  ASSERT(replays());
  ASSERT_EQ(REAL_NO, ask(5, 0));             /* C saw y:=1 */
  done();
  begin("int x\nThread A { x := 1; x := 2 }\nThread B { int h = x; h := x }\n");
  reads_steps(&r, "ABAB");
  ASSERT_EQ(REAL_YES, ask(3, 1));
  ASSERT(replays());
  ASSERT_EQ(REAL_NO, ask(3, 0));             /* it was read before: no way back */
  done();
  PASS();
}

/* Where every order at hand fails: two readers that saw the same two writes in one order each. */
TEST writes_have_one_order(void) {
  begin("int x\nThread A { x := 1 }\nThread B { x := 2 }\nThread C { int h = x; h := x }\nThread D { int g = x; g := x }\n");
  reads_steps(&r, "ACBCDD");                 /* C: 1 2, D: 2 2 */
  ASSERT_EQ(REAL_YES, ask(4, 1));            /* D: 1 then whatever */
  ASSERT(replays());
  reads_back(&r, 0);
  reads_steps(&r, "ACDBCD");                 /* C: 1 2, D: 1 2 */
  ASSERT_EQ(REAL_NO, ask(5, 0));
  reads_back(&r, 0);
  reads_steps(&r, "ACBDCD");                 /* C: 1 2, D: 2 2; D's second from A: 1 after 2 */
  ASSERT_EQ(REAL_NO, ask(5, 1));
  done();
  PASS();
}

SUITE(order_suite) {
  RUN_TEST(by_hand);
  RUN_TEST(writes_have_one_order);
  RUN_TESTp(orders_replay, "int x, y\nThread A { x := 1; y := x }\nThread B { y := 2; x := y }\nThread C { int h = x; h := y; h := x }\n", false);
  RUN_TESTp(orders_replay, "int x\nThread A { x := 1; x := 2 }\nThread B { x := 3; int g = x }\nThread C { int h = x; h := x }\nThread D { int k = x }\n", false);
  RUN_TESTp(orders_replay, "int x, y\nThread A { _ := fetch_add(x, 1); int g = y }\nThread B { atomic { y := x + 1 } }\nThread C { int h = y; h := x; x := 5 }\n", false);
  RUN_TESTp(orders_replay, "message M(), N()\nThread A { C ! M(); C ! N() }\nThread B { C ! N(); C ! M() }\n"
                           "Thread C { receive { N() => { } after => { } }; receive { M() => { } N() => { } after => { } } }\n", true);
  RUN_TESTp(orders_replay, "message M(int n)\nint x\nThread A { C ! M(1); x := 1 }\nThread B { int h = x; C ! M(h) }\n"
                           "Thread C { receive { M(1) => { x := 2 } after => { x := 3 } }; receive { M(n) => { } after => { } }; int g = x }\n", true);
}

GREATEST_MAIN_DEFS();
int main(int argc, char **argv) {
  GREATEST_MAIN_BEGIN();
  RUN_SUITE(order_suite);
  GREATEST_MAIN_END();
}
