/* tests/prop/gen_thesis.c -- random thesis files (language.md section 6): one thread, and two or three copies of another. */
#include "tests/prop/gen.h"

static void thesis_expr(Rng *r, Text *t, unsigned vars) {
  text_add(t, "v%u", rng_below(r, vars));
  if (rng_one_in(r, 2)) text_add(t, " %c %u", "+-*"[rng_below(r, 3)], rng_below(r, 3));
}

static void thesis_statement(Rng *r, Text *t, unsigned vars, unsigned left) {
  unsigned x = rng_below(r, vars);
  switch (rng_below(r, left > 1 ? 6 : 4)) {
    case 0: text_add(t, "  v%u := %u\n", x, rng_below(r, 3)); break;
    case 1: text_add(t, "  v%u := ", x); thesis_expr(r, t, vars); text_add(t, "\n"); break;
    case 2: text_add(t, "  if v%u == %u\n", x, rng_below(r, 2)); break;
    case 3: text_add(t, "  cas(v%u, %u, %u)\n", x, rng_below(r, 2), rng_below(r, 3)); break;
    case 4:
      text_add(t, "  if v%u %s %u then {\n  ", x, rng_one_in(r, 2) ? "==" : "<", rng_below(r, 2));
      thesis_statement(r, t, vars, 1);
      text_add(t, "  } else {\n  ");
      thesis_statement(r, t, vars, 1);
      text_add(t, "  }\n");
      break;
    default: text_add(t, "  w := v%u\n  a[w %% 2] := w + %u\n", x, rng_below(r, 3)); break;
  }
}

void gen_thesis(uint64_t seed, Text *out) {
  Rng r = rng_new(seed ^ 0x7e515);
  unsigned vars = 1 + rng_below(&r, 2), copies = 2 + rng_below(&r, 2);
  text_add(out, "<\"random\" %u", copies + 1);
  for (unsigned i = 0; i < vars; i++) text_add(out, ", v%u 1 %u", i, rng_below(&r, 2));
  text_add(out, ", a 2, local w 1>\n[\n");
  thesis_statement(&r, out, vars, 2);
  text_add(out, "]\n<{%u\n[\n", copies);
  thesis_statement(&r, out, vars, 2);
  if (copies == 2 && rng_one_in(&r, 2)) text_add(out, "  v0 := $\n");
  text_add(out, "]\n}>\n");
}
