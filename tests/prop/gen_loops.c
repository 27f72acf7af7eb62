/* tests/prop/gen_loops.c -- see gen_loops.h. */
#include "tests/prop/gen_loops.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

typedef struct {
  Rng rng;
  Text body;
  char *used;
  unsigned vars, threads, thread;    /* thread: the one being written */
  unsigned range[3];                 /* values of each variable: 0 .. range-1 */
  unsigned depth, loops, indent;     /* of blocks, of loops among them */
  unsigned left;                     /* statements of this thread */
  bool locks, mail, crashes, spawned, apart;
  bool held[2];
} Gen;

#include "tests/prop/gen_int.h"

/* Which variable; threads may keep apart for the most. */
static unsigned var(Gen *g) { return g->apart && !one_in(g, 5) ? g->thread % g->vars : below(g, g->vars); }

/* Sometimes true and sometimes not. */
static Expr test(Gen *g) {
  unsigned x = var(g), n = g->range[x];
  if (one_in(g, 2)) return expr("x%u == %u", x, below(g, n));
  if (one_in(g, 2)) return expr("x%u != %u", x, below(g, n));
  return expr("x%u %s %u", x, one_in(g, 2) ? "<" : ">=", 1 + below(g, n - 1));
}

/* A value for x%u made of the local h, which is below 3, and constants. */
static Expr value(Gen *g, unsigned x) {
  if (one_in(g, 4)) return expr("h %% %u", g->range[x]);
  return expr("%u", below(g, g->range[x]));
}

static void statement(Gen *g);

static void block(Gen *g, unsigned most) {
  g->depth++;
  for (unsigned n = below(g, most + 1); n && g->left; n--) statement(g);
  g->depth--;
}

/* --- statements --- */

static void s_write(Gen *g) {
  unsigned x = var(g);
  switch (below(g, 3)) {
    case 0: line(g, "x%u := (x%u + 1) %% %u", x, x, g->range[x]); break;
    default: line(g, "x%u := %s", x, value(g, x).at);
  }
}

static void s_read(Gen *g) { line(g, "h := (h + x%u) %% 3", var(g)); }

static void s_atomic(Gen *g) {
  unsigned x = var(g), y = var(g);
  switch (below(g, 4)) {
    case 0: use(g, 'a'); line(g, "atomic { x%u := (x%u + 1) %% %u }", x, x, g->range[x]); break;
    case 1: use(g, 'a'); line(g, "atomic { if %s { x%u := %s } }", test(g).at, y, value(g, y).at); break;
    case 2: use(g, 'a'); use(g, 'w'); line(g, "atomic { await %s; x%u := %s }", test(g).at, y, value(g, y).at); break;
    default: line(g, "if cas(x%u, %u, %s) { h := 1 }", x, below(g, g->range[x]), value(g, x).at);
  }
}

static void s_await(Gen *g) {
  use(g, 'w');
  if (one_in(g, 3)) line(g, "await %s || %s", test(g).at, test(g).at);
  else line(g, "await %s", test(g).at);
}

/* Rarely left held, or taken where one holds the other. */
static void s_lock(Gen *g) {
  unsigned m = below(g, 2);
  if (!g->locks || g->held[m]) { s_write(g); return; }
  if (one_in(g, 4)) {
    use(g, 't');
    line(g, "if trylock(m%u) { x0 := %s; unlock(m%u) }", m, value(g, 0).at, m);
    return;
  }
  use(g, 'l');
  line(g, "lock(m%u)", m);
  g->held[m] = true;
  block(g, 2);
  g->held[m] = false;
  if (!one_in(g, 10)) line(g, "unlock(m%u)", m);
}

