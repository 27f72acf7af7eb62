/* tests/prop/prop_control.c -- what control flow does, against an interpreter in C. Each program is one thread of random
 * statements (branches, loops with break and continue, calls, atomic, critical, deterministic either, messages to
 * itself with selective receives) that notes where it passes in a queue. The C interpreter runs the same tree; a second
 * thread, started after the first ended, asserts that the notes are the same. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "tests/greatest.h"
#include "tests/prop/harness.h"

enum { VARS = 4, FUNCS = 2, MAX_NOTES = 400, MAX_MAIL = 8, MAX_NODES = 600 };

typedef enum { X_CONST, X_VAR, X_PARAM, X_ADD, X_SUB, X_MUL, X_DIV, X_MOD, X_NOTE, X_CALL,
               C_LESS, C_EQUAL, C_NOT, C_AND, C_OR, C_NOTE,
               S_NOTE, S_SET, S_ADD, S_IF, S_FOR, S_WHILE, S_LOOP, S_BREAK, S_CONTINUE, S_RETURN, S_EXIT, S_ATOMIC, S_CRITICAL, S_EITHER,
               S_SEND, S_RECEIVE, S_LOCAL, S_BLOCK } Op;

typedef struct Node { Op op; int k; bool flag; struct Node *a, *b, *c, *next; } Node;      /* blocks: a, then next */

/* In what surroundings a statement is written. */
typedef struct { unsigned depth; bool loop, function, atomic; unsigned calls; } Where;

typedef struct {
  Rng rng;
  Node pool[MAX_NODES];
  unsigned used, names;
  Node *body[FUNCS + 1];           /* functions 0.. and the thread */
  Text text;
} Gen;

static unsigned below(Gen *g, unsigned n) { return rng_below(&g->rng, n); }

static Node *node(Gen *g, Op op, int k, Node *a, Node *b) {
  if (g->used == MAX_NODES) return &g->pool[0];                 /* node 0 is a harmless constant */
  Node *n = &g->pool[g->used++];
  *n = (Node){ op, k, false, a, b, NULL, NULL };
  return n;
}

/* Making. */
static Node *make_expr(Gen *g, Where w) {
  w.depth++;
  if (w.depth > 3 || below(g, 3) == 0) return below(g, 2) ? node(g, X_VAR, (int)below(g, VARS), NULL, NULL) : node(g, X_CONST, (int)below(g, 4), NULL, NULL);
  switch (below(g, 8)) {
    case 0: return node(g, X_ADD, 0, make_expr(g, w), make_expr(g, w));
    case 1: return node(g, X_SUB, 0, make_expr(g, w), make_expr(g, w));
    case 2: return node(g, X_MUL, 0, make_expr(g, w), make_expr(g, w));
    case 3: return node(g, X_DIV, (int)below(g, 4) - 5, make_expr(g, w), NULL);
    case 4: return node(g, X_MOD, 2 + (int)below(g, 4), make_expr(g, w), NULL);
    case 5: if (w.function) return node(g, X_PARAM, 0, NULL, NULL); /* fall through */
    case 6: if (w.calls) return node(g, X_CALL, (int)below(g, w.calls), make_expr(g, w), NULL); /* fall through */
    default: return node(g, X_NOTE, (int)below(g, 90) + 10, make_expr(g, w), NULL);
  }
}

static Node *make_cond(Gen *g, Where w) {
  w.depth++;
  unsigned pick = w.depth > 4 ? below(g, 2) : below(g, 6);
  switch (pick) {
    case 0: return node(g, C_LESS, 0, make_expr(g, w), make_expr(g, w));
    case 1: return node(g, C_EQUAL, 0, make_expr(g, w), make_expr(g, w));
    case 2: return node(g, C_NOT, 0, make_cond(g, w), NULL);
    case 3: return node(g, C_AND, 0, make_cond(g, w), make_cond(g, w));
    case 4: return node(g, C_OR, 0, make_cond(g, w), make_cond(g, w));
    default: return node(g, C_NOTE, (int)below(g, 90) + 10, make_cond(g, w), NULL);
  }
}

static Node *make_block(Gen *g, Where w, unsigned most);

