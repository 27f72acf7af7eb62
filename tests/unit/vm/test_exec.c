/* tests/unit/vm/test_exec.c -- what the instructions do, through small models; every step is also undone and redone. */
#include "tests/greatest.h"
#include "tests/unit/vm/support.h"

/* BODY is run alone by thread T; then shared OUT has the value WANT. STEPS: how many events it has, -1: not counted. */
typedef struct { const char *body, *want; int steps; } Case;

#define DECLS "enum E { e0, e1, e2 }\nrecord R { int p, bool b }\nint out, x = 5, y = -3\nbool flag\nE e\npid who\nR r\nint[4] a\nint[2][3] m2\nR[2] rs\n" \
  "queue<int> q\nqueue<R> qr\nset<int> s\nset<R> sr\nqueue<queue<int>> qq\nmutex m\nmutex[2] ms\nmessage M(int n), N(R r, E e)\n" \
  "const int[3] K = [7, 8, 9]\nconst int BIG = 100000000000000000000\n" \
  "int inc(ref int v) { v := v + 1; return v }\nint fact(int n) { if n <= 1 { return 1 } return n * fact(n - 1) }\n" \
  "R make(int p) { return R(p, p > 0) }\nint first(int[4] v) { v[0] := v[0] + 1; return v[0] }\nvoid none() { return }\n" \
  "pure int sum3() { return a[0] + a[1] + a[2] }\nThread(int n, R w) Child { out := n + w.p }\n"

