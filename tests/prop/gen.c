/* tests/prop/gen.c -- see gen.h. A program is made of statements drawn from the letters until each thread's event
 * budget is used up; if the estimate of interleavings is too high it is drawn again with a smaller budget. */
#include "tests/prop/gen.h"
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { MAX_COSTS = 10, LOG_EVENT = 1 };
static const double max_log2_runs = 13.5;      /* about 12,000 runs */

typedef struct {
  Rng rng;
  const char *letters;
  Text body;                     /* threads; declarations follow from `used` */
  char used[64];
  unsigned nx;                   /* shared integers x0.. */
  unsigned nthreads;             /* static ones */
  unsigned thread;               /* being written: below nthreads, or MAX_COSTS when the body of a spawned thread */
  bool replicated, library;
  unsigned cost[MAX_COSTS], ncost;
  double log2_choices;
  unsigned names;                /* fresh locals */
  unsigned depth, indent;
  char want[4], sent[4];         /* per thread: message its last receive takes, or that was sent to it, still unmatched */
  unsigned child_slots;
  unsigned limit;                /* deepest nesting now */
} Gen;

#include "tests/prop/gen_int.h"

static bool has(const Gen *g, char c) { return strchr(g->letters, c) != NULL; }
static void log_value(Gen *g, const char *e) { line(g, "h := h * 5 + (%s)", e); }
static void choices(Gen *g, double n) { g->log2_choices += log2(n); }

static Expr thread_name(const Gen *g, unsigned k) { return g->replicated ? expr("P[%u]", k) : expr("T%u", k); }

/* A shared integer whose address costs no event. */
static Expr shared(Gen *g) {
  if (has(g, 'z') && one_in(g, 4)) { use(g, 'z'); return expr("z.%c", one_in(g, 2) ? 'a' : 'b'); }
  if (has(g, 'y') && one_in(g, 4)) { use(g, 'y'); return expr("arr[%u]", below(g, 2)); }
  return expr("x%u", below(g, g->nx));
}

static Expr constant(Gen *g) {
  static const char *const big[] = { "1073741823", "1073741824", "4611686018427387904", "-9223372036854775808",
                                     "18446744073709551616", "-1073741825", "340282366920938463463374607431768211456" };
  if (has(g, 'B') && one_in(g, 2)) { use(g, 'B'); return expr("%s", big[below(g, 7)]); }
  return expr("%u", below(g, 3));
}

/* A value made of locals and constants only. */
static Expr local_value(Gen *g) {
  switch (below(g, 4)) {
    case 0: return expr("h");
    case 1: return expr("h + %s", constant(g).at);
    case 2: if (has(g, 'B')) { use(g, 'B'); return expr("h * %s", constant(g).at); } /* fall through */
    default: return constant(g);
  }
}

static Expr test(Gen *g) {
  static const char *const op[] = { "==", "!=", "<", ">", "<=", ">=" };
  return expr("%s %s %u", shared(g).at, op[one_in(g, 2) ? 0 : below(g, 6)], below(g, 3));
}

static unsigned statement(Gen *g, unsigned left);

/* A block body of at most LEFT events. */
static unsigned inner(Gen *g, unsigned left) {
  unsigned cost = 0;
  g->depth++;
  if (left == 0 || g->depth > g->limit || one_in(g, 4)) line(g, "h := h + %u", 1 + below(g, 3));
  else cost = statement(g, left);
  g->depth--;
  return cost;
}

static unsigned inner_block(Gen *g, const char *head, unsigned left) {
  open(g, head);
  unsigned cost = inner(g, left);
  close(g);
  return cost;
}

/* Memory. */
static unsigned s_read(Gen *g, unsigned left) {
  if (left >= 2 && one_in(g, 3)) {
    log_value(g, expr("%s - %s", shared(g).at, shared(g).at).at);
    return 2;
  }
  log_value(g, shared(g).at);
  return 1;
}

static unsigned s_write(Gen *g, unsigned left) {
  Expr x = shared(g);
  switch (left >= 2 ? below(g, 4) : 0) {
    case 1: line(g, "%s := %s + 1", x.at, x.at); return 2;
    case 2: line(g, "%s %s %s", x.at, one_in(g, 2) ? "+=" : "-=", local_value(g).at); return 2;
    case 3: line(g, "%s := %s", x.at, shared(g).at); return 2;
    default: line(g, "%s := %s", x.at, local_value(g).at); return 1;
  }
}

