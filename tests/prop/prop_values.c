/* tests/prop/prop_values.c -- what statements do to values, against a model in C. Each program is one thread that works
 * on variables of random types (arrays, records, queues, sets, of numbers small and big) through assignments, cas, swap,
 * ref parameters, messages to itself, queue and set builtins; the generator does the same to its own copy and writes
 * what must hold as asserts. The thread must reach its end. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "tests/greatest.h"
#include "tests/prop/harness.h"

enum { MAX_TYPES = 14, VARS = 9, MAX_KIDS = 3, MAX_ITEMS = 6 };
typedef enum { INT, BOOL, ENUM, ARRAY, RECORD, QUEUE, SET } Kind;

typedef struct Type { Kind kind; unsigned id, n; const struct Type *kid[MAX_KIDS]; bool plain; } Type;
typedef struct Val { long long v; unsigned n; struct Val *kid; } Val;      /* kids: elements, fields or items */
typedef struct { const Type *type; Val val; char name[8]; } Var;
typedef struct { const Type *type; Val *val; char text[200]; } Place_;     /* an lvalue and what it holds */

typedef struct {
  Rng rng;
  Type type[MAX_TYPES];
  unsigned ntypes;
  Var var[VARS];
  long long index[2];            /* values of the index variables: k0 local, g1 shared */
  Text decl, body;
  unsigned names, indent;
} Gen;

static unsigned below(Gen *g, unsigned n) { return rng_below(&g->rng, n); }

/* Values. */
static void val_init(const Type *t, Val *v) {
  *v = (Val){ 0, 0, NULL };
  if (t->kind != ARRAY && t->kind != RECORD) return;
  v->n = t->n;
  v->kid = calloc(v->n, sizeof *v->kid);
  CHECK(v->kid);
  for (unsigned i = 0; i < v->n; i++) val_init(t->kid[t->kind == ARRAY ? 0 : i], &v->kid[i]);
}

static void val_free(Val *v) {
  for (unsigned i = 0; i < v->n; i++) val_free(&v->kid[i]);
  free(v->kid);
  *v = (Val){ 0, 0, NULL };
}

static Val val_copy(const Val *v) {
  Val c = { v->v, v->n, NULL };
  if (v->n) c.kid = malloc(v->n * sizeof *c.kid);
  CHECK(!v->n || c.kid);
  for (unsigned i = 0; i < v->n; i++) c.kid[i] = val_copy(&v->kid[i]);
  return c;
}

static bool val_same(const Type *t, const Val *a, const Val *b) {
  if (a->v != b->v || a->n != b->n) return false;
  for (unsigned i = 0; i < a->n; i++) {
    const Type *kt = t->kind == RECORD ? t->kid[i] : t->kid[0];
    bool same = false;
    for (unsigned k = 0; t->kind == SET && k < b->n && !same; k++) same = val_same(kt, &a->kid[i], &b->kid[k]);
    if (t->kind == SET ? !same : !val_same(kt, &a->kid[i], &b->kid[i])) return false;
  }
  return true;
}

static void val_set(Val *to, const Val *from) {
  Val c = val_copy(from);
  val_free(to);
  *to = c;
}

static void val_push(Val *q, const Val *item) {
  q->kid = realloc(q->kid, (q->n + 1) * sizeof *q->kid);
  CHECK(q->kid);
  q->kid[q->n++] = val_copy(item);
}

static void val_drop(Val *q, unsigned i) {
  val_free(&q->kid[i]);
  memmove(&q->kid[i], &q->kid[i + 1], (q->n - i - 1) * sizeof *q->kid);
  if (--q->n == 0) { free(q->kid); q->kid = NULL; }
}

