/* tests/unit/compiler/test_flow.c -- slots that are cleared, and the stack that calls need. */
#include "tests/greatest.h"
#include "tests/unit/compiler/support.h"

/* Pc of the Nth event of F, regions counting as one. */
static uint32_t event(const Comp *c, const BcFunc *f, unsigned nth) {
  uint32_t depth = 0;
  for (uint32_t pc = f->entry; pc < f->end; pc++) {
    if (c->p->code[pc].op == OP_ENDATOMIC) depth--;
    if (c->p->visible[pc] && !depth && nth-- == 0) return pc;
    if (c->p->code[pc].op == OP_ATOMIC) depth++;
  }
  return UINT32_MAX;
}

/* A variable is cleared at the first stop after its last use, and only there. */
TEST last_use(void) {
  Comp c;
  comp(&c, "int x\nThread A { int l = x; x := l; x := 1; x := 2 }\n");
  const BcFunc *f = &c.p->threads[0].body;
  uint32_t l = comp_slot(f, "l");
  ASSERT(!comp_kills(&c, event(&c, f, 0), l));               /* the read: not written yet */
  ASSERT(!comp_kills(&c, event(&c, f, 1), l));               /* x := l needs it */
  ASSERT(comp_kills(&c, event(&c, f, 2), l));
  ASSERT(!comp_kills(&c, event(&c, f, 3), l));
  comp_done(&c);
  PASS();
}

TEST parameters_die_too(void) {
  Comp c;
  comp(&c, "int x\nThread(i in 1..2) A { x := i; x := 1; x := 2 }\n");
  const BcFunc *f = &c.p->threads[0].body;
  uint32_t i = comp_slot(f, "i");
  ASSERT(!comp_kills(&c, event(&c, f, 0), i) && comp_kills(&c, event(&c, f, 1), i) && !comp_kills(&c, event(&c, f, 2), i));
  comp_done(&c);
  PASS();
}

TEST an_unused_parameter_dies_at_once(void) {
  Comp c;
  comp(&c, "int x\nThread(i in 1..2) A { x := 1 }\n");
  const BcFunc *f = &c.p->threads[0].body;
  ASSERT(comp_kills(&c, event(&c, f, 0), comp_slot(f, "i")));
  comp_done(&c);
  PASS();
}

TEST branches_keep_what_one_of_them_needs(void) {
  Comp c;
  comp(&c, "int x\nThread A { int l = x; if x == 1 { x := l } else { x := 2 } x := 3 }\n");
  const BcFunc *f = &c.p->threads[0].body;
  uint32_t l = comp_slot(f, "l");
  ASSERT(!comp_kills(&c, event(&c, f, 1), l));               /* the test */
  ASSERT(!comp_kills(&c, event(&c, f, 2), l));               /* then */
  ASSERT(comp_kills(&c, event(&c, f, 3), l));                /* else */
  ASSERT(comp_kills(&c, event(&c, f, 4), l));                /* after it: may come from then */
  comp_done(&c);
  PASS();
}

TEST loops_keep_what_the_next_round_needs(void) {
  Comp c;
  comp(&c, "int x\nThread A { int n = 0; while x < 3 { n := n + 1; x := n } x := 9 }\n");
  const BcFunc *f = &c.p->threads[0].body;
  uint32_t n = comp_slot(f, "n");
  ASSERT(!comp_kills(&c, event(&c, f, 0), n) && !comp_kills(&c, event(&c, f, 1), n) && comp_kills(&c, event(&c, f, 2), n));
  comp_done(&c);
  PASS();
}

/* Reached by a computed index, or by a ref: never cleared, since nobody knows when it is last used. */
TEST escaped_slots_stay(void) {
  Comp c;
  comp(&c, "int x\nvoid set(ref int r) { r := 1 }\nThread A { int l = 0; set(l); int[2] v; v[x] := 1; x := 1; x := 2 }\n");
  const BcFunc *f = &c.p->threads[0].body;
  uint32_t l = comp_slot(f, "l"), v = comp_slot(f, "v");
  for (unsigned k = 0; event(&c, f, k) != UINT32_MAX; k++)
    ASSERT(!comp_kills(&c, event(&c, f, k), l) && !comp_kills(&c, event(&c, f, k), v) && !comp_kills(&c, event(&c, f, k), v + 1));
  comp_done(&c);
  PASS();
}

/* With constant indices each element is a variable of its own. */
TEST elements_by_constant_index(void) {
  Comp c;
  comp(&c, "int x\nThread A { int[2] v; v[0] := 1; v[1] := 2; x := v[0]; x := v[1]; x := 3 }\n");
  const BcFunc *f = &c.p->threads[0].body;
  uint32_t v = comp_slot(f, "v");
  ASSERT(comp_kills(&c, event(&c, f, 0), v) && !comp_kills(&c, event(&c, f, 0), v + 1));      /* copied right before the write */
  ASSERT(comp_kills(&c, event(&c, f, 1), v + 1) && !comp_kills(&c, event(&c, f, 2), v + 1));
  comp_done(&c);
  PASS();
}

TEST guards_and_patterns_are_uses(void) {
  Comp c;
  comp(&c, "int x\nmessage M(int n)\nThread A { int k = 1; int j = 2; x := 1; receive { M(n) when n == k => { x := n } M(=j) => { } } x := 2 }\n");
  const BcFunc *f = &c.p->threads[0].body;
  uint32_t k = comp_slot(f, "k"), j = comp_slot(f, "j"), recv = comp_find(&c, OP_RECEIVE, 0);
  ASSERT(!comp_kills(&c, event(&c, f, 0), k) && !comp_kills(&c, event(&c, f, 0), j));
  ASSERT(!comp_kills(&c, recv, k) && !comp_kills(&c, recv, j));
  ASSERT(comp_kills(&c, event(&c, f, 2), k) && comp_kills(&c, event(&c, f, 2), j));     /* x := n */
  ASSERT(!comp_kills(&c, event(&c, f, 2), comp_slot(f, "n")));
  comp_done(&c);
  PASS();
}