static unsigned s_cas(Gen *g, unsigned left) {
  Expr head = expr("if cas(%s, %s, %s)", shared(g).at, constant(g).at, local_value(g).at);
  return 1 + inner_block(g, head.at, left - 1);
}

static unsigned s_rmw(Gen *g, unsigned left) {
  (void)left;
  log_value(g, expr("%s(%s, %s)", one_in(g, 2) ? "fetch_add" : "swap", shared(g).at, local_value(g).at).at);
  return 1;
}

static unsigned send(Gen *g);
static unsigned s_atomic(Gen *g, unsigned left) {
  (void)left;
  open(g, "atomic");
  switch (below(g, 9)) {
    case 5: if (has(g, 'l')) { use(g, 'l'); line(g, "if trylock(m0) { %s := %s; unlock(m0) } else { h := h + 1 }", shared(g).at, constant(g).at); break; } /* fall through */
    case 6: if (has(g, 's')) { use(g, 's'); line(g, "%s := 1", shared(g).at); send(g); break; } /* fall through */
    case 7: if (has(g, 'i')) { use(g, 'i'); choices(g, 2); line(g, "either { %s := h } or { await %s; h := h + 2 }", shared(g).at, test(g).at); break; } /* fall through */
    case 8: if (has(g, 'j')) { use(g, 'j'); line(g, "%s := %s; join %s", shared(g).at, constant(g).at, thread_name(g, below(g, g->nthreads)).at); break; } /* fall through */
    case 0:
      open(g, expr("if %s", test(g).at).at);
      line(g, "%s := %s", shared(g).at, local_value(g).at);
      close(g);
      break;
    case 1:
      line(g, "if %s { %s := %s } else { h := h * 3 + %s }", test(g).at, shared(g).at, constant(g).at, shared(g).at);
      break;
    case 2:
      line(g, "int t%u = %s", g->names, shared(g).at);
      line(g, "%s := t%u + %s", shared(g).at, g->names++, local_value(g).at);
      break;
    case 3:
      log_value(g, shared(g).at);
      line(g, "assert %s != %u", shared(g).at, 1 + below(g, 3));
      line(g, "%s := %s", shared(g).at, constant(g).at);
      break;
    default:
      if (has(g, 'h')) {
        use(g, 'h');
        line(g, "if choose(bool) { %s := choose(0..1) } else { %s := %s }", shared(g).at, shared(g).at, constant(g).at);
        choices(g, 3);
      } else {
        line(g, "for k in 0..1 { %s := %s + k }", shared(g).at, shared(g).at);
      }
  }
  close(g);
  return 1;
}

static unsigned s_array(Gen *g, unsigned left) {
  Expr index = one_in(g, 5) ? expr("x0") : expr("x%u %% 2", below(g, g->nx));
  if (left < 2) { log_value(g, expr("arr[h %% 2]").at); return 1; }
  switch (below(g, left >= 3 ? 3 : 2)) {
    case 0: log_value(g, expr("arr[%s]", index.at).at); return 2;
    case 1: line(g, "arr[%s] := %s", index.at, local_value(g).at); return 2;
    default: line(g, "arr[%s] += 1", index.at); return 3;
  }
}

static unsigned s_record(Gen *g, unsigned left) {
  unsigned t = g->names++;
  switch (below(g, 5)) {
    case 0: line(g, "R t%u = z", t); break;
    case 1: line(g, "z := R(%s, %s)", local_value(g).at, constant(g).at); return 1;
    case 2:
      return 1 + inner_block(g, expr("if cas(z, R(0, 0), R(%s, %u))", local_value(g).at, below(g, 3)).at, left - 1);
    case 3: line(g, "R t%u = swap(z, R(1, %s))", t, constant(g).at); break;
    default: log_value(g, expr("z.%c", one_in(g, 2) ? 'a' : 'b').at); return 1;
  }
  log_value(g, expr("t%u.a + 2 * t%u.b", t, t).at);
  return 1;
}

/* Locks. */
static unsigned s_lock(Gen *g, unsigned left) {
  unsigned m = below(g, 2), cost = 2;
  if (left < 2 || one_in(g, 8)) {                               /* left held */
    line(g, "lock(m%u)", m);
    return 1;
  }
  if (one_in(g, 24)) { line(g, "unlock(m%u)", m); return 1; }   /* R0004 unless held */
  line(g, "lock(m%u)", m);
  if (left >= 4 && one_in(g, 2)) {
    line(g, "lock(m%u)", 1 - m);
    cost += 2 + inner(g, left - 4);
    line(g, "unlock(m%u)", 1 - m);
  } else {
    cost += inner(g, left - 2);
  }
  line(g, "unlock(m%u)", m);
  return cost;
}