static Val val_random(Gen *g, const Type *t) {
  static const long long some[] = { 0, 1, 2, -1, 7, 1073741823, 1073741824, -1073741825, 1099511627776, 4611686018427387904, -3 };
  Val v;
  val_init(t, &v);
  if (t->kind == INT) v.v = some[below(g, 11)];
  else if (t->kind == BOOL) v.v = below(g, 2);
  else if (t->kind == ENUM) v.v = below(g, 3);
  else
    for (unsigned i = 0; i < v.n; i++) {
      val_free(&v.kid[i]);
      v.kid[i] = val_random(g, t->kid[t->kind == ARRAY ? 0 : i]);
    }
  return v;
}

static void val_text(const Type *t, const Val *v, Text *out) {
  static const char *const names[] = { "Red", "Green", "Blue" };
  switch (t->kind) {
    case INT: text_add(out, v->v < 0 ? "(%lld)" : "%lld", v->v); return;
    case BOOL: text_add(out, v->v ? "true" : "false"); return;
    case ENUM: text_add(out, "%s", names[v->v]); return;
    case ARRAY: case RECORD:
      if (t->kind == ARRAY) text_add(out, "[");
      else text_add(out, "R%u(", t->id);
      for (unsigned i = 0; i < v->n; i++) {
        if (i) text_add(out, ", ");
        val_text(t->kid[t->kind == ARRAY ? 0 : i], &v->kid[i], out);
      }
      text_add(out, t->kind == ARRAY ? "]" : ")");
      return;
    case QUEUE: case SET: CHECK(!"queues and sets have no literals");
  }
}

/* Types. */
static void add_type(const Type *t, Text *out) {
  const Type *base = t;
  while (base->kind == ARRAY) base = base->kid[0];
  switch (base->kind) {
    case INT: text_add(out, "int"); break;
    case BOOL: text_add(out, "bool"); break;
    case ENUM: text_add(out, "E"); break;
    case RECORD: text_add(out, "R%u", base->id); break;
    case QUEUE: case SET:
      text_add(out, base->kind == QUEUE ? "queue<" : "set<");
      add_type(base->kid[0], out);
      text_add(out, ">");
      break;
    case ARRAY: break;
  }
  for (; t->kind == ARRAY; t = t->kid[0]) text_add(out, "[%u]", t->n);
}

static const Type *pick_type(Gen *g, bool plain) {
  for (;;) {
    const Type *t = &g->type[below(g, g->ntypes)];
    if (t->plain || !plain) return t;
  }
}

static void make_types(Gen *g) {
  for (unsigned i = 0; i < MAX_TYPES; i++) {
    Type *t = &g->type[i];
    t->id = i;
    t->plain = true;
    if (i < 3) { t->kind = (Kind)i; g->ntypes++; continue; }
    t->kind = (Kind)(ARRAY + below(g, 4));
    t->n = t->kind == ARRAY || t->kind == RECORD ? 2 + below(g, 2) : 1;
    unsigned kids = t->kind == RECORD ? t->n : 1;
    for (unsigned k = 0; k < kids; k++) {
      t->kid[k] = pick_type(g, t->kind == QUEUE || t->kind == SET);
      t->plain = t->plain && t->kid[k]->plain;
    }
    if (t->kind == QUEUE || t->kind == SET) t->plain = false;
    g->ntypes++;
    if (t->kind != RECORD) continue;
    text_add(&g->decl, "record R%u { ", i);
    for (unsigned k = 0; k < t->n; k++) {
      if (k) text_add(&g->decl, ", ");
      add_type(t->kid[k], &g->decl);
      text_add(&g->decl, " f%u", k);
    }
    text_add(&g->decl, " }\n");
  }
}

/* Per type: a setter through ref, a getter by value, a message. */
static void make_helpers(Gen *g) {
  for (unsigned i = 0; i < g->ntypes; i++) {
    Text t = { 0 };
    add_type(&g->type[i], &t);
    text_add(&g->decl, "void put%u(ref %s a, %s v) { a := v }\n%s get%u(%s v) { %s w = v; return w }\nmessage M%u(%s v)\n", i, t.at, t.at,
             t.at, i, t.at, t.at, i, t.at);
    text_free(&t);
  }
}

