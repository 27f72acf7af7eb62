/* tests/prop/gen_wide.c -- see gen_wide.h. Variables, mutexes, mailboxes and queues are numbered like threads; thread k uses those of
 * k and of its neighbour, which a replicated thread finds by its index. */
#include "tests/prop/gen_wide.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

typedef struct {
  Rng rng;
  Text body;
  char *used;
  unsigned threads, thread, indent;
  bool replicated;
  const char *kinds;             /* letters of statements */
} Gen;

#include "tests/prop/gen_int.h"

/* The place of thread k itself, or D further on the ring. */
static Expr place(const Gen *g, unsigned d) {
  if (!g->replicated) return expr("%u", (g->thread + d) % g->threads);
  return d ? expr("(i + %u) %% %u", d, g->threads) : expr("i");
}

static Expr near(Gen *g) { return place(g, one_in(g, 8) ? below(g, g->threads) : below(g, 2)); }
static Expr thread_at(const Gen *g, unsigned d) { return g->replicated ? expr("P[%s]", place(g, d).at) : expr("T%s", place(g, d).at); }
static Expr test(Gen *g) { return expr("x[%s] %s %u", near(g).at, one_in(g, 3) ? "!=" : "==", below(g, 3)); }

static void s_memory(Gen *g) {
  switch (below(g, 6)) {
    case 0: case 1: line(g, "x[%s] := %u", near(g).at, below(g, 3)); break;
    case 2: line(g, "h := h * 3 + x[%s]", near(g).at); break;
    case 3: line(g, "x[%s] += 1", near(g).at); break;
    case 4: line(g, "h := h * 3 + fetch_add(x[%s], %u)", near(g).at, 1 + below(g, 2)); break;
    default: line(g, "if cas(x[%s], %u, %u) { h := h + 1 }", near(g).at, below(g, 2), 1 + below(g, 2));
  }
}

/* In either order, and rarely left held. */
static void s_lock_pair(Gen *g) {
  unsigned first = below(g, 2);
  Expr a = place(g, first), b = place(g, 1 - first);
  line(g, "lock(m[%s]); lock(m[%s])", a.at, b.at);
  if (one_in(g, 2)) s_memory(g);
  line(g, "unlock(m[%s])", b.at);
  if (!one_in(g, 8)) line(g, "unlock(m[%s])", a.at);
}

static void s_trylock(Gen *g) {
  Expr a = near(g);
  line(g, "if trylock(m[%s]) { x[%s] := 1; unlock(m[%s]) } else { h := h * 3 + 2 }", a.at, near(g).at, a.at);
}

static void s_await(Gen *g) {
  if (one_in(g, 3)) line(g, "atomic { await %s; x[%s] := %u }", test(g).at, near(g).at, below(g, 3));
  else if (one_in(g, 2)) line(g, "await %s || %s", test(g).at, test(g).at);
  else line(g, "await %s", test(g).at);
}

static void s_choose(Gen *g) {
  if (one_in(g, 2)) line(g, "x[%s] := choose(0..1)", near(g).at);
  else line(g, "if choose(bool) { x[%s] := %u }", near(g).at, below(g, 3));
}

/* Choices of one event that touch different things, or wait for them. */
static void s_guarded_choice(Gen *g) {
  switch (below(g, 4)) {
    case 0: line(g, "atomic { if choose(bool) { x[%s] := 1 } else { x[%s] := 2 } }", place(g, 0).at, place(g, 1).at); break;
    case 1: line(g, "atomic { if choose(bool) { await %s; h := h + 1 } else { x[%s] := 2 } }", test(g).at, near(g).at); break;
    case 2: line(g, "atomic { either { await %s; h := h + 1 } or { await %s; x[%s] := 2 } or { h := h * 3 } }", test(g).at, test(g).at, near(g).at); break;
    default: line(g, "atomic { if %s { lock(m[%s]) } else { h := h + choose(0..1) } }", test(g).at, near(g).at);
  }
}

static void s_either(Gen *g) {
  Text t = { 0 };
  unsigned n = 2 + below(g, 2);
  for (unsigned i = 0; i < n; i++) {
    text_add(&t, "%s { ", i ? " or" : "either");
    switch (below(g, 5)) {
      case 0: text_add(&t, "lock(m[%s]); h := h + 1", near(g).at); break;
      case 1: text_add(&t, "x[%s] := %u", near(g).at, below(g, 3)); break;
      case 2: text_add(&t, "await %s", test(g).at); break;
      case 3: text_add(&t, "atomic { await %s; h := h + 1 }", test(g).at); break;
      default: text_add(&t, "if %s { h := h + 2 }", test(g).at);
    }
    text_add(&t, " }");
  }
  line(g, "%s", t.at);
  text_free(&t);
}

static void s_mail(Gen *g) {
  switch (below(g, 4)) {
    case 0: line(g, "receive { A(v) => { h := h * 3 + v } }"); break;
    case 1: line(g, "receive { A(1) => { h := h + 1 } B() => { x[%s] := 1 } }", near(g).at); break;
    default: line(g, "%s ! %s", thread_at(g, 1 + below(g, 2)).at, one_in(g, 3) ? "B()" : one_in(g, 2) ? "A(1)" : "A(0)");
  }
}