static unsigned s_trylock(Gen *g, unsigned left) {
  unsigned m = below(g, 2), cost = 1;
  open(g, expr("if trylock(m%u)", m).at);
  if (left >= 2 && !one_in(g, 4)) {
    cost += 1 + inner(g, left - 2);
    line(g, "unlock(m%u)", m);
  }
  close(g);
  if (one_in(g, 2)) line(g, "else { h := h * 5 + 4 }");
  return cost;
}

/* Messages. Half of the time a send serves the latest receive of its target and the other way round. */
static Expr message(Gen *g, char kind) {
  if (!kind) kind = "AAABC"[below(g, 5)];
  if (kind == 'B') return expr("B()");
  if (kind == 'C') return expr("C(%u, self)", below(g, 2));
  return one_in(g, 4) ? expr("A(%s)", local_value(g).at) : expr("A(%u)", below(g, 3));
}

static unsigned clause_of(Gen *g, unsigned left, char kind, bool in_branch) {
  static const char *const on_a[] = { "A(v) => { h := h * 5 + v }", "A(_) => { h := h * 5 + 1 }", "A(v) => { h := h * 7 + v }",
                                      "A(1) => { h := h * 5 + 2 }", "A(v) when v > 0 => { h := h * 5 + v }",
                                      "A(v) when v != h => { h := h * 7 + v }", "A(=h) => { h := h * 5 + 4 }" };
  if (kind == 'B') { line(g, "B() => { h := h * 5 + 3 }"); return 0; }
  if (kind == 'C' && (left < 1 || one_in(g, 3))) { line(g, "C(%s, _) => { h := h + 9 }", one_in(g, 2) ? "0" : "w"); return 0; }
  if (kind == 'C') { line(g, "C(v, who) => { h := h * 5 + v; who ! B() }"); return 1; }
  if (left >= 1 && !in_branch && one_in(g, 6)) { line(g, "A(=x%u) => { h := h * 5 + 6 }", below(g, g->nx)); return 1; }
  line(g, "%s", on_a[below(g, 7)]);
  return 0;
}

/* IN_BRANCH: begins a branch of an either, where patterns may not read shared data. */
static unsigned receive(Gen *g, unsigned left, bool after, bool in_branch) {
  unsigned cost = 1, n = 1 + below(g, 2), me = g->thread;
  char due = me < g->nthreads ? g->sent[me] : 0;
  open(g, "receive");
  for (unsigned i = 0; i < n; i++) {
    char kind = i == 0 && due && !one_in(g, 4) ? due : "AAABC"[below(g, 5)];
    if (i == 0 && me < g->nthreads) { g->want[me] = due ? 0 : kind; g->sent[me] = 0; }
    cost += clause_of(g, left > cost ? left - cost : 0, kind, in_branch);
  }
  if (after && left > cost && one_in(g, 2)) {
    open(g, "after =>");
    cost += inner(g, left - cost);
    close(g);
  } else if (after) {
    line(g, "after => { h := h * 5 + 2 }");
  }
  close(g);
  return cost;
}

static unsigned send(Gen *g) {
  unsigned to = below(g, g->nthreads);
  for (unsigned k = 0; k < g->nthreads; k++)
    if (g->want[k] && !one_in(g, 3)) to = k;
  char kind = one_in(g, 4) ? 0 : g->want[to];
  Expr m = message(g, kind);
  g->sent[to] = g->want[to] ? 0 : m.at[0];
  g->want[to] = 0;
  if (has(g, 'd')) choices(g, 1.5);
  line(g, "%s ! %s", thread_name(g, to).at, m.at);
  return 1;
}

static unsigned s_mail(Gen *g, unsigned left) {
  if (has(g, 'd')) use(g, 'd');
  return below(g, 5) < 3 ? send(g) : receive(g, left, false, false);
}

static unsigned s_after(Gen *g, unsigned left) { return one_in(g, 2) ? send(g) : receive(g, left, true, false); }

/* Threads. */
static unsigned s_join(Gen *g, unsigned left) {
  (void)left;
  unsigned k = below(g, g->nthreads);
  if (k == g->thread) k = (k + 1) % g->nthreads;
  line(g, "join %s", thread_name(g, k).at);
  return 1;
}