/* A random part of a variable. */
static Place_ part(Gen *g, const Type *want) {
  for (;;) {
    Var *v = &g->var[below(g, VARS)];
    Place_ p = { v->type, &v->val, "" };
    size_t n = (size_t)snprintf(p.text, sizeof p.text, "%s", v->name);
    while ((p.type->kind == ARRAY || p.type->kind == RECORD) && (want ? p.type != want : below(g, 3) > 0)) {
      unsigned k = below(g, p.type->n);
      if (p.type->kind == RECORD) {
        n += (size_t)snprintf(p.text + n, sizeof p.text - n, ".f%u", k);
      } else {
        unsigned way = below(g, 4);
        if (way < 2 && g->index[way] < (long long)p.type->n) {
          k = (unsigned)g->index[way];
          n += (size_t)snprintf(p.text + n, sizeof p.text - n, "[%s]", way ? "g1" : "k0");
        } else {
          n += (size_t)snprintf(p.text + n, sizeof p.text - n, "[%u]", k);
        }
      }
      p.type = p.type->kid[p.type->kind == ARRAY ? 0 : k];
      p.val = &p.val->kid[k];
    }
    if (!want || p.type == want) return p;
    if (rng_one_in(&g->rng, 40)) return (Place_){ NULL, NULL, "" };
  }
}

static void must_equal(Gen *g, const char *text, const Type *t, const Val *v) {
  if (t->plain) {
    text_add(&g->body, "  assert %s == ", text);
    val_text(t, v, &g->body);
    text_add(&g->body, "\n");
  } else if (t->kind == QUEUE || t->kind == SET) {
    text_add(&g->body, "  assert len(%s) == %u\n", text, v->n);
    if (t->kind == SET) {
      for (unsigned i = 0; i < v->n; i++) {
        text_add(&g->body, "  assert contains(%s, ", text);
        val_text(t->kid[0], &v->kid[i], &g->body);
        text_add(&g->body, ")\n");
      }
      return;
    }
    unsigned q = g->names++;
    Text tt = { 0 };
    add_type(t, &tt);
    text_add(&g->body, "  %s c%u = %s\n", tt.at, q, text);
    text_free(&tt);
    for (unsigned i = 0; i < v->n; i++) {
      text_add(&g->body, "  assert pop(c%u) == ", q);
      val_text(t->kid[0], &v->kid[i], &g->body);
      text_add(&g->body, "\n");
    }
  } else {
    for (unsigned i = 0; i < v->n; i++) {
      char sub[260];
      snprintf(sub, sizeof sub, t->kind == ARRAY ? "%s[%u]" : "%s.f%u", text, i);
      must_equal(g, sub, t->kid[t->kind == ARRAY ? 0 : i], &v->kid[i]);
    }
  }
}

/* A value of T to use on the right: a literal, or another part. The text goes to OUT, the value is returned. */
static Val source(Gen *g, const Type *t, Text *out) {
  if (!t->plain || below(g, 2)) {
    Place_ p = part(g, t);
    if (p.type) { text_add(out, "%s", p.text); return val_copy(p.val); }
  }
  if (!t->plain) { Val none; val_init(t, &none); return none; }
  Val v = val_random(g, t);
  val_text(t, &v, out);
  return v;
}

static void op_assign(Gen *g) {
  Place_ p = part(g, NULL);
  Text e = { 0 };
  Val v = source(g, p.type, &e);
  if (e.len) {
    unsigned id = p.type->id;
    switch (below(g, 5)) {
      case 0: text_add(&g->body, "  put%u(%s, %s)\n", id, p.text, e.at); break;
      case 1: text_add(&g->body, "  %s := get%u(%s)\n", p.text, id, e.at); break;
      case 2: text_add(&g->body, "  self ! M%u(%s)\n  receive { M%u(v) => { %s := v } }\n", id, e.at, id, p.text); break;
      case 3: text_add(&g->body, "  atomic { %s := %s }\n", p.text, e.at); break;
      default: text_add(&g->body, "  %s := %s\n", p.text, e.at);
    }
    val_set(p.val, &v);
  }
  val_free(&v);
  text_free(&e);
}

