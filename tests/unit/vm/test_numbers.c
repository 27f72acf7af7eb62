/* tests/unit/vm/test_numbers.c -- machines that number spawned threads and long choices alike. */
#include "tests/greatest.h"
#include "tests/unit/vm/support.h"

/* A second machine of the same program. */
static VmState *twin(Machine *m, VmNumbers *n) {
  VmState *s = vm_new(m->p, &m->mem);
  if (!vm_numbers_join(n, s)) abort();
  return s;
}

static void done(Machine *m, VmNumbers *n) {
  vm_free(m->s);
  m->s = NULL;
  vm_numbers_free(n);
  machine_done(m);
}

static VmTid spawned(VmState *s, VmTid by) {
  VmEvent ev;
  if (vm_step(s, by, 0, &ev) != VM_OK || ev.nops != 1 || ev.ops[0].kind != EV_SPAWN) abort();
  return ev.ops[0].peer;
}

TEST threads_have_one_number(void) {
  Machine m;
  machine(&m, "int x\nThread() W { x := 1 }\nThread(i in 0..2) T { _ := spawn W(); x := 2 }\n");
  VmNumbers *n = vm_numbers_new(m.s, &m.mem);
  ASSERT(n);
  VmState *other = twin(&m, n);
  VmTid w0 = spawned(m.s, 0), w2 = spawned(other, 2), w0_there = spawned(other, 0), w1 = spawned(other, 1);
  ASSERT_EQ(w0, w0_there);
  ASSERT(w0 != w2 && w1 != w2 && w0 != w1);
  ASSERT_EQ(w1, spawned(m.s, 1));
  ASSERT_EQ(w2, spawned(m.s, 2));
  ASSERT_EQ(vm_nthreads(m.s), vm_nthreads(other));
  VmState *late = twin(&m, n);
  ASSERT_EQ(vm_nthreads(m.s), vm_nthreads(late));
  ASSERT_EQ(w2, spawned(late, 2));
  vm_free(late);
  vm_free(other);
  done(&m, n);
  PASS();
}

/* A thread is told by its origin, whatever number it has, and gets its number before it is born. */
TEST threads_by_origin(void) {
  Machine m;
  machine(&m, "int x\nThread() W { _ := spawn V(); x := 1 }\nThread() V { x := 3 }\nThread(i in 3..5) T { _ := spawn W(); x := 2 }\n");
  VmState *other = vm_new(m.p, &m.mem);
  ASSERT_EQ(1, vm_number(other, (VmOrigin){ "T", 4, -1 }));
  int w5 = vm_number(other, (VmOrigin){ "W", 1, 2 }), v5 = vm_number(other, (VmOrigin){ "V", 1, w5 });
  ASSERT_EQ(3, w5);
  ASSERT_EQ(4, v5);
  ASSERT_EQ(TH_UNBORN, vm_thread(other, (VmTid)w5));
  ASSERT_EQ(5, spawned(other, 0));
  ASSERT_EQ(w5, spawned(other, 2));
  ASSERT_EQ(v5, spawned(other, (VmTid)w5));
  VmOrigin o = vm_origin(other, (VmTid)v5);
  ASSERT_STR_EQ("V", o.item);
  ASSERT_EQ(1, o.instance);
  ASSERT_EQ(w5, o.parent);
  ASSERT_EQ(3, vm_origin(other, 0).instance);
  ASSERT_EQ(-1, vm_number(other, (VmOrigin){ "T", 6, -1 }));
  ASSERT_EQ(-1, vm_number(other, (VmOrigin){ "U", 4, -1 }));
  ASSERT_EQ(-1, vm_number(other, (VmOrigin){ "W", 1, -1 }));          /* is not there at the start */
  ASSERT_EQ(-1, vm_number(other, (VmOrigin){ "T", 3, 0 }));           /* is never spawned */
  ASSERT_EQ(-1, vm_number(other, (VmOrigin){ "W", 0, 0 }));
  ASSERT_EQ(-1, vm_number(other, (VmOrigin){ "W", 1, 200 }));
  ASSERT_EQ(6u, vm_nthreads(other));
  vm_free(other);
  vm_free(m.s);
  m.s = NULL;
  machine_done(&m);
  PASS();
}

/* Four digits: such a choice has a number only by the order in which choices were met. */
TEST choices_have_one_number(void) {
  Machine m;
  const VmAction *a, *b;
  machine(&m, "int x, y\nThread T {\n  if x == 0 { atomic { x := choose(0..1); x := choose(0..1); x := choose(0..1); x := choose(0..1) } }\n"
              "  else { atomic { x := choose(0..2); x := choose(0..2); x := choose(0..2); x := choose(0..2) } }\n}\nThread U { x := 1 }\n");
  VmNumbers *n = vm_numbers_new(m.s, &m.mem);
  ASSERT(n);
  VmState *other = twin(&m, n);
  VmEvent ev;
  ASSERT_EQ(VM_OK, vm_step(other, 1, 0, &ev));         /* the other one takes the longer branch */
  ASSERT_EQ(VM_OK, vm_step(other, 0, 0, &ev));
  ASSERT_EQ(VM_OK, vm_step(m.s, 0, 0, &ev));
  size_t theirs = vm_thread_actions(other, 0, &b);
  ASSERT_EQ(81u, theirs);
  VmAction kept[81];
  memcpy(kept, b, sizeof kept);
  size_t mine = vm_thread_actions(m.s, 0, &a);
  ASSERT_EQ(16u, mine);
  for (size_t i = 0; i < mine; i++) {
    char x[40], y[40];
    uint32_t choice = a[i].choice;
    vm_choice_text(m.s, choice, x, sizeof x);
    vm_choice_text(other, choice, y, sizeof y);
    ASSERT_STR_EQ(x, y);
  }
  ASSERT(vm_catch_up(m.s));
  ASSERT_EQ(VM_OK, vm_step(m.s, 0, a[mine - 1].choice, &ev));
  for (size_t i = 0; i < theirs; i++) {
    char x[40], y[40];
    ASSERT_STR_EQ(vm_choice_text(other, kept[i].choice, x, sizeof x), vm_choice_text(m.s, kept[i].choice, y, sizeof y));
  }
  vm_free(other);
  done(&m, n);
  PASS();
}