static unsigned s_spawn(Gen *g, unsigned left) {
  if (g->thread >= g->nthreads || g->ncost >= 5 || g->child_slots >= 2) return s_read(g, left);
  unsigned p = g->names++, slot = 4 + g->child_slots++;
  g->ncost++;                                       /* its cost is filled in once the body is written */
  line(g, "pid p%u = spawn W(%u, %s)", p, slot, local_value(g).at);
  if (left >= 2 && one_in(g, 2)) { line(g, "join p%u", p); return 2; }
  if (left >= 2 && has(g, 's') && one_in(g, 2)) { line(g, "p%u ! A(1)", p); return 2; }
  return 1;
}

/* Choice. */
static unsigned s_choose(Gen *g, unsigned left) {
  switch (below(g, left >= 2 ? 3 : 2)) {
    case 0: choices(g, 2); return 1 + inner_block(g, "if choose(bool)", left - 1);
    case 1: choices(g, 3); log_value(g, "choose(0..2)"); return 1;
    default: choices(g, 2); log_value(g, expr("choose(0..%s)", shared(g).at).at); return 2;
  }
}

static unsigned s_set_choice(Gen *g, unsigned left) {
  (void)left;
  use(g, 'q');
  choices(g, 2);
  switch (below(g, 3)) {
    case 0: line(g, "add(st, %u)", below(g, 3)); return 1;
    case 1: line(g, "atomic { int t%u = choose(st); remove(st, t%u); h := h * 5 + t%u }", g->names, g->names, g->names); g->names++; return 1;
    default: log_value(g, "choose(st)"); return 1;
  }
}

static unsigned branch_start(Gen *g, unsigned left) {
  switch (below(g, 7)) {
    case 6: if (has(g, 'j')) { use(g, 'j'); line(g, "join %s", thread_name(g, below(g, g->nthreads)).at); return 0; } /* fall through */
    case 0: line(g, "await %s", test(g).at); return 0;
    case 1: if (has(g, 'l')) { use(g, 'l'); line(g, "lock(m%u)", below(g, 2)); return 0; } /* fall through */
    case 2: if (has(g, 's')) { use(g, 's'); return receive(g, left, false, true) - 1; } /* fall through */
    case 3: line(g, "atomic { await %s; %s := %s }", test(g).at, shared(g).at, local_value(g).at); return 0;
    default: line(g, "h := h * 5 + %u", below(g, 4)); return 0;
  }
}

static unsigned s_either(Gen *g, unsigned left) {
  unsigned n = 2 + below(g, 2), most = 0;
  for (unsigned i = 0; i < n; i++) {
    open(g, i ? "or" : "either");
    unsigned cost = branch_start(g, left - 1);
    if (left > cost + 1) cost += inner(g, left - 1 - cost);
    close(g);
    if (cost > most) most = cost;
  }
  choices(g, n);
  return 1 + most;
}

static unsigned s_branch(Gen *g, unsigned left) {
  unsigned a = inner_block(g, expr("if %s", test(g).at).at, left - 1), b = 0;
  if (one_in(g, 2)) b = inner_block(g, "else", left - 1);
  return 1 + (a > b ? a : b);
}

/* Guards. */
static unsigned s_guard(Gen *g, unsigned left) {
  switch (below(g, 13)) {
    case 0: case 1: case 10: case 11: line(g, "await %s", test(g).at); return 1;
    case 2: line(g, "await %s %s %s", test(g).at, one_in(g, 2) ? "&&" : "||", test(g).at); return 1;
    case 3: line(g, "atomic { await %s; %s := %s }", test(g).at, shared(g).at, local_value(g).at); return 1;
    case 4: line(g, "atomic { if %s { await %s } %s := %s }", test(g).at, test(g).at, shared(g).at, constant(g).at); return 1;
    case 5: line(g, "while x%u == %u { }", below(g, g->nx), below(g, 2)); return 1;
    case 6: g->library = true; line(g, "up(s0)"); return 1;
    case 7: g->library = true; line(g, "down(s0)"); return 1;
    case 8: if (has(g, 'l')) { use(g, 'l'); line(g, "atomic { lock(m0); %s := %s; unlock(m0) }", shared(g).at, constant(g).at); return 1; } /* fall through */
    default:
      if (left < 4 || !has(g, 'l')) { line(g, "%s := %s", shared(g).at, constant(g).at); return 1; }
      g->library = true;
      use(g, 'l');
      if (one_in(g, 2)) { line(g, "lock(m0); wait(c0, m0); unlock(m0)"); return 5; }
      choices(g, 2);
      line(g, "lock(m0); %s(c0); unlock(m0)", one_in(g, 2) ? "signal" : "broadcast");
      return 3;
  }
}