TEST calls_clear_what_the_caller_no_longer_needs(void) {
  Comp c;
  comp(&c, "int x\nvoid f(int n) { x := n }\nThread A { int l = x; int m = x; f(l); f(m) }\n");
  const BcFunc *t = &c.p->threads[0].body;
  uint32_t first = comp_find(&c, OP_CALL, 0), second = comp_find(&c, OP_CALL, 1);
  ASSERT(comp_kills(&c, first, comp_slot(t, "l")) && !comp_kills(&c, first, comp_slot(t, "m")));
  ASSERT(comp_kills(&c, second, comp_slot(t, "m")));
  for (uint32_t i = c.p->kill_at[first]; i < c.p->kill_at[first + 1]; i++) ASSERT(c.p->kills[i] < c.p->code[first].b);   /* below the callee's frame */
  comp_done(&c);
  PASS();
}

TEST print_is_a_use(void) {
  Comp c;
  comp(&c, "int x\nThread A { int l = x; x := 1; print l; x := 2 }\n");
  const BcFunc *f = &c.p->threads[0].body;
  ASSERT(!comp_kills(&c, event(&c, f, 1), comp_slot(f, "l")) && comp_kills(&c, event(&c, f, 2), comp_slot(f, "l")));
  comp_done(&c);
  PASS();
}

TEST local_queues_in_place(void) {
  Comp c;
  comp(&c, "int x\nThread A { queue<int> q; push(q, x); x := 1; x := pop(q); x := 2 }\n");
  const BcFunc *f = &c.p->threads[0].body;
  uint32_t q = comp_slot(f, "q");
  ASSERT(!comp_kills(&c, event(&c, f, 0), q) && !comp_kills(&c, event(&c, f, 1), q));
  ASSERT(comp_kills(&c, event(&c, f, 2), q));                /* popped: what is left does not matter */
  comp_done(&c);
  PASS();
}

/* --- stacks --- */

TEST stack_of_nested_calls(void) {
  Comp c;
  comp(&c, "int x\nint f(int n) { int[10] v; v[n] := 1; return v[n] + g(n) }\nint g(int n) { int[20] w; w[n] := 2; return w[n] }\nThread A { x := f(1) }\n");
  ASSERT(c.p);
  const BcFunc *f = &c.p->funcs[0], *g = &c.p->funcs[1];
  uint32_t call_g = 0, call_f = 0;
  for (uint32_t pc = 0; pc < c.p->ncode; pc++)
    if (c.p->code[pc].op == OP_CALL) *(c.p->code[pc].a == 1 ? &call_g : &call_f) = c.p->code[pc].b;
  ASSERT_EQ_FMT(call_f + (f->frame > call_g + g->frame ? f->frame : call_g + g->frame), c.p->threads[0].stack, "%u");
  ASSERT(c.p->scratch >= c.p->threads[0].stack);
  comp_done(&c);
  PASS();
}

TEST stack_of_recursion(void) {
  Comp c;
  comp(&c, "int x\nint even(int n) { if n == 0 { return 1 } return odd(n - 1) }\nint odd(int n) { if n == 0 { return 0 } return even(n - 1) }\n"
           "int wide() { int[2000] w; w[1] := even(5); return w[1] }\nThread A { x := wide() }\nThread B { x := 1 }\n");
  ASSERT(c.p);                                               /* one wide caller is fine */
  uint32_t frame = c.p->funcs[0].frame;
  ASSERT(c.p->threads[0].stack >= 256 * frame + c.p->funcs[2].frame);
  ASSERT(c.p->threads[1].stack < 20);                        /* only those who call pay */
  comp_done(&c);
  comp(&c, "int x\nint f(int n) { int[2100] w; w[n] := n; if n == 0 { return 0 } return f(n - 1) + w[n] }\nThread A { x := f(1) }\n");
  ASSERT(!c.p && comp_has(&c, "E0214"));
  comp_done(&c);
  PASS();
}

TEST results_wider_than_arguments(void) {
  Comp c;
  comp(&c, "int[40] f() { int[40] w; w[3] := 1; return w }\nint[40] a\nThread A { a := f() }\n");
  ASSERT(c.p);
  ASSERT(c.p->funcs[0].frame >= 40);
  comp_done(&c);
  PASS();
}

SUITE(clearing) {
  RUN_TEST(last_use);
  RUN_TEST(parameters_die_too);
  RUN_TEST(an_unused_parameter_dies_at_once);
  RUN_TEST(branches_keep_what_one_of_them_needs);
  RUN_TEST(loops_keep_what_the_next_round_needs);
  RUN_TEST(escaped_slots_stay);
  RUN_TEST(elements_by_constant_index);
  RUN_TEST(guards_and_patterns_are_uses);
  RUN_TEST(calls_clear_what_the_caller_no_longer_needs);
  RUN_TEST(print_is_a_use);
  RUN_TEST(local_queues_in_place);
}
SUITE(stacks) {
  RUN_TEST(stack_of_nested_calls);
  RUN_TEST(stack_of_recursion);
  RUN_TEST(results_wider_than_arguments);
}

GREATEST_MAIN_DEFS();
int main(int argc, char **argv) {
  GREATEST_MAIN_BEGIN();
  RUN_SUITE(clearing);
  RUN_SUITE(stacks);
  GREATEST_MAIN_END();
}
