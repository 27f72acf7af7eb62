/* tests/unit/compiler/test_emit.c -- which instructions are events, in which order, where regions begin and end, tables. */
#include "tests/greatest.h"
#include "tests/unit/compiler/support.h"

#define DECLS "int x, y\nint[3] a\nrecord R { int p, int q }\nR r\nmutex m\nqueue<int> q\nset<int> s\nconst int K = 2\nconst int[3] T = [1, 2, 3]\n" \
  "message M(int n)\npure int get() { return x }\nvoid put(int n) { y := n }\nvoid inc(ref int v) { v := v + 1 }\nThread() W { skip }\n"

typedef struct { const char *body, *events; } Case;

/* The events of a thread with BODY, in the order of the text; a region is one of them. Thread W comes first. */
static const char *events_of(const char *body, bool statement) {
  static char out[1000];
  char text[2000];
  Comp c;
  snprintf(text, sizeof text, DECLS "Thread A { %s }\n", body);
  comp_parse(&c, text);
  c.opt.statement = statement;
  comp_finish(&c);
  snprintf(out, sizeof out, "%s", c.p ? comp_events(&c, c.p->threads[1].body.entry, c.p->threads[1].body.end) : comp_report(&c));
  comp_done(&c);
  return out;
}

/* Step: "every shared read, shared write, builtin on shared data, send, receive, lock, unlock, join, spawn, choose". */
static const Case steps[] = {
  { "skip", "" },
  { "int l = 1; l := l + K + T[l]; print l", "" },           /* locals and constants are no events */
  { "x := 1", "store" },
  { "x := x + 1", "load store" },
  { "x += y", "load load store" },                           /* x, then y, then the write */
  { "a[x] := y", "load load store" },                        /* index, then value, then the write */
  { "_ := x", "load" },
  { "_ := a[1] + a[2]", "load load" },
  { "R l = r; r := R(x, 2)", "load load store" },            /* a whole record at once */
  { "r.q := r.p", "load store" },
  { "int[3] l = a; l[x] := 2; a := l", "load load store" },
  { "if x == 1 && y == 2 { skip }", "load load" },
  { "print x, y", "load load" },
  { "assert x == y", "load load" },
  { "_ := cas(x, y, 1)", "load cas" },
  { "_ := swap(x, 2)", "swap" },
  { "_ := fetch_add(a[2], 2)", "fetch_add" },
  { "push(q, x)", "load push" },
  { "_ := pop(q) + head(q) + len(q)", "pop head len" },
  { "queue<int> l; push(l, 1); _ := pop(l); l := q", "load" },
  { "add(s, 1); remove(s, 1); clear(s); _ := contains(s, x)", "add remove clear load contains" },
  { "lock(m); unlock(m); _ := trylock(m)", "lock unlock trylock" },
  { "_ := choose(bool)", "choose" },
  { "_ := choose(x..y)", "load load choose" },               /* bounds are read before */
  { "_ := choose(s)", "choose_set" },                        /* the set in the same step */
  { "pid p = spawn W(); join p", "spawn join" },
  { "W2 ! M(x)", "load send" },
  { "receive { M(n) => { x := n } }", "receive store" },
  { "receive { M(=x) => { } after => { } }", "load receive" },
  { "critical c { x := 1 }", "enter store leave" },
  { "either { skip } or { x := 1 }", "either store" },
  { "atomic { x := x + 1; y := x }", "atomic" },
  { "await x == 1 && y == 2", "atomic" },
  { "put(x)", "load" },                                      /* the store is in put */
  { "_ := get() + y", "load" },
  { "for i in x..y { a[i] := 1 }", "load load store" },
  { "while x == 0 { }", "atomic" },                          /* one read: an await */
  { "while x == 0 { skip }", "atomic" },
  { "while len(q) == 0 { }", "atomic" },
  { "while x == 0 || y == 0 { }", "load load" },             /* step by step, and a hint */
  { "while a[x] == 0 { }", "load load" },
  { "while !cas(x, 0, 1) { }", "cas" },
  { "while x == 0 { y := 1 }", "load store" },
  { "_ := exists(i in 0..2 : a[i] == 1)", "load" },
};

static const char *fixed(const char *body) {                 /* W2: a static thread to send to */
  static char out[500];
  const char *w = strstr(body, "W2");
  if (!w) return body;
  snprintf(out, sizeof out, "%.*sA%s", (int)(w - body), body, w + 2);
  return out;
}