static unsigned s_assume(Gen *g, unsigned left) {
  (void)left;
  line(g, "assume %s", test(g).at);
  return 1;
}

static unsigned s_critical(Gen *g, unsigned left) {
  if (left < 2) return s_read(g, left);
  return 2 + inner_block(g, expr("critical cs%u", below(g, 2)).at, left - 2);
}

/* Queues and sets. */
static unsigned s_queue(Gen *g, unsigned left) {
  switch (below(g, left >= 2 ? 11 : 8)) {
    case 0: case 1: line(g, "push(q, %s)", local_value(g).at); return 1;
    case 2: log_value(g, "pop(q)"); return 1;                   /* R0003 when empty */
    case 3: log_value(g, "len(q)"); return 1;
    case 4: line(g, "add(st, %s)", local_value(g).at); return 1;
    case 5: line(g, "remove(st, %u)", below(g, 3)); return 1;
    case 6: line(g, "if contains(st, %u) { h := h * 5 + 1 }", below(g, 3)); return 1;
    case 7: line(g, "clear(%s)", one_in(g, 2) ? "q" : "st"); return 1;
    case 8: line(g, "if len(q) > 0 { h := h * 5 + %s(q) }", one_in(g, 2) ? "pop" : "head"); return 2;
    case 9: line(g, "push(q, len(st))"); return 2;
    default: line(g, "if head(q) == pop(q) { h := h + 1 }"); return 2;
  }
}

/* Functions: declared by prelude(). */
static unsigned s_call(Gen *g, unsigned left) {
  Expr x = shared(g);
  switch (below(g, left >= 3 ? 8 : 5)) {
    case 0: line(g, "put(%s, %s)", x.at, local_value(g).at); return 1;
    case 1: log_value(g, expr("pick(%u)", below(g, 2)).at); return 1;
    case 2: log_value(g, expr("rec(%u)", below(g, 3)).at); return 1;
    case 3: line(g, "both(%s, %s)", x.at, shared(g).at); return 1;
    case 4: log_value(g, expr("twice(%s) + %s", constant(g).at, x.at).at); return 1;
    case 5: log_value(g, expr("bump(%s, %s)", x.at, local_value(g).at).at); return 3;
    case 6:
      use(g, 'y');
      line(g, "put(arr[x%u %% 2], %s)", below(g, g->nx), local_value(g).at);
      return 2;
    default: use(g, 'm'); log_value(g, expr("early(%s)", local_value(g).at).at); return 3;
  }
}

static unsigned s_loop(Gen *g, unsigned left) {
  unsigned i = g->names++;
  if (left < 2) return s_read(g, left);
  if (left < 4 || one_in(g, 2)) {
    unsigned times = 2 + below(g, 2);
    if (times > left) times = 2;
    open(g, expr("for i%u in 1..%u", i, times).at);
    unsigned cost = inner(g, left / times);
    if (cost == 0) { line(g, "h := h * 5 + x0 + i%u", i); cost = 1; }
    close(g);
    return cost * times;
  }
  line(g, "int n%u = 0", i);
  open(g, expr("while n%u < 2 && %s", i, test(g).at).at);
  line(g, "n%u := n%u + 1", i, i);
  unsigned cost = inner(g, (left - 2) / 2);
  if (one_in(g, 3)) line(g, "if h > 9 { %s }", one_in(g, 2) ? "break" : "continue");
  close(g);
  return 2 + 2 * cost;
}

