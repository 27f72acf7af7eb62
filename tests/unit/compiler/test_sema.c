/* tests/unit/compiler/test_sema.c -- names, types, constants, and what code is known to do. */
#include "tests/greatest.h"
#include "compiler/sema.h"
#include "tests/unit/compiler/support.h"

static char told[4096];

/* Diagnostics of TEXT are exactly WANT ("E0203 2:5 W0301 3:1"). */
#define GIVES(want, text) do { Comp c_; comp(&c_, text); snprintf(told, sizeof told, "%s", comp_report(&c_)); \
  char got_[400]; snprintf(got_, sizeof got_, "%s", comp_diags(&c_)); comp_done(&c_); ASSERT_STR_EQm(told, want, got_); } while (0)
#define FINE(text) GIVES("", text)

/* --- types --- */

TEST type_words(void) {
  Comp c;
  comp(&c, "enum E { a, b }\nrecord R { int x, E[2] e, queue<int> q }\nR[3] r\nset<R> s\nint[2][3] m\nqueue<set<pid>>[2] qs\nThread T { skip }\n");
  ASSERT(c.p);
  char b[80];
  const char *want[] = { "R[3]", "set<R>", "int[2][3]", "queue<set<pid>>[2]" };
  const uint32_t width[] = { 12, 1, 6, 2 };
  for (uint32_t i = 0; i < 4; i++) {
    ASSERT_STR_EQ(want[i], type_text(c.p->vars[i].type, b, sizeof b));
    ASSERT_EQ_FMT(width[i], c.p->vars[i].type->width, "%u");
  }
  ASSERT_EQ_FMT(21u, c.p->nlocs, "%u");
  ASSERT_STR_EQ("queue<se", type_text(c.p->vars[3].type, b, 9));      /* cut, and ended */
  comp_done(&c);
  PASS();
}

TEST equal_types(void) {
  Comp c;
  comp(&c, "record R { int x }\nrecord S { int x }\nint[2] a\nint[2] b\nint[3] d\nqueue<int[2]> q\nqueue<int[2]> p\nset<int[2]> s\nR r\nS t\nThread T { skip }\n");
  const BcVar *v = c.p->vars;
  ASSERT(type_equal(v[0].type, v[1].type) && !type_equal(v[0].type, v[2].type));
  ASSERT(type_equal(v[3].type, v[4].type) && !type_equal(v[3].type, v[5].type));
  ASSERT(!type_equal(v[6].type, v[7].type));                /* records by declaration */
  comp_done(&c);
  PASS();
}

TEST mutex_inside(void) {
  Comp c;
  comp(&c, "record R { int x, mutex[2] m }\nrecord Q { queue<int> q }\nR[2] r\nQ q\nmutex m\nThread T { lock(r[1].m[0]); unlock(r[1].m[0]) }\n");
  ASSERT(c.p);
  ASSERT(type_has_mutex(c.p->vars[0].type) && !type_has_mutex(c.p->vars[1].type) && type_has_mutex(c.p->vars[2].type));
  comp_done(&c);
  FINE("record R { int x, mutex m }\nR r\nvoid f(ref R a) { lock(a.m); a.x := 1; unlock(a.m) }\nThread T { f(r) }\n");
  PASS();
}

TEST no_conversions(void) {
  GIVES("E0203 2:17", "int x\nThread T { x := true }\n");
  GIVES("E0203 3:17", "enum E { a }\nint x\nThread T { x := a }\n");
  GIVES("E0203 2:17", "pid x\nThread T { x := 1 }\n");
  GIVES("E0203 3:17", "int[2] a\nint[3] b\nThread T { a := b }\n");
  GIVES("E0203 2:19", "int x\nThread T { assert x == self }\n");
  FINE("pid x\nThread T { x := self; x := T; assert x == T }\n");
  PASS();
}

/* One slip is one report: what follows from a wrong type is silent. */
TEST no_echo(void) {
  GIVES("E0201 1:20", "Thread T { int y = x + 1; y := y * 2; assert y == 2 }\n");
  GIVES("E0207 1:1", "Foo x\nThread T { x := 1; x := true; x.a := 3; x[1] := 2 }\n");
  GIVES("E0217 1:11", "const int A = B\nconst int B = A\nint[A] a\nThread T { a[0] := B }\n");
  PASS();
}