static Node *make_stmt(Gen *g, Where w) {
  Node *n;
  w.depth++;
  unsigned pick = below(g, w.depth > 4 ? 6 : 20);
  switch (pick) {
    case 0: case 1: return node(g, S_NOTE, (int)below(g, 90) + 10, NULL, NULL);
    case 2: return node(g, S_SET, (int)below(g, VARS), make_expr(g, w), NULL);
    case 3: n = node(g, S_ADD, (int)below(g, VARS), make_expr(g, w), NULL); n->flag = below(g, 2); return n;
    case 4: if (w.loop) return node(g, below(g, 2) ? S_BREAK : S_CONTINUE, 0, NULL, NULL); /* fall through */
    case 5: if (w.function && below(g, 2)) return node(g, S_RETURN, 0, make_expr(g, w), NULL);
            return node(g, S_SEND, (int)below(g, 3), NULL, NULL);
    case 6: case 7: n = node(g, S_IF, 0, make_cond(g, w), make_block(g, w, 3)); if (below(g, 2)) n->c = make_block(g, w, 3); return n;
    case 8: case 9: w.loop = true; n = node(g, S_FOR, (int)g->names++, make_expr(g, w), make_expr(g, w)); n->c = make_block(g, w, 3); return n;
    case 10: w.loop = true; return node(g, S_WHILE, (int)g->names++, make_cond(g, w), make_block(g, w, 3));
    case 11: w.loop = true; return node(g, S_LOOP, (int)g->names++, make_block(g, w, 3), NULL);
    case 12: case 13: if (w.atomic) return make_stmt(g, w); w.atomic = true; return node(g, S_ATOMIC, 0, make_block(g, w, 3), NULL);
    case 14: if (w.atomic) return make_stmt(g, w); return node(g, S_CRITICAL, (int)g->names++, make_block(g, w, 3), NULL);
    case 15: n = node(g, S_EITHER, (int)below(g, VARS), make_block(g, w, 2), make_block(g, w, 2)); n->flag = below(g, 2); return n;
    case 16: case 17: n = node(g, S_RECEIVE, (int)below(g, 5), make_block(g, w, 2), make_block(g, w, 2)); n->c = make_block(g, w, 2); return n;
    case 18: return node(g, S_LOCAL, (int)g->names++, make_expr(g, w), make_block(g, w, 3));
    default: if (below(g, 6) == 0) return node(g, S_EXIT, 0, NULL, NULL); return node(g, S_SEND, (int)below(g, 3), NULL, NULL);
  }
}

static Node *make_block(Gen *g, Where w, unsigned most) {
  Node *first = NULL, **last = &first;
  for (unsigned n = 1 + below(g, most); n--;) {
    Node *s = node(g, S_BLOCK, 0, make_stmt(g, w), NULL);
    if (s == &g->pool[0] || s->a == &g->pool[0]) break;
    *last = s;
    last = &s->next;
  }
  return first;
}

/* Writing. Variables 0, 1 are shared, 2, 3 local to the thread and passed to functions by ref. */
static const char *const var[] = { "x", "y", "p", "q" };

static void write_expr(Text *t, const Node *n) {
  static const char *const infix[] = { [X_ADD] = "+", [X_SUB] = "-", [X_MUL] = "*", [C_LESS] = "<", [C_EQUAL] = "==", [C_AND] = "&&", [C_OR] = "||" };
  switch (n->op) {
    case X_CONST: text_add(t, "%d", n->k); return;
    case X_VAR: text_add(t, "%s", var[n->k]); return;
    case X_PARAM: text_add(t, "v"); return;
    case X_DIV: case X_MOD:
      text_add(t, "(");
      write_expr(t, n->a);
      text_add(t, n->op == X_DIV ? " / %d)" : " %% %d)", n->k);
      return;
    case X_NOTE: text_add(t, "note(%d, ", n->k); break;
    case X_CALL: text_add(t, "f%d(p, q, ", n->k); break;
    case C_NOT: text_add(t, "!("); break;
    case C_NOTE: text_add(t, "noteb(%d, ", n->k); break;
    default:
      text_add(t, "(");
      write_expr(t, n->a);
      text_add(t, " %s ", infix[n->op]);
      write_expr(t, n->b);
      text_add(t, ")");
      return;
  }
  write_expr(t, n->a);
  text_add(t, ")");
}

static void write_block(Text *t, const Node *b, unsigned in);