/* Rarer corners of the language, declared by prelude_objects(). */
static unsigned s_extra(Gen *g, unsigned left) {
  switch (below(g, left >= 2 ? 19 : 13)) {
    case 0: line(g, "color := %s", one_in(g, 2) ? "Green" : "Blue"); return 1;
    case 1: line(g, "if color == Green { h := h * 5 + 2 }"); return 1;
    case 2: line(g, "ready := !ready"); return 2;
    case 3: line(g, "peer := %s", one_in(g, 2) ? "self" : thread_name(g, below(g, g->nthreads)).at); return 1;
    case 4: line(g, "if peer == self { h := h * 5 + 3 }"); return 1;
    case 5: log_value(g, expr("100 / %s", shared(g).at).at); return 1;       /* R0001 */
    case 6: line(g, "if %s { exit }", test(g).at); return 1;
    case 7: line(g, "_ := %s", shared(g).at); return 1;
    case 8: line(g, "crowd[%u].v[%u] := %s", below(g, 2), below(g, 2), local_value(g).at); return 1;
    case 9: { unsigned t = g->names++; line(g, "Part t%u = crowd[h %% 2]; h := h * 5 + t%u.v[1] + t%u.n", t, t, t); return 1; }
    case 10: line(g, "if cas(crowd[0].v, [0, 0], [h, 1]) { h := h + 1 }"); return 1;
    case 11: line(g, "push(crowd[%u].q, Pair(h, %s))", below(g, 2), one_in(g, 2) ? "Green" : "Red"); return 1;
    case 12: log_value(g, "self_value(h)"); return 1;
    case 13: line(g, "if %s || %s { h := h + 3 }", test(g).at, test(g).at); return 2;
    case 14: log_value(g, "(x0 - 7) % 3 + x0 / 2"); return 2;
    case 15: line(g, "if exists(k in 0..1 : x0 == k) { h := h + 2 }"); return 2;
    case 16: line(g, "if len(crowd[0].q) > 0 { h := h * 5 + head(crowd[0].q).k }"); return 2;
    case 17: line(g, "crowd[0] := crowd[1]"); return 2;
    default: if (has(g, 's')) { use(g, 's'); line(g, "peer ! B()"); } else line(g, "join peer"); return 2;
  }
}

static unsigned s_assert(Gen *g, unsigned left) {
  (void)left;
  if (one_in(g, 2)) { line(g, "assert %s, \"seen\"", test(g).at); return 1; }
  line(g, "assert h != %u", below(g, 12));
  return 0;
}

typedef unsigned (*Maker)(Gen *g, unsigned left);
static const struct { char letter; Maker make; } makers[] = {
  { 'r', s_read }, { 'w', s_write }, { 'c', s_cas }, { 'f', s_rmw }, { 'a', s_atomic }, { 'l', s_lock }, { 't', s_trylock },
  { 's', s_mail }, { 'e', s_after }, { 'j', s_join }, { 'p', s_spawn }, { 'h', s_choose }, { 'b', s_branch }, { 'y', s_array },
  { 'u', s_assume }, { 'g', s_guard }, { 'i', s_either }, { 'm', s_critical }, { 'q', s_queue }, { 'x', s_set_choice },
  { 'n', s_call }, { 'o', s_loop }, { 'z', s_record }, { 'E', s_extra },
};
enum { NMAKERS = sizeof makers / sizeof *makers };

/* One statement of at most LEFT >= 1 events; returns its events. */
static unsigned statement(Gen *g, unsigned left) {
  if (one_in(g, 14)) return s_assert(g, left);
  for (unsigned tries = 0; tries < 200; tries++) {
    unsigned k = below(g, NMAKERS);
    if (!has(g, makers[k].letter)) continue;
    use(g, makers[k].letter);
    return makers[k].make(g, left);
  }
  return s_write(g, left);
}

/* The body of one thread, its log written to out[SLOT]. Returns its events. */
static unsigned body(Gen *g, const char *head, const char *slot, unsigned budget) {
  unsigned cost = 0;
  open(g, head);
  line(g, "int h = 0");
  for (unsigned guard = 0; cost < budget && guard < 12; guard++) cost += statement(g, budget - cost);
  if (!one_in(g, 6)) { line(g, "out[%s] := h", slot); cost += LOG_EVENT; }
  close(g);
  return cost;
}

static void prelude_objects(Gen *g, Text *out) {
  const char *u = g->used;
  for (unsigned i = 0; i < g->nx; i++) text_add(out, "int x%u = %u\n", i, below(g, 3) ? 0 : 1);
  text_add(out, "int[6] out\n");
  if (strchr(u, 'l') || strchr(u, 't')) text_add(out, "mutex m0, m1\n");
  if (strchr(u, 's') || strchr(u, 'e') || strchr(u, 'd') || strchr(u, 'p')) text_add(out, "message A(int v), B(), C(int v, pid who)\n");
  if (strchr(u, 'y')) text_add(out, "int[2] arr = [%u, 1]\n", below(g, 2));
  if (strchr(u, 'z')) text_add(out, "record R { int a, int b }\nR z\n");
  if (strchr(u, 'q')) text_add(out, "queue<int> q\nset<int> st\n");
  if (strchr(u, 'E')) text_add(out, "enum Color { Red, Green, Blue }\nColor color\nbool ready\npid peer\n"
                                      "record Pair { int k, Color c }\nrecord Part { int n, int[2] v, queue<Pair> q }\nPart[2] crowd\n"
                                      "int self_value(int v) { if self == peer { return v + 1 }  return v }\n");
  if (g->library) text_add(out, "sem s0%s\ncond c0\n", one_in(g, 2) ? " = sem(1)" : "");
}