/* A round of a loop sends no more than it receives. */
static void s_mail(Gen *g) {
  unsigned to = below(g, g->threads);
  if (!g->mail) { s_read(g); return; }
  use(g, 'm');
  if (!g->loops && one_in(g, 2)) { line(g, "T%u ! A(%u)", to, below(g, 2)); return; }
  switch (below(g, 4)) {
    case 0: line(g, "receive { A(v) => { h := v } }"); break;
    case 1: line(g, "receive { A(v) => { h := v; T%u ! A(1 - v) } }", to); break;
    case 2: line(g, "receive { A(v) => { h := v } after => { h := 2 } }"); break;
    default: line(g, "receive { A(1) => { x0 := %s } after => { h := (h + 1) %% 3 } }", value(g, 0).at);
  }
}

static void s_if(Gen *g) {
  open(g, expr("if %s", test(g).at).at);
  block(g, 2);
  close(g);
  if (one_in(g, 2)) return;
  open(g, "else");
  block(g, 1);
  close(g);
}

static void s_choose(Gen *g) {
  use(g, 'c');
  unsigned x = var(g);
  if (one_in(g, 2)) line(g, "x%u := choose(0..%u)", x, g->range[x] - 1);
  else line(g, "if choose(bool) { x%u := %s }", x, value(g, x).at);
}

static void s_either(Gen *g) {
  use(g, 'i');
  for (unsigned i = 0; i < 2; i++) {
    open(g, i ? "or" : "either");
    if (one_in(g, 2)) line(g, "await %s", test(g).at);
    else if (g->locks && one_in(g, 4)) line(g, "lock(m0); unlock(m0)");
    block(g, 1);
    close(g);
  }
}

static void s_assert(Gen *g) {
  use(g, 's');
  if (one_in(g, 3)) line(g, "assert h != %u", below(g, 3));
  else line(g, "assert x%u != %u || h == %u", var(g), below(g, 3), below(g, 2));
}

static void leave(Gen *g) {
  if (one_in(g, 4)) line(g, "if %s { continue }; break", test(g).at);
  else line(g, "if %s { break }", test(g).at);
}

static void s_while(Gen *g) {
  if (one_in(g, 3)) {
    use(g, 'S');
    line(g, "while %s && %s { }", test(g).at, test(g).at);
    return;
  }
  use(g, 'W');
  open(g, expr("while %s", test(g).at).at);
  g->loops++;
  block(g, 3);
  if (one_in(g, 4)) leave(g);
  g->loops--;
  close(g);
}

static void s_loop(Gen *g) {
  use(g, 'L');
  open(g, "loop");
  g->loops++;
  if (one_in(g, 2)) s_read(g);
  else line(g, "x%u := %u", var(g), below(g, 2));
  block(g, 3);
  if (one_in(g, 5)) use(g, 'E');
  else leave(g);
  g->loops--;
  close(g);
}

static void s_rare(Gen *g) {
  switch (below(g, 3)) {
    case 0: use(g, 'u'); line(g, "assume %s", test(g).at); break;
    case 1:
      use(g, 'r');
      open(g, "critical c");
      g->depth += 4;                       /* nothing deep in it */
      block(g, 1);
      g->depth -= 4;
      close(g);
      break;
    default:
      if (g->loops || g->spawned) { s_read(g); break; }
      use(g, 'p');
      g->spawned = true;
      line(g, "pid p = spawn W(%u)", below(g, 2));
      if (one_in(g, 3)) line(g, "join p");
  }
}

static void statement(Gen *g) {
  if (g->left) g->left--;
  bool deep = g->depth > 2;
  switch (below(g, 22)) {
    case 0: case 1: case 2: s_write(g); break;
    case 3: case 4: s_read(g); break;
    case 5: case 6: s_atomic(g); break;
    case 7: s_await(g); break;
    case 8: case 9: s_lock(g); break;
    case 10: case 11: s_mail(g); break;
    case 12: s_choose(g); break;
    case 13: case 14: s_assert(g); break;
    case 15: if (deep) s_write(g); else s_if(g); break;
    case 16: if (deep) s_write(g); else s_either(g); break;
    case 17: case 18: if (deep) s_read(g); else s_while(g); break;
    case 19: case 20: if (deep || g->loops > 1) s_read(g); else s_loop(g); break;
    default: s_rare(g);
  }
}