static const Case cases[] = {
  /* moves, arithmetic, comparisons */
  { "out := 1 + 2 * 3 - 4", "3", 1 },
  { "out := x + y; out := out * 10; out := out - y", "23", 8 },
  { "int l = 7; out := -l / 2 * 10 + -l % 2", "-39", 1 },
  { "int l = 7; out := min(l, 3) * 100 + max(l, 9) * 10 + abs(-l)", "397", 1 },
  { "int l = BIG; l := l * l; out := l % 1000007", "481768", 1 },
  { "int l = 1073741823; l := l + 1; l := l - 1; flag := l == 1073741823; if flag { out := 1 }", "1", -1 },
  { "int l = -1073741824; out := abs(l) - 1073741823", "1", 1 },
  { "int l = BIG; if l > 3 && -l < 3 && l >= l && l <= l && !(l < l) && l != 3 { out := 1 }", "1", 1 },
  { "bool b = 3 < 4; bool c = !b; if b && !c && (c || b) { out := 1 }", "1", 1 },
  { "bool b = x > y; bool c = x >= 5; bool d = x <= 4; bool f = x != 5; if b == c && d == f { out := 1 }", "1", 6 },
  { "E l = e1; e := l; if e == e1 && l != e2 { out := 1 }", "1", 3 },
  /* records and arrays */
  { "R l = R(4, true); r := l; if r == l && r.b { out := r.p }", "4", 5 },
  { "R l = r; l.p := 9; if r != l { out := l.p }", "9", 3 },
  { "a := [1, 2, 3, 4]; int[4] l = a; l[x - 3] := 30; a := l; out := a[2]", "30", 6 },
  { "m2[1][2] := 6; int[3] l = m2[1]; out := l[2]", "6", 3 },
  { "rs[1].p := 3; int i = 1; out := rs[i].p + rs[i - 1].p", "3", 4 },
  { "R[2] l; l[x - 4].p := 8; R z = l[1]; out := z.p", "8", 2 },
  { "out := K[2] + K[x - 5]", "16", 2 },
  { "int[4] l = [1, 2, 3, 4]; l := [l[3], l[2], l[1], l[0]]; out := l[0] * 10 + l[3]", "41", 1 },
  { "r := R(r.p + 1, !r.b); r := R(r.p + 1, !r.b); out := r.p", "2", 8 },
  /* evaluation order: left to right */
  { "int l = 1; out := l + inc(l)", "3", 1 },
  { "int l = 1; out := inc(l) + l", "4", 1 },
  { "int l = 1; out := l - inc(l) * l", "-3", 1 },
  { "int i = 0; a[i] := inc(i); out := a[0] * 10 + a[1]", "10", -1 },
  { "int i = 0; int[3] l; l[i] := inc(i); out := l[0] * 10 + l[1]", "10", 1 },
  { "int i = 1; out := max(i, inc(i) - 1) * 10 + i", "12", 1 },
  { "int i = 2; i := i + inc(i); out := i", "5", 1 },
  { "int i = 1; R l = R(i, inc(i) == i); out := l.p * 10 + i; flag := l.b", "12", 2 },
  { "flag := x == 5 || a[9 * x] == 0; if flag { out := 1 }", "1", 4 },       /* short circuit */
  { "flag := x == 4 && a[9 * x] == 0; if !flag { out := 1 }", "1", 4 },
  /* calls */
  { "out := fact(6)", "720", 1 },
  { "out := fact(30) % 1000003", "90317", 1 },
  { "none(); R l = make(3); if l.b { out := l.p + make(4).p }", "7", 1 },
  { "int[4] l = [1, 2, 3, 4]; out := first(l) * 10 + l[0]", "21", 1 },       /* by value */
  { "a[1] := 4; out := inc(a[1]) + a[1]", "10", -1 },
  { "int i = 1; a[1] := 4; int z = inc(a[i]); i := 2; out := z * 10 + a[1]", "55", -1 },
  { "rs[1].p := 1; _ := inc(rs[x - 4].p); out := rs[1].p", "2", -1 },
  { "int[3] l; _ := inc(l[x - 3]); out := l[2]", "1", 2 },
  { "a[0] := 1; a[1] := 2; a[2] := 3; out := sum3() * sum3()", "36", -1 },
  /* read-modify-write */
  { "bool b = cas(x, 5, 6); bool c = cas(x, 5, 7); if b && !c { out := x }", "6", 4 },
  { "bool b = cas(r, R(0, false), R(2, true)); if b && !cas(r, R(2, false), R(3, true)) { out := r.p }", "2", 4 },
  { "bool b = cas(a, [0, 0, 0, 0], [1, 2, 3, 4]); if b { out := a[3] }", "4", 3 },
  { "out := swap(x, 9) * 10 + x", "59", 3 },
  { "R z = swap(r, R(4, true)); out := z.p * 10 + r.p", "4", 3 },
  { "int[4] z = swap(a, [1, 2, 3, 4]); out := z[3] * 10 + a[3]", "4", 3 },
  { "out := fetch_add(x, 2) * 10 + fetch_add(x, -BIG) + 0 * x", "57", 4 },
  { "int l = 3; bool b = cas(l, 3, 4); int o = swap(l, 8); out := o * 100 + fetch_add(l, 1) * 10 + l; flag := b", "489", 2 },
  { "int[3] l; _ := cas(l[x - 4], 0, 5); _ := fetch_add(l[1], 2); out := l[1]", "7", 2 },
  /* queues */
  { "push(q, 1); push(q, 2); push(q, 3); out := pop(q) * 1000 + head(q) * 100 + len(q) * 10 + pop(q)", "1222", 8 },
  { "push(q, 4); if contains(q, 4) && !contains(q, 5) { clear(q); out := len(q) + 7 }", "7", 6 },
  { "push(qr, R(1, true)); push(qr, R(2, false)); R l = pop(qr); if contains(qr, R(2, false)) && !contains(qr, l) { out := l.p + head(qr).p + len(qr) }", "4", -1 },
  { "queue<int> l; push(l, 1); push(l, 2); push(qq, l); _ := pop(l); push(qq, l); out := len(head(qq)) * 10 + len(l); if contains(qq, l) { out := out + 100 }", "121", -1 },
  { "queue<int> l; push(l, BIG); push(l, BIG); q := l; if pop(q) == head(q) { out := len(q) }", "1", -1 },
  { "queue<int> l; queue<int> k; push(l, 1); push(k, 1); if l == k { _ := pop(k); if l != k && k == q { out := 1 } }", "1", 2 },
  /* sets */
  { "add(s, 3); add(s, 1); add(s, 3); remove(s, 9); out := len(s); if contains(s, 1) { remove(s, 1) } if !contains(s, 1) { out := out * 10 + len(s) }", "21", -1 },
  { "add(s, 2); add(s, 1); set<int> l; add(l, 1); add(l, 2); if s == l { out := 1 }", "1", 4 },      /* order of adding is forgotten */
  { "add(sr, R(2, true)); add(sr, R(1, false)); add(sr, R(2, true)); R z = choose(sr); out := len(sr) * 10 + z.p", "21", -1 },
  { "set<set<int>> l; set<int> k; add(l, k); add(k, 1); add(l, k); add(l, k); out := len(l)", "2", 1 },
  { "add(s, BIG); add(s, 1); add(s, -BIG); int l = choose(s); if l == -BIG { out := 1 }", "1", 5 },  /* elements come in order */
  { "clear(s); if len(s) == 0 { out := 1 }", "1", 3 },
  /* mutexes */
  { "lock(m); bool b = trylock(m); bool c = trylock(ms[1]); unlock(m); bool d = trylock(m); if !b && c && d { out := 1 }", "1", 6 },
  /* choose, either: the first alternative */
  { "out := choose(3..9)", "3", 2 },
  { "out := choose(BIG..BIG + 2) - BIG + 4", "4", 2 },
  { "flag := choose(bool); if !flag { out := 1 }", "1", 4 },
  { "either { out := 4 } or { out := 5 }", "4", 2 },
  { "either { await x == 5; out := 4 } or { out := 5 }", "4", 2 },
  { "atomic { int k = choose(2..3); either { out := k } or { out := 9 } }", "2", 1 },
  /* messages to oneself */
  { "self ! M(1); self ! M(2); receive { M(n) => { out := n } }", "1", 4 },
  { "self ! M(1); self ! M(2); receive { M(=2) => { out := 9 } }", "9", 4 },
  { "self ! M(1); self ! M(2); receive { M(n) when n > 1 => { out := n } }", "2", 4 },
  { "self ! N(R(3, true), e2); receive { N(w, =e1) => { out := 1 } N(w, z) when w.b && z == e2 => { out := w.p } }", "3", 3 },
  { "self ! N(R(3, true), e2); R k = R(3, true); receive { N(=k, _) => { out := 1 } }", "1", 3 },
  { "receive { M(n) => { out := n } after => { out := 8 } }", "8", 2 },
  { "self ! M(6); receive { M(n) => { out := n } after => { out := 8 } }", "6", 3 },
  { "self ! M(6); receive { M(n) when n > 6 => { out := n } after => { out := 8 } }", "8", 3 },
  { "x := 6; self ! M(6); receive { M(=x) => { out := 2 } }", "2", 5 },
  { "self ! M(1); self ! M(2); for i in 1..2 { receive { M(n) when n == 3 - i => { out := out * 10 + n } } }", "21", 8 },
  /* control */
  { "for i in 1..4 { if i == 2 { continue } if i == 4 { break } out := out * 10 + i }", "13", 4 },
  { "for i in 3..1 { out := 9 }", "0", 0 },
  { "for i in 1..2 { for k in i..2 { out := out * 10 + i * k } }", "124", 6 },
  { "int n = 0; while n < 5 { n := n + 1; if n == 3 { break } } out := n", "3", 1 },
  { "int n = 0; loop { n := n + 1; if n < 4 { continue } break } out := n", "4", 1 },
  { "while x > 3 { x := x - 1 } out := x", "3", -1 },
  { "critical c { critical c { out := 1 } critical d { out := out + 1 } }", "2", 9 },
  { "for i in 1..2 { critical c { atomic { out := out + i; if i == 1 { continue } } out := out * 10 } }", "30", -1 },
  { "atomic { out := x; x := out + 1; atomic { out := x } }", "6", 1 },
  { "await x == 5 && y < 0; out := 1", "1", 2 },
  { "out := 1; exit; out := 2", "1", 1 },
  { "if x == 4 { out := 1 } else if x == 5 { out := 2 } else { out := 3 }", "2", 3 },
  { "out := count(i in 0..2 : K[i] > 7) * 100 + sum(i in 0..2, k in i..2 : K[k])", "250", 1 },
  { "if forall(i in 0..2 : K[i] > 6) && exists(i in 0..2 : K[i] == 8) && !exists(i in 2..0 : true) && forall(i in 1..0 : false) { out := 1 }", "1", 1 },
  { "who := self; if who == T { out := 1 }", "1", 3 },
  { "pid p = spawn Child(3, R(4, true)); pid z; if p != z && z == z { out := 1 }", "1", 2 },
  { "if true { int l = 4; out := l }  int l = 5; out := out * 10 + l", "45", 3 },
};