static void write_receive(Text *t, const Node *n, unsigned in) {
  static const char *const first[] = { "A(v1)", "A(_)", "A(0)", "A(=p)", "A(v1) when v1 > 1" };
  text_add(t, "receive {\n%*s%s => {\n", (int)in + 2, "", first[n->k]);
  write_block(t, n->a, in + 4);
  text_add(t, "%*s}\n%*sA(2) => {\n", (int)in + 2, "", (int)in + 2, "");
  write_block(t, n->b, in + 4);
  text_add(t, "%*s}\n%*safter => {\n", (int)in + 2, "", (int)in + 2, "");
  write_block(t, n->c, in + 4);
  text_add(t, "%*s}\n%*s}\n", (int)in + 2, "", (int)in, "");
}

static void write_stmt(Text *t, const Node *n, unsigned in) {
  int pad = (int)in;
  text_add(t, "%*s", pad, "");
  switch (n->op) {
    case S_NOTE: text_add(t, "push(log, %d)\n", n->k); return;
    case S_SET: text_add(t, "%s := ", var[n->k]); write_expr(t, n->a); text_add(t, "\n"); return;
    case S_ADD: text_add(t, "%s %s ", var[n->k], n->flag ? "+=" : "-="); write_expr(t, n->a); text_add(t, "\n"); return;
    case S_IF:
      text_add(t, "if ");
      write_expr(t, n->a);
      text_add(t, " {\n");
      write_block(t, n->b, in + 2);
      if (n->c) { text_add(t, "%*s} else {\n", pad, ""); write_block(t, n->c, in + 2); }
      break;
    case S_FOR:
      text_add(t, "for i%d in ", n->k);
      write_expr(t, n->a);
      text_add(t, " %% 3..");
      write_expr(t, n->b);
      text_add(t, " %% 4 {\n%*spush(log, i%d)\n", pad + 2, "", n->k);
      write_block(t, n->c, in + 2);
      break;
    case S_WHILE:
      text_add(t, "int w%d = 0\n%*swhile w%d < 3 && ", n->k, pad, "", n->k);
      write_expr(t, n->a);
      text_add(t, " {\n%*sw%d := w%d + 1\n", pad + 2, "", n->k, n->k);
      write_block(t, n->b, in + 2);
      break;
    case S_LOOP:
      text_add(t, "int w%d = 0\n%*sloop {\n%*sw%d := w%d + 1\n%*sif w%d > 2 { break }\n", n->k, pad, "", pad + 2, "", n->k, n->k, pad + 2, "", n->k);
      write_block(t, n->a, in + 2);
      break;
    case S_BREAK: text_add(t, "break\n"); return;
    case S_CONTINUE: text_add(t, "continue\n"); return;
    case S_EXIT: text_add(t, "exit\n"); return;
    case S_RETURN: text_add(t, "return "); write_expr(t, n->a); text_add(t, "\n"); return;
    case S_ATOMIC: text_add(t, "atomic {\n"); write_block(t, n->a, in + 2); break;
    case S_CRITICAL: text_add(t, "critical cs%d {\n", n->k); write_block(t, n->a, in + 2); break;
    case S_EITHER:
      text_add(t, "either {\n%*sawait %s > 0\n", pad + 2, "", var[n->k]);
      write_block(t, n->a, in + 2);
      text_add(t, "%*s} or {\n%*s%s\n", pad, "", pad + 2, "", n->flag ? "atomic { await x <= 0 || y < -99999; push(log, 7) }" : "await x <= 0");
      write_block(t, n->b, in + 2);
      break;
    case S_SEND: text_add(t, "self ! A(%d)\n", n->k); return;
    case S_RECEIVE: write_receive(t, n, in); return;
    case S_LOCAL:
      text_add(t, "int l%d = ", n->k);
      write_expr(t, n->a);
      text_add(t, "\n%*sif l%d > 0 {\n%*sint l%d = 50\n%*spush(log, l%d)\n", pad, "", n->k, pad + 2, "", n->k, pad + 2, "", n->k);
      write_block(t, n->b, in + 2);
      text_add(t, "%*s}\n%*spush(log, l%d)\n", pad, "", pad, "", n->k);
      return;
    default: CHECK(!"statement");
  }
  text_add(t, "%*s}\n", pad, "");
}

static void write_block(Text *t, const Node *b, unsigned in) {
  text_add(t, "%*sskip\n", (int)in, "");
  for (; b; b = b->next) write_stmt(t, b->a, in);
}

/* Running. */
typedef enum { GO, BROKE, CONTINUED, RETURNED, EXITED, STUCK } Flow;
typedef struct { const Gen *g; long long v[VARS], param, result; long long notes[MAX_NOTES]; unsigned nnotes; int mail[MAX_MAIL]; unsigned nmail; unsigned fuel; bool exited, over; } Run;

