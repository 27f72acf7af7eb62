/* tests/unit/explore/test_rf.c -- who reads from whom: sources, pasts, histories; what is popped leaves no trace. */
#include "tests/greatest.h"
#include "tests/unit/explore/reads.h"

static Reads r;

/* Of the first read of the event at AT: position + 1. */
static uint32_t source(uint32_t at) {
  const RfEvent *e = &r.rf.ev[at];
  for (uint32_t i = 0; i < e->nacc; i++) if (ACC_MODE(r.rf.acc[e->acc + i].acc) & ACC_R) return r.rf.acc[e->acc + i].source;
  return e->nops ? r.rf.op[e->op].source : RF_NONE;
}

TEST memory(void) {
  reads(&r, "int x, y\nThread A { x := 1; x := 2 }\nThread B { y := x; int h = y; h := x }\n");
  reads_steps(&r, "BABBAB");                 /* read x, x:=1, y:=, read y, x:=2, read x */
  ASSERT_EQ(0u, source(0));
  ASSERT_EQ(3u, source(3));
  ASSERT_EQ(5u, source(5));
  ASSERT_EQ(RF_NONE, source(1));
  ASSERT(r.rf.ev[0].decides && !r.rf.ev[1].decides && r.rf.ev[3].decides);
  ASSERT(r.rf.ev[0].fixed && r.rf.ev[3].fixed);
  ASSERT(!rf_before(&r.rf, 1, 3) && rf_before(&r.rf, 1, 5) && rf_before(&r.rf, 4, 5) && rf_before(&r.rf, 0, 5));
  ASSERT_EQ(5u, rf_at(&r.rf, reads_tid(&r, "B"), 3));
  ASSERT_EQ(RF_NONE, rf_at(&r.rf, reads_tid(&r, "B"), 4));
  reads_done(&r);
  PASS();
}

TEST mutexes(void) {
  reads(&r, "mutex m\nThread A { lock(m); unlock(m) }\nThread B { lock(m); unlock(m) }\nThread C { if trylock(m) { skip } }\n");
  reads_steps(&r, "ACABB");
  ASSERT(r.rf.ev[0].lock == 0 && r.rf.ev[1].lock == RF_NONE && r.rf.ev[3].lock == 0);
  ASSERT_EQ(0u, source(0));
  ASSERT_EQ(1u, source(1));                  /* failed: it saw the lock */
  ASSERT_EQ(3u, source(3));
  ASSERT(rf_before(&r.rf, 0, 3) && !rf_before(&r.rf, 1, 3));
  reads_done(&r);
  PASS();
}

TEST messages(void) {
  reads(&r, "message M(), N()\nThread A { C ! M(); C ! N() }\nThread B { C ! M() }\n"
            "Thread C { receive { N() => { } after => { } }; receive { N() => { } }; receive { M() => { } } }\n");
  reads_steps(&r, "CBAACC");                 /* after, B's M, A's M, N, receives N, M */
  ASSERT_EQ(EV_AFTER, r.rf.ev[0].kind);
  ASSERT_EQ(0u, source(0));
  ASSERT_EQ(4u, source(4));
  ASSERT_EQ(2u, source(5));                  /* the older one */
  VmTid c = reads_tid(&r, "C");
  ASSERT(r.rf.sends[c].n == 3 && r.rf.mail[c].n == 1 && r.rf.mail[c].at[0].ev == 2);
  reads_back(&r, 4);
  ASSERT(r.rf.sends[c].n == 3 && r.rf.mail[c].n == 3);
  reads_back(&r, 1);
  ASSERT(r.rf.sends[c].n == 0 && r.rf.mail[c].n == 0);
  reads_done(&r);
  PASS();
}

TEST threads(void) {
  reads(&r, "int x\nThread(int i) W { x := i }\nThread A { pid p = spawn W(1); join p; x := 2 }\n");
  reads_steps(&r, "A");
  ASSERT(reads_take(&r, (VmAction){ (VmTid)(vm_nthreads(r.run.vm) - 1), 0 }));
  reads_steps(&r, "AA");
  ASSERT(r.rf.ev[1].prev == 1 && rf_before(&r.rf, 0, 1));
  ASSERT(source(2) == 2 && r.rf.op[r.rf.ev[2].op].sop == 1 && rf_before(&r.rf, 1, 2));
  reads_done(&r);
  PASS();
}