TEST events_by_access(void) {
  for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) ASSERT_STR_EQm(steps[i].body, steps[i].events, events_of(fixed(steps[i].body), false));
  PASS();
}

/* --atomicity statement: one statement, also one loop or if test, is one step; builtins and pure calls merge. */
static const Case statements[] = {
  { "x := 1", "store" },
  { "x := x + 1", "atomic" },
  { "x += 1", "atomic" },
  { "a[x] := y", "atomic" },
  { "int l = x + y; print l", "atomic" },
  { "int l = x; print l", "load" },
  { "if x == 1 && y == 2 { x := 3 }", "atomic store" },
  { "while x + y < 3 { x := x + 1 }", "atomic atomic" },
  { "_ := cas(x, y, 1)", "atomic" },
  { "push(q, pop(q))", "atomic" },
  { "_ := get() + y", "atomic" },
  { "put(x)", "load" },                                      /* other calls keep their steps */
  { "A ! M(x + y)", "atomic" },
  { "assert x == y", "atomic" },
  { "for i in x..y { a[i] := x }", "atomic atomic" },
  { "atomic { x := x + 1; y := x }", "atomic" },
  { "await x == y", "atomic" },
  { "print x, y", "atomic" },
  { "lock(m)", "lock" },
};

TEST events_by_statement(void) {
  for (size_t i = 0; i < sizeof statements / sizeof *statements; i++) ASSERT_STR_EQm(statements[i].body, statements[i].events, events_of(statements[i].body, true));
  PASS();
}

TEST return_is_a_statement(void) {
  Comp c;
  comp_parse(&c, "int x, y\nint f() { return x + y }\nThread A { x := f() }\n");
  c.opt.statement = true;
  comp_finish(&c);
  ASSERT_STR_EQ("atomic", comp_events(&c, c.p->funcs[0].entry, c.p->funcs[0].end));
  ASSERT_STR_EQ("store", comp_thread_events(&c));
  comp_done(&c);
  PASS();
}

TEST thesis_files_are_by_statement(void) {
  Comp c;
  comp(&c, "<1, x 1, y 1>\n[x := x + y if x == y]\n");
  ASSERT(c.p && c.p->statement);
  ASSERT_STR_EQ("atomic atomic", comp_thread_events(&c));
  comp_done(&c);
  PASS();
}

/* Through a ref it depends on what the ref is. */
TEST refs(void) {
  Comp c;
  comp(&c, "int x\nvoid inc(ref int v) { v := v + 1 }\nvoid twice(ref int v) { inc(v); inc(v) }\nThread A { int l = 1; twice(l); twice(x) }\n");
  ASSERT(c.p);
  ASSERT_STR_EQ("?load add ?store ret", comp_ops(&c, c.p->funcs[0].entry, c.p->funcs[0].end));
  ASSERT_STR_EQ("addr call addr call ret", comp_ops(&c, c.p->funcs[1].entry, c.p->funcs[1].end));
  ASSERT_STR_EQ("move addr call addr call end", comp_thread(&c));
  comp_done(&c);
  PASS();
}

TEST queues_in_refs(void) {
  Comp c;
  comp(&c, "queue<int> q\nvoid put(ref queue<int> p) { push(p, len(p)) }\nThread A { put(q) }\n");
  ASSERT_STR_EQ("?len ?push ret", comp_ops(&c, c.p->funcs[0].entry, c.p->funcs[0].end));
  comp_done(&c);
  PASS();
}

/* --- regions --- */

static unsigned count_ops(const Comp *c, const BcFunc *f, BcOp op) {
  unsigned n = 0;
  for (uint32_t pc = f->entry; pc < f->end; pc++) n += c->p->code[pc].op == op;
  return n;
}

TEST leaving_regions(void) {
  Comp c;
  comp(&c, "int x\nint f() { atomic { atomic { if x == 1 { return 1 } x := 2 } } return 2 }\n"
           "Thread A { loop { critical c { atomic { if x == 1 { break } if x == 2 { continue } x := 1 } } } }\n"
           "Thread B { critical c { exit } }\n");
  ASSERT(c.p);
  ASSERT_EQ(2, count_ops(&c, &c.p->funcs[0], OP_ATOMIC));
  ASSERT_EQ(4, count_ops(&c, &c.p->funcs[0], OP_ENDATOMIC));           /* at the return two more */
  ASSERT_EQ(3, count_ops(&c, &c.p->threads[0].body, OP_ENDATOMIC));
  ASSERT_EQ(3, count_ops(&c, &c.p->threads[0].body, OP_LEAVE));        /* break, continue, end */
  ASSERT_EQ(1, count_ops(&c, &c.p->threads[1].body, OP_LEAVE));        /* exit stays inside */
  comp_done(&c);
  PASS();
}