static void note(Run *r, long long k) {
  if (r->nnotes == MAX_NOTES) r->over = true;
  else r->notes[r->nnotes++] = k;
}

static long long floor_div(long long a, long long b) { return a / b - (a % b != 0 && (a % b < 0) != (b < 0)); }
static Flow run_block(Run *r, const Node *b);

static long long eval(Run *r, const Node *n) {
  long long x, y, saved;
  if (r->exited || r->over) return 0;
  switch (n->op) {
    case X_CONST: return n->k;
    case X_VAR: return r->v[n->k];
    case X_PARAM: return r->param;
    case X_DIV: return floor_div(eval(r, n->a), n->k);
    case X_MOD: x = eval(r, n->a); return x - n->k * floor_div(x, n->k);
    case X_NOTE: x = eval(r, n->a); if (!r->exited) note(r, n->k); return x;
    case C_NOTE: x = eval(r, n->a); if (!r->exited) note(r, n->k); return x;
    case C_NOT: return !eval(r, n->a);
    case C_AND: return eval(r, n->a) && eval(r, n->b);
    case C_OR: return eval(r, n->a) || eval(r, n->b);
    case X_CALL:
      x = eval(r, n->a);
      if (r->exited) return 0;
      saved = r->param;
      r->param = x;
      r->result = -5;
      if (r->fuel == 0) r->over = true;
      else r->fuel--;
      Flow f = r->over ? GO : run_block(r, r->g->body[n->k]);
      if (f == EXITED) r->exited = true;
      if (f == GO) r->result = -5;
      r->param = saved;
      return r->result;
    default: break;
  }
  x = eval(r, n->a);
  y = eval(r, n->b);
  if (x > 1000000 || x < -1000000 || y > 1000000 || y < -1000000) r->over = true;
  switch (n->op) {
    case X_ADD: return x + y;
    case X_SUB: return x - y;
    case X_MUL: return r->over ? 0 : x * y;
    case C_LESS: return x < y;
    case C_EQUAL: return x == y;
    default: CHECK(!"expression"); return 0;
  }
}

/* The oldest message some clause takes; clauses in order. -1: none. *WHICH: the clause. */
static int match(const Run *r, int first, int *which) {
  for (unsigned i = 0; i < r->nmail; i++) {
    int m = r->mail[i];
    bool one = first < 2 || (first == 2 && m == 0) || (first == 3 && m == r->v[2]) || (first == 4 && m > 1);
    if (one || m == 2) { *which = !one; return (int)i; }
  }
  return -1;
}

static Flow run_receive(Run *r, const Node *n) {
  int which, i = match(r, n->k, &which);
  if (i < 0) return run_block(r, n->c);
  memmove(&r->mail[i], &r->mail[i + 1], (r->nmail - (unsigned)i - 1) * sizeof *r->mail);
  r->nmail--;
  return run_block(r, which ? n->b : n->a);
}

static Flow run_loop(Run *r, const Node *n) {
  long long lo = 0, hi = 0;
  if (n->op == S_FOR) {
    lo = eval(r, n->a);
    lo = lo - 3 * floor_div(lo, 3);
    hi = eval(r, n->b);
    hi = hi - 4 * floor_div(hi, 4);
    if (r->exited) return EXITED;
  }
  for (long long i = lo, count = 0; !r->over; i++) {
    if (n->op == S_FOR) { if (i > hi) return GO; note(r, i); }
    if (n->op == S_WHILE) { if (count >= 3 || !eval(r, n->a)) return r->exited ? EXITED : GO; }
    if (r->exited) return EXITED;
    count++;
    if (n->op == S_LOOP && count > 2) return GO;
    Flow f = run_block(r, n->op == S_FOR ? n->c : n->op == S_WHILE ? n->b : n->a);
    if (f == BROKE) return GO;
    if (f != GO && f != CONTINUED) return f;
  }
  return GO;
}