/* --- the whole --- */

static void thread(Gen *g, unsigned k, bool daemon) {
  g->thread = k;
  open(g, expr("%sThread T%u", daemon ? "daemon " : "", k).at);
  line(g, "int h = 0");
  g->left = 2 + below(g, 4);
  if (daemon) {
    use(g, 'D');
    open(g, "loop");
    g->loops++;
    switch (g->mail ? below(g, 3) : 1 + below(g, 2)) {
      case 0: use(g, 'm'); line(g, "receive { A(v) => { x%u := v } }", var(g)); break;
      case 1: s_read(g); break;
      default: s_await(g); line(g, "x%u := %u", var(g), below(g, 2));
    }
    block(g, 2);
    g->loops--;
    close(g);
  } else {
    while (g->left) statement(g);
    if (!one_in(g, 3)) line(g, "out[%u] := h", k);
  }
  close(g);
}

/* Whatever the others do. A reduction may not wait until it is done. */
static void spinner(Gen *g, unsigned k) {
  use(g, 'E');
  open(g, expr("%sThread T%u", one_in(g, 2) ? "daemon " : "", k).at);
  if (one_in(g, 2)) line(g, "loop { own := 1 - own }");
  else line(g, "while own < 2 { own := (own + 1) %% 2 }");
  close(g);
}

static void properties(Gen *g, Text *out) {
  g->apart = false;
  if (g->crashes) { use(g, 'k'); text_add(out, "fault crash T%u%s\n", below(g, g->threads), one_in(g, 2) ? " <= 1" : ""); }
  if (one_in(g, 5)) { use(g, 'v'); text_add(out, "invariant inv: %s || %s\n", test(g).at, test(g).at); }
  if (one_in(g, 5)) { use(g, 'v'); text_add(out, "cover cov: %s && %s\n", test(g).at, test(g).at); }
  if (one_in(g, 4)) { use(g, 'f'); text_add(out, "finally { assert %s || out[0] == %u }\n", test(g).at, below(g, 3)); }
}

static void draw(Gen *g, uint64_t seed, char *used) {
  memset(g, 0, sizeof *g);
  memset(used, 0, 32);
  g->rng = rng_new(seed);
  g->used = used;
  g->vars = 1 + below(g, 3);
  g->threads = 2 + below(g, 2);
  g->apart = one_in(g, 2);
  g->locks = one_in(g, 2);
  g->mail = one_in(g, 3);
  g->crashes = one_in(g, 8);
  for (unsigned i = 0; i < 3; i++) g->range[i] = 2 + below(g, 2);
  bool daemon = one_in(g, 4);
  unsigned spins = one_in(g, 8) ? below(g, g->threads) : g->threads;
  for (unsigned k = 0; k < g->threads; k++) {
    if (k == spins) spinner(g, k);
    else thread(g, k, daemon && k == g->threads - 1);
  }
}

/* Without a loop it is drawn again. */
void gen_loops(uint64_t seed, Text *out, char *used) {
  Gen g;
  uint64_t tries = 0;
  for (draw(&g, seed, used); !strpbrk(used, "WSLDE"); draw(&g, seed << 20 | tries, used), tries++) text_free(&g.body);
  text_add(out, "// seed %llu\n", (unsigned long long)seed);
  for (unsigned i = 0; i < g.vars; i++) text_add(out, "int x%u = %u\n", i, below(&g, 2));
  text_add(out, "int own\nint[3] out\nmutex m0, m1\nmessage A(int v)\n");
  text_bytes(out, g.body.at, g.body.len);
  if (g.spawned) text_add(out, "Thread(int v) W {\n  while x0 == v {\n    x0 := (x0 + 1) %% %u\n  }\n}\n", g.range[0]);
  properties(&g, out);
  text_free(&g.body);
}