static void s_after(Gen *g) { line(g, "receive { A(v) => { h := h * 3 + v } after => { h := h * 3 + 2 } }"); }
static void s_join(Gen *g) { line(g, "join %s", thread_at(g, 1).at); }
static void s_critical(Gen *g) { line(g, "critical c { x[%s] := %u }", near(g).at, below(g, 3)); }
static void s_assert(Gen *g) { line(g, "assert %s || h != %u", test(g).at, below(g, 3)); }

static void s_branch(Gen *g) {
  line(g, "if %s {", test(g).at);
  s_memory(g);
  line(g, "} else {");
  if (one_in(g, 2)) s_lock_pair(g);
  line(g, "}");
}

static void s_queue(Gen *g) {
  switch (below(g, 3)) {
    case 0: line(g, "if len(q[%s]) > 0 { h := h * 3 + pop(q[%s]) }", place(g, 0).at, place(g, 0).at); break;
    case 1: line(g, "atomic { await len(q[%s]) > 0; h := h * 3 + pop(q[%s]) }", place(g, 0).at, place(g, 0).at); break;
    default: line(g, "push(q[%s], h)", near(g).at);
  }
}

static const struct { char letter; void (*make)(Gen *g); } makers[] = {
  { 'a', s_memory }, { 'l', s_lock_pair }, { 't', s_trylock }, { 'w', s_await }, { 'c', s_choose }, { 'g', s_guarded_choice }, { 'i', s_either },
  { 's', s_mail }, { 'e', s_after }, { 'j', s_join }, { 'm', s_critical }, { 'b', s_branch }, { 'u', s_assert }, { 'q', s_queue },
};

/* One of the kinds of this program; memory every third time, for the others to meet. */
static void statement(Gen *g) {
  char c = one_in(g, 3) ? 'a' : g->kinds[below(g, (unsigned)strlen(g->kinds))];
  for (size_t i = 0; i < sizeof makers / sizeof *makers; i++) {
    if (makers[i].letter != c) continue;
    use(g, c);
    makers[i].make(g);
    return;
  }
}

static void body(Gen *g, unsigned most) {
  if (g->replicated) text_add(&g->body, "Thread(i in 0..%u) P {\n", g->threads - 1);
  else text_add(&g->body, "Thread T%u {\n", g->thread);
  line(g, "int h = 0");
  for (unsigned n = 1 + below(g, most); n; n--) statement(g);
  if (one_in(g, 2)) line(g, "out[%s] := h", place(g, 0).at);
  text_add(&g->body, "}\n");
}

static void rest(Gen *g, Text *out) {
  if (one_in(g, g->replicated ? 2 : 6)) {
    use(g, 'k');
    if (g->replicated) text_add(out, "fault crash P");
    else text_add(out, "fault crash T%u", below(g, g->threads));
    if (!one_in(g, 4)) text_add(out, " <= %u", 1 + below(g, 2));
    text_add(out, "\n");
  }
  if (one_in(g, 3)) {
    use(g, 'v');
    text_add(out, "invariant inv: x[0] != 2 || x[1] != %u\n", below(g, 3));
    for (unsigned i = 0; i < 4; i++) text_add(out, "cover c%u: x[%u] == %u && x[%u] == %u\n", i, i % 3, 1 + below(g, 2), (i + 1) % 3, below(g, 3));
  }
  if (one_in(g, 3)) text_add(out, "finally { assert x[0] + out[1] != %u }\n", below(g, 4));
}

void gen_wide(uint64_t seed, Text *out, char *used) {
  static const char *const kinds[] = { "l", "lt", "w", "wl", "c", "g", "gw", "i", "il", "s", "se", "sj", "jw", "m", "b", "bl", "u", "q", "ltwcgisejmbuq" };
  Gen g;
  memset(&g, 0, sizeof g);
  memset(used, 0, 32);
  g.rng = rng_new(seed);
  g.indent = 1;
  g.used = used;
  g.threads = 3 + below(&g, 3);
  g.kinds = kinds[below(&g, sizeof kinds / sizeof *kinds)];
  g.replicated = one_in(&g, 4);
  if (g.replicated) use(&g, 'P');
  unsigned most = g.threads == 3 ? 3 : g.threads == 4 ? 2 : 1 + one_in(&g, 3);
  for (unsigned k = 0; k < (g.replicated ? 1 : g.threads); k++) {
    g.thread = k;
    body(&g, most);
  }
  text_add(out, "// seed %llu\nint[%u] x\nint[%u] out\nmutex[%u] m\nqueue<int>[%u] q\nmessage A(int v), B()\n", (unsigned long long)seed, g.threads,
           g.threads, g.threads, g.threads);
  text_bytes(out, g.body.at, g.body.len);
  rest(&g, out);
  text_free(&g.body);
}