static void prelude_functions(Gen *g, Text *out) {
  if (!strchr(g->used, 'n')) return;
  text_add(out, "void put(ref int a, int v) { a := v }\n"
                "int bump(ref int a, int d) { a := a + d; return a }\n"
                "pure int twice(int v) { return v * 2 }\n"
                "int pick(int v) { if v > 0 { return x0 }  return %u + x0 }\n"
                "int rec(int n) { if n <= 0 { return x0 }  return rec(n - 1) + 1 }\n"
                "void both(ref int a, ref int b) { atomic { int t = a; a := b; b := t } }\n"
                "int early(int v) { critical cs0 { if v > 0 { return x0 }  x0 := 2 }  return 0 }\n", below(g, 3));
}

static void faults(Gen *g, Text *out) {
  if (has(g, 'k')) {
    use(g, 'k');
    text_add(out, "fault crash %s%s\n", g->replicated ? "P" : "T0", one_in(g, 3) ? "" : " <= 1");
  }
  if (strchr(g->used, 'd')) {
    if (!one_in(g, 3)) text_add(out, "fault drop A%s\n", one_in(g, 2) ? " <= 1" : "");
    else text_add(out, "fault duplicate A%s\n", one_in(g, 2) ? " <= 1" : "");
    if (one_in(g, 4)) text_add(out, "fault duplicate B <= 1\n");
  }
}

static void properties(Gen *g, Text *out) {
  if (has(g, 'v')) {
    use(g, 'v');
    text_add(out, "invariant inv: x0 %s %u || x%u == %u\n", one_in(g, 2) ? "<" : "!=", 1 + below(g, 2), below(g, g->nx), below(g, 2));
    if (one_in(g, 2)) text_add(out, "cover cov: x%u == %u\n", below(g, g->nx), below(g, 3));
  }
  if (has(g, 'I')) {
    use(g, 'I');
    if (one_in(g, 2)) text_add(out, "init { x0 := %u%s }\n", below(g, 3), one_in(g, 4) ? "; assert x0 != 2" : "");
    else text_add(out, "init { x0 := choose(0..1)%s }\n", one_in(g, 3) ? "; assume x0 == 1" : "");
  }
  if (one_in(g, 2)) return;
  if (one_in(g, 2)) text_add(out, "finally { assert x%u != %u, \"last\" }\n", below(g, g->nx), below(g, 3));
  else text_add(out, "finally { int t = out[0] + out[1]; assert t %% 3 != %u }\n", below(g, 3));
}

static void threads(Gen *g, const unsigned *budget) {
  g->ncost = g->nthreads;
  if (g->replicated) {
    use(g, 'P');
    g->cost[0] = body(g, expr("Thread(i in 0..%u) P", g->nthreads - 1).at, "i", budget[0]);
    for (unsigned k = 1; k < g->nthreads; k++) g->cost[k] = g->cost[0];
  } else {
    for (unsigned k = 0; k < g->nthreads; k++) {
      bool daemon = has(g, 'D') && k == g->nthreads - 1;
      if (daemon) use(g, 'D');
      g->thread = k;
      g->cost[k] = body(g, expr("%sThread T%u", daemon ? "daemon " : "", k).at, expr("%u", k).at, budget[k]);
    }
  }
  if (!g->child_slots) return;
  unsigned children = g->child_slots * (g->replicated ? g->nthreads : 1);
  g->thread = MAX_COSTS;
  unsigned cost = body(g, "Thread(int k, int v) W", "k", 1 + below(g, 2));
  for (unsigned k = g->nthreads; k < MAX_COSTS && k < g->nthreads + children; k++) g->cost[g->ncost = k] = cost;
  g->ncost = g->nthreads + children < MAX_COSTS ? g->nthreads + children : MAX_COSTS;
}