TEST twenty_errors(void) {
  Comp c;
  char text[4000] = "Thread T {\n";
  for (int i = 0; i < 30; i++) strcat(text, "  _ := nothing\n");
  strcat(text, "}\n");
  comp(&c, text);
  ASSERT_EQ_FMT((size_t)DIAG_MAX, c.diags.errors, "%zu");
  ASSERT_EQ_FMT((size_t)10, c.diags.dropped, "%zu");
  comp_done(&c);
  PASS();
}

/* --- names --- */

TEST forward_references(void) {
  FINE("int[N] a = [K, K]\nconst int N = K - 1\nconst int K = 3\nE e = q\nenum E { p, q }\nR r = R(q, K)\nrecord R { E e, int n }\n"
       "Thread T { f(); P ! M(r) }\nvoid f() { g(1) }\nvoid g(int n) { a[0] := n }\nmessage M(R r)\nThread P { receive { M(x) => { r := x } } }\n"
       "fault drop M <= K\nfault crash T <= N\n");
  PASS();
}

TEST scopes(void) {
  FINE("const int x = 1\nThread T { int x = x + 1; if x == 2 { bool x = true; assert x } for x in 1..2 { print x } }\n");
  GIVES("E0201 1:48", "Thread T { if true { int y = 1; print y } _ := y }\n");
  GIVES("E0202 1:27", "Thread T { int y = 1; int y = 2; print y }\n");
  FINE("void f(int a) { bool a = true; assert a }\nThread T { f(1) }\n");
  FINE("message M(int n, int m)\nThread T { receive { M(n, _) => { print n }  M(_, n) => { print n } } }\n");
  GIVES("E0201 2:69", "message M(int n)\nThread T { int k = 1; receive { M(n) => { k := n } }; print k; _ := n }\n");
  PASS();
}

TEST builtins_can_be_hidden(void) {
  FINE("const int max = 3\nint min = max\nThread T { min := abs(-max) }\n");
  FINE("int x\nvoid push(int n) { x := n }\nThread T { push(2) }\n");
  GIVES("E0209 2:12", "int max\nThread T { max(1, 2) }\n");
  PASS();
}

TEST suggestions(void) {
  Comp c;
  comp(&c, "int counter\nThread T { countr := 1 }\n");
  ASSERT_STR_EQ("did you mean `counter`?", c.diags.items[0].help);
  comp_done(&c);
  comp(&c, "mutex m\nThread T { unlok(m) }\n");
  ASSERT_STR_EQ("did you mean `unlock`?", c.diags.items[0].help);
  comp_done(&c);
  comp(&c, "message Ping()\nThread T { T ! Pong() }\n");
  ASSERT_STR_EQ("did you mean `Ping`?", c.diags.items[0].help);
  comp_done(&c);
  PASS();
}

TEST unused_records_are_checked(void) {
  GIVES("E0207 1:12", "record R { Foo x }\nThread T { skip }\n");
  GIVES("E0202 1:23", "record R { int x, int x }\nThread T { skip }\n");
  PASS();
}

/* --- constants --- */

/* The value of shared x after "int x = EXPR". */
static const char *folded(const char *expr) {
  static char out[400];
  Comp c;
  char text[1000];
  snprintf(text, sizeof text, "const int N = 7\nconst bool B = true\nenum E { e0, e1 }\nint x = %s\nThread T { skip }\n", expr);
  comp(&c, text);
  if (!c.p) snprintf(out, sizeof out, "%s", comp_diags(&c));
  else if (c.p->ninitial_big) gmp_snprintf(out, sizeof out, "%Zd", c.p->initial_big[0].big);
  else snprintf(out, sizeof out, "%d", (int)W_VAL(c.p->initial[0]));
  comp_done(&c);
  return out;
}