TEST init_is_initial(void) {
  reads(&r, "int x\ninit { x := choose(3..4) }\nThread A { int h = x }\n");
  const VmAction *a;
  size_t crashes;
  ASSERT_EQ((size_t)2, vm_actions(r.run.vm, &a, &crashes));
  VmAction second = a[1];
  ASSERT(reads_take(&r, second));
  ASSERT(r.rf.init == 1 && r.rf.initial[0] == W_IMM(4));
  reads_steps(&r, "A");
  ASSERT(source(1) == 0 && r.rf.ev[1].prev == 1);
  reads_back(&r, 0);
  ASSERT_EQ(0u, r.rf.init);
  reads_done(&r);
  PASS();
}

/* --- any execution --- */

static const char *const models[] = {
  "int x, y\nThread A { x := 1; y := x }\nThread B { y := 2; x := y }\nThread C { int h = x; h := y }\n",
  "int x\nmutex m\nThread(i in 1..2) A { lock(m); x := x + i; unlock(m) }\nThread B { if trylock(m) { x := 9; unlock(m) } }\n",
  "message M(int n)\nint x\nThread A { C ! M(1); C ! M(2) }\nThread B { C ! M(3); x := 1 }\n"
  "Thread C { receive { M(2) => { x := 2 } M(3) => { x := 3 } after => { } }; receive { M(n) => { x := n } after => { } }; atomic { receive { M(_) => { } }; x := 4 } }\n",
  "int x, y\nThread A { atomic { await x == 1; y := 1 } }\nThread B { x := 1; x := 2 }\nThread C { either { await y == 1 } or { x := 3 } }\n",
  "int x\nThread(int i) W { x := i }\nThread A { pid p = spawn W(1); x := 5; join p }\nThread B { _ := cas(x, 1, 7); x := choose(1..2) }\n",
};
enum { MODELS = sizeof models / sizeof *models };

/* What came from where, by thread and index: the class of the execution. */
typedef struct { uint32_t n; struct { uint32_t tid, index, choice, nsource; uint64_t source[8]; Hist hist; } at[READS_STEPS]; } Told;

static uint64_t name_of(uint32_t s, uint32_t sop) {
  if (!s || s == RF_SELF) return s;
  return (uint64_t)sop << 40 | (uint64_t)(r.rf.ev[s - 1].tid + 1u) << 20 | (r.rf.ev[s - 1].index + 1);
}

static void tell(Told *t) {
  t->n = 0;
  for (unsigned tid = 0; tid < vm_nthreads(r.run.vm); tid++)
    for (size_t i = 0; i < r.rf.at[tid].n; i++) {
      const RfEvent *e = &r.rf.ev[r.rf.at[tid].at[i]];
      uint32_t k = t->n++, n = 0;
      memset(&t->at[k], 0, sizeof t->at[k]);
      t->at[k].tid = tid;
      t->at[k].index = e->index;
      t->at[k].choice = e->choice;
      t->at[k].hist = e->hist;
      for (uint32_t a = 0; a < e->nacc; a++)
        if (ACC_MODE(r.rf.acc[e->acc + a].acc) & ACC_R && n < 8) t->at[k].source[n++] = name_of(r.rf.acc[e->acc + a].source, 0);
      for (uint32_t o = 0; o < e->nops; o++) {
        const RfOp *op = &r.rf.op[e->op + o];
        if (op->op.kind != EV_SEND && op->op.kind != EV_SPAWN && n < 8) t->at[k].source[n++] = name_of(op->source, op->sop) | (uint64_t)op->op.kind << 56;
      }
      t->at[k].nsource = n;
    }
}

static bool same_told(const Told *x, const Told *y) {
  bool same = x->n == y->n;
  for (uint32_t i = 0; i < x->n && same; i++)
    same = x->at[i].tid == y->at[i].tid && x->at[i].choice == y->at[i].choice && x->at[i].nsource == y->at[i].nsource &&
           memcmp(x->at[i].source, y->at[i].source, sizeof x->at[i].source) == 0;
  return same;
}

static bool same_hists(const Told *x, const Told *y) {
  bool same = x->n == y->n;
  for (uint32_t i = 0; i < x->n && same; i++) same = x->at[i].tid == y->at[i].tid && hist_same(x->at[i].hist, y->at[i].hist);
  return same;
}