static Flow run_stmt(Run *r, const Node *n) {
  long long x;
  Flow f;
  switch (n->op) {
    case S_NOTE: note(r, n->k); return GO;
    case S_SET: x = eval(r, n->a); if (r->exited) return EXITED; r->v[n->k] = x; return GO;
    case S_ADD: {
      long long old = r->v[n->k];
      x = eval(r, n->a);
      if (r->exited) return EXITED;
      r->v[n->k] = n->flag ? old + x : old - x;                   /* as v := v + x, read first */
      return GO;
    }
    case S_IF: x = eval(r, n->a); if (r->exited) return EXITED; return x ? run_block(r, n->b) : n->c ? run_block(r, n->c) : GO;
    case S_FOR: case S_WHILE: case S_LOOP: return run_loop(r, n);
    case S_BREAK: return BROKE;
    case S_CONTINUE: return CONTINUED;
    case S_EXIT: return EXITED;
    case S_RETURN: x = eval(r, n->a); if (r->exited) return EXITED; r->result = x; return RETURNED;
    case S_ATOMIC: case S_CRITICAL: return run_block(r, n->a);
    case S_EITHER: {
      bool one = r->v[n->k] > 0, two = r->v[0] <= 0;
      if (one == two) { r->over = true; return STUCK; }            /* not deterministic: not our test */
      if (two && n->flag) note(r, 7);
      return run_block(r, one ? n->a : n->b);
    }
    case S_SEND: if (r->nmail == MAX_MAIL) { r->over = true; return STUCK; } r->mail[r->nmail++] = n->k; return GO;
    case S_RECEIVE: return run_receive(r, n);
    case S_LOCAL:
      x = eval(r, n->a);
      if (r->exited) return EXITED;
      f = GO;
      if (x > 0) { note(r, 50); f = run_block(r, n->b); }
      if (f == GO) note(r, x);
      return f;
    default: CHECK(!"statement"); return GO;
  }
}

static Flow run_block(Run *r, const Node *b) {
  for (; b; b = b->next) {
    Flow f = run_stmt(r, b->a);
    if (r->exited) return EXITED;
    if (r->over) return STUCK;
    if (f != GO) return f;
  }
  return GO;
}

/* A program whose interpretation stayed within bounds; false: try another seed. */
static bool make_program(Gen *g, uint64_t seed, Text *t) {
  static Run r;
  memset(g, 0, sizeof *g);
  memset(&r, 0, sizeof r);
  g->rng = rng_new(seed);
  node(g, X_CONST, 1, NULL, NULL);
  for (unsigned i = 0; i <= FUNCS; i++) g->body[i] = make_block(g, (Where){ .function = i < FUNCS, .calls = i }, 5);
  if (g->used == MAX_NODES) return false;
  r.g = g;
  r.fuel = 60;
  run_block(&r, g->body[FUNCS]);
  if (r.over) return false;
  text_add(t, "// seed %llu\nqueue<int> log\nint x, y\nmessage A(int v)\nint note(int k, int v) { push(log, k); return v }\n"
              "bool noteb(int k, bool v) { push(log, k); return v }\n", (unsigned long long)seed);
  for (unsigned i = 0; i < FUNCS; i++) {
    text_add(t, "int f%u(ref int p, ref int q, int v) {\n", i);
    write_block(t, g->body[i], 2);
    text_add(t, "  return -5\n}\n");
  }
  text_add(t, "Thread T {\n  int p = 0\n  int q = 0\n");
  write_block(t, g->body[FUNCS], 2);
  text_add(t, "}\nThread Check {\n  join T\n");
  for (unsigned i = 0; i < r.nnotes; i++) text_add(t, "  assert pop(log) == %lld\n", r.notes[i]);
  text_add(t, "  assert len(log) == 0\n  assert x == %lld && y == %lld\n}\n", r.v[0], r.v[1]);
  return true;
}

TEST control_flow_behaves(void) {
  static Gen g;
  unsigned n = prop_count(4000), wrong = 0, made = 0;
  uint64_t seed = prop_first_seed();
  for (; made < n && wrong < prop_keep(); seed++) {
    Text t = { 0 }, why = { 0 };
    if (make_program(&g, seed, &t)) {
      made++;
      const char *bad = model_run_alone("control.d", t.at, 50000, &why);
      wrong += bad != NULL;
      if (bad) fprintf(stderr, "seed %llu: %s; %s\n%s\n", (unsigned long long)seed, bad, why.at ? why.at : "", t.at);
    }
    text_free(&t);
    text_free(&why);
  }
  ASSERT_EQ(wrong, 0u);
  PASS();
}

GREATEST_MAIN_DEFS();
int main(int argc, char **argv) {
  GREATEST_MAIN_BEGIN();
  RUN_TEST(control_flow_behaves);
  GREATEST_MAIN_END();
}