TEST effect(const Case *k) {
  Machine m;
  char text[4000];
  snprintf(text, sizeof text, DECLS "Thread T { %s }\n", k->body);
  machine(&m, text);
  unsigned n = run(&m, "T");
  ASSERT_EQm(k->body, TH_ENDED, vm_thread(m.s, (VmTid)tid_of(&m, "T")));
  ASSERT_STR_EQm(k->body, k->want, value(&m, "out"));
  if (k->steps >= 0) ASSERT_EQ_FMTm(k->body, k->steps, (int)n, "%d");
  DONE(&m);
}

SUITE(effects) { for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) RUN_TEST1(effect, &cases[i]); }

/* --- two threads --- */

TEST spawn_and_join(void) {
  Machine m;
  machine(&m, "int out\nThread(int n) W { int l = n * 2; out := l }\nThread T { pid p = spawn W(4); join p; out := out + 1 }\n");
  ASSERT_EQ(VM_OK, step(&m, "T"));
  ASSERT_STR_EQ("-", choices(&m, "T"));                      /* join waits */
  ASSERT_EQ(VM_OK, step(&m, "W#1"));
  ASSERT(m.ev.flags & EVF_ENDED);
  ASSERT_EQ(3u, run(&m, "T"));
  ASSERT_STR_EQ("9", value(&m, "out"));
  DONE(&m);
}

