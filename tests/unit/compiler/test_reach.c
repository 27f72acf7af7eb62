/* tests/unit/compiler/test_reach.c -- what can run as far as constants tell. Models write the variable x; which of the values can be
 * written is asked. */
#include <string.h>
#include "tests/greatest.h"
#include "tests/unit/compiler/support.h"

typedef struct { const char *text, *possible; } Case;

/* The values that stores to x can write, in the order of the code; a store of something else than a constant is "?". */
static const char *stores(const Comp *c, char *out) {
  Arena a;
  arena_init(&a);
  const bool *possible = bc_possible(c->p, &a);
  size_t n = 0;
  out[0] = 0;
  for (uint32_t pc = 0; pc < c->p->ncode; pc++) {
    const BcInstr *in = &c->p->code[pc];
    if (in->op != OP_STORE || in->mode != MEM_SHARED || !possible[pc]) continue;
    if (n) out[n++] = ' ';
    if (in->a & 1) n += (size_t)sprintf(out + n, "%d", (int)W_VAL(c->p->consts[in->a >> 1].imm));
    else out[n++] = '?', out[n] = 0;
  }
  arena_deinit(&a);
  return out;
}

static const Case cases[] = {
  { "Thread A { if B { x := 1 } else { x := 2 } x := 3 }", "2 3" },
  { "Thread A { if x == 5 { x := 1 } else { x := 2 } }", "1 2" },
  { "Thread A { if B && x == 1 { x := 1 }; if B || x == 1 { x := 2 } }", "2" },
  { "Thread A { while N > 0 { x := 1 } x := 2 }", "2" },
  { "Thread A { for i in 1..N { x := 1 } for i in 0..N { x := 2 } }", "2" },
  { "Thread A { loop { x := 1 } x := 2 }", "1" },
  { "Thread A { exit; x := 2 }", "" },
  { "Thread(i in 1..N) A { x := 1 }\nThread C { x := 2 }", "2" },
  /* locals keep constants, until something else comes into them */
  { "Thread A { bool b = B; if b { x := 1 } }", "" },
  { "Thread A { bool b = B; b := !b; if b { x := 1 } }", "1" },
  { "Thread A { bool b = B; if x == 1 { b := true } if b { x := 1 } }", "1" },
  { "Thread A { bool b = B; b := x == 1; if b { x := 1 } }", "1" },
  { "Thread A { int n = N; while n < 3 { n := n + 1; if n == 2 { x := 1 } } }", "1" },
  { "Thread A { int n = N + 1; if n == 2 { x := 1 } else { x := 2 } }", "2" },
  { "Thread A { int[2] b; b[x] := 1; if b[0] == 1 { x := 1 } }", "1" },
  { "void set(ref bool b) { b := true }\nThread A { bool b = B; set(b); if b { x := 1 } }", "1" },
  /* functions and threads that only impossible code calls */
  { "void f() { x := 1 }\nvoid g() { f() }\nvoid h() { x := 2 }\nThread A { if B { g() } h() }", "2" },
  { "void f(int n) { if n > 0 { x := n; f(n - 1) } }\nThread A { f(2) }", "?" },
  { "Thread(int n) K { x := 1 }\nThread A { if B { pid p = spawn K(1) } }", "" },
  { "Thread(int n) K { x := 1 }\nThread A { pid p = spawn K(1) }", "1" },
  /* waiting and choosing */
  { "Thread A { either { await B; x := 1 } or { x := 2 } }", "2" },
  { "Thread A { atomic { await x == 1; x := 1 } if choose(bool) { x := 2 } }", "1 2" },
  { "message M(int a)\nThread A { receive { M(a) => { x := 1 } after => { x := 2 } } }", "1 2" },
};

TEST stores_of(const Case *k) {
  Comp c;
  char text[400], got[100];
  snprintf(text, sizeof text, "const bool B = false\nparam int N = 0\nint x\n%s\n", k->text);
  comp(&c, text);
  ASSERT_STR_EQ(k->possible, stores(&c, got));
  comp_done(&c);
  PASS();
}

SUITE(reach) {
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) RUN_TESTp(stores_of, &cases[i]);
}

GREATEST_MAIN_DEFS();
int main(int argc, char **argv) {
  GREATEST_MAIN_BEGIN();
  RUN_SUITE(reach);
  GREATEST_MAIN_END();
}