TEST arithmetic(void) {
  ASSERT_STR_EQ("10", folded("N + 3"));
  ASSERT_STR_EQ("-4", folded("-N / 2"));                     /* floors */
  ASSERT_STR_EQ("-4", folded("N / -2"));
  ASSERT_STR_EQ("3", folded("-N / -2"));
  ASSERT_STR_EQ("1", folded("-N % 2"));                      /* sign of the divisor */
  ASSERT_STR_EQ("-1", folded("N % -2"));
  ASSERT_STR_EQ("2", folded("(0 - 1) % 3"));
  ASSERT_STR_EQ("7", folded("max(min(N, 9), abs(-7))"));
  ASSERT_STR_EQ("1073741823", folded("1073741823"));         /* the largest inline integer */
  ASSERT_STR_EQ("1073741824", folded("1073741823 + 1"));
  ASSERT_STR_EQ("-1073741824", folded("-1073741824"));
  ASSERT_STR_EQ("-1073741825", folded("-1073741824 - 1"));
  ASSERT_STR_EQ("340282366920938463463374607431768211456", folded("18446744073709551616 * 18446744073709551616"));
  ASSERT_STR_EQ("0", folded("18446744073709551616 - 18446744073709551616"));
  ASSERT_STR_EQ("E0206 4:9", folded("N / 0"));
  ASSERT_STR_EQ("E0206 4:9", folded("N % (N - 7)"));
  PASS();
}

/* The code of "print EXPR" for a bool EXPR is one constant. */
static bool folds_to(const char *expr, int want) {
  Comp c;
  char text[1000];
  snprintf(text, sizeof text, "const int N = 7\nconst bool B = true\nenum E { e0, e1 }\nbool y\nThread T { print %s }\n", expr);
  comp(&c, text);
  bool is = c.p && c.p->nprints == 1 && c.p->prints[0].items[0].operand & 1 && c.p->consts[c.p->prints[0].items[0].operand >> 1].imm == W_IMM(want);
  comp_done(&c);
  return is;
}

TEST logic(void) {
  ASSERT(folds_to("N > 6 && N <= 7 && N != 8 && N == 7 && N >= 7 && !(N < 7)", 1));
  ASSERT(folds_to("B || y", 1));                             /* the rest is not evaluated */
  ASSERT(folds_to("!B && y", 0));
  ASSERT(!folds_to("y || B", 1));                            /* y is read first */
  ASSERT(folds_to("e0 == e1", 0) && folds_to("e1 != e0", 1));
  ASSERT(folds_to("B == true", 1));
  PASS();
}

TEST defines(void) {
  Comp c;
  comp_parse(&c, "enum E { p, q }\nparam int N = 1\nconst bool B = false\nparam E e = p\nparam int M = N + 1\nint[M] a\nThread(i in 1..N) T { a[0] := i }\n");
  BcDefine d[] = { { "N", "3", false }, { "B", "true", false }, { "e", "q", false }, { "nothing", "1", false } };
  c.opt.defines = d;
  c.opt.ndefines = 4;
  comp_finish(&c);
  ASSERT(c.p);
  ASSERT(d[0].used && d[1].used && d[2].used && !d[3].used);
  ASSERT_EQ_FMT(4u, c.p->nlocs, "%u");
  ASSERT_EQ_FMT(3u, c.p->nstatic, "%u");
  ASSERT_EQ_FMT(3u, c.p->nparams, "%u");                     /* const B is none, and not listed */
  ASSERT_STR_EQ("3", c.p->params[0].text);
  ASSERT_STR_EQ("q", c.p->params[1].text);
  ASSERT_STR_EQ("4", c.p->params[2].text);
  comp_done(&c);
  PASS();
}

TEST library_defines(void) {
  for (int k = 0; k < 2; k++) {
    Comp c;
    comp_parse(&c, "import std.sync\nThread T { skip }\n");
    BcDefine d = { k ? "std.sync.SPURIOUS" : "std.queue.SPURIOUS", "true", false };
    c.opt.defines = &d;
    c.opt.ndefines = 1;
    comp_finish(&c);
    ASSERT(c.p);
    ASSERT_EQ(k == 1, d.used);
    comp_done(&c);
  }
  PASS();
}

TEST thread_names_are_constants(void) {
  Comp c;
  comp(&c, "const pid P = B\npid x = C[5]\npid[2] y = [A, P]\nThread A { x := P }\nThread(i in 4..5) C { skip }\nThread B { skip }\n");
  ASSERT(c.p);
  ASSERT_EQ_FMT(3, (int)W_VAL(c.p->initial[0]), "%d");       /* A is 1, C[4] 2, C[5] 3, B 4 */
  ASSERT_EQ_FMT(1, (int)W_VAL(c.p->initial[1]), "%d");
  ASSERT_EQ_FMT(4, (int)W_VAL(c.p->initial[2]), "%d");
  comp_done(&c);
  PASS();
}