static void op_compare(Gen *g) {
  Place_ p = part(g, NULL);
  Place_ q = part(g, p.type);
  if (q.type) text_add(&g->body, "  assert %s %s %s\n", p.text, val_same(p.type, p.val, q.val) ? "==" : "!=", q.text);
}

static void op_cas(Gen *g) {
  Place_ p = part(g, pick_type(g, true));
  if (!p.type) return;
  Val old = below(g, 3) ? val_copy(p.val) : val_random(g, p.type), with = val_random(g, p.type);
  bool wins = val_same(p.type, &old, p.val);
  text_add(&g->body, wins ? "  assert cas(%s, " : "  assert !cas(%s, ", p.text);
  val_text(p.type, &old, &g->body);
  text_add(&g->body, ", ");
  val_text(p.type, &with, &g->body);
  text_add(&g->body, ")\n");
  if (wins) val_set(p.val, &with);
  val_free(&old);
  val_free(&with);
}

static void op_swap(Gen *g) {
  Place_ p = part(g, pick_type(g, true));
  if (!p.type) return;
  Val with = val_random(g, p.type);
  text_add(&g->body, "  assert swap(%s, ", p.text);
  val_text(p.type, &with, &g->body);
  text_add(&g->body, ") == ");
  val_text(p.type, p.val, &g->body);
  text_add(&g->body, "\n");
  val_set(p.val, &with);
  val_free(&with);
}

static void op_number(Gen *g) {
  Place_ p = part(g, &g->type[INT]);
  long long d = (long long)below(g, 2000) - 1000;
  if (!p.type || p.val->v > 4611686018427387904 || p.val->v < -4611686018427387904) return;
  switch (below(g, 3)) {
    case 0: text_add(&g->body, "  assert fetch_add(%s, %lld) == %lld\n", p.text, d, p.val->v); break;
    case 1: text_add(&g->body, "  %s += %lld\n", p.text, d); break;
    default: text_add(&g->body, "  %s := %s - (%lld)\n", p.text, p.text, -d);
  }
  p.val->v += d;
}

static Place_ container(Gen *g, Kind kind) {
  for (unsigned tries = 0; tries < 30; tries++) {
    Place_ p = part(g, NULL);
    if (p.type->kind == kind) return p;
  }
  return (Place_){ NULL, NULL, "" };
}

static void op_queue(Gen *g) {
  Place_ p = container(g, QUEUE);
  if (!p.type) return;
  const Type *et = p.type->kid[0];
  unsigned what = below(g, 6);
  if (p.val->n && what == 0) {
    text_add(&g->body, "  assert pop(%s) == ", p.text);
    val_text(et, &p.val->kid[0], &g->body);
    text_add(&g->body, "\n");
    val_drop(p.val, 0);
  } else if (p.val->n && what == 1) {
    text_add(&g->body, "  assert head(%s) == ", p.text);
    val_text(et, &p.val->kid[0], &g->body);
    text_add(&g->body, "\n");
  } else if (what == 2 && below(g, 3) == 0) {
    text_add(&g->body, "  clear(%s)\n", p.text);
    val_free(p.val);
  } else if (p.val->n < MAX_ITEMS) {
    Text e = { 0 };
    Val v = source(g, et, &e);
    text_add(&g->body, "  push(%s, %s)\n", p.text, e.at);
    val_push(p.val, &v);
    val_free(&v);
    text_free(&e);
  }
}