TEST regions_know_what_they_do(void) {
  static const struct { const char *body; uint32_t kind, does; } cases[] = {
    { "atomic { x := 1 }", REGION_ATOMIC, 0 },
    { "atomic { x := choose(0..1) }", REGION_ATOMIC, REGION_CHOOSES },
    { "atomic { await x == 1 }", REGION_ATOMIC, REGION_BLOCKS },
    { "atomic { either { lock(m) } or { skip } }", REGION_ATOMIC, REGION_BLOCKS | REGION_CHOOSES },
    { "atomic { block() }", REGION_ATOMIC, REGION_BLOCKS },
    { "await x == 1", REGION_AWAIT, REGION_BLOCKS },
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    Comp c;
    char text[400];
    snprintf(text, sizeof text, "int x\nmutex m\nvoid block() { lock(m) }\nThread A { %s }\n", cases[i].body);
    comp(&c, text);
    const BcInstr *in = &c.p->code[comp_find(&c, OP_ATOMIC, 0)];
    ASSERT_EQ_FMTm(cases[i].body, cases[i].kind, in->b, "%u");
    ASSERT_EQ_FMTm(cases[i].body, cases[i].does, in->c, "%u");
    ASSERT_EQ(OP_ENDATOMIC, c.p->code[in->a - 1].op);
    comp_done(&c);
  }
  PASS();
}

TEST an_empty_atomic_is_nothing(void) {
  ASSERT_STR_EQ("", events_of("atomic { }", false));
  PASS();
}

/* --- tables --- */

/* either: "if a branch's first statement is await, lock, receive, join or an atomic that can block". */
TEST blocking_branches(void) {
  static const struct { const char *first; bool blocking; } cases[] = {
    { "skip", false }, { "await x == 1", true }, { "lock(m)", true }, { "_ := trylock(m)", false }, { "receive { M(_) => { } }", true },
    { "receive { M(_) => { } after => { } }", true }, { "join B", true }, { "atomic { x := 1 }", false }, { "atomic { x := 1; lock(m) }", true },
    { "atomic { f() }", true }, { "f()", false }, { "x := 1", false }, { "either { await x == 1 } or { skip }", false }, { "if x == 1 { await x == 1 }", false },
    { "atomic { x := choose(s) }", true }, { "x := choose(s)", false }, { "unlock(m)", false },
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    Comp c;
    char text[600];
    snprintf(text, sizeof text, "int x\nset<int> s\nmutex m\nmessage M(int n)\nvoid f() { await x == 1 }\nThread A { either { skip } or { %s; x := 9 } }\nThread B { skip }\n", cases[i].first);
    comp(&c, text);
    ASSERTm(cases[i].first, c.p);
    const BcInstr *in = &c.p->code[c.p->threads[0].body.entry];
    ASSERT_EQ(OP_EITHER, in->op);
    const BcEither *e = &c.p->eithers[in->a];
    ASSERT_EQ(2, e->n);
    ASSERT_EQm(cases[i].first, cases[i].blocking, e->branches[1].blocking);
    ASSERT(!e->branches[0].blocking);
    if (cases[i].blocking) ASSERTm(cases[i].first, c.p->code[e->branches[1].target].op != OP_NOP);
    comp_done(&c);
  }
  PASS();
}

/* Shared reads in the operands of a branch's first statement are part of the choice. */
TEST operands_join_the_choice(void) {
  Comp c;
  comp(&c, "int x\npid p\nmutex[2] m\nThread A { either { join p } or { lock(m[x]) } or { lock(m[1]) } }\n");
  const BcEither *e = &c.p->eithers[0];
  ASSERT_EQ(OP_ATOMIC, c.p->code[e->branches[0].target].op);
  ASSERT_EQ(OP_ATOMIC, c.p->code[e->branches[1].target].op);
  ASSERT_EQ(OP_LOCK, c.p->code[e->branches[2].target].op);
  comp_done(&c);
  PASS();
}

