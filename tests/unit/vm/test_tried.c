/* tests/unit/vm/test_tried.c -- enabled choices that are remembered are those that trying finds. Two machines go the same ways, all
 * of them up to a depth: one encodes its states, and so may remember; the other never does. */
#include "tests/greatest.h"
#include "tests/unit/vm/support.h"

typedef struct { Machine m; bool encodes; } Side;
typedef struct { Side side[2]; size_t states; const char *broken; } Pair;

static size_t look(Side *x, VmAction *out, size_t room) {
  const VmAction *a;
  size_t crashes, len;
  if (x->encodes && !vm_encode(x->m.s, &len, false)) return SIZE_MAX;
  size_t n = vm_actions(x->m.s, &a, &crashes);
  if (n <= room && n) memcpy(out, a, n * sizeof *a);
  return n;
}

static void walk(Pair *p, int depth) {
  VmAction a[2][40];
  size_t n = look(&p->side[0], a[0], 40), k = look(&p->side[1], a[1], 40);
  p->states++;
  if (n != k || n > 40) { p->broken = "another number of actions"; return; }
  for (size_t i = 0; i < n; i++)
    if (a[0][i].tid != a[1][i].tid || a[0][i].choice != a[1][i].choice) { p->broken = "another action"; return; }
  for (size_t i = 0; depth && i < n && !p->broken; i++) {
    VmMark mark[2];
    VmStatus x[2];
    for (int j = 0; j < 2; j++) {
      VmState *s = p->side[j].m.s;
      mark[j] = vm_save(s);
      x[j] = vm_step(s, a[0][i].tid, a[0][i].choice, &p->side[j].m.ev);
    }
    if (x[0] != x[1] || (x[0] != VM_OK && x[0] != VM_FAULT)) { p->broken = "another status"; return; }
    walk(p, depth - 1);
    for (int j = 0; j < 2; j++) vm_restore(p->side[j].m.s, mark[j]);
  }
}

static const char *const models[] = {
  "int[3] level\nint[3] last\n"                              /* pet: two reads, of which the locals say where */
  "Thread(i in 0..2) P { for j in 1..2 { level[i] := j; last[j] := i; for k in 0..2 { if k != i {\n"
  "  either { await last[j] != i; break } or { await level[k] < j } } } } level[i] := 0 }",
  "int x, y\nThread A { await x == 1 || y == 1; y := 2 }\n"
  "Thread B { y := 1; y := 0; x := 1; x := 0 }\nThread C { await x == 1 && y == 0; x := 2 }",
  "set<int> s\nThread A { int v = choose(s); remove(s, v) }\nThread B { add(s, 1); add(s, 2); remove(s, 1); add(s, 3) }",
  "int a, b, c, d, e\n"                                      /* reads too much to be kept */
  "Thread A { await a + b + c + d + e == 3; a := 9 }\nThread B { a := 1; b := 1; c := 1; d := 1; e := 1 }\nThread C { a := 0; e := 0 }",
  "int v\nThread A { atomic { int k = choose(0..6); await k < v } v := 0 }\n"      /* many choices */
  "Thread B { v := 3; v := 7; v := 1 }",
  "message M(int n)\nint x\nThread A { receive { M(1) => { x := 1 } M(n) when n > 2 => { x := n } }\n"
  "  receive { M(_) => { } after => { x := 9 } } }\n"
  "Thread B { A ! M(0); A ! M(3) }\nThread C { await x != 0; A ! M(1) }\nThread D { A ! M(1); x := 0 }",
  "message M(int n)\nfault drop M <= 1\nfault crash A <= 1\nThread A { receive { M(_) => { } } }\nThread B { A ! M(1); A ! M(2) }",
  "int x\nmutex m\nThread A { either { join B; x := 1 } or { await x == 2; x := 3 } }\nThread B { x := 2; x := 0 }\n"
  "Thread C { atomic { lock(m); await x == 0; unlock(m) } }\nThread D { lock(m); x := 5; unlock(m) }",
  "int x\ninvariant small: x < 5\nThread A { either { await x == 1; x := 2 } or { await x == 3; x := 4 } }\n"
  "Thread B { x := 1; x := 3 }\nThread C { x := 0 }",
};

TEST remembers(const char *text) {
  static Pair p;
  p = (Pair){ .side[0].encodes = true };
  for (int j = 0; j < 2; j++) machine(&p.side[j].m, text);
  walk(&p, 9);
  ASSERT_EQm(p.broken, NULL, p.broken);
  ASSERTm(text, p.states > 20);
  for (int j = 0; j < 2; j++) machine_done(&p.side[j].m);
  PASS();
}

SUITE(tried) { for (size_t i = 0; i < sizeof models / sizeof *models; i++) RUN_TESTp(remembers, models[i]); }

GREATEST_MAIN_DEFS();
int main(int argc, char **argv) {
  GREATEST_MAIN_BEGIN();
  RUN_SUITE(tried);
  GREATEST_MAIN_END();
}