static void op_set(Gen *g) {
  Place_ p = container(g, SET);
  if (!p.type) return;
  const Type *et = p.type->kid[0];
  Text e = { 0 };
  Val v = source(g, et, &e);
  unsigned at = 0;
  while (at < p.val->n && !val_same(et, &p.val->kid[at], &v)) at++;
  bool in = at < p.val->n;
  switch (below(g, 4)) {
    case 0: text_add(&g->body, "  remove(%s, %s)\n", p.text, e.at); if (in) val_drop(p.val, at); break;
    case 1: text_add(&g->body, "  assert %scontains(%s, %s)\n", in ? "" : "!", p.text, e.at); break;
    default:
      if (!in && p.val->n >= MAX_ITEMS) break;
      text_add(&g->body, "  add(%s, %s)\n", p.text, e.at);
      if (!in) val_push(p.val, &v);
  }
  val_free(&v);
  text_free(&e);
}

static void op_index(Gen *g) {
  unsigned way = below(g, 2);
  g->index[way] = below(g, 3);
  text_add(&g->body, "  %s := %lld\n", way ? "g1" : "k0", g->index[way]);
}

static void op_loop(Gen *g) {
  Place_ p = container(g, ARRAY);
  if (!p.type || p.type->kid[0]->kind != INT) return;
  unsigned i = g->names++;
  long long sum = 0;
  text_add(&g->body, "  for i%u in 0..%u { %s[i%u] := i%u * 3 + 1 }\n", i, p.type->n - 1, p.text, i, i);
  for (unsigned k = 0; k < p.type->n; k++) sum += p.val->kid[k].v = k * 3 + 1;
  text_add(&g->body, "  assert sum(i in 0..%u : %s[i]) == %lld\n", p.type->n - 1, p.text, sum);
}

static void make_vars(Gen *g) {
  for (unsigned i = 0; i < VARS; i++) {
    Var *v = &g->var[i];
    bool local = i % 3 == 2;
    v->type = &g->type[i < 6 ? g->ntypes - 1 - i : below(g, g->ntypes)];
    val_init(v->type, &v->val);
    snprintf(v->name, sizeof v->name, "%c%u", local ? 'l' : 's', i);
    Text *to = local ? &g->body : &g->decl;
    if (local) text_add(to, "  ");
    add_type(v->type, to);
    text_add(to, " %s\n", v->name);
  }
}

static void make_program(uint64_t seed, Text *out) {
  static void (*const ops[])(Gen *) = { op_assign, op_assign, op_assign, op_compare, op_cas, op_cas, op_swap, op_number, op_queue, op_queue,
                                        op_set, op_set, op_index, op_loop };
  Gen g;
  memset(&g, 0, sizeof g);
  g.rng = rng_new(seed);
  text_add(&g.decl, "// seed %llu\nenum E { Red, Green, Blue }\nint g1\n", (unsigned long long)seed);
  make_types(&g);
  make_helpers(&g);
  text_add(&g.body, "  int k0 = 0\n");
  make_vars(&g);
  for (unsigned i = 0; i < 40; i++) {
    ops[below(&g, sizeof ops / sizeof *ops)](&g);
    if (below(&g, 3)) continue;
    Place_ p = part(&g, NULL);
    must_equal(&g, p.text, p.type, p.val);
  }
  for (unsigned i = 0; i < VARS; i++) must_equal(&g, g.var[i].name, g.var[i].type, &g.var[i].val);
  text_add(out, "%sThread T {\n%s}\n", g.decl.at, g.body.at);
  for (unsigned i = 0; i < VARS; i++) val_free(&g.var[i].val);
  text_free(&g.decl);
  text_free(&g.body);
}

TEST values_behave(void) {
  unsigned n = prop_count(3000), wrong = 0;
  uint64_t seed = prop_first_seed();
  for (unsigned i = 0; i < n && wrong < prop_keep(); i++, seed++) {
    Text t = { 0 }, why = { 0 };
    make_program(seed, &t);
    const char *bad = model_run_alone("values.d", t.at, 20000, &why);
    if (bad) {
      wrong++;
      fprintf(stderr, "seed %llu: %s; %s\n%s\n", (unsigned long long)seed, bad, why.at ? why.at : "", t.at);
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
  RUN_TEST(values_behave);
  GREATEST_MAIN_END();
}