TEST receive_tables(void) {
  Comp c;
  comp(&c, "record R { int p, int q }\nmessage M(R r, int n), N()\nint x\n"
           "Thread A { R w = R(1, 2); receive { M(r, =x) when r.p == 1 => { x := r.q }\n M(=w, _) => { }\n N() => { }\n after => { x := 3 } } }\n");
  ASSERT(c.p);
  const BcReceive *r = &c.p->receives[0];
  ASSERT_EQ(3, r->nclauses);
  ASSERT(r->after);
  ASSERT_EQ(2, r->clauses[0].npats);
  ASSERT(r->clauses[0].pats[0].kind == PAT_BIND && r->clauses[0].pats[0].off == 0 && r->clauses[0].pats[0].width == 2);
  ASSERT(r->clauses[0].pats[1].kind == PAT_EQ && r->clauses[0].pats[1].off == 2 && r->clauses[0].pats[1].width == 1);
  ASSERT(r->clauses[0].guard && !r->clauses[1].guard);
  ASSERT(r->clauses[1].npats == 1 && r->clauses[1].pats[0].kind == PAT_EQ && r->clauses[1].pats[0].width == 2);
  ASSERT(r->clauses[2].message == 1 && r->clauses[2].npats == 0);
  comp_done(&c);
  PASS();
}

TEST faults(void) {
  Comp c;
  comp(&c, "message M(), N()\nfault crash B <= 2\nfault drop N\nfault duplicate N <= 1\nfault drop M <= 0\nThread A { B ! M() }\nThread B { skip }\n");
  ASSERT(c.p);
  ASSERT_EQ(4, c.p->nfaults);
  ASSERT_EQ(3, c.p->nbudgets);                               /* the unbounded one needs none */
  ASSERT(c.p->threads[0].crash_budget == -1 && c.p->threads[1].crash_budget == 0);
  ASSERT(c.p->messages[0].drop == 3 && c.p->messages[0].duplicate == -1);
  ASSERT(c.p->messages[1].drop == 1 && c.p->messages[1].duplicate == 2);
  ASSERT(c.p->faults[1].bound == -1 && c.p->faults[3].bound == 0);
  comp_done(&c);
  PASS();
}

TEST properties_know_their_locations(void) {
  Comp c;
  comp(&c, "int x, y, z\nint[3] a\npure int f(int i) { return a[i] + g() }\npure int g() { return z }\ninvariant i: f(x) == 0\ncover c: true\nThread A { x := 1; y := 1 }\nfinally { assert y == 1 }\n");
  ASSERT(c.p);
  const BcProp *i = &c.p->invariants[0];
  const uint32_t want[] = { 0, 2, 3, 4, 5 };                 /* x, z, all of a */
  ASSERT_EQ_FMT(5u, i->nlocs, "%u");
  for (uint32_t k = 0; k < 5; k++) ASSERT_EQ_FMT(want[k], i->locs[k], "%u");
  ASSERT_EQ_FMT(0u, c.p->covers[0].nlocs, "%u");
  ASSERT_EQ_FMT(1u, c.p->finally_.nlocs, "%u");
  ASSERT_EQ_FMT(0u, c.p->init.entry, "%u");
  comp_done(&c);
  PASS();
}

TEST flags(void) {
  static const struct { const char *body; bool loop, guard, either, choose, spawn, sends; } cases[] = {
    { "x := 1", 0, 0, 0, 0, 0, 0 },
    { "int n = 0; while n < 3 { n := n + 1 }", 0, 0, 0, 0, 0, 0 },      /* no step inside */
    { "for i in 1..3 { x := i }", 0, 0, 0, 0, 0, 0 },                   /* ends */
    { "loop { x := 1 }", 1, 0, 0, 0, 0, 0 },
    { "while x == 0 { }", 0, 1, 0, 0, 0, 0 },                           /* an await */
    { "await x == 1", 0, 1, 0, 0, 0, 0 },
    { "atomic { lock(m) }", 0, 1, 0, 0, 0, 0 },
    { "_ := choose(s)", 0, 1, 0, 1, 0, 0 },
    { "_ := choose(0..2)", 0, 0, 0, 1, 0, 0 },
    { "either { skip } or { skip }", 0, 0, 1, 0, 0, 0 },
    { "A ! M()", 0, 0, 0, 0, 0, 1 },
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    Comp c;
    char text[400];
    snprintf(text, sizeof text, "int x\nmutex m\nset<int> s\nmessage M()\nThread A { %s }\n", cases[i].body);
    comp(&c, text);
    const char *b = cases[i].body;
    ASSERT_EQm(b, cases[i].loop, c.p->has_loop);
    ASSERT_EQm(b, cases[i].guard, c.p->has_guard);
    ASSERT_EQm(b, cases[i].either, c.p->has_either);
    ASSERT_EQm(b, cases[i].choose, c.p->has_choose);
    ASSERT_EQm(b, cases[i].spawn, c.p->has_spawn);
    ASSERT_EQm(b, cases[i].sends, c.p->sends);
    comp_done(&c);
  }
  PASS();
}