TEST thread_ranges(void) {
  Comp c;
  comp(&c, "Thread(i in 3..2) None { skip }\nThread(i in -1..1) Some { skip }\nThread(int n) Late { skip }\nThread One { skip }\n");
  ASSERT(c.p);
  const BcThread *t = c.p->threads;
  ASSERT(t[0].count == 0 && t[0].replicated);
  ASSERT(t[1].count == 3 && t[1].first == 0 && t[1].lo == -1);
  ASSERT(t[2].count == 0 && t[2].spawned && t[2].body.args == 1);
  ASSERT(t[3].count == 1 && t[3].first == 3 && !t[3].replicated);
  ASSERT_EQ_FMT(4u, c.p->nstatic, "%u");
  comp_done(&c);
  GIVES("W0303 3:60 W0303 3:84", "param int N = 0\nThread(i in 1..N) W { skip }\nThread T { for i in 1..N { join W[i] } ; if N > 0 { join W[1] }; if N > 0 { join W[N] } }\n");
  GIVES("", "Thread(i in 1..255) T { skip }\n");
  GIVES("E0215 1:21", "Thread(i in 1..256) T { skip }\n");
  PASS();
}

/* --- what functions do --- */

static uint32_t effects(const char *text, const char *function) {
  Comp c;
  comp_parse(&c, text);
  Program p = { .opt = &c.opt, .sources = &c.sources, .d = &c.diags, .arena = &c.arena };
  uint32_t fx = UINT32_MAX;
  if (sema_program(&p, c.ast.file ? &c.ast : NULL))
    for (uint32_t i = 0; i < p.nfuncs; i++) if (strcmp(p.funcs[i]->name->text, function) == 0) fx = p.funcs[i]->fx;
  comp_done(&c);
  return fx;
}

TEST function_effects(void) {
  static const struct { const char *body; uint32_t fx; } cases[] = {
    { "int l = 1; l := l + K[0]", 0 },
    { "int l = x; print l", FX_READ },
    { "x := 1", FX_WRITE },
    { "x += 1", FX_READ | FX_WRITE },
    { "a[x] := 1", FX_READ | FX_WRITE },
    { "await x == 1", FX_READ | FX_BLOCK | FX_AWAIT },
    { "lock(m)", FX_READ | FX_WRITE | FX_BLOCK | FX_COMM },
    { "unlock(m)", FX_READ | FX_WRITE | FX_COMM },
    { "_ := trylock(m)", FX_READ | FX_WRITE | FX_COMM },
    { "_ := cas(x, 0, 1)", FX_READ | FX_WRITE },
    { "int l = 0; _ := cas(l, 0, 1)", 0 },
    { "queue<int> q; push(q, 1); _ := pop(q)", 0 },
    { "push(Q, x)", FX_READ | FX_WRITE },
    { "_ := len(Q)", FX_READ },
    { "_ := choose(bool)", FX_CHOOSE },
    { "_ := choose(S)", FX_CHOOSE | FX_BLOCK | FX_READ },
    { "either { skip } or { x := 1 }", FX_CHOOSE | FX_WRITE },
    { "T ! M(x)", FX_COMM | FX_WRITE | FX_READ },
    { "receive { M(n) => { x := n } }", FX_COMM | FX_BLOCK | FX_WRITE },
    { "receive { M(n) => { x := n } after => { } }", FX_COMM | FX_WRITE },
    { "join T", FX_COMM | FX_BLOCK },
    { "_ := spawn W()", FX_COMM },
    { "critical c { skip }", FX_COMM },
    { "exit", FX_COMM },
    { "atomic { x := 1 }", FX_WRITE },
    { "g()", FX_WRITE | FX_IMPURE_CALL },
    { "_ := h()", FX_READ },
    { "r(x)", FX_READ | FX_WRITE | FX_IMPURE_CALL },          /* through a ref: as if shared */
    { "even(3)", FX_WRITE | FX_BLOCK | FX_AWAIT | FX_READ | FX_IMPURE_CALL },   /* by way of odd */
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char text[2000];
    snprintf(text, sizeof text, "const int[2] K = [1, 2]\nint x\nint[3] a\nmutex m\nqueue<int> Q\nset<int> S\nmessage M(int n)\nThread T { f() }\nThread() W { skip }\n"
             "void g() { x := 1 }\npure int h() { return x }\nvoid r(ref int v) { v += 1 }\n"
             "void even(int n) { if n > 0 { odd(n - 1) } }\nvoid odd(int n) { if n > 0 { even(n - 1) } await x == 1; x := 0 }\nvoid f() { %s }\n", cases[i].body);
    ASSERT_EQ_FMTm(cases[i].body, cases[i].fx, effects(text, "f"), "%#x");
  }
  PASS();
}