/* A machine without memory to catch up can try again. */
TEST no_memory_to_catch_up(void) {
  Machine m;
  machine(&m, "int x\nThread() W { int[2000] a; a[0] := 1; x := a[0] }\nThread T { for i in 1..9 { _ := spawn W() } }\n");
  VmNumbers *n = vm_numbers_new(m.s, &m.mem);
  VmState *other = twin(&m, n);
  VmTid first = spawned(m.s, 0);
  for (int i = 2; i <= 9; i++) spawned(m.s, 0);
  unsigned before = vm_nthreads(other);
  m.mem.fail_after = 1;
  ASSERT_FALSE(vm_catch_up(other));
  ASSERT(vm_nthreads(other) < before + 9);
  ASSERT(vm_catch_up(other));
  ASSERT_EQ(before + 9, vm_nthreads(other));
  ASSERT_EQ(first, spawned(other, 0));
  vm_free(other);
  done(&m, n);
  PASS();
}

/* --- bytes on which machines agree --- */

enum { STATES = 300 };
static Bytes spelled[STATES], agreed[STATES];
static size_t nstates;

static Bytes keep(const uint8_t *p, size_t len) {
  if (!p) abort();
  return (Bytes){ memcpy(malloc(len + 1), p, len), len };
}

static void note(VmState *s) {
  size_t len;
  const uint8_t *p = vm_encode(s, &len, true);
  spelled[nstates] = keep(p, len);
  p = vm_encode_shared(s, &len);
  agreed[nstates++] = keep(p, len);
}

/* A run of S in an order drawn from SEED, which the machines do not have in common: their handles and parts differ. */
static void walk(VmState *s, unsigned seed) {
  VmMark start = vm_save(s);
  for (note(s); nstates % 30 != 0; note(s)) {
    const VmAction *a;
    size_t crashes, n = vm_actions(s, &a, &crashes);
    VmEvent ev;
    if (!n || !vm_catch_up(s)) break;
    seed = seed * 1103515245u + 12345u;
    VmAction x = a[(seed >> 16) % n];
    if (vm_step(s, x.tid, x.choice, &ev) > VM_FAULT) abort();
  }
  vm_restore(s, start);
}

/* Equal bytes, equal states, whichever machine they come from. */
static bool as_spelled_out(void) {
  bool ok = true;
  for (size_t i = 0; i < nstates; i++)
    for (size_t k = 0; k < i; k++) ok = ok && same(spelled[i], spelled[k]) == same(agreed[i], agreed[k]);
  return ok;
}

static void forget(void) {
  for (; nstates; nstates--) free(spelled[nstates - 1].at), free(agreed[nstates - 1].at);
}

static bool agree_on(const char *text) {
  Machine m;
  machine(&m, text);
  VmNumbers *n = vm_numbers_new(m.s, &m.mem);
  VmState *other = twin(&m, n);
  for (unsigned seed = 0; nstates + 31 < STATES; seed++) walk(seed % 2 ? m.s : other, seed / 3);
  bool ok = as_spelled_out();
  forget();
  vm_free(other);
  done(&m, n);
  return ok;
}

TEST machines_agree_on_states(void) {
  ASSERT(agree_on("int x\nqueue<int> q\nset<int> s\nThread(i in 1..3) T { push(q, i); add(s, i); x := 100000000000 * i; x := x * x; _ := pop(q) }\n"));
  ASSERT(agree_on("message M(int n)\nThread A { B ! M(1); B ! M(10000000000) }\nThread C { B ! M(2) }\n"
                  "Thread B { for i in 1..3 { receive { M(n) => { } } } }\n"));
  ASSERT(agree_on("int x\nset<pid> s\nThread(int n) W { x := x + n }\nThread(i in 1..2) T { add(s, spawn W(i)); add(s, spawn W(3)) }\n"));
  ASSERT(agree_on("int[60] a\nqueue<int>[9] q\nThread(i in 0..2) T { a[i * 20] := i; push(q[i], a[i]); push(q[0], 7); a[3] := i }\n"));   /* stretches */
  PASS();
}

SUITE(numbers) {
  RUN_TEST(threads_have_one_number);
  RUN_TEST(threads_by_origin);
  RUN_TEST(choices_have_one_number);
  RUN_TEST(no_memory_to_catch_up);
  RUN_TEST(machines_agree_on_states);
}

GREATEST_MAIN_DEFS();
int main(int argc, char **argv) {
  GREATEST_MAIN_BEGIN();
  RUN_SUITE(numbers);
  GREATEST_MAIN_END();
}
