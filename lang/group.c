/* lang/group.c -- see group.h. Copy k of a repetition differs from copy 0 by `$`, which is k more: a number that grows
 * with the copies becomes `tid - c`, one that does not stays. Anything else that differs keeps the copies apart. */
#include "lang/group.h"
#include <string.h>

typedef struct { Arena *arena; const AstNode *bind; unsigned long first; } Group;

static bool starts_at(const AstNode *n, unsigned long *k) {
  if (n->kind != N_THREAD || !n->a || n->list || n->flags) return false;
  const AstNode *r = n->a->a;
  if (r->a->kind != N_INT || r->b->kind != N_INT || mpz_cmp(r->a->num, r->b->num) != 0) return false;
  *k = mpz_get_ui(r->a->num);
  return true;
}

static bool same_shape(const AstNode *x, const AstNode *y) {
  return x->kind == y->kind && x->op == y->op && x->flags == y->flags && x->name == y->name &&
         (x->str == y->str || (x->str && y->str && strcmp(x->str, y->str) == 0));
}

static bool grows(const AstNode *x, const AstNode *y, unsigned long step) {
  return mpz_sgn(y->num) >= 0 && mpz_fits_ulong_p(x->num) && mpz_cmp_ui(y->num, mpz_get_ui(x->num) + step) == 0;
}

/* Is Y the copy of X that is STEP copies later? */
static bool is_copy(const AstNode *x, const AstNode *y, unsigned long step) {
  if (!x || !y) return x == y;
  if (!same_shape(x, y)) return false;
  if (x->kind == N_INT) return mpz_cmp(x->num, y->num) == 0 || grows(x, y, step);
  if (!is_copy(x->a, y->a, step) || !is_copy(x->b, y->b, step) || !is_copy(x->c, y->c, step)) return false;
  const AstNode *s = x->list, *t = y->list;
  for (; s && t; s = s->next, t = t->next)
    if (!is_copy(s, t, step)) return false;
  return s == t;
}

/* Do X and Y agree about which numbers grow from copy 0 on? */
static bool same_growth(const AstNode *zero, const AstNode *x, const AstNode *y) {
  if (!zero) return true;
  if (zero->kind == N_INT) return (mpz_cmp(zero->num, x->num) == 0) == (mpz_cmp(zero->num, y->num) == 0);
  if (!same_growth(zero->a, x->a, y->a) || !same_growth(zero->b, x->b, y->b) || !same_growth(zero->c, x->c, y->c)) return false;
  for (const AstNode *z = zero->list, *s = x->list, *t = y->list; z; z = z->next, s = s->next, t = t->next)
    if (!same_growth(z, s, t)) return false;
  return true;
}

static AstNode *node(Group *g, AstKind k, const AstNode *at) {
  AstNode *n = ARENA_NEW(g->arena, AstNode);
  n->kind = k;
  n->span = n->name_span = at->span;
  return n;
}

static AstNode *number(Group *g, unsigned long value, const AstNode *at) {
  AstNode *n = node(g, N_INT, at);
  mp_limb_t *limb = ARENA_NEW(g->arena, mp_limb_t);
  *limb = value;
  n->num = ARENA_NEW(g->arena, __mpz_struct);
  mpz_roinit_n(n->num, limb, value ? 1 : 0);
  return n;
}

/* The number that is VALUE in the first copy and grows: tid, tid - c or tid + c. */
static AstNode *by_tid(Group *g, const AstNode *at) {
  unsigned long value = mpz_get_ui(at->num);
  AstNode *tid = node(g, N_NAME, at);
  tid->name = g->bind->name;
  if (value == g->first) return tid;
  AstNode *n = node(g, N_BINARY, at);
  n->op = value < g->first ? AST_SUB : AST_ADD;
  n->a = tid;
  n->b = number(g, value < g->first ? g->first - value : value - g->first, at);
  return n;
}

/* A copy of X in which what differs in Y, the next copy, is said by tid. */
static AstNode *general(Group *g, const AstNode *x, const AstNode *y) {
  if (!x) return NULL;
  if (x->kind == N_INT && mpz_cmp(x->num, y->num) != 0) return by_tid(g, x);
  AstNode *n = ARENA_NEW(g->arena, AstNode);
  *n = *x;
  n->next = NULL;
  n->a = general(g, x->a, y->a);
  n->b = general(g, x->b, y->b);
  n->c = general(g, x->c, y->c);
  AstNode **end = &n->list;
  for (const AstNode *s = x->list, *t = y->list; s; s = s->next, t = t->next) {
    *end = general(g, s, t);
    end = &(*end)->next;
  }
  return n;
}

static bool same_origin(const Source *src, const AstNode *x, const AstNode *y) {
  int i, j;
  return src_orig(src, x->span.start, &i) == src_orig(src, y->span.start, &j) && i >= 0 && j > i;
}

/* The last of the threads after X that are its copies. */
static const AstNode *last_copy(const Source *src, const AstNode *x, unsigned long first) {
  const AstNode *last = x;
  unsigned long k;
  for (const AstNode *y = x->next; y && starts_at(y, &k); last = y, y = y->next) {
    if (!same_origin(src, x, y) || !is_copy(x->b, y->b, k - first)) break;
    if (y != x->next && !same_growth(x->b, x->next->b, y->b)) break;
  }
  return last;
}

static AstNode *merged(Arena *a, const AstNode *x, const AstNode *last, unsigned long first) {
  Group g = {a, x->a, first};
  AstNode *n = ARENA_NEW(a, AstNode);
  *n = *x;
  n->b = general(&g, x->b, x->next->b);
  n->a = node(&g, N_BIND, x->a);
  n->a->name = x->a->name;
  n->a->a = node(&g, N_RANGE, x->a);
  n->a->a->a = x->a->a->a;
  n->a->a->b = last->a->a->b;
  n->span = span_join(x->span, last->span);
  return n;
}

AstNode *group_threads(const AstNode *file, const Source *src, Arena *a) {
  AstNode *first = NULL, **end = &first;
  for (const AstNode *x = file->list; x; x = x->next) {
    unsigned long k;
    const AstNode *last = starts_at(x, &k) ? last_copy(src, x, k) : x;
    if (last != x) {
      *end = merged(a, x, last, k);
    } else {
      *end = ARENA_NEW(a, AstNode);
      **end = *x;
    }
    (*end)->next = NULL;
    end = &(*end)->next;
    x = last;
  }
  return first;
}