/* --- where things may stand --- */

TEST ways_through_a_function(void) {
  static const struct { const char *body; bool returns; } cases[] = {
    { "return 1", true }, { "skip", false }, { "if n > 0 { return 1 }", false }, { "if n > 0 { return 1 } else { return 2 }", true },
    { "if n > 0 { return 1 } else if n < 0 { return 2 }", false }, { "while n > 0 { return 1 }", false }, { "while true { skip }", true },
    { "while true { if n == 1 { break } }", false }, { "loop { n := n + 1 }", true }, { "loop { break }", false },
    { "loop { loop { break } }", true }, { "loop { for i in 1..2 { break } }", true }, { "loop { atomic { if n == 1 { break } } }", false },
    { "loop { either { skip } or { break } }", false }, { "loop { critical c { if n == 3 { break } else { skip } } }", false },
    { "for i in 1..2 { return i }", false }, { "either { return 1 } or { return 2 }", true }, { "either { return 1 } or { skip }", false },
    { "atomic { return 1 }", true }, { "critical c { return 1 }", true }, { "exit", true }, { "assert false", true }, { "assume false", true },
    { "assert n == 1", false }, { "receive { M() => { return 1 } after => { return 2 } }", true }, { "receive { M() => { return 1 } after => { } }", false },
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char text[400];
    snprintf(text, sizeof text, "message M()\nint f(int k) { int n = k; %s }\nThread T { print f(1) }\n", cases[i].body);
    Comp c;
    comp(&c, text);
    ASSERT_EQm(cases[i].body, cases[i].returns, !comp_has(&c, "E0219"));
    ASSERTm(cases[i].body, cases[i].returns == (c.p != NULL));
    comp_done(&c);
  }
  PASS();
}

TEST init_and_finally(void) {
  FINE("int x\nset<int> s\ninit { add(s, 1); add(s, 2); x := choose(s); assume x > 1; either { x := 4 } or { skip } }\nThread T { skip }\nfinally { assume x > 0; assert x == 4 }\n");
  GIVES("E0209 3:8", "int x\nvoid f() { await x == 0 }\ninit { f() }\nThread T { skip }\n");
  GIVES("E0209 3:11", "int x\nvoid f() { x := choose(0..1) }\nfinally { f() }\nThread T { skip }\n");
  GIVES("E0213 2:8", "int x\ninit { return }\nThread T { skip }\n");
  PASS();
}

TEST pure_functions(void) {
  FINE("int[3] a\npure int best() { int b = 0; for i in 0..2 { if a[i] > a[b] { b := i } } return b }\nThread T { await best() == 1 }\n");
  FINE("pure int f(int n) { int[2] l; l[n] := 3; return l[n] + g(n) }\npure int g(int n) { return n }\nThread T { assert f(1) == 4 }\n");
  FINE("int[2] next\npure int reach(int n) { set<int> seen; add(seen, n); queue<int> q; push(q, n); while len(q) > 0 { add(seen, next[pop(q)]) } return len(seen) }\n"
       "invariant i: reach(0) > 0\nThread T { skip }\n");       /* its own variables are its own */
  GIVES("E0210 2:32", "int x\npure int f(ref queue<int> q) { push(q, 1); return 1 }\nThread T { skip }\n");
  GIVES("E0210 1:32", "Thread T { queue<int> q; await pop(q) == 1 }\n");
  GIVES("E0210 2:44", "int x\npure int f() { int y = 1; if x == 1 { y := choose(0..1) } return y }\nThread T { skip }\n");
  PASS();
}

TEST read_before_assignment(void) {
  GIVES("W0301 2:24", "int x\nThread T { int n; x := n; x := n }\n");       /* once */
  FINE("int x\nThread T { int n; n := 2; x := n }\n");
  FINE("int x\nvoid set(ref int r) { r := 1 }\nThread T { int n; set(n); x := n }\n");
  FINE("int x\nThread T { int n; _ := fetch_add(n, 1); x := n; int[2] a; x := a[0]; queue<int> q; x := len(q) }\n");
  GIVES("W0301 1:19", "Thread T { int n; n += 1 }\n");
  PASS();
}