/* Binary logarithm of the multinomial of the costs, times the choices. */
static double estimate(const Gen *g, unsigned *events) {
  double log_runs = 0;
  *events = 0;
  for (unsigned k = 0; k < g->ncost; k++) {
    *events += g->cost[k];
    log_runs -= lgamma(g->cost[k] + 1.0);
  }
  log_runs += lgamma(*events + 1.0);
  double crash = strchr(g->letters, 'k') ? log2(1.0 + (g->replicated ? *events : g->cost[0])) : 0;
  return log_runs / log(2.0) + g->log2_choices * (g->replicated ? g->nthreads : 1) + crash + (strchr(g->letters, 'd') ? 1 : 0);
}

/* A handful of letters, some of them always useful to the others. */
static void random_letters(Rng *r, char *out) {
  static const char all[] = GEN_ALL;
  unsigned n = 2 + rng_below(r, 4), len = 0;
  if (!rng_one_in(r, 4)) out[len++] = 'r';
  if (!rng_one_in(r, 4)) out[len++] = 'w';
  while (n--) {
    char c = all[rng_below(r, sizeof all - 1)];
    if ((c == 'S' || c == 'P' || c == 'k') && !rng_one_in(r, 2)) continue;
    out[len++] = c;
    if (c == 'e' || c == 'd') out[len++] = 's';
    if (c == 't' && rng_one_in(r, 2)) out[len++] = 'l';
  }
  out[len] = 0;
}

void gen_program(uint64_t seed, const char *letters, Text *out, GenInfo *info) { gen_larger(seed, letters, 0, out, info); }

void gen_larger(uint64_t seed, const char *letters, unsigned more, Text *out, GenInfo *info) {
  static const unsigned total[] = { 0, 0, 11, 10, 9 };
  Rng r = rng_new(seed);
  char handful[32];
  if (!letters) {
    random_letters(&r, handful);
    letters = handful;
  }
  unsigned less = 0, events;
  for (Gen g;; less++) {
    memset(&g, 0, sizeof g);
    g.rng = rng_new(rng_next(&r));
    g.letters = letters;
    g.nx = 1 + below(&g, 3);
    g.nthreads = 2 + (one_in(&g, 2) ? 0 : one_in(&g, 3) ? 2 : 1);
    g.replicated = has(&g, 'P');
    g.limit = 2;
    unsigned budget[4], room = total[g.nthreads] + more > less ? total[g.nthreads] + more - less : 0;
    for (unsigned k = 0; k < g.nthreads; k++) {
      unsigned share = room / g.nthreads;
      budget[k] = share > 1 ? 1 + below(&g, share + (g.nthreads == 2)) : 1;
      if (budget[k] > 1) budget[k] -= one_in(&g, 3);
    }
    if (g.replicated && budget[0] > 3) budget[0] = 3;
    threads(&g, budget);
    double runs = estimate(&g, &events);
    if (runs > max_log2_runs + 2 * more && less < 40) {
      text_free(&g.body);
      continue;
    }
    Text rest = { 0 };
    faults(&g, &rest);
    properties(&g, &rest);
    text_add(out, "// seed %llu letters %s\n", (unsigned long long)seed, letters);
    if (has(&g, 'S')) { use(&g, 'S'); text_add(out, "//! options: --atomicity statement\n"); }
    if (g.library) text_add(out, "import std.sync\n");
    prelude_objects(&g, out);
    prelude_functions(&g, out);
    text_bytes(out, g.body.at, g.body.len);
    text_bytes(out, rest.at, rest.len);
    if (info) {
      memset(info, 0, sizeof *info);
      memcpy(info->used, g.used, sizeof info->used);
      info->log2_runs = runs;
      info->threads = g.ncost;
      info->events = events;
    }
    text_free(&rest);
    text_free(&g.body);
    return;
  }
}

const char *gen_focus(uint64_t i) {
  static const char *const sets[] = { "rwl",  "lt",  "rwg", "rwgal", "se",  "sej", "rwca", "rwhb", "rwi", "rwil", "sir", "rwk", "lk",
                                      "sdr",  "rwp", "jpw", "rwv",   "rwm", "rwx", "rwf",  "rwga", "gi",  "eia",  "saw", "ryb", "wc" };
  return i % 2 ? sets[i / 2 % (sizeof sets / sizeof *sets)] : NULL;
}

unsigned gen_size(uint64_t i) { return (unsigned)(i / 2 % 3 * 2); }