TEST initial_values(void) {
  Comp c;
  comp(&c, "enum E { e0, e1 }\nrecord R { E e, int[2] n }\nint a = 3\nbool b\nE e = e1\nqueue<int> q\npid p\nR[2] r = [R(e1, [1, 99999999999]), R(e0, [-2, 0])]\nmutex m\nThread T { skip }\n");
  ASSERT(c.p);
  const Word want[] = { W_IMM(3), W_IMM(0), W_IMM(1), W_NIL, W_IMM(0), W_IMM(1), W_IMM(1), W_IMM(0), W_IMM(0), W_IMM(-2), W_IMM(0), W_IMM(0) };
  ASSERT_EQ_FMT(12u, c.p->nlocs, "%u");
  for (uint32_t i = 0; i < 12; i++) ASSERT_EQ_FMT(want[i], c.p->initial[i], "%u");
  ASSERT_EQ_FMT(1u, c.p->ninitial_big, "%u");
  ASSERT_EQ_FMT(7u, c.p->initial_big[0].loc, "%u");
  comp_done(&c);
  PASS();
}

/* Every instruction has a place in the text. */
TEST spans(void) {
  Comp c;
  comp(&c, "int x\nThread A {\n  x := x +\n    1\n  print x\n}\n");
  Place load = src_place(&c.sources, c.p->spans[comp_find(&c, OP_LOAD, 0)]), store = src_place(&c.sources, c.p->spans[comp_find(&c, OP_STORE, 0)]);
  ASSERT(load.line == 3 && load.col == 8);
  ASSERT(store.line == 3 && store.col == 3);
  Place end = src_place(&c.sources, c.p->spans[comp_find(&c, OP_END, 0)]);
  ASSERT(end.line == 6 && end.col == 1);
  comp_done(&c);
  PASS();
}

TEST loop_counters(void) {
  Comp c;
  comp_parse(&c, "int x\nThread A { while x < 3 { x := 1 } for i in 1..2 { x := i } }\n");
  c.opt.loop_bound = 2;
  comp_finish(&c);
  ASSERT(comp_find(&c, OP_LOOP, 0) != UINT32_MAX && comp_find(&c, OP_LOOP, 1) == UINT32_MAX);       /* for is exempt */
  ASSERT_EQ_FMT(2u, c.p->code[comp_find(&c, OP_LOOP, 0)].b, "%u");
  comp_done(&c);
  PASS();
}

SUITE(events) {
  RUN_TEST(events_by_access);
  RUN_TEST(events_by_statement);
  RUN_TEST(return_is_a_statement);
  RUN_TEST(thesis_files_are_by_statement);
  RUN_TEST(refs);
  RUN_TEST(queues_in_refs);
}
SUITE(regions) {
  RUN_TEST(leaving_regions);
  RUN_TEST(regions_know_what_they_do);
  RUN_TEST(an_empty_atomic_is_nothing);
}
SUITE(tables) {
  RUN_TEST(blocking_branches);
  RUN_TEST(operands_join_the_choice);
  RUN_TEST(receive_tables);
  RUN_TEST(faults);
  RUN_TEST(properties_know_their_locations);
  RUN_TEST(flags);
  RUN_TEST(initial_values);
  RUN_TEST(spans);
  RUN_TEST(loop_counters);
}

GREATEST_MAIN_DEFS();
int main(int argc, char **argv) {
  GREATEST_MAIN_BEGIN();
  RUN_SUITE(events);
  RUN_SUITE(regions);
  RUN_SUITE(tables);
  GREATEST_MAIN_END();
}