TEST local_work_joins_the_step_before(void) {
  Machine m;
  machine(&m, "int x\nint out\nThread T { int l = 1; l := l + 1; x := l; l := x * 3; l := l + 1; out := l }\n");
  ASSERT_EQ(3u, run(&m, "T"));
  ASSERT_STR_EQ("7", value(&m, "out"));
  DONE(&m);
}

/* The index of a ref argument is evaluated once, at the call. */
TEST ref_index_is_evaluated_once(void) {
  Machine m;
  machine(&m, "int[2] a\nint i\nvoid f(ref int v) { v := v + 1; v := v + 1 }\nThread T { f(a[i]) }\nThread U { i := 1 }\n");
  ASSERT_EQ(VM_OK, step(&m, "T"));                           /* reads i */
  ASSERT_STR_EQ("R i", footprint(&m));
  ASSERT_EQ(VM_OK, step(&m, "U"));
  ASSERT_EQ(4u, run(&m, "T"));
  ASSERT_STR_EQ("2", value(&m, "a[0]"));
  ASSERT_STR_EQ("0", value(&m, "a[1]"));
  DONE(&m);
}

TEST locals_of_callers_survive(void) {
  Machine m;
  machine(&m, "int out\nint[2] sh\nint deep(int n) { int[3] l; l[n % 3] := n; if n == 0 { return 0 } int r = deep(n - 1); sh[n % 2] := r; return r + l[n % 3] }\nThread T { out := deep(9) }\n");
  ASSERT_EQ(10u, run(&m, "T"));
  ASSERT_STR_EQ("45", value(&m, "out"));
  DONE(&m);
}

TEST receive_scans_oldest_first(void) {
  Machine m;
  machine(&m, "int out\nmessage A(), B(int n)\nThread T { T ! B(1); T ! A(); T ! B(2); receive { A() => { out := 9 } B(n) when n == 2 => { out := 2 } } receive { B(n) => { out := out * 10 + n } } }\n");
  for (int i = 0; i < 3; i++) ASSERT_EQ(VM_OK, step(&m, "T"));
  ASSERT_EQ(VM_OK, step(&m, "T"));
  ASSERT_STR_EQ("receive A() @1", operations(&m));           /* B(1) does not match; A came before B(2) */
  run(&m, "T");
  ASSERT_STR_EQ("91", value(&m, "out"));
  Word left[4];
  ASSERT_EQ_FMT((size_t)0, vm_mailbox(m.s, 0, left, 4), "%zu");        /* ended: its mailbox is gone */
  DONE(&m);
}