/* --- names of the library --- */

static bool has_function(const Comp *c, const char *name, bool library) {
  for (uint32_t i = 0; i < c->p->nfuncs; i++)
    if (strcmp(c->p->funcs[i].name, name) == 0 && c->p->funcs[i].library == library) return true;
  return false;
}

TEST own_names_hide_those_of_the_library(void) {
  FINE("import std.sync\nvoid signal(int n) { assert n > 0 }\nsem s\nThread T { signal(1); up(s) }\n");
  FINE("import std.sync\nint add, unlock\nmutex m\ncond c\nThread T { lock(m); wait(c, m); add := unlock }\n");
  FINE("import std.sync\nenum E { sem, down }\nE e = down\nfuture f\nThread T { set_future(f, 1); e := sem }\n");
  FINE("import std.sync\nimport std.queue\nrecord sem { int items }\nsem s = sem(2)\nbuffer b\nThread T { s.items := 1; put(b, 2) }\n");
  GIVES("E0205 4:12", "import std.sync\nsem s\nvoid up() { skip }\nThread T { up(s) }\n");
  ASSERT(strstr(told, "the model's own `up` at test.d:3:6 hides the one of std.sync"));
  GIVES("E0209 3:12", "import std.sync\nint down\nThread T { down(1) }\n");
  ASSERT(strstr(told, "hides the one of std.sync"));
  GIVES("E0207 3:1", "import std.sync\nint cond\ncond c\nThread T { skip }\n");
  ASSERT(strstr(told, "hides the one of std.sync"));
  GIVES("E0202 3:5", "import std.sync\nint sem\nint sem\nThread T { skip }\n");
  GIVES("E0205 3:12", "import std.sync\nsem s\nThread T { up() }\n");
  ASSERT(!strstr(told, "hides"));
  PASS();
}

TEST what_is_not_called_is_not_there(void) {
  Comp c;
  comp(&c, "import std.sync\nimport std.net\nimport std.atomic\nint x\nThread T { x := 1 }\nvoid mine() { x := 2 }\n");
  ASSERT(c.p && !c.p->has_guard && !c.p->has_either && !c.p->has_choose && !c.p->has_loop);
  ASSERT_EQ_FMT(1u, c.p->nfuncs, "%u");
  ASSERT(has_function(&c, "mine", false));
  comp_done(&c);
  comp(&c, "import std.net\nchannel c\nint x\nvoid take() { x := recv(c) }\nThread T { take() }\ninvariant i: p() >= 0\npure int p() { return x }\n");
  ASSERT(c.p && has_function(&c, "recv", true) && has_function(&c, "channel_take", true) && !has_function(&c, "send", true));
  ASSERT(has_function(&c, "take", false) && has_function(&c, "p", false));
  comp_done(&c);
  PASS();
}

SUITE(library_names) {
  RUN_TEST(own_names_hide_those_of_the_library);
  RUN_TEST(what_is_not_called_is_not_there);
}
SUITE(types) {
  RUN_TEST(type_words);
  RUN_TEST(equal_types);
  RUN_TEST(mutex_inside);
  RUN_TEST(no_conversions);
  RUN_TEST(no_echo);
  RUN_TEST(twenty_errors);
}
SUITE(names) {
  RUN_TEST(forward_references);
  RUN_TEST(scopes);
  RUN_TEST(builtins_can_be_hidden);
  RUN_TEST(suggestions);
  RUN_TEST(unused_records_are_checked);
}
SUITE(constants) {
  RUN_TEST(arithmetic);
  RUN_TEST(logic);
  RUN_TEST(defines);
  RUN_TEST(library_defines);
  RUN_TEST(thread_names_are_constants);
  RUN_TEST(thread_ranges);
}
SUITE(effects_and_places) {
  RUN_TEST(function_effects);
  RUN_TEST(ways_through_a_function);
  RUN_TEST(init_and_finally);
  RUN_TEST(pure_functions);
  RUN_TEST(read_before_assignment);
}

GREATEST_MAIN_DEFS();
int main(int argc, char **argv) {
  GREATEST_MAIN_BEGIN();
  RUN_SUITE(types);
  RUN_SUITE(names);
  RUN_SUITE(library_names);
  RUN_SUITE(constants);
  RUN_SUITE(effects_and_places);
  GREATEST_MAIN_END();
}