TEST histories_are_classes(const char *text) {
  enum { RUNS = 120 };
  static Told told[RUNS];
  uint32_t equal = 0, other = 0;
  reads(&r, text);
  for (uint32_t i = 0; i < RUNS; i++) {
    reads_wander(&r, READS_STEPS);
    tell(&told[i]);
    for (uint32_t k = 0; k < i; k++) {
      bool same = same_told(&told[k], &told[i]);
      ASSERT_EQ(same, same_hists(&told[k], &told[i]));
      same ? equal++ : other++;
    }
    reads_back(&r, 0);
  }
  ASSERT(equal > 50 && other > 50);
  reads_done(&r);
  PASS();
}

/* The past is program order, spawns and sources, closed. */
TEST pasts_are_closed(const char *text) {
  static bool before[READS_STEPS][READS_STEPS];
  reads(&r, text);
  for (uint32_t round = 0; round < 50; round++) {
    reads_wander(&r, READS_STEPS);
    for (uint32_t k = 0; k < r.rf.n; k++) {
      const RfEvent *e = &r.rf.ev[k];
      uint32_t from[40] = { e->prev }, n = 1;
      for (uint32_t a = 0; a < e->nacc && n < 40; a++) if (ACC_MODE(r.rf.acc[e->acc + a].acc) & ACC_R) from[n++] = r.rf.acc[e->acc + a].source;
      for (uint32_t o = 0; o < e->nops && n < 40; o++) from[n++] = r.rf.op[e->op + o].source == RF_SELF ? 0 : r.rf.op[e->op + o].source;
      for (uint32_t i = 0; i < k; i++) {
        before[i][k] = false;
        for (uint32_t f = 0; f < n; f++) before[i][k] |= from[f] && (from[f] - 1 == i || (from[f] - 1 > i && before[i][from[f] - 1]));
        ASSERT_EQ(before[i][k], rf_before(&r.rf, i, k));
      }
      ASSERT(rf_before(&r.rf, k, k));
    }
    reads_back(&r, 0);
  }
  reads_done(&r);
  PASS();
}

typedef struct { size_t n, nacc, nop, nlog, nlocal; uint32_t init, write[64], last[8]; size_t at[8], mail[8], sends[8]; RfSend box[8][8]; } Shape;

static void shape(Shape *s) {
  memset(s, 0, sizeof *s);
  *s = (Shape){ .n = r.rf.n, .nacc = r.rf.nacc, .nop = r.rf.nop, .nlog = r.rf.nlog, .nlocal = r.rf.nlocal, .init = r.rf.init };
  for (uint32_t i = 0; i < r.model.program->nlocs && i < 64; i++) s->write[i] = r.rf.write[i];
  for (int t = 0; t < 8; t++) {
    s->last[t] = r.rf.last[t];
    s->at[t] = r.rf.at[t].n;
    s->mail[t] = r.rf.mail[t].n;
    s->sends[t] = r.rf.sends[t].n;
    for (size_t k = 0; k < r.rf.mail[t].n && k < 8; k++) s->box[t][k] = r.rf.mail[t].at[k];
  }
}

TEST pop_restores(const char *text) {
  reads(&r, text);
  for (uint32_t round = 0; round < 300; round++) {
    Shape was, is;
    Told before, after;
    reads_wander(&r, reads_below(8));
    uint32_t n = (uint32_t)r.rf.n;
    shape(&was);
    tell(&before);
    reads_wander(&r, 1 + reads_below(8));
    reads_back(&r, n);
    shape(&is);
    tell(&after);
    ASSERT_MEM_EQ(&was, &is, sizeof was);
    ASSERT(same_told(&before, &after) && same_hists(&before, &after));
    reads_back(&r, reads_below(n + 1));
  }
  reads_back(&r, 0);
  for (uint32_t i = 0; i < r.model.program->nlocs; i++) ASSERT_EQ(0u, r.rf.write[i]);
  reads_done(&r);
  PASS();
}

SUITE(rf) {
  RUN_TEST(memory);
  RUN_TEST(mutexes);
  RUN_TEST(messages);
  RUN_TEST(threads);
  RUN_TEST(init_is_initial);
  for (int i = 0; i < MODELS; i++) RUN_TEST1(histories_are_classes, models[i]);
  for (int i = 0; i < MODELS; i++) RUN_TEST1(pasts_are_closed, models[i]);
  for (int i = 0; i < MODELS; i++) RUN_TEST1(pop_restores, models[i]);
}

GREATEST_MAIN_DEFS();
int main(int argc, char **argv) {
  GREATEST_MAIN_BEGIN();
  RUN_SUITE(rf);
  GREATEST_MAIN_END();
}