TEST mailbox_of_the_ended(void) {
  Machine m;
  machine(&m, "int x\nmessage A()\nThread T { x := 1 }\nThread U { T ! A(); T ! A() }\n");
  ASSERT_EQ(VM_OK, step(&m, "U"));
  Word w[4];
  ASSERT_EQ_FMT((size_t)1, vm_mailbox(m.s, 0, w, 4), "%zu");
  ASSERT_EQ(VM_OK, step(&m, "T"));
  ASSERT_EQ_FMT((size_t)0, vm_mailbox(m.s, 0, w, 4), "%zu");
  ASSERT_EQ(VM_OK, step(&m, "U"));
  ASSERT_EQ_FMT((size_t)0, vm_mailbox(m.s, 0, w, 4), "%zu");
  ASSERT_STR_EQ("send A() to T x1", operations(&m));
  DONE(&m);
}

TEST loop_bound(void) {
  Machine m;
  comp_parse(&m.c, "int x\npure bool p() { int i = 0; while i < 9 { i := i + 1 } return i == 9 }\ninvariant i: p()\ninit { int i = 0; while i < 9 { i := i + 1 } x := i }\n"
                   "Thread T { while x > 0 { x := x - 1 } }\n");
  m.c.opt.loop_bound = 2;
  machine_finish(&m);
  ASSERT_STR_EQ("9", value(&m, "x"));                        /* init and properties run to their end */
  ASSERT(vm_holds(m.s, &m.p->invariants[0]));
  ASSERT_EQ(7u, run(&m, "T"));                               /* two rounds of three steps, and the test that would begin the third */
  ASSERT_EQ(TH_CUT, vm_thread(m.s, 0));
  ASSERT(m.ev.flags & EVF_STOPPED);
  ASSERT_STR_EQ("7", value(&m, "x"));
  DONE(&m);
}

static char printed[400];
static void on_print(void *ctx, VmTid tid, const char *text) {
  (void)ctx;
  size_t n = strlen(printed);
  snprintf(printed + n, sizeof printed - n, "%d: %s\n", tid, text);
}

TEST print(void) {
  Machine m;
  machine(&m, "record R { int p, bool b }\nR r = R(1, true)\nqueue<int> q\nThread T { push(q, 3); int l = 4; print \"r is\", r, q, l + 1, self; print l }\n");
  printed[0] = 0;
  VmEvent ev;
  vm_on_print(m.s, on_print, NULL);
  while (vm_thread(m.s, 0) == TH_RUNNING) { vm_peek(m.s, 0, 0, &ev); ASSERT_EQ(VM_OK, vm_step(m.s, 0, 0, &ev)); }    /* peeking prints nothing */
  ASSERT_STR_EQ("0: r is R(1, true) [3] 5 T\n0: 4\n", printed);
  DONE(&m);
}

TEST coverage(void) {
  Machine m;
  machine(&m, "int x\nThread T { if x == 1 { x := 2 } else { x := 3 } }\n");
  run(&m, "T");
  uint32_t then = comp_find(&m.c, OP_STORE, 0), els = comp_find(&m.c, OP_STORE, 1);
  ASSERT(!vm_coverage(m.s)[then] && vm_coverage(m.s)[els]);
  ASSERT(vm_instructions(m.s) > 0);
  DONE(&m);
}

SUITE(threads) {
  RUN_TEST(spawn_and_join);
  RUN_TEST(local_work_joins_the_step_before);
  RUN_TEST(ref_index_is_evaluated_once);
  RUN_TEST(locals_of_callers_survive);
  RUN_TEST(receive_scans_oldest_first);
  RUN_TEST(mailbox_of_the_ended);
  RUN_TEST(loop_bound);
  RUN_TEST(print);
  RUN_TEST(coverage);
}

GREATEST_MAIN_DEFS();
int main(int argc, char **argv) {
  GREATEST_MAIN_BEGIN();
  RUN_SUITE(effects);
  RUN_SUITE(threads);
  GREATEST_MAIN_END();
}
